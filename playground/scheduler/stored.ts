import type { Node, Pod } from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  deepCopy,
  deepFreeze,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import type {
  Draft,
  KubeObject,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { setDefaultsPod } from '../../src/runtime/kubernetes/pkg/apis/core/v1/defaults.ts';
import { type Cluster, type PriorityClass, keyOf } from './cluster.ts';

/** The two classes that every cluster has. */
const systemPriorities: Readonly<Record<string, number>> = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
};

/** An object as the API server would give it: with an identity. */
function stored<T extends KubeObject>(object: T, more?: (draft: Draft<T>) => void): T {
  const draft = deepCopy(object);
  const metadata = draft.metadata as { uid?: string; resourceVersion?: string };
  metadata.uid ??= `${object.kind}/${keyOf(object)}`;
  metadata.resourceVersion ??= '1';
  more?.(draft);
  return deepFreeze(draft as T);
}

/** Pods as the API server gives them: with their defaults, and the priority that their class stands for. */
export function storedPods({ pods, priorityClasses }: Cluster): Pod[] {
  const classes = new Map([...priorityClasses.values()].map((one) => [one.metadata.name ?? '', one]));
  const usual = [...classes.values()]
    .filter(({ globalDefault }) => globalDefault)
    .reduce<PriorityClass | undefined>(
      (least, one) => (least && least.value <= one.value ? least : one),
      undefined,
    );
  return [...pods.values()].map((pod) =>
    stored(pod, (draft) => {
      setDefaultsPod(draft as Draft<Pod>);
      const { spec } = draft as unknown as { spec: Record<string, unknown> };
      const { priorityClassName } = pod.spec;
      const given = priorityClassName ? classes.get(priorityClassName) : usual;
      spec.priority ??= given?.value ?? systemPriorities[priorityClassName ?? ''] ?? 0;
      spec.preemptionPolicy ??= given?.preemptionPolicy ?? 'PreemptLowerPriority';
      const target = draft as unknown as { status?: object };
      target.status = { phase: 'Pending', ...target.status };
    }),
  );
}

export function storedNodes({ nodes }: Cluster): Node[] {
  return [...nodes.values()].map((node) => stored(node));
}
