import type { PreemptionCandidate } from '../../../runtime/subjects/scheduler/world.ts';

/** What one node among several is chosen by. */
export type Measure = 'violations' | 'highest' | 'sum' | 'count' | 'earliestStart';

interface MeasureOf {
  readonly key: Measure;
  readonly of: (candidate: PreemptionCandidate) => number;
}

/** In the order in which upstream asks them; the least is the best. */
export const measures: readonly MeasureOf[] = [
  { key: 'violations', of: ({ violations }) => violations },
  { key: 'highest', of: ({ highest }) => highest },
  { key: 'sum', of: ({ sum }) => sum },
  { key: 'count', of: ({ count }) => count },
  { key: 'earliestStart', of: ({ earliestStart }) => -earliestStart },
];

/** The measure that strikes each candidate out, by its node; one that is left by all of them has none. */
export function struckOut(candidates: readonly PreemptionCandidate[]): ReadonlyMap<string, Measure> {
  const struck = new Map<string, Measure>();
  let left = candidates;
  for (const { key, of } of measures) {
    const least = left.reduce((min, candidate) => Math.min(min, of(candidate)), Infinity);
    for (const candidate of left) if (of(candidate) > least) struck.set(candidate.node, key);
    left = left.filter(({ node }) => !struck.has(node));
  }
  return struck;
}
