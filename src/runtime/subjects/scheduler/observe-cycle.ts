import type { Pod } from '../../kubernetes/pkg/api/objects.ts';
import type { GenericScheduler } from '../../kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import type { ExtensionPoint } from '../../kubernetes/pkg/scheduler/apis/config/types.ts';
import {
  type Answer,
  type Framework,
  type PreemptHandle,
  codeOf,
  isSuccess,
} from '../../kubernetes/pkg/scheduler/framework/interface.ts';
import { mapGet, mapSet } from '../../sim/pmap.ts';
import type { Random } from '../../sim/random.ts';
import { overriding } from '../../stage/overriding.ts';
import type { SchedulerEvent } from './events.ts';
import { labelTable } from './labels.ts';
import { type SchedulerRecorder, keyOf } from './recorder.ts';
import { FilterCollector, ScoreCollector, choiceOf } from './tables.ts';
import { type Phase, type ProfileState, nodeAt } from './world.ts';

/** An attempt from its beginning to the choice of a node. */
export function observeAlgorithm(recorder: SchedulerRecorder, g: GenericScheduler): GenericScheduler {
  return overriding(g, {
    *schedule(fwk, state, pod) {
      recorder.begin(pod, fwk.profileName());
      const result = yield* g.schedule(fwk, state, pod);
      const [found, err] = result;
      if (err) tellFailure(recorder, keyOf(pod), err);
      else tellChoice(recorder, keyOf(pod), found.suggestedHost);
      return result;
    },

    *findNodesThatFitPod(fwk, state, pod) {
      const list = fwk.snapshotSharedLister().nodeInfos().list();
      const { filter = [] } = profileOf(recorder, fwk) ?? {};
      const enough = g.numFeasibleNodesToFind(list.length);
      const extended = g.extenders().some((extender) => extender.isInterested(pod));
      const collector = new FilterCollector(list, filter, enough, extended);
      recorder.builder.beginFilters(collector);
      const result = yield* g.findNodesThatFitPod(fwk, state, pod);
      recorder.builder.endFilters();
      const [found] = result;
      if (!found || recorder.attempt(keyOf(pod))?.preFilter) return result;
      if (g.extenders().length > 0) collector.refusedLater(found.statuses);
      tellFilters(recorder, pod, collector, found.feasibleNodes.length);
      return result;
    },

    *prioritizeNodes(fwk, state, pod, nodes) {
      const names = nodes.map(({ metadata }) => metadata.name);
      const collector = new ScoreCollector(names, profileOf(recorder, fwk)?.score ?? []);
      recorder.builder.beginScores(collector);
      const result = yield* g.prioritizeNodes(fwk, state, pod, nodes);
      recorder.builder.endScores();
      const [sums] = result;
      if (!sums) return result;
      const { domains } = recorder.builder.facts;
      const score = sums.reduce((most, sum) => Math.max(most, sum.score), -Infinity);
      const best: string[] = [];
      for (const sum of sums) if (sum.score === score && best.length < 3) best.push(sum.name);
      recorder.tell(
        'score',
        { kind: 'sched.score', pod: keyOf(pod), nodes: sums.length, score, best },
        { scores: collector.table(sums), ...(domains && { domains }) },
      );
      return result;
    },

    selectHost(sums) {
      recorder.builder.beginDraws();
      const result = g.selectHost(sums);
      const draws = recorder.builder.endDraws();
      const [node] = result;
      const { pod } = recorder.state;
      if (node !== undefined) recorder.amend(pod, { choice: choiceOf(sums, node, draws) });
      return result;
    },
  });
}

function tellFilters(
  recorder: SchedulerRecorder,
  pod: Pod,
  collector: FilterCollector,
  feasible: number,
): void {
  const filters = collector.table(feasible);
  const labels = labelTable(pod, collector.list);
  recorder.tell(
    'filter',
    {
      kind: 'sched.filter',
      pod: keyOf(pod),
      feasible,
      looked: filters.count,
      all: filters.order.length,
      from: nodeAt(filters, 0),
      reasons: collector.reasons(),
    },
    { filters, ...(labels && { labels }) },
  );
}

function tellFailure(recorder: SchedulerRecorder, pod: string, { name, message }: Error): void {
  const unschedulable = name === 'FitError' || message.startsWith('no nodes available');
  const result = unschedulable ? 'unschedulable' : 'error';
  recorder.tell('filter', { kind: 'sched.fail', pod, message }, { result, message });
}

function tellChoice(recorder: SchedulerRecorder, pod: string, node: string): void {
  const known = recorder.attempt(pod)?.choice;
  const choice = known ?? { node, how: 'only' as const, best: [node], score: 0, draws: [] };
  const { how, best } = choice;
  recorder.tell('choose', { kind: 'sched.choose', pod, node, how, among: best.length }, { choice, node });
}

export function observeRandom(recorder: SchedulerRecorder, random: Random): Random {
  return overriding(random, {
    below(n) {
      const drawn = random.below(n);
      recorder.builder.drew(n, drawn);
      return drawn;
    },
  });
}

const profileOf = ({ state }: SchedulerRecorder, fwk: Framework): ProfileState | undefined =>
  mapGet(state.profiles, fwk.profileName());

