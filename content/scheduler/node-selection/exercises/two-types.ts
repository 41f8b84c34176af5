import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import {
  type EntryOf,
  entriesOf,
  lastEntry,
  podsIn,
  timeOf,
} from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import { listed } from '../../../../src/recording/words.ts';
import {
  type Attempt,
  nodeAt,
  numberAt,
  verdictOf,
} from '../../../../src/runtime/subjects/scheduler/world.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';

const pod = 'default/web';

function refused(recording: Recording): Problem | undefined {
  const act = entriesOf(recording, 'act').find(({ event }) => event.by === 'reader' && event.error);
  if (act) return { says: t`The API server refuses it: ${act.event.error ?? ''}.`, entry: act.index };
  if (entriesOf(recording, 'sched.pop').some(({ event }) => event.pod === pod)) return undefined;
  const says = t`The scheduler never tries a pod called \`web\`.`;
  return { says, entry: lastEntry(recording).index };
}

/** The first attempt to place web, as it is at the end of a phase. */
function attemptAt(
  recording: Recording,
  kind: 'sched.filter' | 'sched.score',
): { readonly entry: EntryOf<typeof kind>; readonly attempt: Attempt } | undefined {
  const entry = entriesOf(recording, kind).find(({ event }) => event.pod === pod);
  const scheduler = entry && mapGet(entry.world.schedulers, 'kube-scheduler');
  const attempt = scheduler && mapGet(scheduler.attempts, pod)?.at(-1);
  return entry && attempt && { entry, attempt };
}

function otherTypes(recording: Recording): Problem | undefined {
  const found = attemptAt(recording, 'sched.filter');
  const filters = found?.attempt.filters;
  if (!found || !filters)
    return { says: t`The scheduler looked at no node for \`${'web'}\`.`, entry: lastEntry(recording).index };
  const nodes = Array.from({ length: filters.count }, (_, place) =>
    verdictOf(filters, place).length === 0 ? nodeAt(filters, place) : '',
  )
    .filter(Boolean)
    .sort();
  if (nodes.join() === 'node-a,node-b,node-c') return undefined;
  const seen =
    nodes.length === 0
      ? t`At ${timeOf(found.entry)} no node can run \`web\`. All conditions of one term have to hold; of several terms, one is enough.`
      : t`At ${timeOf(found.entry)} \`web\` can run on ${listed(nodes.map((node) => `\`${node}\``))}.`;
  const stored = podsIn(found.entry.world).find(({ metadata }) => metadata.name === 'web');
  const without = stored?.spec?.affinity
    ? ''
    : t` The API server has no affinity in the \`spec\` of the pod.`;
  const says = t`${seen}${without} It should be able to run on \`node-a\` and \`node-b\`, which are of type compute, and \`node-c\`, of type storage. \`node-d\` is of type gpu, and \`node-e\` of none.`;
  return { says, entry: found.entry.index };
}

function notPreferred(recording: Recording): Problem | undefined {
  const found = attemptAt(recording, 'sched.score');
  const scores = found?.attempt.scores;
  if (!found || !scores)
    return {
      says: t`No node gets a score. A preference counts only where several nodes are left.`,
      entry: lastEntry(recording).index,
    };
  const column = scores.columns.find(({ plugin }) => plugin === 'NodeAffinity');
  /** 0 for a node that is not among those that are scored: that is what the check before this one is for. */
  const of = (node: string): number => {
    const place = scores.nodes.indexOf(node);
    return place < 0 || !column ? 0 : numberAt(column.raw, place);
  };
  const [a, b, c] = [of('node-a'), of('node-b'), of('node-c')];
  const ssd = ['node-a', 'node-c'].filter((node) => scores.nodes.includes(node)).map(of);
  if (ssd.length > 0 && ssd.every((sum) => sum === ssd[0] && sum > b)) return undefined;
  const says = t`At ${timeOf(found.entry)} the sums of the weights are ${a} for \`node-a\`, ${b} for \`node-b\` and ${c} for \`node-c\`. \`node-a\` and \`node-c\` have an ssd, and should have the same, and more than \`node-b\`.`;
  return { says, entry: found.entry.index };
}

const manifest = (affinity: string): string => `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
${affinity}  containers:
    - name: app
      image: shop:v1
`;

export const exercise: Exercise = {
  id: 'scheduler/node-selection/two-types',
  kind: 'manifests',
  title: 'Two types will do, an ssd is preferred',
  task:
    'A pod called `web` may run on nodes of type compute or storage, and on no others. Among these it prefers those with `disk: ssd`, whatever their type. ' +
    'The selector below asks for something else: write an affinity in its place.',
  applyAtMs: 1000,
  start: manifest(`  nodeSelector:
    type: compute
    disk: ssd
`),
  solution: manifest(`  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions:
              - key: type
                operator: In
                values: [compute, storage]
      preferredDuringSchedulingIgnoredDuringExecution:
        - weight: 100
          preference:
            matchExpressions:
              - key: disk
                operator: In
                values: [ssd]
`),
  scenario: 'scheduler/node-selection#two-types',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    { name: 'The API server takes the pod, and the scheduler tries it', problem: refused },
    { name: 'It may run on nodes of both types, and on no others', problem: otherTypes },
    { name: 'Nodes with an ssd are preferred, and all of them alike', problem: notPreferred },
  ],
  hints: [
    'Under `spec` goes `affinity`, and in it `nodeAffinity`. The part that has to hold is `requiredDuringSchedulingIgnoredDuringExecution`, with a list of `nodeSelectorTerms`.',
    'Each term has `matchExpressions`, a list of conditions with a `key`, an `operator` and `values`. One condition with In and two values will do, and so will two terms.',
    'The preference is in `preferredDuringSchedulingIgnoredDuringExecution`, a list. Each item has a `weight` from 1 to 100, and a `preference`, which looks like a term.',
  ],
  why:
    'What has to hold and what the pod prefers are two lists. The first decides which nodes are left, the second their order. Two values of In and two terms come to the same here. ' +
    'The weight does not matter, as there is only one preference.',
  next: 'Make the ssd part of the required term. What would happen to the pod on the day on which all nodes with an ssd are full?',
};
