import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';

const zoneOf: Readonly<Record<string, string>> = {
  'node-a': 'zone-1',
  'node-b': 'zone-2',
  'node-c': 'zone-3',
};
/** How many pods of web stand in each zone when the others come. */
const standing: Readonly<Record<string, number>> = { 'zone-1': 2, 'zone-2': 1, 'zone-3': 1 };
const nameOf = (pod: string): string => pod.replace('default/', '');

function uneven(recording: Recording): Problem | undefined {
  const counts = { ...standing };
  for (const entry of entriesOf(recording, 'sched.choose')) {
    const name = nameOf(entry.event.pod);
    const zone = zoneOf[entry.event.node];
    if (!name.startsWith('web-') || zone === undefined) continue;
    const least = Math.min(...Object.values(counts));
    const count = (counts[zone] ?? 0) + 1;
    counts[zone] = count;
    if (count - least <= 1) continue;
    const says = t`At ${timeOf(entry)} \`${name}\` gets \`${entry.event.node}\`. Then ${zone} has ${count} pods of the app web, and some zone has ${least}. The difference is more than one, and its constraint for zones has \`maxSkew\` 1.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

function waits(recording: Recording): Problem | undefined {
  const chosen = new Set(entriesOf(recording, 'sched.choose').map(({ event }) => nameOf(event.pod)));
  const name = ['web-5', 'web-6', 'web-7', 'web-8'].find((web) => !chosen.has(web));
  if (name === undefined) return undefined;
  const says = t`In the end \`${name}\` has no node, though one can take it and keep the balance.`;
  return { says, entry: lastEntry(recording).index };
}

function outside(recording: Recording): Problem | undefined {
  const entry = entriesOf(recording, 'sched.choose').find(({ event }) => event.node === 'node-d');
  if (!entry) return undefined;
  const says = t`At ${timeOf(entry)} \`${nameOf(entry.event.pod)}\` gets \`node-d\`, which has no zone: \`labelOf\` gives \`undefined\` for it. There is no difference to count there.`;
  return { says, entry: entry.index };
}

function countsItself(recording: Recording): Problem | undefined {
  const entry = entriesOf(recording, 'sched.fail').find(({ event }) => nameOf(event.pod) === 'batch-1');
  if (!entry) return undefined;
  const says = t`At ${timeOf(entry)} no node is found for \`batch-1\`. In zone-1 are 2 pods of the app web, in the others 1. \`batch-1\` does not count, as the \`selector\` of its constraint does not match its labels: the difference stays 1.`;
  return { says, entry: entry.index };
}

function inVain(recording: Recording): Problem | undefined {
  const entry = entriesOf(recording, 'sched.preempt').find(
    ({ event }) => nameOf(event.pod) === 'batch-2' && event.potential > 0,
  );
  if (!entry) return undefined;
  const says = t`At ${timeOf(entry)} preemption tries for \`batch-2\` whether it helps if pods go from \`node-d\`. That node has no zone, with pods and without. The code \`Unschedulable\` says that it may help.`;
  return { says, entry: entry.index };
}

export const exercise: Exercise = {
  id: 'scheduler/spreading/skew',
  kind: 'code',
  title: 'Keep the balance',
  task:
    'This `filterBySkew` takes `maxSkew` for the most pods that a zone may have. Let it look at differences: with the new pod, no zone may have more than ' +
    '`maxSkew` pods above the one with the fewest. And decide what becomes of nodes that have no zone.',
  file: 'kubernetes/pkg/scheduler/framework/plugins/podtopologyspread/filtering.ts',
  symbol: 'filterBySkew',
  start: `export function filterBySkew(s: PreFilterState, pod: Pod, node: Node): Answer {
  for (const { topologyKey, maxSkew } of s.constraints) {
    const tpVal = labelOf(node, topologyKey) ?? '';
    const matchNum = s.tpPairToMatchNum.get(topologyKey, tpVal) ?? 0;
    if (matchNum > maxSkew) return newStatus('Unschedulable', errReasonConstraintsNotMatch);
  }
  return undefined;
}`,
  scenario: 'scheduler/spreading#balance',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    { name: 'No zone gets more than one pod above another', problem: uneven },
    { name: 'A pod that keeps the balance gets a node', problem: waits },
    { name: 'A node without a zone gets none of these pods', problem: outside },
    { name: 'A pod that is not counted changes no balance', problem: countsItself },
    { name: 'Preemption tries no node where it cannot help', problem: inVain },
  ],
  hints: [
    '`s.tpKeyToCriticalPaths.get(topologyKey)?.minMatchNum` is the count of the zone with the fewest. Compare `maxSkew` with a difference.',
    'The new pod counts in the zone that it comes to: one more, if `selector` of the constraint matches its labels, and none otherwise.',
    'If `labelOf(node, topologyKey)` is undefined, refuse. It would not help if pods went from that node, so the code is `UnschedulableAndUnresolvable`, and the reason `errReasonNodeLabelNotMatch`.',
  ],
  why:
    'A limit on the count of a zone would have to grow with the number of pods. A limit on the difference holds for any number. The price is that every zone depends on the one with the fewest: ' +
    'if no pod can go there, it holds all others down. And as the pod itself is counted only if the selector matches it, a selector with a mistake in it makes a constraint that refuses no node.',
  next: 'Give the selector a mistake, and let twenty pods come. What do you see in the tab Filters?',
};
