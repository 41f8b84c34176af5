import { lastBy } from '../../base/search.ts';
import { t } from '../../../i18n/t.ts';
import type { WorldChange } from '../../../recording/map-changes.ts';
import { finalDifferences, firstDifference } from '../../../recording/compare.ts';
import type { Recording } from '../../../recording/recording.ts';
import { capitalised, countOf, objectWords } from '../../../recording/words.ts';

/** The run as the story tells it, or the one that follows from what the reader did. */
export type Branch = 'original' | 'fork';

/** How two runs differ, in words for the reader. */
export interface Comparison {
  /** The fork point: where each run goes on by itself. */
  readonly parts: Readonly<Record<Branch, number>>;
  /** What each does where they part. */
  readonly first: string;
  /** What the two clusters hold differently in the end, a sentence each. */
  readonly final: readonly string[];
}

/** The most differences told one by one. */
const mostTold = 5;

export function compareRuns(original: Recording, fork: Recording): Comparison {
  const difference = firstDifference(original, fork, { a: t`the story`, b: t`yours` });
  const stored = finalDifferences(original, fork).filter(
    ({ component, name }) => component === 'store' && name !== '' && !name.startsWith('events/'),
  );
  return {
    parts: {
      original: difference?.index ?? original.entries.length,
      fork: difference?.indexInB ?? fork.entries.length,
    },
    first: difference?.text ?? t`Both runs are the same from beginning to end.`,
    final: finalWords(stored),
  };
}

/** The index in `other` at which as much virtual time has gone by as at an index of `from`. */
export function sameMoment(from: Recording, index: number, other: Recording): number {
  const last = other.entries.length - 1;
  // Before they part they are the same, entry by entry, if it was the same code that ran.
  const { index: common, indexInB } = firstDifference(from, other) ?? { index: last + 1, indexInB: last + 1 };
  if (index < common && common === indexInB) return Math.min(index, last);
  const at = from.entries[index]?.at ?? 0;
  return lastBy(other.entries, at);
}

function finalWords(stored: readonly WorldChange[]): string[] {
  if (stored.length === 0) return [t`Both clusters hold the same objects in the end.`];
  const words = stored.slice(0, mostTold).map(({ name, change, paths }) => {
    const resource = name.slice(0, name.indexOf('/'));
    const what = objectWords(resource, name);
    if (change === 'added') return t`Only your run has ${what}.`;
    if (change === 'removed') return t`Only the story's run has ${what}.`;
    const telling = paths.find(({ path }) => /^(spec|status)\./.test(path)) ?? paths[0];
    return capitalised(
      telling
        ? t`${what} differs: ${telling.path} ${show(telling.before)} → ${show(telling.after)}.`
        : t`${what} differs.`,
    );
  });
  const more = stored.length - mostTold;
  return more > 0 ? [...words, t`And ${countOf(more, 'object')} more.`] : words;
}

function show(value: unknown): string {
  if (value === undefined) return t`nothing`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
