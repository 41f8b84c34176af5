import type { GroupVersionResource } from '../../../apimachinery/pkg/runtime/schema/group_version.ts';
import type { Stop } from '../../../apimachinery/pkg/util/wait/wait.ts';
import type { SharedInformerFactory } from '../../../client-go/informers/factory.ts';
import type { GenericInformer } from '../../../client-go/informers/generic.ts';
import type { MetadataSharedInformerFactory } from '../../../client-go/metadata/metadatainformer/informer.ts';
import type { Result } from '../../../../../../../go/result.ts';

/** Makes an informer for any resource. */
// Mirrors: staging/src/k8s.io/controller-manager/pkg/informerfactory/informer_factory.go#InformerFactory
export interface InformerFactory {
  forResource(resource: GroupVersionResource): Result<GenericInformer>;
  start(stop: Stop): void;
}

/**
 * Takes the typed informer where there is one, so that it is shared with the controllers, and one of metadata
 * otherwise.
 */
// Mirrors: staging/src/k8s.io/controller-manager/pkg/informerfactory/informer_factory.go#NewInformerFactory
export function newInformerFactory(
  typedInformerFactory: SharedInformerFactory,
  metadataInformerFactory: MetadataSharedInformerFactory,
): InformerFactory {
  return {
    // Mirrors: staging/src/k8s.io/controller-manager/pkg/informerfactory/informer_factory.go#informerFactory.ForResource
    forResource(resource) {
      const [informer] = typedInformerFactory.forResource(resource); // Go: none
      return [informer ?? metadataInformerFactory.forResource(resource), undefined];
    },
    // Mirrors: staging/src/k8s.io/controller-manager/pkg/informerfactory/informer_factory.go#informerFactory.Start
    start(stop) {
      typedInformerFactory.start(stop); // Go: none
      metadataInformerFactory.start(stop); // Go: none
    },
  };
}
