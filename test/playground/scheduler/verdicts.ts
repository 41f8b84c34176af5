import { type Explanation, attemptOf } from '../../../playground/scheduler/outcome.ts';
import { type Refusal, numberAt, placeOf, verdictOf } from '../../../src/runtime/subjects/scheduler/world.ts';

interface Verdict {
  readonly node: string;
  /** Undefined for a node that was not looked at. */
  readonly refusals: readonly Refusal[] | undefined;
  /** By plugin; empty for a node that was not scored. */
  readonly scores: Readonly<Record<string, { raw: number; normalized: number; weighted: number }>>;
  readonly total: number;
}

/** What an explanation says of each node, in the order of the nodes. */
export function verdictsOf(why: Explanation | undefined): Verdict[] {
  const { filters, scores } = (why && attemptOf(why)) ?? {};
  if (!filters) return [];
  return filters.order.map((node) => {
    const place = placeOf(filters, node);
    const row = scores?.nodes.indexOf(node) ?? -1;
    const columns = row < 0 || !scores ? [] : scores.columns;
    const given = columns.map(({ plugin, raw, normalized, weight }) => {
      const brought = numberAt(normalized, row);
      return [plugin, { raw: numberAt(raw, row), normalized: brought, weighted: brought * weight }] as const;
    });
    return {
      node,
      refusals: place < 0 ? undefined : verdictOf(filters, place),
      scores: Object.fromEntries(given),
      total: scores && row >= 0 ? numberAt(scores.total, row) : 0,
    };
  });
}

/** Names of the plugins that refused each node that was refused, in order. */
export function refusersOf(why: Explanation | undefined): Record<string, string[]> {
  const refused = verdictsOf(why).filter(({ refusals = [] }) => refusals.length > 0);
  return Object.fromEntries(
    refused.map(({ node, refusals = [] }) => [node, refusals.map(({ plugin }) => plugin).sort()]),
  );
}
