import type { Pod } from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import { podPassesFiltersOnNode } from '../../src/runtime/kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import {
  type CycleState,
  newCycleState,
} from '../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import {
  type FilterPlugin,
  type Framework,
  type PluginToStatus,
  type PreemptHandle,
  type ScorePlugin,
  type Status,
  isSuccess,
} from '../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import type { NodeInfo } from '../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { type NodeSaid, type Said, changesBetween } from '../../src/components/scheduler/attempt-changes.ts';
import { refusalWords } from '../../src/components/scheduler/refusal-words.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { keyOf } from './cluster.ts';
import type { Decided } from './decide.ts';
import { NotedPlugins } from './noted-plugins.ts';
import type { Attempt, Explanation, NodeVerdict, Refusal, Score } from './outcome.ts';
import { runScheduler } from './run-scheduler.ts';
import type { OnProgress, Probe, Try } from './watch-scheduler.ts';

/** What is asked of all nodes in one attempt. */
export type Asked = Pick<Explanation, 'filters' | 'scorers' | 'refusedBefore' | 'nodes'>;

/**
 * Asks every plugin about every node in each attempt of a pod: not only up to the first that refuses. Scored are the nodes
 * among which the scheduler chose. Told is the attempt of this number, the last if it is left out; undefined for a pod that
 * was not tried.
 */
export function explain(
  decided: Decided,
  key: string,
  number?: number,
  onProgress?: OnProgress,
): Explanation | undefined {
  const all = decided.tries.get(key) ?? [];
  const told = all.find((one) => one.number === number) ?? all.at(-1);
  if (!told) return undefined;
  const attempts: Attempt[] = [];
  let before: Asked | undefined;
  let found: Asked | undefined;
  lookAgain(decided, all, onProgress, (plugins, tried) => {
    const now = ask(plugins, tried);
    if (tried.number === told.number) found = now;
    attempts.push(attemptOf(tried, before ? changesBetween(saidIn(before), saidIn(now)) : []));
    before = now;
  });
  return found && { ...found, pod: key, number: told.number, attempts, taken: told.node };
}

/**
 * Shows all attempts of a pod, each as things were then: by taking the snapshot of the run back to it, or by running the
 * scheduler anew where more than its snapshot was different: claims that were bound, or what plugins of a reader keep.
 */
function lookAgain(
  { inputs, plugins, history }: Decided,
  all: readonly Try[],
  onProgress: OnProgress | undefined,
  look: (plugins: NotedPlugins, tried: Try) => void,
): void {
  if (!inputs.heart && inputs.cluster.claims.size === 0) {
    for (const tried of all) {
      history.goTo(tried.update);
      look(plugins, tried);
    }
    return;
  }
  const anew = new NotedPlugins();
  const probe: Probe = {
    pod: keyOf((all[0] as Try).pod),
    look(tried) {
      look(anew, tried);
      return tried.number === all.length;
    },
  };
  const [, err] = runScheduler(inputs, { plugins: anew, probe, onProgress });
  if (err) throw err;
}

const attemptOf = ({ number, at, why, node, message }: Try, changes: readonly string[]): Attempt => ({
  number,
  at,
  why,
  node,
  message,
  changes,
});

function saidIn({ nodes, scorers, refusedBefore }: Asked): Said {
  if (refusedBefore) return undefined;
  const looked = nodes.map(({ node, refusals, scores, total }): [string, NodeSaid] => {
    const weighted = () => scorers.map(({ name }, at) => ({ name, weighted: scores[at]?.weighted ?? 0 }));
    const against = refusalWords(refusals);
    return [node, { against, ...(scores.length > 0 && { scored: { total, weighted } }) }];
  });
  return { nodes: new Set(nodes.map(({ node }) => node)), looked: new Map(looked) };
}

