import type { Toleration } from 'kubernetes-types/core/v1';
import type { Draft, Pod } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { PluginFactory } from '../../../../staging/src/k8s.io/apiserver/pkg/admission/interfaces.ts';

/** So long a pod stays on a node that is not ready, or cannot be reached. Upstream has a flag for each. */
const tolerationSeconds = 300;

const notReady = 'node.kubernetes.io/not-ready';
const unreachable = 'node.kubernetes.io/unreachable';

/** Gives a pod five minutes on a node that is not ready or cannot be reached, unless it says something else itself. */
// Mirrors: plugin/pkg/admission/defaulttolerationseconds/admission.go#NewDefaultTolerationSeconds
export const newDefaultTolerationSeconds: PluginFactory = () => ({
  // Mirrors: plugin/pkg/admission/defaulttolerationseconds/admission.go#Plugin.Admit
  admit({ operation, resource, subresource, object }) {
    if (resource.resource !== 'pods' || subresource !== '' || operation === 'delete') return undefined;
    const spec = ((object as Draft<Pod>).spec ??= { containers: [] });
    const tolerations = spec.tolerations ?? [];
    const tolerates = (taint: string): boolean =>
      tolerations.some(({ key, effect }) => (!key || key === taint) && (!effect || effect === 'NoExecute'));
    const missing = [notReady, unreachable].filter((taint) => !tolerates(taint));
    const added = missing.map((key): Toleration => ({
      key,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds,
    }));
    if (added.length > 0) spec.tolerations = [...tolerations, ...added];
    return undefined;
  },
});
