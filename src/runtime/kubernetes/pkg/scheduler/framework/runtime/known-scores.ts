import type { Node, Pod } from '../../../api/objects.ts';
import type { CycleState } from '../cycle_state.ts';
import type { ScorePlugin } from '../interface.ts';
import type { NodeScore, NodeScoreList, PluginToNodeScores } from '../interface_status.ts';
import type { NodeInfoLister } from '../listers.ts';
import type { NodeInfo } from '../types.ts';
import type { Remembered } from './equivalence-cache.ts';
import { runScorePlugins, writeScore } from './framework_score.ts';

/** What was said of nodes for pods that are alike. */
export interface KnownScores {
  readonly nodeInfos: NodeInfoLister;
  /** The sum over those plugins that look at one node alone and leave their scores as they are. */
  readonly sums: Remembered<number>;
  /** Were written for the pod before, and are written anew. */
  readonly lists: NodeScoreList[];
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
  const [onAll, unscored] = runScorePlugins(same, weights, state, pod, nodes.slice(0, 1));
  if (unscored) return [undefined, unscored];
  const [list = [], ...lists] = listsOf(known, 1 + others.length);
  const [scores, err] = runScorePlugins(others, weights, state, pod, nodes, lists);
  if (err) return [undefined, err];

  const places = writeKnown(known, list, nodes, sumAt(onAll, 0));
  const unknown = places.map((i) => nodes[i] as Node);
  const [found, failure] = runScorePlugins(summed, weights, state, pod, unknown);
  if (failure) return [undefined, failure];
  for (let k = 0; k < places.length; k++)
    addSum(known, list[places[k] as number] as NodeScore, sumAt(found, k));
  return [new Map([...scores, [together, list]]), undefined];
}

function listsOf({ lists }: KnownScores, count: number): NodeScoreList[] {
  while (lists.length < count) lists.push([]);
  return lists.slice(0, count);
}

/** Gives each node `onAll` and the sum that is known of it. The places of the nodes come back of which none is. */
function writeKnown(
  { nodeInfos, sums }: KnownScores,
  list: NodeScoreList,
  nodes: readonly Node[],
  onAll: number,
): number[] {
  const unknown: number[] = [];
  list.length = Math.min(list.length, nodes.length);
  let info: NodeInfo | undefined;
  for (let i = 0; i < nodes.length; i++) {
    info = infoOf(nodeInfos, nodes[i] as Node, info);
    const sum = info && sums.get(info);
    if (sum === undefined) unknown.push(i);
    const name = info?.name ?? (nodes[i] as Node).metadata.name;
    const score = (sum ?? 0) + onAll;
    writeScore(list, i, name, score);
  }
  return unknown;
}

/** So many nodes of the snapshot are looked at for one that passed the filters before it is looked up. */
const nearby = 4;

/** The nodes are in the order of the snapshot, so it is found close after that of the node before, and by name else. */
function infoOf(nodeInfos: NodeInfoLister, node: Node, before: NodeInfo | undefined): NodeInfo | undefined {
  const infos = nodeInfos.list();
  const start = before ? before.index + 1 : infos.length;
  for (let i = start; i < start + nearby; i++) {
    const info = infos[i];
    if (info?.node() === node) return info;
  }
  const [info] = nodeInfos.get(node.metadata.name);
  return info;
}

function addSum({ nodeInfos, sums }: KnownScores, nodeScore: NodeScore, sum: number): void {
  nodeScore.score += sum;
  const [info] = nodeInfos.get(nodeScore.name);
  if (info) sums.set(info, sum);
}

/** Of the node in this place, over all plugins. */
function sumAt(scores: PluginToNodeScores, i: number): number {
  let sum = 0;
  for (const list of scores.values()) sum += (list[i] as NodeScore).score;
  return sum;
}
