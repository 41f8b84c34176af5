import type { Taint, Toleration } from 'kubernetes-types/core/v1';
import type { Node, Pod } from '../../../../api/objects.ts';
import {
  findMatchingUntoleratedTaint,
  tolerationsTolerateTaint,
} from '../../../../apis/core/v1/helper/helpers.ts';
import type { CycleState, StateData } from '../../cycle_state.ts';
import {
  type Answer,
  type FilterPlugin,
  type Handle,
  type NodeScoreList,
  type PreScorePlugin,
  type ScoreExtensions,
  type ScorePlugin,
  asStatus,
  maxNodeScore,
  newStatus,
} from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import type { NodeInfo } from '../../types.ts';
import { defaultNormalizeScore } from '../helper/normalize_score.ts';
import { nodeInfoOf, readState } from '../helper/read.ts';

// Mirrors: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go#Name
export const name = 'TaintToleration';

// Mirrors: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go#preScoreStateKey
const preScoreStateKey = `PreScore${name}`;

/** The tolerations that count for taints of the effect PreferNoSchedule. */
// Mirrors: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go#preScoreState
class PreScoreState implements StateData {
  readonly tolerationsPreferNoSchedule: readonly Toleration[];

  constructor(tolerationsPreferNoSchedule: readonly Toleration[]) {
    this.tolerationsPreferNoSchedule = tolerationsPreferNoSchedule;
  }

  // Mirrors: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go#preScoreState.Clone
  clone(): StateData {
    return this;
  }
}

/** Keeps pods off nodes with taints that they do not tolerate, and ranks nodes by those that only ask to keep off. */
// Mirrors: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go#TaintToleration
export class TaintToleration implements FilterPlugin, PreScorePlugin, ScorePlugin, ScoreExtensions {
  readonly #handle: Handle;

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  // Mirrors: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go#TaintToleration.Name
  name(): string {
    return name;
  }

  /** Only the first taint that is not tolerated is named. */
  // Mirrors: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go#TaintToleration.Filter
  filter(_state: CycleState, pod: Pod, nodeInfo: NodeInfo): Answer {
    const node = nodeInfo.node();
    if (!node) return asStatus(new Error('invalid nodeInfo'));
    const taints = node.spec?.taints;
    // Most nodes have none.
    if (!taints) return undefined;
    const taint = findMatchingUntoleratedTaint(
      taints,
      pod.spec.tolerations ?? [],
      ({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute',
    );
    if (!taint) return undefined;
    const errReason = `node(s) had taint {${taint.key}: ${taint.value ?? ''}}, that the pod didn't tolerate`;
    return newStatus('UnschedulableAndUnresolvable', errReason);
  }

  // Mirrors: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go#TaintToleration.PreScore
  preScore(state: CycleState, pod: Pod, nodes: readonly Node[]): Answer {
    if (nodes.length === 0) return undefined;
    const tolerations = getAllTolerationPreferNoSchedule(pod.spec.tolerations ?? []);
    state.write(preScoreStateKey, new PreScoreState(tolerations));
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go#TaintToleration.Score
  score(state: CycleState, _pod: Pod, nodeName: string): [number, Answer] {
    const [nodeInfo, err] = nodeInfoOf(this.#handle.snapshotSharedLister(), nodeName);
    if (err) return [0, err];
    const [s, notRead] = readState<PreScoreState>(state, preScoreStateKey, 'failed to read');
    if (notRead) return [0, notRead];
    const taints = nodeInfo.node()?.spec?.taints ?? none;
    return [countIntolerableTaintsPreferNoSchedule(taints, s.tolerationsPreferNoSchedule), undefined];
  }

  // Mirrors: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go#TaintToleration.NormalizeScore
  normalizeScore(_state: CycleState, _pod: Pod, scores: NodeScoreList): Answer {
    return defaultNormalizeScore(maxNodeScore, true, scores);
  }

  // Mirrors: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go#TaintToleration.ScoreExtensions
  scoreExtensions(): ScoreExtensions {
    return this;
  }
}

const none: readonly never[] = [];

/** A toleration without effect is of all effects. */
// Mirrors: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go#getAllTolerationPreferNoSchedule
function getAllTolerationPreferNoSchedule(tolerations: readonly Toleration[]): Toleration[] {
  return tolerations.filter(({ effect }) => !effect || effect === 'PreferNoSchedule');
}

// Mirrors: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go#countIntolerableTaintsPreferNoSchedule
function countIntolerableTaintsPreferNoSchedule(
  taints: readonly Taint[],
  tolerations: readonly Toleration[],
): number {
  let intolerableTaints = 0;
  for (const taint of taints) {
    if (taint.effect !== 'PreferNoSchedule') continue;
    if (!tolerationsTolerateTaint(tolerations, taint)) intolerableTaints++;
  }
  return intolerableTaints;
}

// Mirrors: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go#New
export const newPlugin: PluginFactory = (_args, handle) => [new TaintToleration(handle), undefined];
