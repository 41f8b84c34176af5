import { memoize } from './memoize.ts';
import { type Recording, entryAt } from './recording.ts';

/**
 * The chain of causes of an entry, newest first and without the entry itself: "why?", asked until an act, or
 * something that nothing led to. A cause always lies before its effect; one that does not ends the chain.
 */
export function causesOf(recording: Recording, index: number): number[] {
  const causes: number[] = [];
  for (let at = entryAt(recording, index); at.cause >= 0 && at.cause < at.index;) {
    causes.push(at.cause);
    at = entryAt(recording, at.cause);
  }
  return causes;
}

/** The act that an entry goes back to, itself included; undefined if no act led to it. */
export function actBehind(recording: Recording, index: number): number | undefined {
  return [index, ...causesOf(recording, index)].find((at) => entryAt(recording, at).event.kind === 'act');
}

/** The entries that an entry led to directly, in order; lines of code only if `lines`. */
export function effectsOf(recording: Recording, index: number, lines = false): readonly number[] {
  const all = effectsByCause(recording).get(entryAt(recording, index).index) ?? [];
  return lines ? all : all.filter((effect) => entryAt(recording, effect).event.kind !== 'line');
}

const effectsByCause = memoize(({ entries }: Recording): ReadonlyMap<number, readonly number[]> => {
  const effects = new Map<number, number[]>();
  for (const { index: effect, cause } of entries) {
    if (cause < 0 || cause >= effect) continue;
    const others = effects.get(cause);
    if (others) others.push(effect);
    else effects.set(cause, [effect]);
  }
  return effects;
});
