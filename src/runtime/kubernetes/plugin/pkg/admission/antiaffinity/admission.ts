import { newForbidden } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { Draft, Pod } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { PluginFactory } from '../../../../staging/src/k8s.io/apiserver/pkg/admission/interfaces.ts';

const hostname = 'kubernetes.io/hostname';

/** Lets pods keep away from others on a node only, since a pod that must be alone in a zone keeps all others out of it. */
// Mirrors: plugin/pkg/admission/antiaffinity/admission.go#NewInterPodAntiAffinity
export const newInterPodAntiAffinity: PluginFactory = () => ({
  // Mirrors: plugin/pkg/admission/antiaffinity/admission.go#Plugin.Validate
  validate({ operation, resource, subresource, object }) {
    if (subresource !== '' || resource.resource !== 'pods' || operation === 'delete') return undefined;
    const pod = object as Draft<Pod>;
    const terms = pod.spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    for (const { topologyKey } of terms) {
      if (topologyKey === hostname) continue;
      const found = `has TopologyKey ${topologyKey} but only key ${hostname} is allowed`;
      const why = new Error(`affinity.PodAntiAffinity.RequiredDuringScheduling ${found}`);
      return newForbidden(resource, pod.metadata.name ?? '', why);
    }
    return undefined;
  },
});
