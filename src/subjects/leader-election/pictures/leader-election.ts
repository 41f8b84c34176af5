import { t } from '../../../i18n/t.ts';
import type { Chip, Content, Frame, Hop, Picture, Tone } from '../../../components/picture/description.ts';
import type { Lane } from '../../../components/picture/blocks/lanes.tsx';
import { cellOf, rowsOf } from '../../../components/picture/read-world.ts';
import type { Recording } from '../../../recording/recording.ts';
import { lastPart, listed } from '../../../recording/words.ts';
import { mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import type { ElectionState } from '../../../runtime/subjects/leader-election/world.ts';
import { type Replica, elects, ownTime, programOf, replicasOf } from './leader-election/replicas.ts';

/** Of the dials. */
const radius = 32;
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
  plan(recording) {
    const replicas = replicasOf(recording);
    const ids = replicas.map((_, i) => `replica-${i}`);
    const across = (id: string): string => ids.map(() => id).join(' ');
    const shape = (lease: number, each: number, work: number): string =>
      `${lease} ${across('lease')}
       ${each} ${ids.join(' ')}
       ${work} ${across('work')}`;
    return {
      shapes: { wide: shape(0.75, 2, 1.05), narrow: shape(0.75, 2.1, 1.2) },
      parts: {
        lease: { title: 'Lease', hue: 'api', opens: 'store' },
        ...Object.fromEntries(
          replicas.map(({ program }, i) => [
            `replica-${i}`,
            { title: shortName(program), hue: 'controller' as const },
          ]),
        ),
        work: { title: t`Who works`, hue: 'queue' },
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

/** What it is, and whether it runs and believes that it may work. */
function stateOf(
  { world, recording, entry }: Frame,
  replica: Replica,
): { leads: boolean; acts: boolean; program: string } {
  const program = mapGet(world.programs, replica.program)?.state ?? 'idle';
  const alive = program === 'running' || program === 'paused';
  const leads =
    alive &&
    (elects(recording)
      ? mapGet(world.elections, replica.program)?.role === 'leader'
      : replica.leads.some(({ from }) => from <= entry.at));
  return { leads, acts: leads && program === 'running', program };
}

function saysOf(frame: Frame, acting: readonly Replica[]): string {
  const { recording } = frame;
  const who = listed(acting.map(({ program }) => shortName(program)));
  if (acting.length > 1)
    return elects(recording)
      ? t`${acting.length} leaders at once: ${who}.`
      : t`Nobody elects, and all of these work: ${who}.`;
  if (acting.length === 1) return t`Of ${replicasOf(recording).length} replicas only ${who} works.`;
  return t`No replica works.`;
}

/** The lock as it is stored, of whatever kind it is. */
function lockRows({ world }: Frame): ReturnType<typeof rowsOf> {
  const name = mapEntries(world.tables).find(([, { title }]) => title === 'The lock, as it is stored')?.[0];
  return name === undefined ? [] : rowsOf(world, 'kube-apiserver', name.slice('kube-apiserver/'.length));
}

function leaseOf(frame: Frame): Content {
  const rows = lockRows(frame);
  if (rows.length === 0)
    return {
      tone: 'off',
      blocks: [
        {
          kind: 'lines',
          lines: [{ text: elects(frame.recording) ? t`does not exist yet` : t`nobody asks for it` }],
        },
      ],
    };
  const holder = programOf(cellOf(rows, 'Holder'));
  return {
    note: `resourceVersion ${cellOf(rows, 'Revision')}`,
    blocks: [
      {
        kind: 'table',
        columns: ['holderIdentity', 'renewTime', 'leaseTransitions'],
        lines: [
          {
            id: 'lease',
            cells: [
              holder === '' ? t`nobody` : shortName(holder),
              cellOf(rows, 'Renewed at, by the clock of the holder'),
              cellOf(rows, 'Transitions'),
            ],
          },
        ],
      },
    ],
  };
}

function replicaOf(frame: Frame, replica: Replica): Content {
  const { leads, acts, program } = stateOf(frame, replica);
  const { world, recording, entry } = frame;
  const id = idOf(recording, replica.program);
  if (program === 'idle' || program === 'ended')
    return {
      tone: 'off',
      blocks: [{ kind: 'lines', lines: [{ text: program === 'idle' ? t`not started` : t`has ended` }] }],
    };
  const role: Chip = leads
    ? {
        id: `role-${id}`,
        text: elects(recording) ? t`leads` : t`works`,
        tone: acts ? 'good' : 'wait',
        hue: 'controller',
      }
    : { id: `role-${id}`, text: t`stands by` };
  const chips: Chip[] = [role];
  if (program === 'paused') chips.push({ id: `paused-${id}`, text: t`paused`, tone: 'wait' });
  if (mapGet(world.faults, `partition ${replica.program}`) !== undefined)
    chips.push({ id: `cut-${id}`, text: t`cut off`, tone: 'bad' });
  const known = mapGet(world.elections, replica.program);
  if (!known) return { blocks: [{ kind: 'chips', chips }] };
  const { own, rate } = ownTime(replica, entry.at);
  const clock = new Date(known.epoch + own).toISOString().slice(11, 19);
  const pace = rate === 1 ? [] : [{ text: t`${Math.round(rate * 100)}% as fast` }];
  return {
    blocks: [
      { kind: 'chips', chips },
      { kind: 'dials', radius, dials: [dialOf(known, own)] },
      { kind: 'lines', lines: [{ label: t`at`, text: clock }, ...pace] },
    ],
  };
}

const seconds = (ms: number): string => t`${(Math.max(0, ms) / 1000).toFixed(1)} s`;

/** The time that is left to a replica, by its own clock: to a leader until it gives up, to a candidate until it may take over. */
function dialOf(known: ElectionState, own: number) {
  if (known.role === 'leader') {
    const left = known.givesUpAt - own;
    const whole = known.renewDeadlineMs + known.retryPeriodMs;
    return {
      label: t`gives up`,
      value: left / whole,
      text: seconds(left),
      tone: left > 0 ? 'good' : 'bad',
    } as const;
  }
  if (known.changedAt === undefined || known.holder === '')
    return { label: t`not read yet`, value: 0, text: '–' } as const;
  const left = known.changedAt + known.leaseDurationMs - own;
  return {
    label: t`may take it`,
    value: left / known.leaseDurationMs,
    text: left > 0 ? seconds(left) : t`now`,
    tone: left > 0 ? 'wait' : 'busy',
  } as const;
}

/** When each worked up to now: two of them at once stand out. */
function workOf({ recording, entry: { at: now } }: Frame, acting: number): Content {
  const bars = (spans: Replica['leads'], tone: Tone, text?: string): Lane['bars'] =>
    spans
      .filter(({ from }) => from <= now)
      .map(({ from, to }) => ({ from, to: Math.min(to, now), tone, ...(text !== undefined && { text }) }));
  const lanes = replicasOf(recording).map(({ program, leads, pauses, clashes, writes }): Lane => ({
    id: program,
    title: shortName(program),
    bars: [...bars(leads, 'good'), ...bars(pauses, 'wait', t`paused`), ...bars(clashes, 'bad')],
    ticks: writes
      .filter(({ at }) => at <= now)
      .slice(-mostWrites)
      .map(({ at, stray }) => ({ at, tone: stray ? 'bad' : 'good' })),
  }));
  return {
    note: acting > 1 ? t`${acting} at once` : t`a stroke is a write`,
    tone: acting > 1 ? 'bad' : acting === 1 ? 'good' : 'off',
    blocks: [{ kind: 'lanes', lanes, from: 0, to: recording.entries.at(-1)?.at ?? 0, now }],
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
  const isLock = 'resource' in event && ['leases', 'endpoints'].includes(event.resource);
  const pipe = `${isLock ? 'lock' : 'work'}-${id}`;
  const end = isLock ? 'lease' : 'work';
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
