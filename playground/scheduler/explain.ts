import type { Pod } from '../../src/runtime/api/objects.ts';
import { newCycleState } from '../../src/runtime/scheduler/framework/cycle_state.ts';
import type { Framework, Plugin, ScorePlugin } from '../../src/runtime/scheduler/framework/interface.ts';
import type { NodeInfo } from '../../src/runtime/scheduler/framework/types.ts';
import { newInTreeRegistry } from '../../src/runtime/scheduler/framework/plugins/registry.ts';
import { Registry } from '../../src/runtime/scheduler/framework/runtime/registry.ts';
import type { Decided } from './decide.ts';
import { type Machine, newMachine, runningAfter } from './machine.ts';
import type { Explanation, NodeVerdict, Score } from './outcome.ts';
import type { LastTry } from './watch-scheduler.ts';

/**
 * Asks every plugin about every node, as things were when the pod was tried for the last time. Scored are the nodes
 * among which the scheduler chose then; undefined for a pod that was not tried.
 */
export function explain(decided: Decided, key: string): Explanation | undefined {
  const last = decided.tries.get(key);
  const taken = decided.outcome.pods.find((one) => one.key === key)?.node;
  if (!last) return undefined;
  const raw = new Map<string, Map<string, number>>();
  const running = runningAfter(decided.stored, decided.moves.slice(0, last.moves));
  const [machine, err] = newMachine(decided.stored, running, {
    profile: decided.profile,
    seed: 1,
    runAllFilters: true,
    registry: noting(raw),
  });
  if (err) throw err;
  const config = machine.framework.listPlugins();
  const scorers = (config.score?.enabled ?? []).map(({ name, weight = 1 }) => ({ name, weight }));
  const { pod } = last;
  const state = newCycleState();
  const refused = machine.framework.runPreFilterPlugins(state, pod);
  const base = { pod: key, taken, scorers };
  if (refused) return { ...base, refusedBefore: refused.reasons, nodes: [] };

  const filtered = machine.snapshot.list().map((info, i) => {
    const refusals = [...machine.framework.runFilterPlugins(state, pod, info)].map(
      ([plugin, { reasons }]) => ({
        plugin,
        reasons,
      }),
    );
    return { info, refusals, lookedAt: wasLookedAt(i, last, machine) };
  });
  const among = filtered.filter(({ refusals, lookedAt }) => lookedAt && refusals.length === 0);
  const scores = scoresOf(
    machine.framework,
    state,
    pod,
    among.map(({ info }) => info),
    scorers,
    raw,
  );
  const nodes = filtered.map(({ info, refusals, lookedAt }): NodeVerdict => {
    const node = info.node()?.metadata.name ?? '';
    const given = scores.get(node) ?? [];
    const total = given.reduce((sum, { weighted }) => sum + weighted, 0);
    return { node, refusals, scores: given, total, lookedAt };
  });
  return { ...base, nodes };
}

/** The search goes through the nodes in their order, from where the last one ended. */
function wasLookedAt(at: number, { start, evaluated }: LastTry, { snapshot }: Machine): boolean {
  const nodes = snapshot.numNodes();
  return (at - start + nodes) % nodes < evaluated;
}

function scoresOf(
  framework: Framework,
  state: ReturnType<typeof newCycleState>,
  pod: Pod,
  among: readonly NodeInfo[],
  scorers: Explanation['scorers'],
  raw: ReadonlyMap<string, ReadonlyMap<string, number>>,
): Map<string, Score[]> {
  const nodes = among.flatMap((info) => info.node() ?? []);
  // The only node that is left needs no score.
  if (nodes.length < 2) return new Map();
  const failed = framework.runPreScorePlugins(state, pod, nodes);
  if (failed) throw new Error(failed.message());
  const [byPlugin, unscored] = framework.runScorePlugins(state, pod, nodes);
  if (unscored) throw new Error(unscored.message());
  return new Map(
    nodes.map(({ metadata: { name } }, i) => [
      name,
      scorers.map((scorer): Score => {
        const weighted = byPlugin.get(scorer.name)?.[i]?.score ?? 0;
        const given = raw.get(scorer.name)?.get(name) ?? 0;
        return { raw: given, normalized: weighted / scorer.weight, weighted };
      }),
    ]),
  );
}

/** The plugins that come with the scheduler, with what each gives a node noted before it is normalized. */
function noting(raw: Map<string, Map<string, number>>): Registry {
  const registry = new Registry();
  for (const [name, factory] of newInTreeRegistry().entries()) {
    registry.register(name, (args, handle) => {
      const [plugin, err] = factory(args, handle);
      if (err) return [undefined, err];
      const noted = new Map<string, number>();
      raw.set(name, noted);
      return ['score' in plugin ? notingPlugin(plugin as ScorePlugin, noted) : plugin, undefined];
    });
  }
  return registry;
}

function notingPlugin(plugin: ScorePlugin, noted: Map<string, number>): Plugin {
  const score: ScorePlugin['score'] = (state, pod, nodeName) => {
    const given = plugin.score(state, pod, nodeName);
    noted.set(nodeName, given[0]);
    return given;
  };
  return new Proxy(plugin, {
    get: (target, name) => {
      if (name === 'score') return score;
      const member = target[name as keyof ScorePlugin] as unknown;
      return typeof member === 'function' ? (member as () => unknown).bind(target) : member;
    },
  });
}
