import type { NodeInfo } from '../../src/runtime/scheduler/framework/types.ts';
import type { Snapshot } from '../../src/runtime/scheduler/internal/cache/snapshot.ts';
import type { Move } from './decide.ts';
import type { NodeOutcome } from './outcome.ts';

/** The nodes as they are once all moves are made. */
export function nodeOutcomes(snapshot: Snapshot, moves: readonly Move[]): NodeOutcome[] {
  const came = new Map<string, number>();
  for (const move of moves) {
    const [name, by] = 'come' in move ? [move.come.spec.nodeName, 1] : [move.go.spec.nodeName, 0];
    if (name) came.set(name, (came.get(name) ?? 0) + by);
  }
  return snapshot.list().map((info) => nodeOutcome(info, came));
}

function nodeOutcome(info: NodeInfo, came: ReadonlyMap<string, number>): NodeOutcome {
  const { metadata, spec } = info.node() ?? { metadata: { name: '' } };
  const { requested, allocatable, pods } = info;
  const labels: Readonly<Record<string, string>> =
    (metadata as { labels?: Record<string, string> }).labels ?? {};
  return {
    name: metadata.name,
    zone: labels['topology.kubernetes.io/zone'] ?? labels['failure-domain.beta.kubernetes.io/zone'] ?? '',
    unschedulable: spec?.unschedulable ?? false,
    taints: (spec?.taints ?? []).map(({ key, value, effect }) =>
      value ? `${key}=${value}:${effect}` : `${key}:${effect}`,
    ),
    cpu: { used: requested.milliCPU, all: allocatable.milliCPU },
    memory: { used: requested.memory, all: allocatable.memory },
    pods: { used: pods.length, all: allocatable.allowedPodNumber },
    came: came.get(metadata.name) ?? 0,
  };
}
