import { t } from '../../../i18n/t.ts';
import type { Chip, Content, Frame, Hop, Picture } from '../../../components/picture/description.ts';
import { memoize } from '../../../recording/memoize.ts';
import type { Recording } from '../../../recording/recording.ts';
import { lastPart } from '../../../recording/words.ts';
import { mapGet } from '../../../runtime/sim/pmap.ts';
import type { TableRow } from '../../../runtime/stage/world.ts';
import { rowsOf } from '../picture-data.ts';
import { seenWords, sentOf } from './events/sink-story.ts';

/** The program that tells. */
const reporter = 'reporter';

/** The queue of the sink is that of the last watcher, and that of the log the first; each is there or not. */
const watchersOf = memoize(({ entries }: Recording) => {
  const queues = entries.at(-1) ? rowsOf(entries.at(-1)!.world, `${reporter}/event queues`) : [];
  const sink = entries.some(({ event }) => event.kind === 'event.record');
  const watchers = queues.filter(({ name }) => name.startsWith('watcher')).map(({ name }) => name);
  return { sink, log: watchers.length > 1 || !sink, watchers };
});

const span = (part: string, columns: number): string => `${part} `.repeat(columns).trim();

/** The way of an Event from a program's recorder to the API server, with all the places where it can be lost. */
export const picture: Picture = {
  blocks: ['gauge', 'groups', 'lines', 'slots'],
  plan: () => ({
    shapes: {
      wide: `0.95 recorder recorder broadcaster broadcaster broadcaster broadcaster log log
             1.3 server server server sink sink correlator correlator correlator`,
      narrow: `0.7 ${span('recorder', 5)} ${span('log', 5)}
               1.15 ${span('broadcaster', 10)}
               1.35 ${span('correlator', 10)}
               1.05 ${span('sink', 4)} ${span('server', 6)}`,
    },
    tall: 620,
    parts: {
      recorder: { title: 'EventRecorder', hue: 'controller' },
      broadcaster: { title: 'EventBroadcaster', hue: 'queue' },
      log: { title: t`Log`, hue: 'plain' },
      correlator: { title: 'EventCorrelator', hue: 'scheduler' },
      sink: { title: 'EventSink', hue: 'informer' },
      server: { title: t`API server`, hue: 'api', opens: 'store' },
    },
    pipes: {
      action: { from: 'recorder', to: 'broadcaster' },
      toLog: { from: 'broadcaster', to: 'log' },
      toSink: { from: 'broadcaster', to: 'correlator' },
      pass: { from: 'correlator', to: 'sink' },
      write: { from: 'sink', to: 'server' },
    },
  }),
  scene: (frame) => ({
    says: saysOf(frame),
    parts: {
      recorder: recorderOf(frame),
      broadcaster: broadcasterOf(frame),
      log: logOf(frame),
      correlator: correlatorOf(frame),
      sink: sinkOf(frame),
      server: serverOf(frame),
    },
  }),
  path: pathOf,
};

function pathOf({ entry: { event } }: Frame): readonly (string | Hop)[] {
  switch (event.kind) {
    case 'act':
      return event.act.kind === 'request' ? ['recorder'] : ['server'];
    case 'http.response':
      return ['recorder'];
    case 'program.output':
      return event.program === reporter
        ? ['recorder', { pipe: 'action', text: t`Event` }, 'broadcaster', { pipe: 'toLog' }, 'log']
        : ['server'];
    case 'event.record':
      return ['broadcaster', { pipe: 'toSink', text: event.reason }, 'correlator', { pipe: 'pass' }, 'sink'];
    case 'event.retry':
      return ['sink', { pipe: 'write', reverse: true, tone: 'bad' }];
    case 'event.drop':
      if (event.why === 'queue full')
        return ['recorder', { pipe: 'action', text: event.reason, tone: 'bad' }, 'broadcaster'];
      if (event.why === 'too many')
        return ['broadcaster', { pipe: 'toSink', text: event.reason }, 'correlator'];
      return ['sink'];
    case 'api.request':
      return event.resource === 'events' && event.program.startsWith(reporter)
        ? ['sink', { pipe: 'write', text: event.verb }, 'server']
        : ['server'];
    case 'api.error':
      return event.resource === 'events'
        ? ['server', { pipe: 'write', text: String(event.code), reverse: true, tone: 'bad' }, 'sink']
        : ['server'];
    case 'program.start':
    case 'program.exit':
      return event.program === reporter ? ['recorder'] : ['server'];
    default:
      return ['server'];
  }
}

/** Goroutines of the program that wait with an Event for room in the first queue. */
function recorderOf({ world }: Frame): Content {
  const waiting = rowsOf(world, `${reporter}/event queues`).find(({ name }) => name === 'senders that wait');
  const requests = rowsOf(world, `${reporter}/http`);
  return {
    blocks: [
      {
        kind: 'lines',
        lines: [
          { label: t`program`, text: reporter },
          { label: t`wait to send`, text: waiting?.cells[0] ?? '0' },
          ...(requests.length > 0 ? [{ text: `“${requests.at(-1)?.cells[0] ?? ''}”` }] : []),
        ],
      },
    ],
  };
}

/** At most so many squares are drawn of a queue with room for 1,000. */
const squares = 25;

