import type { Secret } from '../../../../../../../pkg/api/objects.ts';
import { type SecretLister, newSecretLister } from '../../../listers/core/v1/secret.ts';
import type { Resource, ResourceInformer } from '../../resource-informer.ts';

// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/secret.go#SecretInformer
export type SecretInformer = ResourceInformer<Secret, SecretLister>;

/** What makes an informer one of Secrets. */
// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/secret.go#NewFilteredSecretInformer
export const secretResource: Resource<Secret, SecretLister> = {
  name: 'secrets',
  type: { apiVersion: 'v1', kind: 'Secret' },
  listerWatcher: (client, namespace) => client.coreV1().secrets(namespace),
  newLister: newSecretLister,
};
