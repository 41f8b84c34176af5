import '../../../recording/all-words.ts';
import { translated } from '../../../i18n/t.ts';
import type { Event } from '../../../runtime/stage/events.ts';
import type { Entry } from '../../../runtime/stage/world.ts';
import { type Recording, processOf } from '../../../recording/recording.ts';
import { memoize } from '../../../recording/memoize.ts';
import { type TickLook, eventWords, wordsOfAll } from '../../../recording/subjects.ts';
import { actLabel } from '../../../recording/act-words.ts';
import { firstPlace } from '../../base/search.ts';
import { timeText } from '../../base/time-text.ts';

interface TimelineLane {
  /** Of a lane of a subject, or `other`. */
  readonly id: string;
  readonly name: string;
  /** What to draw, one list for each look; lines come first, so that they lie below. */
  readonly ticks: readonly Ticks[];
}

/** Ticks that look alike, by their x: rising, from 0 to `timelineWidth`. */
export interface Ticks {
  readonly look: TickLook;
  readonly xs: readonly number[];
}

interface TimelineMark {
  readonly x: number;
  readonly index: number;
  readonly text: string;
  readonly by: 'story' | 'reader';
}

export interface TimelineLayout {
  /** x of each entry, from 0 to `timelineWidth`, never falling. */
  readonly xs: Float64Array;
  readonly lanes: readonly TimelineLane[];
  readonly acts: readonly TimelineMark[];
  readonly times: readonly { readonly x: number; readonly text: string }[];
}

export const timelineWidth = 1000;
/** A place on the axis as a part of its length. */
export const percent = (x: number): string => `${Math.round((x / timelineWidth) * 10_000) / 100}%`;

/** Height of a lane in the drawing's units. */
export const laneHeight = 12;

/** The lanes of a run, by their ids, from top to bottom. */
function lanesOf({ subjects }: Recording): Map<string, string> {
  const lanes = new Map(
    wordsOfAll(subjects).flatMap(({ lanes = [] }) => lanes.map(({ id, name }) => [id, name])),
  );
  return lanes.set('other', 'others');
}

/** What gives an event its lane, in the order in which they are asked. */
const claimsOf = memoize((names: readonly string[]) => {
  const subjects = wordsOfAll(names);
  return {
    lanes: subjects.flatMap(({ lanes = [] }) => lanes),
    askers: subjects.toReversed().flatMap(({ laneOf }) => laneOf ?? []),
  };
});

/** The lane of an entry: where in the cluster it happened. */
export function laneOf(recording: Recording, entry: Entry): string {
  const { event } = entry;
  const lane = eventWords(event.kind)?.lane;
  if (lane !== undefined) return lane;
  const program = programOf(event) ?? processOf(recording, entry)?.group ?? '';
  const { lanes, askers } = claimsOf(recording.subjects);
  const ofProgram = lanes.find(({ programs }) => programs?.test(program));
  if (ofProgram) return ofProgram.id;
  for (const laneOf of askers) {
    const found = laneOf(event, program);
    if (found !== undefined) return found;
  }
  return 'other';
}

function programOf(event: Event): string | undefined {
  if ('program' in event) return event.program;
  if ('watch' in event) return event.watch;
  if ('informer' in event) return event.informer;
  return undefined;
}

const lookOf = ({ kind }: Event): TickLook => eventWords(kind)?.look ?? 'plain';

/**
 * Where everything on the timeline stands. The axis is virtual time, stretched where much happens: a place is
 * mostly how many entries came before, and partly how much time went by. Worked out once a recording.
 */