/** The queue that all senders share, and one for each who watches. */
function broadcasterOf({ world, recording }: Frame): Content {
  const { log, sink } = watchersOf(recording);
  const rows = rowsOf(world, `${reporter}/event queues`).filter(({ name }) => name !== 'senders that wait');
  const titles = ['incoming', ...(log ? [t`for the log`] : []), ...(sink ? [t`for the sink`] : [])];
  return {
    blocks: [
      {
        kind: 'slots',
        slots: rows.map(({ name, cells: [holds = '0', room = '0', dropped = '0'] }, i) => ({
          id: name,
          title: titles[i] ?? name,
          filled: (Number(holds) * squares) / Math.max(1, Number(room)),
          of: squares,
          note: dropped === '0' ? `${holds}/${room}` : t`${holds}/${room}, ${dropped} dropped`,
          ...(dropped !== '0' && { tone: 'bad' as const }),
        })),
      },
    ],
  };
}

const shortMessage = (text: string): string => text.replace(/^.*reason: '([^']*)' /, '$1: ');

function logOf({ world, recording }: Frame): Content {
  if (!watchersOf(recording).log)
    return { tone: 'off', blocks: [{ kind: 'lines', lines: [{ text: t`switched off` }] }] };
  const rows = mapGet(world.tables, `${reporter}/output`)?.rows ?? [];
  return {
    note: t`${rows.length} lines`,
    blocks: [
      {
        kind: 'lines',
        lines: rows.slice(-4).map(({ cells: [text = ''] }) => ({ text: shortMessage(text) })),
      },
    ],
  };
}

const mostRows = 3;
/** From so many alike but for their message on, they become one. */
const mostAlike = 10;

/** For each object and reason: how often it was seen, the count that was written, and what is left of its bucket. */
function correlatorOf({ world, recording, entry }: Frame): Content {
  if (!watchersOf(recording).sink) return { tone: 'off' };
  const rows = rowsOf(world, `${reporter}/event correlator`);
  if (rows.length === 0) return { blocks: [{ kind: 'lines', lines: [{ text: t`knows of nothing yet` }] }] };
  const sent = sentOf(recording)[entry.index];
  // Those by a reference with a version and those without are told apart by the correlator, and not by what is sent.
  const now = rows.filter(
    ({ name }) => sent && name.replace(' (no version)', '') === `${sent.about} ${sent.reason}`,
  );
  const alike = Math.max(0, ...now.map(({ cells }) => Number(cells[2] ?? 0)));
  return {
    note: t`tokens, of 25`,
    blocks: [
      {
        kind: 'slots',
        slots: rows
          .slice(-mostRows)
          .map(({ name, cells: [seen = '', count = '', , tokens = '0', left = '0'] }) => ({
            id: name,
            title: lastPart(name),
            filled: Number(tokens),
            of: 25,
            note: seenWords(seen, count, left),
            ...(tokens === '0' && { tone: 'bad' as const }),
          })),
      },
      {
        kind: 'gauge',
        label: t`alike but for the message`,
        text: `${alike}/${mostAlike}`,
        value: alike / mostAlike,
      },
    ],
  };
}

function sinkOf({ recording, entry }: Frame): Content {
  if (!watchersOf(recording).sink) return { tone: 'off' };
  const sent = sentOf(recording)[entry.index];
  if (!sent) return { blocks: [{ kind: 'lines', lines: [{ text: t`waits` }] }] };
  const { about, reason, failed, state } = sent;
  const tone = state === 'stored' ? 'good' : state === 'dropped' ? 'bad' : failed > 0 ? 'wait' : 'busy';
  const words = {
    sending: failed > 0 ? t`is tried again` : t`is sent`,
    stored: t`is stored`,
    dropped: t`is dropped`,
  }[state];
  return {
    tone,
    blocks: [
      { kind: 'lines', lines: [{ text: lastPart(about) }, { text: reason }, { text: words }] },
      ...(failed > 0
        ? [{ kind: 'gauge' as const, label: t`tries`, value: failed / 12, text: `${failed}/12` }]
        : []),
    ],
  };
}

/** What is combined says so at length. */
const shortened = (message: string): string => message.replace(/^\(combined from similar events\): /, '∑ ');

/** A stored Event: what it says, and its count. */
const storedChip = ({ name, cells: [, , count = '', , , message = ''] }: TableRow): Chip => ({
  id: `event:${name}`,
  text: shortened(message),
  note: `×${count}`,
  hue: 'api',
});

/** The stored Events, by what they are about. */
function serverOf({ world, entry: { event } }: Frame): Content {
  const rows = rowsOf(world, 'etcd/events');
  const down =
    mapGet(world.programs, 'kube-apiserver')?.state === 'ended' ||
    (event.kind === 'act' && event.act.kind === 'crash');
  const abouts = new Set(rows.map(({ cells: [about = ''] }) => about));
  return {
    tone: down ? 'bad' : 'good',
    ...(down && { note: t`away` }),
    blocks: [
      {
        kind: 'groups',
        groups: [...abouts].map((about) => ({
          id: about,
          title: about.split(' ')[1] ?? about,
          chips: rows.filter(({ cells }) => cells[0] === about).map(storedChip),
        })),
        empty: t`no Event is stored`,
      },
    ],
  };
}

function saysOf({ world, recording, entry }: Frame): string {
  const stored = rowsOf(world, 'etcd/events').length;
  const rows = rowsOf(world, `${reporter}/event correlator`);
  const sum = (nth: number): number => rows.reduce((all, { cells }) => all + Number(cells[nth] ?? 0), 0);
  const sent = sentOf(recording)[entry.index];
  const what = t`Events that the correlator has seen: ${sum(0)}; left out: ${sum(4)}; stored: ${stored}.`;
  return sent && sent.state === 'sending' && sent.failed > 0
    ? t`${what} ${sent.reason} of ${lastPart(sent.about)} has failed ${sent.failed} times.`
    : what;
}
