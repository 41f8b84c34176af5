import type { Node, Pod } from '../kubernetes/pkg/api/objects.ts';
import type { CycleState } from '../kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  NodeScore,
  NodeScoreList,
  PluginToNodeScores,
  ScorePlugin,
} from '../kubernetes/pkg/scheduler/framework/interface.ts';
import type { NodeInfoLister } from '../kubernetes/pkg/scheduler/framework/listers.ts';
import type { FrameworkImpl } from '../kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import type { NodeInfo } from '../kubernetes/pkg/scheduler/framework/types.ts';
import type { Remembered } from './equivalence-cache.ts';
import type { Traits } from './traits.ts';

/** What was said of nodes for pods that are alike. */
export interface KnownScores {
  readonly nodeInfos: NodeInfoLister;
  /** The sum over those plugins that look at one node alone and leave their scores as they are. */
  readonly sums: Remembered<number>;
}

type Scored = ReturnType<FrameworkImpl['runScorePlugins']>;

/** Under this name stands the sum over the plugins that need not be asked. */
const together = '';

/**
 * As `runScorePlugins`, but that one list has the sum over all plugins of which it is known, or found by looking at one
 * node, what they say. Without `known`, nothing is known of pods like this one. It is written to `list`, over what is there:
 * one object for each node of each pod would be many.
 */
export function runKnownScorePlugins(
  fwk: FrameworkImpl,
  traitsOf: (plugin: ScorePlugin) => Traits,
  state: CycleState,
  pod: Pod,
  nodes: readonly Node[],
  known: KnownScores | undefined,
  list: NodeScoreList,
): Scored {
  const plugins = fwk.plugins.score;
  const alike = plugins.filter((pl) => traitsOf(pl).scoresAlike?.(state, pod));
  const summed = known
    ? plugins.filter((pl) => traitsOf(pl).local && !pl.scoreExtensions() && !alike.includes(pl))
    : [];
  const others = plugins.filter((pl) => !alike.includes(pl) && !summed.includes(pl));
  const [onAll, unscored] = fwk.runScorePlugins(state, pod, nodes.slice(0, 1), alike);
  if (unscored) return [undefined, unscored];
  const [scores, err] = fwk.runScorePlugins(state, pod, nodes, others);
  if (err) return [undefined, err];

  const places = writeKnown(known, list, nodes, sumAt(onAll, 0));
  if (!known) return [new Map([...scores, [together, list]]), undefined];
  const unknown = places.map((i) => nodes[i] as Node);
  const [found, failure] = fwk.runScorePlugins(state, pod, unknown, summed);
  if (failure) return [undefined, failure];
  for (let k = 0; k < places.length; k++)
    addSum(known, list[places[k] as number] as NodeScore, sumAt(found, k));
  return [new Map([...scores, [together, list]]), undefined];
}

/** Gives each node `onAll` and the sum that is known of it. The places of the nodes come back of which none is. */
function writeKnown(
  known: KnownScores | undefined,
  list: NodeScoreList,
  nodes: readonly Node[],
  onAll: number,
): number[] {
  const unknown: number[] = [];
  list.length = Math.min(list.length, nodes.length);
  let info: NodeInfo | undefined;
  for (let i = 0; i < nodes.length; i++) {
    const { name } = (nodes[i] as Node).metadata;
    info = known && infoOf(known.nodeInfos, nodes[i] as Node, info);
    const sum = info && known?.sums.get(info);
    if (sum === undefined) unknown.push(i);
    const score = (sum ?? 0) + onAll;
    const nodeScore = list[i];
    if (nodeScore) {
      nodeScore.name = name;
      nodeScore.score = score;
    } else {
      list.push({ name, score });
    }
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
