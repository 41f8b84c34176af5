import { t } from '../../i18n/t.ts';
import type { Result } from '../../runtime/go/result.ts';
import {
  type ChapterProgress,
  type ProgressRecord,
  countOf,
  mergeChapters,
  mergeRecords,
  noProgress,
  parseRecord,
} from './progress-record.ts';
import { progressKey } from './progress-key.ts';

/** Where the record is kept: `localStorage`, or a test's own. */
export type ProgressStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * What a reader did, kept in this browser and nowhere else. Ids of chapters are the same in every language; those of what is in
 * them are unique within their chapter. No method throws. Where nothing can be kept, what was to be kept is lost, and the error
 * that is returned says so in words for the reader.
 */
export class Progress {
  readonly #storage: () => ProgressStorage;
  readonly #listeners = new Set<() => void>();

  /** @param storage looks the storage up. It may throw, as browsers do that deny it. */
  constructor(storage: () => ProgressStorage) {
    this.#storage = storage;
  }

  /** All that is kept; nothing, with the reason, if it cannot be read. */
  read(): [ProgressRecord, Error | undefined] {
    try {
      const text = this.#storage().getItem(progressKey);
      const [record, problem] = text === null ? [noProgress, undefined] : parseRecord(text);
      return problem
        ? [
            noProgress,
            new Error(
              t`What is kept here cannot be read: ${problem.message}. Reload the page, or clear it on the progress page.`,
            ),
          ]
        : [record, undefined];
    } catch {
      return [
        noProgress,
        new Error(t`This browser does not let this site store anything. Allow it in the settings.`),
      ];
    }
  }

  /** What was done in a chapter. */
  of(chapter: string): ChapterProgress {
    const { chapters } = this.read()[0];
    return Object.hasOwn(chapters, chapter) ? chapters[chapter]! : {};
  }

  /** Keeps which answer to a prediction was chosen, from 0. A later choice takes the place of an earlier one. */
  choose(chapter: string, prediction: string, chosen: number): Error | undefined {
    return this.#change(chapter, (before) => {
      const { [prediction]: known, ...others } = before.predictions ?? {};
      return { ...before, predictions: { ...others, [prediction]: { ...known, chosen } } };
    });
  }

  /** Keeps that the explanation of a prediction was opened. */
  open(chapter: string, prediction: string): Error | undefined {
    return this.#add(chapter, { predictions: { [prediction]: { opened: true } } });
  }

  /** Keeps that an experiment was made. */
  experiment(chapter: string, id: string): Error | undefined {
    return this.#add(chapter, { experiments: [id] });
  }

  /** Keeps that an exercise was solved. */
  solve(chapter: string, exercise: string): Error | undefined {
    return this.#add(chapter, { exercises: [exercise] });
  }

  /** Keeps whether the reader says to have read a chapter. */
  finish(chapter: string, read: boolean): Error | undefined {
    return this.#change(chapter, ({ read: _before, ...others }) => (read ? { ...others, read } : others));
  }

  /** Adds what a saved file holds; how many things came in, or what is wrong with the file. */
  merge(file: string): Result<number> {
    const [added, problem] = parseRecord(file);
    if (problem) return [undefined, new Error(t`This file cannot be imported: ${problem.message}.`)];
    const [here, unreadable] = this.read();
    const merged = mergeRecords(here, added);
    const lost = unreadable ?? this.#write(merged);
    return lost ? [undefined, lost] : [countOf(merged) - countOf(here), undefined];
  }

  /** Forgets everything, also what could not be read. */
  clear(): Error | undefined {
    try {
      this.#storage().removeItem(progressKey);
    } catch {
      return new Error(t`This browser does not let this site store anything, so there is nothing to clear.`);
    }
    this.#tell();
    return undefined;
  }

  /** Calls back after each change, also one that `heard` tells of. Gives what ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes a `storage` event: another tab has changed what is kept. */
  heard({ key }: { readonly key: string | null }): void {
    if (key === progressKey || key === null) this.#tell();
  }

  #add(chapter: string, more: ChapterProgress): Error | undefined {
    return this.#change(chapter, (before) => mergeChapters(before, more));
  }

  /** Reads the record again before it writes, so that what another tab has kept meanwhile stays. */
  #change(chapter: string, change: (before: ChapterProgress) => ChapterProgress): Error | undefined {
    const [here, problem] = this.read();
    if (problem) return new Error(t`This is not kept. ${problem.message}`);
    const before = this.of(chapter);
    const after = change(before);
    if (JSON.stringify(after) === JSON.stringify(before)) return undefined;
    return this.#write({ ...here, chapters: { ...here.chapters, [chapter]: after } });
  }

  #write(record: ProgressRecord): Error | undefined {
    const text = JSON.stringify(record);
    // What could not be read again would lock the reader out of all the rest.
    const [, problem] = parseRecord(text);
    if (problem) return new Error(t`This is not kept: ${problem.message}.`);
    try {
      this.#storage().setItem(progressKey, text);
    } catch {
      return new Error(
        t`This is not kept: the storage that this browser gives this site is full, or denied. Free some, or allow it in the browser's settings.`,
      );
    }
    this.#tell();
    return undefined;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The progress of this browser's reader. */
export const progress = new Progress(() => localStorage);
