import type { Secret } from '../../../../../../../pkg/api/objects.ts';
import type { Indexer } from '../../../tools/cache/index.ts';
import {
  type GenericLister,
  type GenericNamespaceLister,
  newGenericLister,
} from '../../../tools/cache/listers.ts';

/** Reads the cached Secrets of all namespaces. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/secret.go#SecretLister
export interface SecretLister {
  readonly list: GenericLister<Secret>['list'];
  secrets(namespace: string): SecretNamespaceLister;
}

/** Reads the cached Secrets of one namespace. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/secret.go#SecretNamespaceLister
export type SecretNamespaceLister = GenericNamespaceLister<Secret>;

// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/secret.go#NewSecretLister
export function newSecretLister(indexer: Indexer<Secret>): SecretLister {
  const { list, byNamespace } = newGenericLister(indexer, { group: '', resource: 'secret' });
  return { list, secrets: byNamespace };
}
