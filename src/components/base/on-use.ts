import { t } from '../../i18n/t.ts';
import { type Signal, signal } from '@preact/signals';

/** Where it is told what went wrong, in words for the reader. */
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
