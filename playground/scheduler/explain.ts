import {
  type CycleState,
  newCycleState,
} from '../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import { GenericScheduler } from '../../src/runtime/kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import {
  type Framework,
  type PluginToStatus,
  type PreemptHandle,
  type Status,
  isSuccess,
} from '../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import type { NodeInfo } from '../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { mapFrom, mapGet } from '../../src/runtime/sim/pmap.ts';
import { Random } from '../../src/runtime/sim/random.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import { Trace } from '../../src/runtime/sim/trace.ts';
import { overriding } from '../../src/runtime/stage/overriding.ts';
import { initialWorld } from '../../src/runtime/stage/world.ts';
import { cachedNode } from '../../src/runtime/subjects/scheduler/observe-cache.ts';
import {
  observeAlgorithm,
  observeFramework,
  observeRandom,
} from '../../src/runtime/subjects/scheduler/observe-cycle.ts';
import { observePlugin } from '../../src/runtime/subjects/scheduler/observe-plugin.ts';
import { SchedulerRecorder } from '../../src/runtime/subjects/scheduler/recorder.ts';
import { scheduler } from '../../src/runtime/subjects/scheduler/subject.ts';
import type { Attempt, SchedulerState } from '../../src/runtime/subjects/scheduler/world.ts';
import { keyOf } from './cluster.ts';
import type { Decided } from './decide.ts';
import type { Explanation } from './outcome.ts';
import { runScheduler } from './run-scheduler.ts';
import type { OnProgress, Probe, Try } from './watch-scheduler.ts';

/**
 * Why a pod went where it went: all its attempts, each made once more as things were then, and recorded as in a run of the Scope;
 * but every filter is asked about every node that was looked at. Told is the attempt of this number, the last if it is left out, with
 * the nodes as they were; undefined for a pod that was not tried.
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
  let state: SchedulerState | undefined;
  lookAgain(decided, all, onProgress, (tried) => {
    const recorded = tryAgain(tried);
    attempts.push(finished(tried, recorded, tried.number < all.length));
    if (tried.number === told.number) state = { ...recorded, nodes: nodesThen(tried) };
  });
  const shown = state && { ...state, attempts: mapFrom([[key, attempts]]) };
  return shown && { pod: key, number: told.number, state: shown };
}

/**
 * Shows all attempts of a pod, each as things were then: by taking the snapshot of the run back to it, or by running the
 * scheduler again where more than its snapshot has changed since: bound claims, or what a reader's plugins keep.
 */
function lookAgain(
  { inputs, history }: Decided,
  all: readonly Try[],
  onProgress: OnProgress | undefined,
  look: (tried: Try) => void,
): void {
  if (!inputs.heart && inputs.cluster.claims.size === 0) {
    for (const tried of all) {
      history.goTo(tried.update);
      look(tried);
    }
    return;
  }
  const probe: Probe = {
    pod: keyOf((all[0] as Try).pod),
    look(tried) {
      look(tried);
      return tried.number === all.length;
    },
  };
  const [, err] = runScheduler(inputs, { probe, onProgress });
  if (err) throw err;
}

/** What the recorder holds once the scheduler has tried the pod again: from the same node on, and with the same draws. */
export function tryAgain(tried: Try): SchedulerState {
  const { pod, why, start, draws, percentage, snapshot } = tried;
  const sim = new Sim();
  const recorder = new SchedulerRecorder(new Trace(sim, initialWorld([scheduler])), sim, 'kube-scheduler');
  recorder.cameBy = why;
  const drawn = draws.values();
  const random = overriding(new Random(0), { below: () => drawn.next().value ?? 0 });
  // The snapshot is what it was: nothing brings it up to date.
  const cache = { updateSnapshot: () => undefined };
  const again = new GenericScheduler(observeRandom(recorder, random), cache, snapshot, [], percentage);
  again.nextStartNodeIndex = start;
  again.steps = observeAlgorithm(recorder, again);
  const framework = observeFramework(recorder, askingAll(recorder, tried));
  // Without extenders it waits for nobody.
  observeAlgorithm(recorder, again).schedule(framework, newCycleState(), pod).next();
  return recorder.state;
}

/** The framework of a pod's profile, as its observer is told by each plugin, and which asks every filter. */
function askingAll(recorder: SchedulerRecorder, tried: Try): Framework {
  const { fwk, pod } = tried;
  const { preFilter, filter, preScore, score } = fwk.plugins;
  const watched = <P extends (typeof filter | typeof preFilter | typeof preScore | typeof score)[number]>(
    plugins: readonly P[],
  ): readonly P[] => plugins.map((plugin) => observePlugin(recorder, plugin) as P);
  const [filters, scorers] = [watched(filter), watched(score)];
  const [beforeFilters, beforeScorers] = [watched(preFilter), watched(preScore)];
  const handle = withAllFilters(tried, (state, info) => {
    const statuses = new Map<string, Status>();
    for (const plugin of filters) {
      const status = plugin.filter(state, pod, info);
      if (status && !isSuccess(status)) statuses.set(plugin.name(), status);
    }
    return statuses;
  });
  return overriding<Framework>(fwk, {
    preemptHandle: () => handle,
    runPreFilterPlugins: (state, of) => fwk.runPreFilterPlugins(state, of, beforeFilters),
    runPreScorePlugins: (state, of, nodes) => fwk.runPreScorePlugins(state, of, nodes, beforeScorers),
    runScorePlugins: (state, of, nodes) => fwk.runScorePlugins(state, of, nodes, scorers),
  });
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

/** The attempt that was recorded, with its place among others, and what came of it: the scheduler gave the first reason of a node. */
function finished(
  { pod, number, at, node = '', message = '' }: Try,
  recorded: SchedulerState,
  more: boolean,
): Attempt {
  const [attempt] = mapGet(recorded.attempts, keyOf(pod)) ?? [];
  if (!attempt) throw new Error(`expected an attempt of ${keyOf(pod)} to be recorded, found none`);
  const result = node === '' ? attempt.result : more ? 'running' : 'bound';
  const filters = attempt.filters && ({ ...attempt.filters, all: true } as const);
  return { ...attempt, ...(filters && { filters }), number, at, message, node, result };
}

/**
 * The nodes of the snapshot that an attempt looked at, whichever way the run was taken back to it: their generations and the order of
 * their pods, which depend on that, are left out.
 */
function nodesThen({ snapshot }: Try): SchedulerState['nodes'] {
  return mapFrom(
    snapshot.list().map((info) => {
      const node = cachedNode(info.name, info);
      return [
        info.name,
        { ...node, generation: 0, pods: node.pods.toSorted((a, b) => (a.pod < b.pod ? -1 : 1)) },
      ];
    }),
  );
}
