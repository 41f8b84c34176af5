import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, podsIn, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import { countOf } from '../../../../src/recording/words.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type { World } from '../../../../src/runtime/stage/world.ts';
import { mapEntries, mapGet } from '../../../../src/runtime/sim/pmap.ts';
import { nodeAt, verdictOf } from '../../../../src/runtime/subjects/scheduler/world.ts';
import { inUseIn, licences, notPlaced, overbooked } from '../facts.ts';

function keptAway(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const web = podsIn(last.world).find(({ metadata }) => metadata.name === 'web');
  if (web?.spec?.nodeName) return undefined;
  return {
    says: t`In the end \`web\` has no node. It needs no licence, and there is room everywhere.`,
    entry: last.index,
  };
}

function triedInVain(recording: Recording): Problem | undefined {
  for (const entry of entriesOf(recording, 'sched.preempt')) {
    if (entry.event.potential <= 3) continue;
    const says = t`At ${timeOf(entry)} preemption tries \`node-d\` too. Its zone has no licence, whichever pod goes. The code \`Unschedulable\` says that it may help.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

/** A node that the filter refuses though a licence is free in its zone. */
function refusedInVain(recording: Recording): Problem | undefined {
  for (const entry of entriesOf(recording, 'sched.filter')) {
    const { pod } = entry.event;
    const scheduler = mapGet(entry.world.schedulers, 'kube-scheduler');
    const filters = scheduler && mapGet(scheduler.attempts, pod)?.at(-1)?.filters;
    if (!filters) continue;
    for (let place = 0; place < filters.count; place++) {
      const node = nodeAt(filters, place);
      const refused = verdictOf(filters, place).some(
        ({ plugin, nominated }) => plugin === 'Licences' && !nominated,
      );
      const zone = zoneIn(entry.world, node);
      const [has, used] = [licences[zone] ?? 0, inUseIn(entry.world).get(zone) ?? 0];
      if (!refused || used >= has || !pod.startsWith('default/cad-')) continue;
      const says = t`At ${timeOf(entry)} the filter refuses \`${node}\` for \`${pod.replace('default/', '')}\`. Its zone, ${zone}, has ${countOf(has, 'licence')} and uses ${used}. A filter only looks: what it writes into the state is there for the next node.`;
      return { says, entry: entry.index };
    }
  }
  return undefined;
}

function zoneIn({ schedulers }: World, node: string): string {
  const [[, scheduler] = []] = mapEntries(schedulers);
  return (scheduler && mapGet(scheduler.nodes, node)?.zone) ?? '';
}

export const exercise: Exercise = {
  id: 'scheduler/writing-a-plugin/filter',
  kind: 'code',
  title: 'No licence, no pod',
  task:
    'This `filter` lets every pod pass. Let it refuse a pod that needs a licence where its zone has none, or none left. ' +
    '`this.licencesOf(zone)` says how many licences a zone has. How many are in use is in the state.',
  file: 'demo/scheduling/licences.ts',
  symbol: 'Licences.filter',
  start: `  filter(state: CycleState, _pod: Pod, _nodeInfo: NodeInfo): Answer {
    const [, failed] = readState<InUse>(state, stateKey);
    if (failed) return failed;
    return undefined;
  }`,
  scenario: 'scheduler/writing-a-plugin#rush',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    { name: 'No zone has more pods with a licence than it has licences', problem: overbooked },
    { name: 'A pod that needs no licence finds a node', problem: keptAway },
    { name: 'A node is refused only where its zone has no licence left', problem: refusedInVain },
    { name: 'A more important pod gets a licence', problem: notPlaced },
    { name: 'Preemption tries no node where it cannot help', problem: triedInVain },
  ],
  hints: [
    'Begin with the pods that it does not concern: `if (!needsLicence(pod)) return undefined`. To return undefined is to let the pod pass.',
    '`const [inUse, failed] = readState<InUse>(state, stateKey)`, and then `inUse.in(zone)`. The zone is that of the node that the filter gets: `zoneOf(nodeInfo.node())`.',
    'A refusal is `newStatus(code, reason)`. If all licences are in use, one may be free again when a pod goes. If there are none, it will not. There is a code for each.',
  ],
  why:
    'The filter is given a node and a state, and looks at nothing else. That makes it right in both of its uses: for the cluster as it is, and for a copy from which preemption took pods ' +
    'to see whether that would help. The two codes differ only there.',
  next: 'Count the pods of `nodeInfo` in place of the state. When is that right, and when not? What would a licence have to belong to then?',
};
