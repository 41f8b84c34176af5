import type { Secret } from '../../../../../../../pkg/api/objects.ts';
import type { CoreV1Client } from '../../../../client-go/kubernetes/typed/core/v1/core_client.ts';
import type { ServiceAccount } from '../../../../apimachinery/pkg/runtime/object.ts';
import { isAlreadyExists, isNotFound } from '../../../../apimachinery/pkg/api/errors/errors.ts';
import { klog } from '../../../../../../../vendor/k8s.io/klog/v2/klog.ts';
import type { OS } from '../../../../../../../../go/os.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../../../sim/process.ts';

/** Which account a Secret with a token is for. */
export const serviceAccountNameKey = 'kubernetes.io/service-account.name';
/** Which one of that name. */
export const serviceAccountUIDKey = 'kubernetes.io/service-account.uid';
/** The type of Secrets with tokens. */
export const secretTypeServiceAccountToken = 'kubernetes.io/service-account-token';

/** What the API server calls somebody who asks as a ServiceAccount. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/authentication/serviceaccount/util.go#MakeUsername
export const makeUsername = (namespace: string, name: string): string =>
  `system:serviceaccount:${namespace}:${name}`;

/** True if the Secret holds a token of the account. Where the Secret does not say the uid, the name is enough. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/authentication/serviceaccount/util.go#IsServiceAccountToken
export function isServiceAccountToken(
  secret: Secret,
  sa: { readonly metadata: { readonly name?: string; readonly uid?: string } },
): boolean {
  if (secret.type !== secretTypeServiceAccountToken) {
    return false;
  }

  const { [serviceAccountNameKey]: name, [serviceAccountUIDKey]: uid = '' } =
    secret.metadata.annotations ?? {};
  if (name !== sa.metadata.name) {
    return false;
  }
  return uid === '' || uid === sa.metadata.uid;
}

/** The account of that name, which is made if there is none, and its namespace too. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/authentication/serviceaccount/util.go#GetOrCreateServiceAccount
export function* getOrCreateServiceAccount(
  os: OS,
  coreClient: CoreV1Client,
  namespace: string,
  name: string,
): Blocking<Result<ServiceAccount>> {
  const accounts = coreClient.serviceAccounts(namespace);
  const known = yield* accounts.get(name);
  if (!known[1] || !isNotFound(known[1])) return known;

  // It may not be allowed to make namespaces, so that a failure is only told.
  const [, missing] = yield* coreClient.namespaces().get(namespace);
  if (isNotFound(missing)) {
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } } as const;
    const [, err] = yield* coreClient.namespaces().create(body);
    if (err && !isAlreadyExists(err))
      klog(os).warning(`create non-exist namespace ${namespace} failed:${err.message}`);
  }

  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { namespace, name } } as const;
  const created = yield* accounts.create(account);
  // Somebody else was quicker.
  return isAlreadyExists(created[1]) ? yield* accounts.get(name) : created;
}
