import { t, translated } from '../../../i18n/t.ts';
import { across } from '../../../components/picture/areas.ts';
import { board, chips, holds, road, table } from '../../../components/picture/content.ts';
import type { Chip, Content, Frame, Picture, Scene, Tone } from '../../../components/picture/description.ts';
import { rowsOf } from '../../../components/picture/read-world.ts';
import { type Way, along, back } from '../../../components/picture/ways.ts';
import { resultWords } from '../pane/scheduler-words.ts';
import { countOf, lastPart } from '../../../recording/words.ts';
import { mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import { type Now, nodeInStore, nowOf, viewsOf } from '../scheduler-now.ts';
import { schedulerPath } from '../scheduler-path.ts';

/** The parts that a command makes, one out of the other, as the table of the run names them. */
const made = ['command', 'options', 'config', 'completed config', 'scheduler', 'run'] as const;

/** Nodes, and pods on each, that are named. */
const mostNodes = 8;

/** What one cycle does, in its order. */
const steps = ['NextPod', 'Schedule', 'assume', 'bind'] as const;

/** The four calls of the third layer. */
const calls = ['UpdateSnapshot', 'findNodesThatFitPod', 'prioritizeNodes', 'selectHost'] as const;

/** The three layers of a scheduler, above its plugins, and what goes past them: queue, cache, and the API server. */
export const picture: Picture = {
  blocks: ['board', 'chips', 'road', 'table'],
  plan: () => ({
    tall: 640,
    shapes: {
      wide: `0.54 command command command command command command
             0.5 api api api api api api
             1.04 cache cache one one queue queue
             1.14 generic generic generic plugins plugins plugins`,
      narrow: `0.87 ${across('command', 15)}
               0.75 ${across('api', 15)}
               1.45 ${across('cache', 6)}${across('one', 5)}${across('queue', 4)}
               1.12 ${across('generic', 15)}
               1.17 ${across('plugins', 15)}`,
    },
    parts: {
      command: { title: '1 · cmd/kube-scheduler', hue: 'plain', opens: 'goroutines' },
      api: { title: t`API server`, hue: 'api', opens: 'store' },
      cache: { title: t`Cache`, hue: 'kubelet', opens: 'attempt' },
      one: { title: `2 · ${t`Cycle`}`, hue: 'scheduler', opens: 'attempt' },
      queue: { title: t`Queue`, hue: 'queue', opens: 'attempt' },
      generic: { title: '3 · generic_scheduler', hue: 'scheduler', opens: 'attempt' },
      plugins: { title: translated('Plugins'), hue: 'controller', opens: 'attempt' },
    },
    pipes: {
      has: { from: 'api', to: 'cache' },
      waits: { from: 'api', to: 'queue' },
      bind: { from: 'one', to: 'api', says: t`bind` },
      pop: { from: 'queue', to: 'one' },
      assume: { from: 'one', to: 'cache' },
      schedule: { from: 'one', to: 'generic' },
      snapshot: { from: 'cache', to: 'generic' },
      asks: { from: 'generic', to: 'plugins' },
    },
  }),
  scene(frame): Scene {
    const now = nowOf(frame);
    const parts = { command: commandOf(frame), api: storeOf(frame) };
    if (!now) return { says: t`The scheduler has not been started yet.`, parts };
    return {
      says: saysOf(now),
      parts: {
        ...parts,
        cache: cacheOf(frame, now),
        one: cycleOf(now),
        queue: queueOf(frame, now),
        generic: genericOf(frame, now),
        plugins: pluginsOf(frame, now),
      },
    };
  },
  path,
};

const programOf = (frame: Frame): string => nowOf(frame)?.program ?? 'kube-scheduler';

function commandOf(frame: Frame): Content {
  const rows = rowsOf(frame.world, programOf(frame), 'parts');
  const now = rows.at(-1)?.name;
  const toneOf = (name: string): Tone | undefined => {
    if (!rows.some((row) => row.name === name)) return undefined;
    return name === now && name !== 'run' ? 'busy' : 'good';
  };
  return holds(road(made.map((name) => ({ id: name, title: name, tone: toneOf(name) }))));
}

/** Each pod, with the node or the other scheduler that its spec names. */
function storeOf(frame: Frame): Content {
  const pods = mapEntries(frame.world.store.objects).flatMap(([key, object]): Chip[] => {
    if (!key.startsWith('pods/')) return [];
    const { schedulerName } = (object as { spec?: { schedulerName?: string } }).spec ?? {};
    const other = schedulerName !== undefined && schedulerName !== 'default-scheduler' ? schedulerName : '';
    const note = nodeInStore(frame, key.slice('pods/'.length)) || other || t`no node`;
    return [{ id: `store:${key}`, text: lastPart(key), note, hue: 'api' }];
  });
  return holds(chips(pods, { empty: t`no pod` }));
}

/** Each pod that is counted on a node. */
function cacheOf({ recording }: Frame, { state, inCycle }: Now): Content {
  const nodes = viewsOf(recording).nodes.of(state.nodes).slice(0, mostNodes);
  const pods = nodes.flatMap(({ name, pods: own }) =>
    own.slice(0, mostNodes).map(({ pod }): Chip => {
      const assumed = mapGet(state.assumed, pod) !== undefined;
      const [note, hue] = assumed ? ([`→ ${name}`, 'scheduler'] as const) : ([name, 'kubelet'] as const);
      const twice = pod === inCycle || mapGet(state.queue.pods, pod) !== undefined;
      return { id: twice ? `on:${pod}` : `pod:${pod}`, text: lastPart(pod), note, hue };
    }),
  );
  return holds(chips(pods, { empty: state.nodes.size === 0 ? t`no node yet` : t`no pod` }));
}

function queueOf({ recording }: Frame, { state }: Now): Content {
  const { active, backoff, unschedulable } = viewsOf(recording);
  const pods = [active, backoff, unschedulable].flatMap((view) => view.of(state.queue.pods).slice(0, 6));
  const named = pods.map(({ pod }): Chip => ({ id: `pod:${pod}`, text: lastPart(pod), hue: 'queue' }));
  return holds(chips(named, { empty: t`empty` }));
}

/** What the cycle has done for its pod, and what it does now. */
function cycleOf({ attempt, inCycle, state }: Now): Content {
  const pod: readonly Chip[] =
    inCycle === undefined
      ? []
      : [{ id: `pod:${inCycle}`, text: lastPart(inCycle), hue: 'scheduler', tone: 'busy' }];
  const { phase = 'preFilter', result } = attempt ?? {};
  const assumed = attempt !== undefined && mapGet(state.assumed, attempt.pod) !== undefined;
  const done: Readonly<Record<(typeof steps)[number], boolean>> = {
    NextPod: attempt !== undefined || inCycle !== undefined,
    Schedule: (attempt?.node ?? '') !== '',
    assume: assumed || result === 'bound',
    bind: phase === 'done' || result === 'bound',
  };
  const next = steps.find((name) => !done[name]);
  const now: Tone | undefined = attempt && (result === 'running' ? 'busy' : 'bad');
  const cells = steps.map((name) => ({
    id: name,
    text: name,
    tone: done[name] ? ('good' as const) : name === next ? now : undefined,
    lit: name === next && now === 'busy',
  }));
  return holds(chips(pod, { empty: t`no pod` }), board(cells, { least: 74 }));
}

function genericOf(frame: Frame, { attempt }: Now): Content {
  const { filters, scores, choice, node } = attempt ?? {};
  const results: Readonly<Record<string, string>> = {
    findNodesThatFitPod: filters ? t`${filters.feasible} of ${countOf(filters.count, 'node')}` : '',
    prioritizeNodes: scores ? countOf(scores.nodes.length, 'node') : '',
    selectHost: choice?.node ?? node ?? '',
  };
  const called = attempt ? rowsOf(frame.world, programOf(frame), 'calls') : [];
  const done = calls.map((name) => called.some((row) => row.name.endsWith(name)));
  const lines = calls.map((name, i) => ({
    id: name,
    cells: [name, results[name] ?? ''],
    tone: done[i] ? ('good' as const) : undefined,
    lit: done[i] === true && done[i + 1] !== true,
  }));
  return holds(table([translated('Call'), t`Result`], lines, { widths: [3, 2] }));
}

/** The plugins that the attempt has called, the last called first in sight, with how often. */
function pluginsOf(frame: Frame, { attempt }: Now): Content {
  const all = attempt ? rowsOf(frame.world, programOf(frame), 'calls') : [];
  const rows = all.filter(({ name }) => name.includes('.') && !name.includes('Cache.'));
  const lines = rows.map(({ name, cells }, i) => {
    const [plugin = '', point = ''] = name.replace(/^[· ]+/, '').split('.');
    return { id: name, cells: [point, plugin, cells[0] ?? ''], lit: i === rows.length - 1 };
  });
  const columns = [translated('Called at'), t`Plugin`, translated('Times')];
  return holds(table(columns, lines, { widths: [4, 5, 1.6], empty: t`none has been called` }));
}

function saysOf({ attempt, inCycle, state }: Now): string {
  if (attempt) return t`${attempt.pod}: ${resultWords(attempt)}.`;
  if (inCycle !== undefined) return t`${inCycle} has been taken from the queue.`;
  return t`${countOf(state.queue.active, 'pod')} in the queue, ${countOf(state.nodes.size, 'node')} in the cache.`;
}

/** The way through the parts of a scheduler, told by layers. */
function path(frame: Frame): Way {
  const { event } = frame.entry;
  const text = 'pod' in event && typeof event.pod === 'string' ? lastPart(event.pod) : '';
  if (event.kind === 'startup') return ['command'];
  if (event.kind === 'sched.snapshot') return along('cache', 'snapshot', 'generic');
  if (event.kind === 'sched.choose') return back('generic', 'schedule', 'one', event.node);
  if (/^sched\.(prefilter|filter|score|fail)$/.test(event.kind))
    return along('generic', 'asks', 'plugins', text);
  if (/^sched\.(reserve|unreserve|permit|wait|prebind|bind|postbind|postfilter|preempt)$/.test(event.kind))
    return ['one', 'plugins'];
  // What found no node goes back the way it came.
  if (event.kind === 'sched.queue' && event.from === '' && event.why === 'ScheduleAttemptFailure')
    return back('one', 'pop', 'queue', text);
  return schedulerPath(frame).map((step) =>
    typeof step === 'string' ? (places[step] ?? step) : { ...step, pipe: pipes[step.pipe] ?? 'waits' },
  );
}

const places: Readonly<Record<string, string>> = {
  active: 'queue',
  backoff: 'queue',
  unschedulable: 'queue',
  cycle: 'one',
  binding: 'one',
  nodes: 'cache',
};
const pipes: Readonly<Record<string, string>> = { pop: 'pop', assume: 'assume', bind: 'bind' };
