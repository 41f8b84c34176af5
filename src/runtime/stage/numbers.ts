import type { Settings } from './settings.ts';

/** What is known of a number that a reader may change in a story. It is plain data, so that a page has it too. */
export interface StoryNumber {
  /** What upstream calls it: a flag, a field of a configuration, a constant. */
  readonly name: string;
  /** What it decides, in a sentence. */
  readonly about: string;
  /** What it counts: `s`, `ms`, or one of some things, such as `pod`. Nothing where it is a mere number. */
  readonly unit?: string;
  /** All that it may be, rising. */
  readonly values: readonly number[];
  /** What it is in v1.20.2 where nobody sets it; undefined where upstream has no such number. */
  readonly upstream?: number;
}

/** A number, and where the settings of a story have it: in the `numbers.ts` of a subject. A scenario names those that it offers. */
export interface SettingsNumber extends StoryNumber {
  /** What it is with these settings. */
  readonly of: (settings: Partial<Settings>) => number;
  /** The settings with another value of it. */
  readonly into: (settings: Partial<Settings>, value: number) => Partial<Settings>;
}

/** Every step from one number to another, for `values`. */
export function upTo(least: number, most: number, step = 1): readonly number[] {
  return Array.from({ length: Math.floor((most - least) / step) + 1 }, (_, i) => least + i * step);
}
