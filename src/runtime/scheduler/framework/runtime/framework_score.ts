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
import type { NodeInfoLister } from '../listers.ts';
import type { Remembered } from './equivalence-cache.ts';

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
  const lists = plugins.map((): NodeScoreList => []);
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

/** What local plugins said of nodes for pods of the same kind. */
interface KnownScores {
  readonly nodeInfos: NodeInfoLister;
  readonly remembered: Remembered<readonly number[]>;
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
    else for (const { metadata } of nodes) list.push({ name: metadata.name, score });
  }
  for (const { metadata } of nodes) {
    const { name } = metadata;
    const err = (known && askLocals(locals, state, pod, name, known)) ?? ask(others, state, pod, name);
    if (err) return err;
  }
  return undefined;
}

interface Asked {
  readonly pl: ScorePlugin;
  readonly list: NodeScoreList;
}

function ask(plugins: readonly Asked[], state: CycleState, pod: Pod, name: string): Error | undefined {
  for (const { pl, list } of plugins) {
    const [score, status] = pl.score(state, pod, name);
    const err = status && pluginFailed(pl, status);
    if (err) return err;
    list.push({ name, score });
  }
  return undefined;
}

/** Only where it is not known what they say. */
function askLocals(
  plugins: readonly Asked[],
  state: CycleState,
  pod: Pod,
  name: string,
  { nodeInfos, remembered }: KnownScores,
): Error | undefined {
  const [info] = nodeInfos.get(name);
  const scores = info && remembered.get(info);
  if (scores) {
    for (let i = 0; i < plugins.length; i++)
      (plugins[i] as Asked).list.push({ name, score: scores[i] as number });
    return undefined;
  }
  const err = ask(plugins, state, pod, name);
  if (!err && info)
    remembered.set(
      info,
      plugins.map(({ list }) => (list[list.length - 1] as NodeScore).score),
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
