import type { Recording } from '../../recording/recording.ts';
import { type Hop, type Picture, frameAt } from './description.ts';

/** Steps longer than this are jumps: nothing travels. */
const longest = 400;
/** The most that travels in one step. */
const mostHops = 10;

/** Ids of the parts and pipes that an entry has to do with. */
export function litAt(picture: Picture, recording: Recording, index: number): ReadonlySet<string> {
  return new Set(
    picture.path(frameAt(recording, index)).map((step) => (typeof step === 'string' ? step : step.pipe)),
  );
}

/**
 * What travels when the reader goes from one entry to another: the hops of the entries between, in order, turned round and in reverse
 * order on the way back. What goes the same way under the same name goes once.
 */
export function hopsBetween(
  picture: Picture,
  recording: Recording,
  from: number,
  to: number,
): readonly Hop[] {
  if (from === to || Math.abs(to - from) > longest) return [];
  const hops: Hop[] = [];
  const seen = new Set<string>();
  for (let i = Math.max(from, to); i > Math.min(from, to) && hops.length < mostHops; i--) {
    const path = picture.path(frameAt(recording, i));
    for (const step of path.toReversed()) {
      if (typeof step === 'string' || seen.has(`${step.pipe} ${step.text}`)) continue;
      seen.add(`${step.pipe} ${step.text}`);
      hops.push(step);
    }
  }
  return to > from ? hops.reverse() : hops.map((hop) => ({ ...hop, reverse: !hop.reverse }));
}
