import type { Node, Pod } from '../../../api/objects.ts';
import { quote } from '../../../../../go/strconv.ts';
import type { CycleState } from '../cycle_state.ts';
import type { Answer, ScorePlugin } from '../interface.ts';
import {
  type NodeScoreList,
  type PluginToNodeScores,
  type Status,
  failed,
  maxNodeScore,
  minNodeScore,
} from '../interface_status.ts';

/**
 * The scores of each plugin, normalised and weighted, in the order of the nodes. They are written to `lists`, of which
 * each plugin has one, over what is there.
 *
 * Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunScorePlugins
 */
export function runScorePlugins(
  plugins: readonly ScorePlugin[],
  weights: ReadonlyMap<string, number>,
  state: CycleState,
  pod: Pod,
  nodes: readonly Node[],
  lists: readonly NodeScoreList[] = plugins.map(() => []),
): [PluginToNodeScores, undefined] | [undefined, Status] {
  const unscored = scoreNodes(plugins, state, pod, nodes, lists);
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

interface Asked {
  readonly pl: ScorePlugin;
  readonly list: NodeScoreList;
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
): Error | undefined {
  const asked: Asked[] = [];
  for (const [i, pl] of plugins.entries()) {
    const list = lists[i] as NodeScoreList;
    const score = pl.scoreOnAll?.(state, pod);
    list.length = Math.min(list.length, nodes.length);
    if (score === undefined) asked.push({ pl, list });
    else
      for (let at = 0; at < nodes.length; at++)
        writeScore(list, at, (nodes[at] as Node).metadata.name, score);
  }
  if (asked.length === 0) return undefined;
  for (let at = 0; at < nodes.length; at++) {
    const { name } = (nodes[at] as Node).metadata;
    for (let i = 0; i < asked.length; i++) {
      const { pl, list } = asked[i] as Asked;
      const [score, status] = pl.score(state, pod, name);
      const err = status && pluginFailed(pl, status);
      if (err) return err;
      writeScore(list, at, name, score);
    }
  }
  return undefined;
}

/** Over what is there: one object for each node of each pod would be many. */
export function writeScore(list: NodeScoreList, at: number, name: string, score: number): void {
  const nodeScore = list[at];
  if (nodeScore) {
    nodeScore.name = name;
    nodeScore.score = score;
  } else {
    list.push({ name, score });
  }
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
