import { t } from '../../../i18n/t.ts';
import { countOf, listed } from '../../../recording/words.ts';
import {
  type Attempt,
  addedByExtenders,
  nodeAt,
  numberAt,
  verdictOf,
} from '../../../runtime/subjects/scheduler/world.ts';
import { refusalWords } from './refusal-words.ts';

/** What was said of a node in an attempt. */
interface NodeSaid {
  /** What filters have against it; empty if it passes. */
  readonly against: string;
  /** The sum of its scores, and what each plugin adds to it; left out where it was not scored. */
  readonly scored?: { readonly total: number; weighted(): readonly WeightedScore[] };
}

interface WeightedScore {
  readonly name: string;
  readonly weighted: number;
}

/** What was said of all nodes in an attempt; undefined where none was looked at, since a plugin refused the pod before that. */
type Said =
  { readonly nodes: ReadonlySet<string>; readonly looked: ReadonlyMap<string, NodeSaid> } | undefined;

/** Nodes that are named; of more it is told how many. */
const mostNamed = 3;

/** Which nodes are told otherwise by an attempt than by the one before it, and how, in sentences. */
function sayDifferently(before: Said, now: Said): string[] {
  if (!now) return before ? [t`It was refused before any node was looked at.`] : [];
  if (!before) return [t`Nodes are looked at now, and were not before.`];
  const changes = [...now.looked].flatMap(([node, says]) => {
    const was = before.looked.get(node);
    if (was) return changeOf(node, was, says) ?? [];
    // One that was not looked at may have been there all the same.
    return before.nodes.has(node) ? [] : [t`${node} is new: ${says.against || t`it passes`}.`];
  });
  const gone = [...before.nodes].filter((node) => !now.nodes.has(node));
  const left = changes.length - mostNamed;
  return [
    ...changes.slice(0, mostNamed),
    ...(left > 0 ? [t`So with ${countOf(left, 'more node')}.`] : []),
    ...(gone.length > 0 ? [t`${listed(gone.slice(0, mostNamed))} went away.`] : []),
  ];
}

/** What differs for a node. */
function changeOf(node: string, before: NodeSaid, now: NodeSaid): string | undefined {
  const [was, says] = [before.against, now.against];
  if (was !== says) {
    if (says === '') return t`${node} passes now, and did not before: ${was}.`;
    if (was === '') return t`${node} passed before, and no longer does: ${says}.`;
    return t`${node} says ${says}, and before: ${was}.`;
  }
  if (!before.scored || !now.scored || before.scored.total === now.scored.total) return undefined;
  const had = new Map(before.scored.weighted().map(({ name, weighted }) => [name, weighted]));
  const moved = now.scored.weighted().flatMap(({ name, weighted }) => {
    const old = had.get(name) ?? 0;
    return old === weighted ? [] : [t`${name} ${weighted} in place of ${old}`];
  });
  return t`${node} has ${now.scored.total}, and had ${before.scored.total}: ${listed(moved)}.`;
}

/** What brought an attempt back, and what is different in it from the one before, in sentences; empty for the first. */
export function attemptChanges(before: Attempt | undefined, now: Attempt): string {
  if (!before) return '';
  const came = now.why === '' ? [] : [t`It came back because of ${now.why}.`];
  // One that goes on may not have come to the nodes, and one that failed may never have.
  if ((!now.filters && !now.preFilter) || (!before.filters && !before.preFilter)) return came.join(' ');
  const changes = sayDifferently(saidIn(before), saidIn(now));
  return [...came, ...(changes.length > 0 ? changes : [t`All nodes say what they said before.`])].join(' ');
}

/** What differs for each node that two attempts both looked at, in a sentence, by the node's name. */
export function nodeChanges(before: Attempt, now: Attempt): ReadonlyMap<string, string> {
  const [was, says] = [saidIn(before), saidIn(now)];
  return new Map(
    [...(says?.looked ?? [])].flatMap(([node, said]) => {
      const old = was?.looked.get(node);
      const change = old && changeOf(node, old, said);
      return change === undefined ? [] : [[node, change] as const];
    }),
  );
}

function saidIn({ filters, scores }: Attempt): Said {
  if (!filters) return undefined;
  const scored = new Map(scores?.nodes.map((node, place) => [node, place]));
  const looked = new Map<string, NodeSaid>();
  for (let place = 0; place < filters.count; place++) {
    const node = nodeAt(filters, place);
    const against = refusalWords(verdictOf(filters, place));
    const row = scored.get(node);
    if (!scores || row === undefined) looked.set(node, { against });
    else {
      const weighted = (): WeightedScore[] => [
        ...scores.columns.map(({ plugin, normalized, weight }) => ({
          name: plugin,
          weighted: numberAt(normalized, row) * weight,
        })),
        { name: t`the extenders`, weighted: addedByExtenders(scores, row) },
      ];
      looked.set(node, { against, scored: { total: numberAt(scores.total, row), weighted } });
    }
  }
  return { nodes: new Set(filters.order), looked };
}
