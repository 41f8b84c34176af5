import type {
  Image,
  ImageSpec as CRIImageSpec,
} from '../../../staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import type { ImageSpec } from '../container/runtime.ts';

/** Annotations are in the order of their names. */
// Mirrors: pkg/kubelet/kuberuntime/convert.go#toKubeContainerImageSpec
export function toKubeContainerImageSpec(image: Image): ImageSpec {
  const annotations = Object.entries(image.spec?.annotations ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ({ name, value }));
  return { image: image.id, ...(annotations.length > 0 ? { annotations } : {}) };
}

// Mirrors: pkg/kubelet/kuberuntime/convert.go#toRuntimeAPIImageSpec
export function toRuntimeAPIImageSpec({ image, annotations = [] }: ImageSpec): CRIImageSpec {
  return { image, annotations: Object.fromEntries(annotations.map(({ name, value }) => [name, value])) };
}
