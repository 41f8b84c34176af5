import { t } from '../i18n/t.ts';
import type { Entry, World } from '../runtime/stage/world.ts';
import { worldChanges } from './changes.ts';
import type { WorldChange } from './map-changes.ts';
import { sameJson } from './object-changes.ts';
import { type Recording, processOf } from './recording.ts';
import { tell } from './tell.ts';
import { capitalised } from './words.ts';

/** Where two runs part, in each of them. A side that is over by then has no entry. */
export interface Difference {
  readonly index: number;
  readonly indexInB: number;
  readonly a?: Entry;
  readonly b?: Entry;
  /** In words: what both share, and what each does then. */
  readonly text: string;
}

/** A row of two runs side by side; before the fork both sides show the same entry. */
interface AlignedRow {
  readonly at: number;
  readonly a?: number;
  readonly b?: number;
}

export interface Alignment {
  /** Entries that both begin with. */
  readonly common: number;
  /** All entries of both, in order of virtual time. Behind the fork, equal events at equal times share a row. */
  readonly rows: readonly AlignedRow[];
}

/** True if the same thing happened, in the same process at the same time. Worlds and causes are not compared. */
function sameEntry(a: Recording, one: Entry, b: Recording, other: Entry): boolean {
  return (
    one === other ||
    (one.at === other.at &&
      one.event.kind === other.event.kind &&
      processOf(a, one)?.name === processOf(b, other)?.name &&
      sameJson(one.event, other.event))
  );
}

/** What the two runs of a comparison are called in a sentence. */
export interface RunNames {
  readonly a: string;
  readonly b: string;
}

/**
 * The first entry in which two runs differ; undefined if they are the same throughout. Where they ran different code,
 * its lines make no difference, only what it did.
 */
export function firstDifference(
  a: Recording,
  b: Recording,
  names: RunNames = { a: t`the first`, b: t`the second` },
): Difference | undefined {
  const { shared: count, index, indexInB } = part(a, b);
  const one = a.entries[index];
  const other = b.entries[indexInB];
  if (!one && !other) return undefined;
  const until = Math.min(one?.at ?? Infinity, other?.at ?? Infinity);
  const shared =
    count === 0 ? t`The two runs differ from the start` : t`Both runs are the same until ${until} ms`;
  return {
    index,
    indexInB,
    a: one,
    b: other,
    text: t`${shared}. ${side(names.a, one)} ${side(names.b, other)}`,
  };
}

/** Lays two runs side by side. */
export function align(a: Recording, b: Recording): Alignment {
  const { index: common } = part(a, b);
  const rows: AlignedRow[] = [];
  for (let i = 0; i < common; i++) rows.push({ at: (a.entries[i] as Entry).at, a: i, b: i });
  for (let i = common, j = common; i < a.entries.length || j < b.entries.length;) {
    const one = a.entries[i];
    const other = b.entries[j];
    const now = Math.min(one?.at ?? Infinity, other?.at ?? Infinity);
    if (one && other && sameEntry(a, one, b, other)) rows.push({ at: now, a: i++, b: j++ });
    else if (one?.at === now && !(other?.at === now && comesLater(a, one, b, j)))
      rows.push({ at: now, a: i++ });
    else rows.push({ at: now, b: j++ });
  }
  return { common, rows };
}

/** What differs between the worlds with which two runs end. */
export function finalDifferences(a: Recording, b: Recording): WorldChange[] {
  const one: World | undefined = a.entries.at(-1)?.world;
  const other: World | undefined = b.entries.at(-1)?.world;
  return one && other ? worldChanges(one, other) : [];
}

/** How many entries two runs share at their beginning, and where each goes on by itself. */
function part(
  a: Recording,
  b: Recording,
): { readonly shared: number; readonly index: number; readonly indexInB: number } {
  const sameCode = sameJson(a.edits, b.edits);
  const next = ({ entries }: Recording, from: number): number => {
    if (sameCode) return from;
    let at = from;
    while (entries[at]?.event.kind === 'line') at++;
    return at;
  };
  for (let shared = 0, i = 0, j = 0; ; shared++, i++, j++) {
    i = next(a, i);
    j = next(b, j);
    const one = a.entries[i];
    const other = b.entries[j];
    if (!one || !other || !sameEntry(a, one, b, other)) return { shared, index: i, indexInB: j };
  }
}

/** True if the other run has an equal entry soon, at the same virtual time: it waits to share a row with it. */
function comesLater(a: Recording, one: Entry, b: Recording, from: number): boolean {
  for (let j = from + 1; j <= from + 100; j++) {
    const other = b.entries[j];
    if (!other || other.at !== one.at) return false;
    if (sameEntry(a, one, b, other)) return true;
  }
  return false;
}

function side(which: string, entry: Entry | undefined): string {
  return capitalised(
    entry ? t`${which} goes on at ${entry.at} ms: ${tell(entry.event)}.` : t`${which} is over.`,
  );
}
