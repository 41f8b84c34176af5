import type { Problem } from '../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, podsIn, timeOf } from '../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../src/i18n/t.ts';
import { countOf } from '../../../src/recording/words.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import type { World } from '../../../src/runtime/stage/world.ts';
import { mapEntries } from '../../../src/runtime/sim/pmap.ts';

/** What the profile of the stories says. */
export const licences: Readonly<Record<string, number>> = { north: 2, south: 1 };

/** How many licences are in use, by zone, as the scheduler's own cache counts pods. */
export function inUseIn({ schedulers }: World): ReadonlyMap<string, number> {
  const inUse = new Map<string, number>();
  for (const [, { nodes }] of mapEntries(schedulers))
    for (const [, { zone, pods }] of mapEntries(nodes))
      for (const { labels } of pods)
        if (labels['demo.example/licence'] === 'yes') inUse.set(zone, (inUse.get(zone) ?? 0) + 1);
  return inUse;
}

/** A zone in which more pods have a licence than there are. */
export function overbooked(recording: Recording): Problem | undefined {
  for (const entry of entriesOf(recording, 'sched.assume')) {
    for (const [zone, used] of inUseIn(entry.world)) {
      const has = licences[zone] ?? 0;
      if (used <= has) continue;
      const says = t`At ${timeOf(entry)} \`${entry.event.node}\` is the node of \`${entry.event.pod.replace('default/', '')}\`. Its zone, ${zone}, has ${countOf(has, 'licence')} and uses ${used} then.`;
      return { says, entry: entry.index };
    }
  }
  return undefined;
}

/** What became of the last attempt to place the pod that matters more. */
function lastWord(recording: Recording): string {
  const tried = entriesOf(recording, 'sched.preempt').findLast(({ event }) => event.pod === 'default/sim-1');
  const failed = entriesOf(recording, 'sched.fail').findLast(({ event }) => event.pod === 'default/sim-1');
  const said = failed ? t`Its event says: “${failed.event.message}”` : t`The scheduler never refused it.`;
  if (!tried) return t`${said} Preemption begins where filters refuse all nodes, and not after an error.`;
  const { potential, candidates } = tried.event;
  if (potential === 0)
    return t`${said} Preemption tried no node: the code \`UnschedulableAndUnresolvable\` says that it cannot help if pods go.`;
  if (candidates === 0)
    return t`${said} Preemption took pods away from copies of ${potential} nodes, and the filter still said no: it did not see in the state that they were gone.`;
  return t`${said} Preemption would take pods away on ${countOf(candidates, 'node')}, and that did not help.`;
}

/** The pod that matters more than the others has no node in the end. */
export function notPlaced(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const important = podsIn(last.world).find(({ metadata }) => metadata.name === 'sim-1');
  if (important?.spec?.nodeName) return undefined;
  const says = t`In the end \`sim-1\` has no node, though pods that matter less have licences. ${lastWord(recording)}`;
  return { says, entry: last.index };
}
