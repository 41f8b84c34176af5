import type { Secret, ServiceAccount } from '../../api/objects.ts';
import {
  serviceAccountNameKey,
  serviceAccountUIDKey,
} from '../../../staging/src/k8s.io/apiserver/pkg/authentication/serviceaccount/util.ts';
import type { Result } from '../../../../go/result.ts';

/**
 * What is needed to sync an account, also one that is gone.
 *
 * Mirrors: pkg/controller/serviceaccount/tokens_controller.go#serviceAccountQueueKey
 */
interface ServiceAccountQueueKey {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/**
 * In Kubernetes a key is a struct; here it is a text, `namespace/name/uid`, because readers look at the keys of queues.
 *
 * Mirrors: pkg/controller/serviceaccount/tokens_controller.go#makeServiceAccountKey
 */
export function makeServiceAccountKey({ metadata }: ServiceAccount): string {
  return `${metadata.namespace}/${metadata.name}/${metadata.uid}`;
}

// Mirrors: pkg/controller/serviceaccount/tokens_controller.go#parseServiceAccountKey
export function parseServiceAccountKey(key: string): Result<ServiceAccountQueueKey> {
  const [namespace, name, uid] = key.split('/');
  if (!namespace || !name || !uid) {
    return [undefined, new Error(`invalid serviceaccount key: ${key}`)];
  }
  return [{ namespace, name, uid }, undefined];
}

/**
 * What is needed to sync a Secret, also one that is gone. `saUID` is '' if the Secret does not say it.
 *
 * Mirrors: pkg/controller/serviceaccount/tokens_controller.go#secretQueueKey
 */
interface SecretQueueKey {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly saName: string;
  readonly saUID: string;
}

/**
 * As text, `namespace/name/uid/name of the account/uid of the account`.
 *
 * Mirrors: pkg/controller/serviceaccount/tokens_controller.go#makeSecretQueueKey
 */
export function makeSecretQueueKey({ metadata }: Secret): string {
  const { namespace, name, uid, annotations = {} } = metadata;
  const { [serviceAccountNameKey]: saName = '', [serviceAccountUIDKey]: saUID = '' } = annotations;
  return [namespace, name, uid, saName, saUID].join('/');
}

// Mirrors: pkg/controller/serviceaccount/tokens_controller.go#parseSecretQueueKey
export function parseSecretQueueKey(key: string): Result<SecretQueueKey> {
  const [namespace, name, uid, saName, ...saUID] = key.split('/');
  if (!namespace || !name || !uid || !saName) {
    return [undefined, new Error(`invalid secret key: ${key}`)];
  }
  return [{ namespace, name, uid, saName, saUID: saUID.join('/') }, undefined];
}
