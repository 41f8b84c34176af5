import type { Node, Pod } from '../../../api/objects.ts';
import { quote } from '../../../go/strconv.ts';
import type { CycleState } from '../cycle_state.ts';
import type { Answer, ScorePlugin } from '../interface.ts';
import {
  type NodeScore,
  type NodeScoreList,
  type PluginToNodeScores,
  type Status,
  failed,
  maxNodeScore,
  minNodeScore,
} from '../interface_status.ts';
import type { KnownScores } from './equivalence-cache.ts';

/**
 * The scores of each plugin, normalised and weighted, in the order of the nodes.
 *
 * Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunScorePlugins
 */
export function runScorePlugins(
  plugins: readonly ScorePlugin[],
  weights: ReadonlyMap<string, number>,
  state: CycleState,
  pod: Pod,
  nodes: readonly Node[],
  known?: KnownScores,
): [PluginToNodeScores, undefined] | [undefined, Status] {
  const lists = scoreLists(plugins.length, nodes, known?.lists);
  const unscored = scoreNodes(plugins, state, pod, nodes, lists, known);
  if (unscored) return [undefined, failed('running Score plugins', unscored)];
  const pluginToNodeScores = new Map(plugins.map((pl, i) => [pl.name(), lists[i] as NodeScoreList]));
  for (const pl of plugins) {
    const scores = pluginToNodeScores.get(pl.name()) ?? [];
    const status = pl.scoreExtensions()?.normalizeScore(state, pod, scores);
    const err = pluginFailed(pl, status);
    if (err) return [undefined, failed('running Normalize on Score plugins', err)];
  }
  for (const pl of plugins) {
    const err = applyWeight(pl, weights.get(pl.name()) ?? 1, pluginToNodeScores.get(pl.name()) ?? []);
    if (err) return [undefined, failed('applying score defaultWeights on Score plugins', err)];
  }
  return [pluginToNodeScores, undefined];
}

const pluginFailed = (pl: ScorePlugin, status: Answer): Error | undefined => {
  const err = status?.asError();
  return err && new Error(`plugin ${quote(pl.name())} failed with: ${err.message}`, { cause: err });
};

/** A list for each plugin, with the names of the nodes. Lists that are there are used again. */
function scoreLists(count: number, nodes: readonly Node[], lists: NodeScoreList[] = []): NodeScoreList[] {
  while (lists.length < count) lists.push([]);
  for (const list of lists) list.length = Math.min(list.length, nodes.length);
  for (let i = 0; i < nodes.length; i++) {
    const { name } = (nodes[i] as Node).metadata;
    for (const list of lists) {
      const nodeScore = list[i];
      if (nodeScore) nodeScore.name = name;
      else list.push({ name, score: 0 });
    }
  }
  return lists;
}

/**
 * One node after the other, each by all plugins but those that score all nodes the same. Which list has the scores of a
 * plugin is told by its place.
 */
function scoreNodes(
  plugins: readonly ScorePlugin[],
  state: CycleState,
  pod: Pod,
  nodes: readonly Node[],
  lists: readonly NodeScoreList[],
  known: KnownScores | undefined,
): Error | undefined {
  const locals: Asked[] = [];
  const others: Asked[] = [];
  for (const [i, pl] of plugins.entries()) {
    const list = lists[i] as NodeScoreList;
    const score = pl.scoreOnAll?.(state, pod);
    if (score === undefined) (known && pl.local ? locals : others).push({ pl, list });
    else for (const nodeScore of list) nodeScore.score = score;
  }
  for (let i = 0; i < nodes.length; i++) {
    const { name } = (nodes[i] as Node).metadata;
    const err = (known && askLocals(locals, state, pod, name, i, known)) ?? ask(others, state, pod, name, i);
    if (err) return err;
  }
  return undefined;
}

interface Asked {
  readonly pl: ScorePlugin;
  readonly list: NodeScoreList;
}

/** Writes what the plugins say of a node in its place, the `i`-th of their lists. */
function ask(
  plugins: readonly Asked[],
  state: CycleState,
  pod: Pod,
  name: string,
  i: number,
): Error | undefined {
  for (const { pl, list } of plugins) {
    const [score, status] = pl.score(state, pod, name);
    const err = status && pluginFailed(pl, status);
    if (err) return err;
    (list[i] as NodeScore).score = score;
  }
  return undefined;
}

/** Only where it is not known what they say. */
function askLocals(
  plugins: readonly Asked[],
  state: CycleState,
  pod: Pod,
  name: string,
  i: number,
  { nodeInfos, remembered }: KnownScores,
): Error | undefined {
  const [info] = nodeInfos.get(name);
  const scores = info && remembered.get(info);
  if (scores) {
    for (let at = 0; at < plugins.length; at++)
      ((plugins[at] as Asked).list[i] as NodeScore).score = scores[at] as number;
    return undefined;
  }
  const err = ask(plugins, state, pod, name, i);
  if (!err && info)
    remembered.set(
      info,
      plugins.map(({ list }) => (list[i] as NodeScore).score),
    );
  return err;
}

function applyWeight(pl: ScorePlugin, weight: number, scores: NodeScoreList): Error | undefined {
  for (const nodeScore of scores) {
    const { score } = nodeScore;
    if (score > maxNodeScore || score < minNodeScore) {
      const range = `it should in the range of [${minNodeScore}, ${maxNodeScore}] after normalizing`;
      return new Error(`plugin ${quote(pl.name())} returns an invalid score ${score}, ${range}`);
    }
    nodeScore.score = score * weight;
  }
  return undefined;
}
