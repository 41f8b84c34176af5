import { t } from '../../../i18n/t.ts';
import { across } from '../../../components/picture/areas.ts';
import { gauge, groups, holds, slots, text } from '../../../components/picture/content.ts';
import type { Chip, Content, Frame, Picture, Tone } from '../../../components/picture/description.ts';
import { type Way, along, back } from '../../../components/picture/ways.ts';
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

/** The way of an Event from a program's recorder to the API server, with all the places where it can be lost. */
export const picture: Picture = {
  blocks: ['gauge', 'groups', 'lines', 'slots'],
  plan: () => ({
    shapes: {
      wide: `0.95 recorder recorder broadcaster broadcaster broadcaster broadcaster log log
             1.3 server server server sink sink correlator correlator correlator`,
      narrow: `0.7 ${across('recorder', 5)}${across('log', 5)}
               1.15 ${across('broadcaster', 10)}
               1.35 ${across('correlator', 10)}
               1.05 ${across('sink', 4)}${across('server', 6)}`,
    },
    tall: 620,
    parts: {
      recorder: { title: 'EventRecorder', hue: 'controller', opens: 'goroutines' },
      broadcaster: { title: 'EventBroadcaster', hue: 'queue', opens: 'state' },
      log: { title: t`Log`, hue: 'plain', opens: 'state' },
      correlator: { title: 'EventCorrelator', hue: 'scheduler', opens: 'state' },
      sink: { title: 'EventSink', hue: 'informer', opens: 'state' },
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

function pathOf({ entry: { event } }: Frame): Way {
  switch (event.kind) {
    case 'act':
      return event.act.kind === 'request' ? ['recorder'] : ['server'];
    case 'http.response':
      return ['recorder'];
    case 'program.output':
      if (event.program !== reporter) return ['server'];
      return [...along('recorder', 'action', 'broadcaster', t`Event`), { pipe: 'toLog' }, 'log'];
    case 'event.record':
      return [...along('broadcaster', 'toSink', 'correlator', event.reason), { pipe: 'pass' }, 'sink'];
    case 'event.retry':
      return ['sink', { pipe: 'write', reverse: true, tone: 'bad' }];
    case 'event.drop':
      if (event.why === 'queue full') return along('recorder', 'action', 'broadcaster', event.reason, 'bad');
      return event.why === 'too many' ? along('broadcaster', 'toSink', 'correlator', event.reason) : ['sink'];
    case 'api.request':
      return event.resource === 'events' && event.program.startsWith(reporter)
        ? along('sink', 'write', 'server', event.verb)
        : ['server'];
    case 'api.error':
      return event.resource === 'events'
        ? back('server', 'write', 'sink', String(event.code), 'bad')
        : ['server'];
    case 'program.start':
    case 'program.exit':
      return event.program === reporter ? ['recorder'] : ['server'];
    default:
      return ['server'];
  }
}

const queuesIn = ({ world }: Frame): readonly TableRow[] => rowsOf(world, `${reporter}/event queues`);

/** Goroutines of the program that wait with an Event for room in the first queue. */
function recorderOf(frame: Frame): Content {
  const waiting = queuesIn(frame).find(({ name }) => name === 'senders that wait');
  const asked = rowsOf(frame.world, `${reporter}/http`).at(-1)?.cells[0];
  return holds(
    text(
      { label: t`program`, text: reporter },
      { label: t`waiting to send`, text: waiting?.cells[0] ?? '0' },
      ...(asked === undefined ? [] : [`“${asked}”`]),
    ),
  );
}

/** At most so many squares are drawn of a queue with room for 1,000. */
const squares = 25;

/** The queue that all senders share, and one for each who watches. */
function broadcasterOf(frame: Frame): Content {
  const { log, sink } = watchersOf(frame.recording);
  const rows = queuesIn(frame).filter(({ name }) => name !== 'senders that wait');
  const titles = ['incoming', ...(log ? [t`for the log`] : []), ...(sink ? [t`for the sink`] : [])];
  return holds(
    slots(
      rows.map(({ name, cells: [waiting = '0', room = '0', dropped = '0'] }, i) => ({
        id: name,
        title: titles[i] ?? name,
        filled: (Number(waiting) * squares) / Math.max(1, Number(room)),
        of: squares,
        note: dropped === '0' ? `${waiting}/${room}` : t`${waiting}/${room}, ${dropped} dropped`,
        tone: dropped === '0' ? undefined : 'bad',
      })),
    ),
  );
}

const shortMessage = (words: string): string => words.replace(/^.*reason: '([^']*)' /, '$1: ');

function logOf({ world, recording }: Frame): Content {
  if (!watchersOf(recording).log) return { tone: 'off', ...holds(text(t`switched off`)) };
  const rows = rowsOf(world, `${reporter}/output`);
  const lines = rows.slice(-4).map(({ cells: [words = ''] }) => shortMessage(words));
  return { note: t`${rows.length} lines`, ...holds(text(...lines)) };
}

const mostRows = 3;
/** From so many alike but for their message on, they become one. */
const mostAlike = 10;
/** What a token bucket holds. */
const most = 25;

/** For each object and reason: how often it was seen, the count that was written, and what is left of its bucket. */
function correlatorOf({ world, recording, entry }: Frame): Content {
  if (!watchersOf(recording).sink) return { tone: 'off' };
  const rows = rowsOf(world, `${reporter}/event correlator`);
  if (rows.length === 0) return holds(text(t`knows of nothing yet`));
  const sent = sentOf(recording)[entry.index];
  // Those by a reference with a version and those without are told apart by the correlator, and not by what is sent.
  const now = rows.filter(
    ({ name }) => sent && name.replace(' (no version)', '') === `${sent.about} ${sent.reason}`,
  );
  const alike = Math.max(0, ...now.map(({ cells }) => Number(cells[2] ?? 0)));
  const buckets = rows
    .slice(-mostRows)
    .map(({ name, cells: [seen = '', count = '', , tokens = '0', left = '0'] }) => ({
      id: name,
      title: lastPart(name),
      filled: Number(tokens),
      of: most,
      note: seenWords(seen, count, left),
      tone: tokens === '0' ? ('bad' as const) : undefined,
    }));
  return {
    note: t`tokens of ${most}`,
    ...holds(
      slots(buckets),
      gauge(t`differ only in the message`, alike / mostAlike, `${alike}/${mostAlike}`),
    ),
  };
}

/** So often the sink tries. */
const mostTries = 12;

function sinkOf({ recording, entry }: Frame): Content {
  if (!watchersOf(recording).sink) return { tone: 'off' };
  const sent = sentOf(recording)[entry.index];
  if (!sent) return holds(text(t`waits`));
  const { about, reason, failed, state } = sent;
  const states: Readonly<Record<typeof state, readonly [string, Tone]>> = {
    sending: failed > 0 ? [t`is tried again`, 'wait'] : [t`is sent`, 'busy'],
    stored: [t`is stored`, 'good'],
    dropped: [t`is dropped`, 'bad'],
  };
  const [words, tone] = states[state];
  return {
    tone,
    ...holds(
      text(lastPart(about), reason, words),
      failed > 0 && gauge(t`tries`, failed / mostTries, `${failed}/${mostTries}`),
    ),
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
  const abouts = [...new Set(rows.map(({ cells: [about = ''] }) => about))];
  const stored = abouts.map((about) => ({
    id: about,
    title: about.split(' ')[1] ?? about,
    chips: rows.filter(({ cells }) => cells[0] === about).map(storedChip),
  }));
  return {
    tone: down ? 'bad' : 'good',
    note: down ? t`down` : undefined,
    ...holds(groups(stored, { empty: t`no Event is stored` })),
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
