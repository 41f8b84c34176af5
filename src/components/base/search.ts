/**
 * The first of `count` places, from 0, at which something holds that holds from there on; `count` if it holds at none. Halves what is
 * left each time, as Go's sort.Search.
 */
export function firstPlace(count: number, holds: (place: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The index of the last of these, which are in order of time, that is there by `at`; of the first, if none is. */
export function lastBy(timed: readonly { readonly at: number }[], at: number): number {
  return Math.max(
    0,
    firstPlace(timed.length, (place) => (timed[place] as { readonly at: number }).at > at) - 1,
  );
}
