import './all-words.ts';
import type { Entry } from '../runtime/stage/world.ts';
import { type Fold, foldsIn } from './folds.ts';
import { memoize } from './memoize.ts';
import type { Recording } from './recording.ts';
import { isStandIn } from './stand-ins.ts';
import { eventWords } from './subjects.ts';

/**
 * How far one step goes, from the smallest to the largest. From `event` on, what is said many times in a row is one step, and what only
 * stand-ins do is none.
 */
export type Granularity = 'line' | 'every event' | 'event' | 'work item' | 'API write';

export const granularities: readonly Granularity[] = [
  'line',
  'every event',
  'event',
  'work item',
  'API write',
];

/** Folds that a reader has opened, by the index of their first part. */
export type Opened = ReadonlySet<number>;

const noneOpened: Opened = new Set();

/**
 * True if a step of that size stops at an entry. Every step stops at acts and at what programs do as a whole:
 * whoever follows the story wants to see them.
 */
function isStop(recording: Recording, entry: Entry, granularity: Granularity): boolean {
  const { kind } = entry.event;
  if (granularity === 'line') return true;
  if (granularity === 'every event') return kind !== 'line';
  if (isStandIn(recording, entry)) return false;
  if (granularity === 'event') return kind !== 'line';
  const stop = eventWords(kind)?.stop;
  return stop === 'every' || stop === granularity;
}

interface Path {
  /** With all folds open. */
  readonly all: readonly number[];
  /** By the index of each part. */
  readonly folds: ReadonlyMap<number, Fold>;
}

const pathsOf = memoize((_recording: Recording) => new Map<Granularity, Path>());

/** All stops of a size, and how they fold; worked out once. */
function pathOf(recording: Recording, granularity: Granularity): Path {
  const known = pathsOf(recording);
  let path = known.get(granularity);
  if (!path) {
    const stops = recording.entries.filter((entry) => isStop(recording, entry, granularity));
    const all = stops.map(({ index }) => index);
    const fine = granularity === 'line' || granularity === 'every event';
    const folds = fine ? [] : foldsIn(recording, all);
    path = { all, folds: new Map(folds.flatMap((fold) => fold.parts.map((part) => [part, fold]))) };
    known.set(granularity, path);
  }
  return path;
}

/** The indices of all stops, in order. A fold that is not open is one, at its last part: all that it says has happened there. */
export function stopsOf(
  recording: Recording,
  granularity: Granularity,
  opened: Opened = noneOpened,
): readonly number[] {
  const { all, folds } = pathOf(recording, granularity);
  return all.filter((index) => {
    const parts = folds.get(index)?.parts;
    return !parts || parts.at(-1) === index || opened.has(parts[0] as number);
  });
}

/** The fold of that size that has an entry among its parts. */
export function foldAt(recording: Recording, granularity: Granularity, index: number): Fold | undefined {
  return pathOf(recording, granularity).folds.get(index);
}

/** The next stop behind an index, which may be -1; undefined if there is none. */
export function nextStop(
  recording: Recording,
  index: number,
  granularity: Granularity,
  opened?: Opened,
): number | undefined {
  return stopsOf(recording, granularity, opened).find((stop) => stop > index);
}

/** The last stop before an index; undefined if there is none. */
export function previousStop(
  recording: Recording,
  index: number,
  granularity: Granularity,
  opened?: Opened,
): number | undefined {
  return stopsOf(recording, granularity, opened).findLast((stop) => stop < index);
}
