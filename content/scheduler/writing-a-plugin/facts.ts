import type { Problem } from '../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, podsIn, timeOf } from '../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../src/i18n/t.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { mapEntries } from '../../../src/runtime/sim/pmap.ts';

/** What the profile of the stories says. */
const licences: Readonly<Record<string, number>> = { north: 2, south: 1 };

/** A zone in which more pods have a licence than there are, as the scheduler's own cache counts them. */
export function overbooked(recording: Recording): Problem | undefined {
  for (const entry of entriesOf(recording, 'sched.assume')) {
    const inUse = new Map<string, number>();
    for (const [, { nodes }] of mapEntries(entry.world.schedulers))
      for (const [, { zone, pods }] of mapEntries(nodes))
        for (const { labels } of pods)
          if (labels['demo.example/licence'] === 'yes') inUse.set(zone, (inUse.get(zone) ?? 0) + 1);
    for (const [zone, used] of inUse) {
      const has = licences[zone] ?? 0;
      if (used <= has) continue;
      const says = t`At ${timeOf(entry)} ${used} pods in the zone ${zone} need a licence, and it has ${has}.`;
      return { says, entry: entry.index };
    }
  }
  return undefined;
}

/** The pod that matters more than the others has no node in the end. */
export function notPlaced(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const important = podsIn(last.world).find(({ metadata }) => metadata.name === 'sim-1');
  if (important?.spec?.nodeName) return undefined;
  const says = t`In the end sim-1 has no node, though pods that matter less have licences.`;
  return { says, entry: last.index };
}