/** What the plugins of a profile say of each node, as things are now. */
export function ask(plugins: NotedPlugins, tried: Try): Asked {
  const { pod, fwk } = tried;
  const config = fwk.listPlugins();
  const scorers = (config.score?.enabled ?? []).map(({ name, weight }) => ({ name, weight: weight || 1 }));
  const names = (config.filter?.enabled ?? []).map(({ name }) => name);
  const state = newCycleState();
  const refused = fwk.runPreFilterPlugins(state, pod);
  if (refused && !isSuccess(refused))
    return { filters: names, scorers, refusedBefore: refused.reasons, nodes: [] };

  const filters = names.flatMap((name) => plugins.of(fwk, name) ?? []);
  const list = fwk.snapshotSharedLister().nodeInfos().list();
  const filtered = list.map((info, i) => {
    const lookedAt = (i - tried.start + list.length) % list.length < tried.evaluated;
    return { info, lookedAt, ...filterNode(tried, filters as FilterPlugin[], state, info) };
  });
  const among = filtered.filter(({ refusals, lookedAt }) => lookedAt && refusals.length === 0);
  const scores = scoresOf(
    fwk,
    plugins,
    state,
    pod,
    among.map(({ info }) => info),
  );
  const nodes = filtered.map(({ info, refusals, lookedAt, twice }): NodeVerdict => {
    const node = info.node()?.metadata.name ?? '';
    const given = scores.get(node) ?? [];
    const total = given.reduce((sum, { weighted }) => sum + weighted, 0);
    return { node, refusals, scores: given, total, lookedAt, twice };
  });
  return { filters: names, scorers, nodes };
}

/** As the scheduler asks of a node, with pods that are nominated to it and without; but every filter is asked. */
function filterNode(
  tried: Try,
  filters: readonly FilterPlugin[],
  state: CycleState,
  info: NodeInfo,
): Pick<NodeVerdict, 'refusals' | 'twice'> {
  const answers: { readonly nominated?: true; readonly statuses: PluginToStatus }[] = [];
  const { pod } = tried;
  const handle = withAllFilters(tried, (stateNow, infoNow) => {
    const statuses = new Map<string, Status>();
    for (const filter of filters) {
      const status = filter.filter(stateNow, pod, infoNow);
      if (status && !isSuccess(status)) statuses.set(filter.name(), status);
    }
    answers.push({ ...(infoNow !== info && { nominated: true }), statuses });
    return statuses;
  });
  podPassesFiltersOnNode(handle, state, pod, info);
  const refusals = answers.flatMap(({ nominated, statuses }) =>
    [...statuses].map(([plugin, { reasons }]): Refusal => ({
      plugin,
      reasons,
      ...(nominated && { nominated }),
    })),
  );
  return { refusals, twice: answers.some(({ nominated }) => nominated) };
}

/** What the scheduler asked of a node, with another way to ask the filters. */
export function withAllFilters(
  { fwk, nominated }: Try,
  filter: (state: CycleState, info: NodeInfo) => PluginToStatus,
): PreemptHandle {
  return {
    ...fwk.preemptHandle(),
    nominatedPodsForNode: (node) => mapGet(nominated, node) ?? [],
    runFilterPlugins: (state, _pod, info) => filter(state, info),
  };
}

function scoresOf(
  fwk: Framework,
  plugins: NotedPlugins,
  state: CycleState,
  pod: Pod,
  among: readonly NodeInfo[],
): Map<string, Score[]> {
  const nodes = among.flatMap((info) => info.node() ?? []);
  // The only node that is left needs no score.
  if (nodes.length < 2) return new Map();
  const failed = fwk.runPreScorePlugins(state, pod, nodes);
  if (failed) throw new Error(failed.message());
  const [byPlugin, unscored] = fwk.runScorePlugins(state, pod, nodes);
  if (unscored) throw new Error(unscored.message());
  const scorers = (fwk.listPlugins().score?.enabled ?? []).map(({ name, weight }) => ({
    weight: weight || 1,
    given: byPlugin.get(name) ?? [],
    plugin: plugins.of(fwk, name) as ScorePlugin | undefined,
  }));
  return new Map(
    nodes.map(({ metadata: { name } }, i) => [
      name,
      scorers.map(({ weight, given, plugin }): Score => {
        const weighted = given[i]?.score ?? 0;
        const [raw = 0] = plugin?.score(state, pod, name) ?? [];
        return { raw, normalized: weighted / weight, weighted };
      }),
    ]),
  );
}
