import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import { notPlaced, overbooked } from '../facts.ts';

function emptyHanded(recording: Recording): Problem | undefined {
  for (const entry of entriesOf(recording, 'sched.preempt')) {
    const { node, victims } = entry.event;
    if (node === '' || victims.length > 0) continue;
    const says = t`At ${timeOf(entry)} the scheduler nominates \`${node}\` for \`sim-1\`, and no pod has to go for it. So nothing will change there: a pod that is put back has to count again.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

function inVain(recording: Recording): Problem | undefined {
  for (const entry of entriesOf(recording, 'sched.preempt')) {
    const victim = entry.event.victims.find((pod) => !pod.startsWith('default/cad-'));
    if (victim === undefined) continue;
    const name = victim.replace('default/', '');
    const says = t`At ${timeOf(entry)} \`${name}\` has to go, and it has no licence. So no licence becomes free.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

export const exercise: Exercise = {
  id: 'scheduler/writing-a-plugin/what-if',
  kind: 'code',
  title: 'What if a pod went?',
  task:
    'Preemption takes pods from a copy of a node and asks the filter again. This plugin does not learn of it, so its count stays as it was. ' +
    'Let `preFilterExtensions` give two functions that keep the count right: `addPod` and `removePod`.',
  file: 'demo/scheduling/licences.ts',
  symbol: 'Licences.preFilterExtensions',
  start: `  preFilterExtensions(): PreFilterExtensions | undefined {
    return undefined;
  }`,
  scenario: 'scheduler/writing-a-plugin#rush',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    { name: 'No zone has more pods with a licence than it has licences', problem: overbooked },
    { name: 'A node is nominated only where a pod has to go', problem: emptyHanded },
    { name: 'Only pods that have a licence have to go', problem: inVain },
    { name: 'A more important pod gets a licence', problem: notPlaced },
  ],
  hints: [
    'Each of the two is called with `(state, podToSchedule, podToAdd, nodeInfo)`, or with the pod to remove as the third. Return `undefined` if all is well.',
    'The count is in the state: `const [inUse, failed] = readState<InUse>(state, stateKey)`. Then `inUse.add(zoneOf(nodeInfo.node()), 1)`, or `-1`.',
    'Each function gets two pods. The first is the one that looks for a place. Which of them comes or goes? And does every pod that goes free a licence?',
  ],
  why:
    'The count was made once, for the cluster as it is. A dry run changes a copy of it step by step, and the filter has to see the change. Without `addPod`, pods that are put back seem to take no licence, ' +
    'so no pod has to go. Without `removePod`, no pod that goes seems to free one.',
  next: 'Let `clone` of the state give itself in place of a copy. What does the second node that is tried begin with?',
};
