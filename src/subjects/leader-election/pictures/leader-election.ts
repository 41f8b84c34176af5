import { t } from '../../../i18n/t.ts';
import { chips, dials, holds, table, text } from '../../../components/picture/content.ts';
import type { Content, Frame, Hop, Picture, Tone } from '../../../components/picture/description.ts';
import type { Lane } from '../../../components/picture/blocks/lanes.tsx';
import { cellOf, rowsOf } from '../../../components/picture/read-world.ts';
import type { Recording } from '../../../recording/recording.ts';
import { lastPart, listed } from '../../../recording/words.ts';
import { mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import { deadlineOf, lookOf } from './leader-election/clocks.ts';
import {
  type Replica,
  elects,
  isLock,
  lastWrites,
  ownTime,
  programOf,
  replicasOf,
} from './leader-election/replicas.ts';

/** Of the dials. */
const radius = 24;
/** Strokes in one lane: the last ones. */
const mostWrites = 120;

/** A replica by the number at the end of its name, as its whole name does not fit. */
const shortName = (program: string): string => t`replica ${program.slice(program.lastIndexOf('-') + 1)}`;

const idOf = (recording: Recording, program: string): string => {
  const at = replicasOf(recording).findIndex((replica) => replica.program === program);
  return at < 0 ? '' : `replica-${at}`;
};

/** Replicas round the one lease that they share, each with a clock of its own; below it who works, and when. */
export const picture: Picture = {
  blocks: ['chips', 'dials', 'lanes', 'lines', 'table'],
  plan(recording) {
    const replicas = replicasOf(recording);
    const ids = replicas.map((_, i) => `replica-${i}`);
    const across = (id: string): string => ids.map(() => id).join(' ');
    const shape = (each: number, work: number): string =>
      `64 ${across('lease')}
       ${each} ${ids.join(' ')}
       ${work} ${across('work')}`;
    return {
      shapes: { wide: shape(170, 114), narrow: shape(280, 142) },
      parts: {
        lease: { title: 'Lease', hue: 'api', opens: 'store' },
        ...Object.fromEntries(
          replicas.map(({ program }, i) => [
            `replica-${i}`,
            {
              title: shortName(program),
              hue: 'controller' as const,
              opens: elects(recording) ? 'state' : 'goroutines',
            },
          ]),
        ),
        work: { title: t`Who works`, hue: 'queue', opens: 'store' },
      },
      pipes: Object.fromEntries(
        ids.flatMap((id) => [
          [`lock-${id}`, { from: id, to: 'lease' }],
          [`work-${id}`, { from: id, to: 'work' }],
        ]),
      ),
    };
  },
  scene(frame) {
    const replicas = replicasOf(frame.recording);
    const acting = replicas.filter((replica) => stateOf(frame, replica).acts);
    const parts: Record<string, Content> = { lease: leaseOf(frame), work: workOf(frame, acting.length) };
    for (const [i, replica] of replicas.entries()) parts[`replica-${i}`] = replicaOf(frame, replica);
    return { says: saysOf(frame, acting), parts };
  },
  path: pathOf,
};

interface State {
  readonly program: string;
  /** It believes that it may work, and is not dead. */
  readonly leads: boolean;
  /** And it runs. */
  readonly acts: boolean;
  /** And the lock names another. */
  readonly stray: boolean;
}

function stateOf(frame: Frame, replica: Replica): State {
  const { world, recording, entry } = frame;
  const program = mapGet(world.programs, replica.program)?.state ?? 'idle';
  const alive = program === 'running' || program === 'paused';
  const leads =
    alive &&
    (elects(recording)
      ? mapGet(world.elections, replica.program)?.role === 'leader'
      : replica.leads.some(({ from }) => from <= entry.at));
  const stray = leads && elects(recording) && holderOf(frame) !== replica.program;
  return { program, leads, acts: leads && program === 'running', stray };
}

function saysOf(frame: Frame, acting: readonly Replica[]): string {
  const { recording } = frame;
  const who = listed(acting.map(({ program }) => shortName(program)));
  if (acting.length > 1)
    return elects(recording)
      ? t`${acting.length} leaders at once: ${who}. The lease names ${shortName(holderOf(frame))}.`
      : t`There is no election, and all of these work: ${who}.`;
  if (acting.length === 1) return t`Of ${replicasOf(recording).length} replicas only ${who} works.`;
  return t`No replica works.`;
}

/** The lock as it is stored, of whatever kind it is. */
function lockRows({ world }: Frame): ReturnType<typeof rowsOf> {
  const name = mapEntries(world.tables).find(([, { title }]) => title === 'The lock, as it is stored')?.[0];
  return name === undefined ? [] : rowsOf(world, 'kube-apiserver', name.slice('kube-apiserver/'.length));
}

const holderOf = (frame: Frame): string => programOf(cellOf(lockRows(frame), 'Holder'));

function leaseOf(frame: Frame): Content {
  const rows = lockRows(frame);
  if (rows.length === 0) {
    const why = elects(frame.recording) ? t`does not exist yet` : t`no replica asks for it`;
    return { tone: 'off', ...holds(text(why)) };
  }
  const holder = holderOf(frame);
  const cells = [
    holder === '' ? t`no holder` : shortName(holder),
    cellOf(rows, 'Renewed at, by the clock of the holder'),
    cellOf(rows, 'Transitions'),
  ];
  return {
    note: `resourceVersion ${cellOf(rows, 'Revision')}`,
    ...holds(table(['holderIdentity', 'renewTime', 'leaseTransitions'], [{ id: 'lease', cells }])),
  };
}

function replicaOf(frame: Frame, replica: Replica): Content {
  const { leads, stray, program } = stateOf(frame, replica);
  const { world, recording, entry } = frame;
  const id = idOf(recording, replica.program);
  if (program === 'idle' || program === 'ended')
    return { tone: 'off', ...holds(text(program === 'idle' ? t`not started` : t`has ended`)) };
  const known = mapGet(world.elections, replica.program);
  const paused = program === 'paused';
  const gaveUp = known?.role === 'stopped';
  const role = leads ? (elects(recording) ? t`leads` : t`works`) : gaveUp ? t`gave up` : t`stands by`;
  const tone = stray || gaveUp ? 'bad' : leads ? (paused ? 'wait' : 'good') : undefined;
  const isCut = mapGet(world.faults, `partition ${replica.program}`) !== undefined;
  const signs = chips([
    { id: `role-${id}`, text: role, tone, means: '', hue: leads ? 'controller' : undefined },
    ...(paused ? [{ id: `paused-${id}`, text: t`paused`, tone: 'wait' as const }] : []),
    ...(isCut ? [{ id: `cut-${id}`, text: t`cut off`, tone: 'bad' as const }] : []),
  ]);
  if (!known) return holds(signs);
  const { own, rate } = ownTime(replica, entry.at);
  const clock = new Date(known.epoch + own).toISOString().slice(11, 19);
  return {
    tone: stray || gaveUp ? 'bad' : undefined,
    ...holds(
      signs,
      stray && text({ text: t`not in the lease`, tone: 'bad', rows: 2 }),
      dials([deadlineOf(known, own), lookOf(replica, known, paused, entry.at)], radius),
      text({ label: t`at`, text: clock }, ...(rate === 1 ? [] : [t`${Math.round(rate * 100)}% as fast`])),
    ),
  };
}

/** Who wrote last, over whose write, and when each worked up to now: two of them at once stand out. */
function workOf({ recording, entry: { at: now, index } }: Frame, acting: number): Content {
  const bars = (spans: Replica['leads'], tone: Tone, said?: string): Lane['bars'] =>
    spans
      .filter(({ from }) => from <= now)
      .map(({ from, to }) => ({ from, to: Math.min(to, now), tone, text: said }));
  const lanes = replicasOf(recording).map(({ program, leads, pauses, clashes, writes }): Lane => ({
    id: program,
    title: shortName(program),
    bars: [...bars(leads, 'good'), ...bars(pauses, 'wait', t`paused`), ...bars(clashes, 'bad')],
    ticks: writes
      .filter(({ at }) => at <= now)
      .slice(-mostWrites)
      .map(({ at, stray }) => ({ at, tone: stray ? 'bad' : 'good' })),
  }));
  const [last, before] = lastWrites(recording, index);
  const by = last && shortName(last.program);
  const clash = acting > 1 && before && before.program !== last?.program;
  const note = clash ? t`by ${by ?? ''}, over ${shortName(before.program)}’s` : t`by ${by ?? ''}`;
  const tone = last?.stray ? ('bad' as const) : undefined;
  const stored = {
    id: 'stored',
    text: 'pod-count',
    note,
    hue: 'api',
    tone,
    lit: last?.index === index,
  } as const;
  return {
    note: acting > 1 ? t`${acting} at once` : t`a stroke is a write`,
    tone: acting > 1 ? 'bad' : acting === 1 ? 'good' : 'off',
    ...holds(last && chips([stored]), {
      kind: 'lanes',
      lanes,
      from: 0,
      to: recording.entries.at(-1)?.at ?? 0,
      now,
    }),
  };
}

function pathOf({ recording, entry }: Frame): readonly (string | Hop)[] {
  const { event } = entry;
  const about = event.kind === 'act' ? event.act : event;
  const program =
    'program' in about
      ? about.program
      : 'watch' in about
        ? String(about.watch).replace(/\/[^/]*$/, '')
        : 'informer' in about
          ? String(about.informer)
          : '';
  const id = idOf(recording, program);
  if (id === '') return ['work'];
  const locks = 'resource' in event && isLock(event.resource);
  const pipe = `${locks ? 'lock' : 'work'}-${id}`;
  const end = locks ? 'lease' : 'work';
  switch (event.kind) {
    case 'api.request':
      return [id, { pipe, text: event.verb }, end];
    case 'api.error':
      return [end, { pipe, text: event.reason, reverse: true, tone: 'bad' }, id];
    case 'store.write':
      return [id, { pipe, text: lastPart(event.key) }, end];
    case 'leader.acquired':
      return ['lease', { pipe: `lock-${id}`, text: t`leads`, reverse: true, tone: 'good' }, id, 'work'];
    case 'leader.renewed':
    case 'leader.observed':
    case 'leader.waits':
      return ['lease', { pipe: `lock-${id}`, text: event.kind.slice('leader.'.length), reverse: true }, id];
    case 'leader.lost':
    case 'program.exit':
      return [id, 'work'];
    default:
      return [id];
  }
}
