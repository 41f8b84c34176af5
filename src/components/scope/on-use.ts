import { t } from '../../i18n/t.ts';
import { signal } from '@preact/signals';
import type { Player } from './player.ts';

/** A part of the Scope that its first look does without. */
export interface OnUse<T> {
  /** Undefined until it is there. A component that reads it is drawn again then. */
  readonly value: T | undefined;
  /** Loads it, once. Where it cannot be had, the player's `problem` says so, and a later call tries again. */
  load(player: Player): Promise<T | undefined>;
}

/** A part that `load` fetches when it is first used. */
export function onUse<T>(load: () => Promise<T>): OnUse<T> {
  const there = signal<{ readonly part: T } | undefined>(undefined);
  return {
    get value() {
      return there.value?.part;
    },
    async load(player) {
      try {
        there.value ??= { part: await load() };
      } catch {
        player.problem.value = t`This part of the Scope could not be fetched. Try again when you are connected, or reload the page.`;
      }
      return there.value?.part;
    },
  };
}
