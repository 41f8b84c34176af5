import type { Node, Pod } from '../../../api/objects.ts';
import type { CycleState } from '../cycle_state.ts';
import type { ScorePlugin } from '../interface.ts';
import type { NodeScoreList, PluginToNodeScores, Status } from '../interface_status.ts';
import type { NodeInfoLister } from '../listers.ts';
import type { Remembered } from './equivalence-cache.ts';
import { runScorePlugins } from './framework_score.ts';

/** What was said of nodes for pods that are alike. */
export interface KnownScores {
  readonly nodeInfos: NodeInfoLister;
  /** The sum over those plugins that look at one node alone and leave their scores as they are. */
  readonly sums: Remembered<number>;
  /** Was written for the pod before, and is written anew: one object for each node of each pod would be many. */
  readonly list: NodeScoreList;
}

type Scored = ReturnType<typeof runScorePlugins>;

/** Under this name stands the sum over the plugins that need not be asked. */
const together = '';

/**
 * As `runScorePlugins`, but that one list has the sum over all plugins of which it is known, or found by looking at one
 * node, what they say.
 */
export function runKnownScorePlugins(
  plugins: readonly ScorePlugin[],
  weights: ReadonlyMap<string, number>,
  state: CycleState,
  pod: Pod,
  nodes: readonly Node[],
  known: KnownScores,
): Scored {
  const same = plugins.filter((pl) => pl.scoreOnAll?.(state, pod) !== undefined);
  const summed = plugins.filter((pl) => pl.local && !pl.scoreExtensions() && !same.includes(pl));
  const others = plugins.filter((pl) => !same.includes(pl) && !summed.includes(pl));
  const sumOn = (asked: readonly ScorePlugin[], node: Node): [number, undefined] | [undefined, Status] => {
    const [scores, err] = runScorePlugins(asked, weights, state, pod, [node]);
    return err ? [undefined, err] : [sumOf(scores), undefined];
  };
  const [onAll, unscored] = sumOn(same, nodes[0] as Node);
  if (unscored) return [undefined, unscored];
  const [scores, err] = runScorePlugins(others, weights, state, pod, nodes);
  if (err) return [undefined, err];

  const { nodeInfos, sums, list } = known;
  list.length = Math.min(list.length, nodes.length);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Node;
    const { name } = node.metadata;
    const [info] = nodeInfos.get(name);
    let sum = info && sums.get(info);
    if (sum === undefined) {
      const [found, failure] = sumOn(summed, node);
      if (failure) return [undefined, failure];
      sum = found;
      if (info) sums.set(info, sum);
    }
    const nodeScore = list[i];
    if (!nodeScore) {
      list.push({ name, score: sum + onAll });
      continue;
    }
    nodeScore.name = name;
    nodeScore.score = sum + onAll;
  }
  return [new Map([...scores, [together, list]]), undefined];
}

function sumOf(scores: PluginToNodeScores): number {
  let sum = 0;
  for (const list of scores.values()) for (const { score } of list) sum += score;
  return sum;
}