export function timelineLayout(recording: Recording): TimelineLayout {
  const { entries } = recording;
  const xs = placesOf(entries);
  const ticks = new Map<string, Map<TickLook, Set<number>>>();
  const acts: TimelineMark[] = [];
  entries.forEach((entry, i) => {
    const x = xs[i] as number;
    if (entry.event.kind === 'act') {
      acts.push({ x, index: i, text: actLabel(entry.event.act), by: entry.event.by });
      return;
    }
    const lane = laneOf(recording, entry);
    const looks = ticks.get(lane) ?? new Map<TickLook, Set<number>>();
    const look = lookOf(entry.event);
    // Ticks nearer than half a unit are one: at 10,000 entries a drawing of each would say no more.
    const columns = looks.get(look) ?? new Set<number>();
    columns.add(Math.round(x * 2) / 2);
    ticks.set(lane, looks.set(look, columns));
  });
  const lanes = [...lanesOf(recording)].flatMap(([id, name]): TimelineLane[] => {
    const looks = ticks.get(id);
    if (!looks) return [];
    const marks = [...looks].map(([look, columns]) => ({ look, xs: [...columns] }));
    marks.sort((a, b) => drawnInOrder.indexOf(a.look) - drawnInOrder.indexOf(b.look));
    return [{ id, name: translated(name), ticks: marks }];
  });
  return { xs, lanes, acts, times: timesOf(entries, xs) };
}

/** The order in which looks are drawn: lines lie below. */
const drawnInOrder: readonly TickLook[] = ['line', 'plain', 'write', 'error'];

/** A path of ticks, one for each. */
export function tickPath({ look, xs }: Ticks): string {
  return xs.map((x) => tick(x, look)).join('');
}

/**
 * The same ticks in so many columns, as a path of level strokes, to be drawn as thick as their look is high:
 * neighbours become one stroke.
 */
export function roughPath({ xs }: Ticks, columns: number): string {
  const taken = [...new Set(xs.map((x) => Math.min(columns - 1, Math.floor((x / timelineWidth) * columns))))];
  let path = 'M0 6';
  let end = 0;
  for (let i = 0; i < taken.length;) {
    const from = taken[i] as number;
    let length = 1;
    while (taken[i + length] === from + length) length++;
    path += `${from > end ? `m${from - end} 0` : ''}h${length}`;
    end = from + length;
    i += length;
  }
  return path;
}

function tick(x: number, look: TickLook): string {
  if (look === 'line') return `M${x} 5v2`;
  if (look === 'plain') return `M${x} 3.5v5`;
  if (look === 'write') return `M${x} 1v10`;
  return `M${x} 1v3.5m0 3v3.5`;
}

/** The part of a place that is virtual time; the rest is the number of entries before. */
const timePart = 0.3;

function placesOf(entries: readonly Entry[]): Float64Array {
  const xs = new Float64Array(entries.length);
  const start = entries[0]?.at ?? 0;
  const span = (entries.at(-1)?.at ?? 0) - start || 1;
  const last = Math.max(1, entries.length - 1);
  for (let i = 0; i < entries.length; i++) {
    const time = ((entries[i] as Entry).at - start) / span;
    xs[i] = timelineWidth * (timePart * time + (1 - timePart) * (i / last));
  }
  return xs;
}

/** The entry nearest to a place on the axis. */
export function indexAt(xs: Float64Array, x: number): number {
  const low = firstPlace(xs.length - 1, (place) => (xs[place] as number) >= x);
  const before = Math.max(0, low - 1);
  return Math.abs((xs[before] as number) - x) < Math.abs((xs[low] as number) - x) ? before : low;
}

/** Round times along the axis, far enough apart to be read. */
function timesOf(entries: readonly Entry[], xs: Float64Array): { x: number; text: string }[] {
  const start = entries[0]?.at ?? 0;
  const end = entries.at(-1)?.at ?? 0;
  const every = niceStep((end - start) / 8);
  const times: { x: number; text: string }[] = [];
  let i = 0;
  for (let at = Math.ceil(start / every) * every; at <= end; at += every) {
    while (i < entries.length - 1 && (entries[i] as Entry).at < at) i++;
    // Between two entries the axis is straight.
    const after = entries[i] as Entry;
    const before = entries[Math.max(0, i - 1)] as Entry;
    const x0 = xs[Math.max(0, i - 1)] as number;
    const part =
      after.at === before.at ? 1 : Math.max(0, Math.min(1, (at - before.at) / (after.at - before.at)));
    const x = x0 + ((xs[i] as number) - x0) * part;
    if (x <= timelineWidth - 30 && x - (times.at(-1)?.x ?? -100) >= 70) times.push({ x, text: timeText(at) });
  }
  return times;
}

function niceStep(rough: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  return ([1, 2, 5, 10].find((step) => step * unit >= rough) ?? 10) * unit;
}
