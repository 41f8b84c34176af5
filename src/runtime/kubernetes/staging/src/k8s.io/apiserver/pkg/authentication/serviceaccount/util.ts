import type { Secret } from '../../../../../../../pkg/api/objects.ts';

/** Which account a Secret with a token is for. */
export const serviceAccountNameKey = 'kubernetes.io/service-account.name';
/** Which one of that name. */
export const serviceAccountUIDKey = 'kubernetes.io/service-account.uid';
/** The type of Secrets with tokens. */
export const secretTypeServiceAccountToken = 'kubernetes.io/service-account-token';

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
