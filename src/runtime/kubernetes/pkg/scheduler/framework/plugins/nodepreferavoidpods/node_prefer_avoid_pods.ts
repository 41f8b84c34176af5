import type { Pod } from '../../../../api/objects.ts';
import { getControllerOf } from '../../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.ts';
import { getAvoidPodsFromNodeAnnotations } from '../../../../apis/core/v1/helper/helpers.ts';
import type { CycleState } from '../../cycle_state.ts';
import { type Answer, type Handle, type ScorePlugin, maxNodeScore, newStatus } from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import { nodeInfoOf } from '../helper/read.ts';

// Mirrors: pkg/scheduler/framework/plugins/nodepreferavoidpods/node_prefer_avoid_pods.go#Name
export const name = 'NodePreferAvoidPods';

/** Ranks a node last for the pods of a ReplicaSet or ReplicationController that its annotation asks to keep away. */
// Mirrors: pkg/scheduler/framework/plugins/nodepreferavoidpods/node_prefer_avoid_pods.go#NodePreferAvoidPods
export class NodePreferAvoidPods implements ScorePlugin {
  readonly #handle: Handle;

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodepreferavoidpods/node_prefer_avoid_pods.go#NodePreferAvoidPods.Name
  name(): string {
    return name;
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodepreferavoidpods/node_prefer_avoid_pods.go#NodePreferAvoidPods.Score
  score(_state: CycleState, pod: Pod, nodeName: string): [number, Answer] {
    const [nodeInfo, missing] = nodeInfoOf(this.#handle.snapshotSharedLister(), nodeName);
    if (missing) return [0, missing];
    const node = nodeInfo.node();
    if (!node) return [0, newStatus('Error', 'node not found')];
    const controllerRef = avoidableController(pod);
    if (!controllerRef) return [maxNodeScore, undefined];
    const [avoids, err] = getAvoidPodsFromNodeAnnotations(node.metadata.annotations ?? {});
    // An annotation that cannot be read asks for nothing.
    if (err) return [maxNodeScore, undefined];
    for (const { podSignature } of avoids.preferAvoidPods ?? []) {
      const avoid = podSignature?.podController;
      if (avoid?.kind === controllerRef.kind && avoid?.uid === controllerRef.uid) return [0, undefined];
    }
    return [maxNodeScore, undefined];
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodepreferavoidpods/node_prefer_avoid_pods.go#NodePreferAvoidPods.ScoreExtensions
  scoreExtensions(): undefined {
    return undefined;
  }
}

/** The controller of the pod, if it is of a kind whose pods a node can ask to keep away. */
export function avoidableController(pod: Pod): ReturnType<typeof getControllerOf> {
  const controllerRef = getControllerOf(pod);
  const { kind } = controllerRef ?? {};
  return kind === 'ReplicationController' || kind === 'ReplicaSet' ? controllerRef : undefined;
}

// Mirrors: pkg/scheduler/framework/plugins/nodepreferavoidpods/node_prefer_avoid_pods.go#New
export const newPlugin: PluginFactory = (_args, handle) => [new NodePreferAvoidPods(handle), undefined];
