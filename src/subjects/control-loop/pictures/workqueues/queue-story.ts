import { memoize } from '../../../../recording/memoize.ts';
import type { Recording } from '../../../../recording/recording.ts';

/** The work queue that is looked at: the first that anybody adds to. Empty where a run has none. */
export const queueOf = memoize(({ entries }: Recording): string => {
  const counts = new Map<string, number>();
  for (const { event } of entries)
    if (event.kind === 'workqueue.add') counts.set(event.queue, (counts.get(event.queue) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
});

/** All workers that ever take a key of it, by name. */
export const workersOf = memoize((recording: Recording): readonly string[] => {
  const names = recording.entries.flatMap(({ event }) =>
    event.kind === 'workqueue.get' && event.queue === queueOf(recording) ? [event.worker] : [],
  );
  return [...new Set(names)].sort();
});

interface Delay {
  readonly index: number;
  readonly at: number;
  readonly key: string;
  readonly delayMs: number;
  readonly failures?: number;
  /** What is left in the bucket that all keys share, if it was asked. */
  readonly tokens: number;
}

/** How much the bucket of upstream's default rate limiter holds, and how many it gets in a second. */
export const bucketSize = 100;
const perSecond = 10;

/** Every time that a key was put off, and what it left of the bucket, as `rate.Limiter` counts. */
const delaysOf = memoize((recording: Recording): readonly Delay[] => {
  const delays: Delay[] = [];
  let [tokens, asked] = [bucketSize, 0];
  for (const { event, at, index } of recording.entries) {
    if (event.kind === 'program.crash') tokens = bucketSize;
    if (event.kind !== 'workqueue.addAfter' || event.queue !== queueOf(recording)) continue;
    const { key, delayMs, failures } = event;
    if (failures !== undefined) {
      tokens = Math.min(bucketSize, tokens + ((at - asked) / 1000) * perSecond) - 1;
      asked = at;
    }
    delays.push({ index, at, key, delayMs, tokens, ...(failures !== undefined && { failures }) });
  }
  return delays;
});

/** The last time that a key was put off, up to that entry. */
export const delayOf = (recording: Recording, key: string, index: number): Delay | undefined =>
  delaysOf(recording).findLast((delay) => delay.index <= index && delay.key === key);

/** What the bucket holds, which may be less than nothing: then it is owed. */
export function bucketAt(
  recording: Recording,
  { index, at }: { readonly index: number; readonly at: number },
): number {
  const last = delaysOf(recording).findLast((delay) => delay.index <= index && delay.failures !== undefined);
  if (!last) return bucketSize;
  return Math.min(bucketSize, last.tokens + ((at - last.at) / 1000) * perSecond);
}