/** What the plugins of a profile say together. */
export function observeFramework(recorder: SchedulerRecorder, fwk: Framework): Framework {
  const profile = profileStateOf(fwk);
  recorder.change({ profiles: mapSet(recorder.state.profiles, fwk.profileName(), profile) });
  const handle = observeHandle(recorder, fwk.preemptHandle());
  const answered = answersTo(recorder);
  return overriding(fwk, {
    preemptHandle: () => handle,

    runPreFilterPlugins(state, pod) {
      recorder.builder.beginPreFilter(fwk.snapshotSharedLister().nodeInfos());
      const status = fwk.runPreFilterPlugins(state, pod);
      tellPreFilter(recorder, pod, status);
      return status;
    },

    *runPostFilterPlugins(ctx, state, pod, statuses) {
      const result = yield* fwk.runPostFilterPlugins(ctx, state, pod, statuses);
      const [found, status] = result;
      const node = found?.nominatedNodeName ?? '';
      answered('postFilter', profile.postFilter, 'sched.postfilter', { pod, node, status });
      return result;
    },

    runReservePluginsReserve(state, pod, node) {
      const status = fwk.runReservePluginsReserve(state, pod, node);
      answered('reserve', profile.reserve, 'sched.reserve', { pod, node, status });
      return status;
    },

    runReservePluginsUnreserve(state, pod, node) {
      fwk.runReservePluginsUnreserve(state, pod, node);
      answered('reserve', profile.reserve, 'sched.unreserve', { pod, node, status: undefined });
    },

    runPermitPlugins(state, pod, node) {
      const status = fwk.runPermitPlugins(state, pod, node);
      answered('permit', profile.permit, 'sched.permit', { pod, node, status });
      return status;
    },

    *waitOnPermit(ctx, pod) {
      const held = recorder.attempt(keyOf(pod))?.phase === 'permit' && fwk.getWaitingPod(pod.metadata.uid);
      const status = yield* fwk.waitOnPermit(ctx, pod);
      const plugins = held ? profile.permit : [];
      answered('permit', plugins, 'sched.wait', { pod, node: pod.spec.nodeName ?? '', status });
      return status;
    },

    *runPreBindPlugins(ctx, state, pod, node) {
      const status = yield* fwk.runPreBindPlugins(ctx, state, pod, node);
      answered('preBind', profile.preBind, 'sched.prebind', { pod, node, status });
      return status;
    },

    *runBindPlugins(ctx, state, pod, node) {
      const status = yield* fwk.runBindPlugins(ctx, state, pod, node);
      answered('bind', profile.bind, 'sched.bind', { pod, node, status });
      if (isSuccess(status)) recorder.amend(keyOf(pod), { result: 'bound' });
      return status;
    },

    runPostBindPlugins(state, pod, node) {
      fwk.runPostBindPlugins(state, pod, node);
      answered('done', profile.postBind, 'sched.postbind', { pod, node, status: undefined });
    },
  });
}

function tellPreFilter(recorder: SchedulerRecorder, pod: Pod, status: Answer): void {
  const { builder } = recorder;
  const reasons = [...(status?.reasons ?? [])];
  const preFilter = { plugin: builder.refusedBy, code: codeOf(status), reasons };
  const { domains, spread } = builder.facts;
  const compared = domains && { compared: domains.compared };
  recorder.tell(
    'preFilter',
    { kind: 'sched.prefilter', pod: keyOf(pod), ...preFilter, ...compared },
    isSuccess(status) ? { ...(domains && { domains }), ...(spread && { spread }) } : { preFilter },
  );
}

/** Tells what plugins said together, where some took part, or something went wrong. */
const answersTo =
  (recorder: SchedulerRecorder) =>
  (
    phase: Phase,
    plugins: readonly unknown[],
    event: Extract<SchedulerEvent, { readonly code: string; readonly node: string }>['kind'],
    { pod, node, status }: { readonly pod: Pod; readonly node: string; readonly status: Answer },
  ): void => {
    if (plugins.length === 0 && isSuccess(status)) return;
    const key = keyOf(pod);
    const failed = !isSuccess(status) && status?.code !== 'Wait';
    const code = codeOf(status);
    recorder.tell(
      phase,
      { kind: event, pod: key, node, code, reasons: [...(status?.reasons ?? [])] },
      failed && event !== 'sched.postfilter' ? { result: 'error', message: status?.message() ?? '' } : {},
    );
  };

/** What the search for a node calls on each. */
function observeHandle(recorder: SchedulerRecorder, ph: PreemptHandle): PreemptHandle {
  return {
    ...ph,
    runFilterPlugins(state, pod, info) {
      recorder.builder.filters?.node(info);
      const statuses = ph.runFilterPlugins(state, pod, info);
      recorder.builder.filters?.said(statuses);
      return statuses;
    },
  };
}

/** A weight of 0 or none is 1, and of several mentions of a plugin the last counts. */
function profileStateOf(fwk: Framework): ProfileState {
  const config = fwk.listPlugins();
  const names = (point: ExtensionPoint): readonly string[] =>
    (config[point]?.enabled ?? []).map(({ name }) => name);
  const weights = new Map(
    Object.values(config).flatMap((set) =>
      (set?.enabled ?? []).map(({ name, weight }) => [name, weight || 1] as const),
    ),
  );
  return {
    preFilter: names('preFilter'),
    filter: names('filter'),
    postFilter: names('postFilter'),
    preScore: names('preScore'),
    score: names('score').map((name) => ({ name, weight: weights.get(name) ?? 1 })),
    reserve: names('reserve'),
    permit: names('permit'),
    preBind: names('preBind'),
    bind: names('bind'),
    postBind: names('postBind'),
  };
}
