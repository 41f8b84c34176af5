import { type TextStorage, keepUnder, mostKept, readKept } from '../base/kept-text.ts';

/** A text that was kept, and what the exercise began with when it was written. */
export interface KeptText {
  readonly text: string;
  /** Digest of the start, as `ExerciseParts` has it. */
  readonly start: string;
}

/** Names of what is kept in the browser's storage begin with this; the id of the exercise follows. */
export const keptPrefix = 'loopscope-exercise:';

/** The text of an exercise; undefined if there is none that can be read. */
export function keptText(storage: () => TextStorage, id: string): KeptText | undefined {
  try {
    const value: unknown = JSON.parse(readKept(storage, keptPrefix + id) ?? 'null');
    if (typeof value !== 'object' || value === null) return undefined;
    const { text, start } = value as { readonly text?: unknown; readonly start?: unknown };
    return typeof text === 'string' && typeof start === 'string' && text.length <= mostKept
      ? { text, start }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text, or with `undefined` keeps none. False if nothing can be kept here. */
export function keepText(storage: () => TextStorage, id: string, kept: KeptText | undefined): boolean {
  if (kept && kept.text.length > mostKept) return false;
  return keepUnder(storage, keptPrefix + id, kept && JSON.stringify(kept));
}
