import { t } from '../../src/i18n/t.ts';
import { countOf, listed } from '../../src/recording/words.ts';
import type { Asked } from './explain.ts';
import type { NodeVerdict, Refusal } from './outcome.ts';

/** Nodes that are named; of more it is told how many. */
const mostNamed = 4;

/** What filters and scores say otherwise in one attempt than in the one before it, in sentences. */
export function changesBetween(before: Asked, now: Asked): string[] {
  if (now.refusedBefore)
    return before.refusedBefore ? [] : [t`It was refused before any node was looked at.`];
  const earlier = new Map(before.nodes.map((one) => [one.node, one]));
  const here = new Set(now.nodes.map(({ node }) => node));
  const gone = before.nodes.map(({ node }) => node).filter((node) => !here.has(node));
  const changes = now.nodes.flatMap((one) => changeOf(earlier.get(one.node), one, now) ?? []);
  const left = changes.length - mostNamed;
  return [
    ...changes.slice(0, mostNamed),
    ...(left > 0 ? [t`So with ${countOf(left, 'more node')}.`] : []),
    ...(gone.length > 0 ? [t`${listed(gone.slice(0, mostNamed))} went away.`] : []),
  ];
}

/** What is otherwise with a node. */
function changeOf(before: NodeVerdict | undefined, now: NodeVerdict, { scorers }: Asked): string | undefined {
  const { node } = now;
  const [was, says] = [refusalsText(before?.refusals ?? []), refusalsText(now.refusals)];
  if (!before) return t`${node} is new: ${says || t`it passes`}.`;
  if (was !== says) {
    if (says === '') return t`${node} passes now, and did not before: ${was}.`;
    if (was === '') return t`${node} passed before, and no longer does: ${says}.`;
    return t`${node} says ${says}, and before: ${was}.`;
  }
  if (before.total === now.total || before.scores.length === 0 || now.scores.length === 0) return undefined;
  const moved = scorers.flatMap(({ name }, at) => {
    const [old, given] = [before.scores[at]?.weighted ?? 0, now.scores[at]?.weighted ?? 0];
    return old === given ? [] : [t`${name} ${given} in place of ${old}`];
  });
  return t`${node} has ${now.total}, and had ${before.total}: ${listed(moved)}.`;
}

function refusalsText(refusals: readonly Refusal[]): string {
  return refusals.map(({ plugin, reasons }) => `${plugin}: ${listed(reasons)}`).join('; ');
}
