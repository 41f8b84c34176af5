import { t } from '../../i18n/t.ts';
import { type Signal, signal } from '@preact/signals';

/** Where it is said what went wrong, in words for the reader. */
interface Told {
  readonly problem: Signal<string | undefined>;
}

/** A part of the Scope that its first look does without. */
export interface OnUse<T> {
  /** Undefined until it is there. A component that reads it is drawn again then. */
  readonly value: T | undefined;
  /** Loads it, once. Where it cannot be had, the `problem` says so, and a later call tries again. */
  load(told: Told): Promise<T | undefined>;
}

/** A part that `load` fetches when it is first used. */
export function onUse<T>(load: () => Promise<T>): OnUse<T> {
  const there = signal<{ readonly part: T } | undefined>(undefined);
  return {
    get value() {
      return there.value?.part;
    },
    async load({ problem }) {
      try {
        there.value ??= { part: await load() };
      } catch {
        problem.value = t`This part of the Scope could not be fetched. Try again when you are connected, or reload the page.`;
      }
      return there.value?.part;
    },
  };
}

/** Parts that subjects have each for itself. */
export interface OnUseEach<T> {
  /** Those of these subjects that are there. A component that reads them is drawn again when more come. */
  of(subjects: readonly string[]): readonly T[];
  /** Loads those of these subjects. False where one cannot be had: the `problem` says so, and a later call tries again. */
  load(subjects: readonly string[], told: Told): Promise<boolean>;
}

/** What subjects have in files of a name, by `import.meta.glob`: not all of them have one. */
export function onUseEach<T>(files: Readonly<Record<string, () => Promise<T>>>): OnUseEach<T> {
  const all = new Map(Object.entries(files).map(([path, load]) => [path.split('/').at(-2), onUse(load)]));
  const wanted = (subjects: readonly string[]) => subjects.flatMap((name) => all.get(name) ?? []);
  return {
    of: (subjects) => wanted(subjects).flatMap(({ value }) => value ?? []),
    load: async (subjects, told) =>
      (await Promise.all(wanted(subjects).map((part) => part.load(told)))).every(
        (part) => part !== undefined,
      ),
  };
}
