import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import {
  type EntryOf,
  entriesOf,
  lastEntry,
  podsIn,
  timeOf,
} from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import { countOf } from '../../../../src/recording/words.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type { World } from '../../../../src/runtime/stage/world.ts';
import { mapEntries } from '../../../../src/runtime/sim/pmap.ts';

const nameOf = (key: string): string => key.replace('default/', '');
const groupOf = (name: string): string => name.split('-')[0] ?? '';
/** What the labels of the story say. */
const sizes: Readonly<Record<string, number>> = { spark: 2, mpi: 3 };

/** Keys of the pods that the scheduler counts on a node before they are bound. */
const assumedIn = ({ schedulers }: World): string[] =>
  mapEntries(schedulers).flatMap(([, { assumed }]) => mapEntries(assumed).map(([pod]) => pod));

function heldForNothing(recording: Recording): Problem | undefined {
  const held = entriesOf(recording, 'sched.permit').find(
    ({ event }) => event.pod === 'default/web-1' && event.code === 'Wait',
  );
  if (!held) return undefined;
  return { says: t`At ${timeOf(held)} \`web-1\` is held back. It belongs to no group.`, entry: held.index };
}

function tooEarly(recording: Recording): Problem | undefined {
  for (const entry of entriesOf(recording, 'sched.bind')) {
    const name = nameOf(entry.event.pod);
    const [group, size] = [groupOf(name), sizes[groupOf(name)]];
    if (size === undefined) continue;
    const placed = new Set([
      ...podsIn(entry.world).flatMap(({ metadata, spec }) => (spec?.nodeName ? [metadata.name ?? ''] : [])),
      ...assumedIn(entry.world).map(nameOf),
    ]);
    const there = [...placed].filter((one) => groupOf(one) === group).length;
    if (there >= size) continue;
    const says = t`At ${timeOf(entry)} \`${name}\` is bound. By its label, the group \`${group}\` has ${size} pods, and only ${countOf(there, 'pod')} of it found a place so far.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

function leftBehind(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const missing = podsIn(last.world).find(
    ({ metadata, spec }) => groupOf(metadata.name ?? '') === 'spark' && !spec?.nodeName,
  );
  if (!missing) return undefined;
  const asked = entriesOf(recording, 'sched.permit').find(({ event }) => event.pod === 'default/spark-2');
  const ended = entriesOf(recording, 'sched.wait').find(({ event }) => event.pod === 'default/spark-1');
  let why = asked ? answered(asked) : '';
  if (ended && asked && ended.index < asked.index)
    why = t` When \`spark-2\` comes, \`spark-1\` no longer waits: its wait ended at ${timeOf(ended)}. The time that \`permit\` gives is in ms.`;
  const says = t`In the end \`${missing.metadata.name ?? ''}\` is not bound, though both pods of its group have come.${why}`;
  return { says, entry: asked?.index ?? last.index };
}

/** What `permit` said when the last of the group of two came. */
function answered(asked: EntryOf<'sched.permit'>): string {
  const { code } = asked.event;
  if (code === 'Success')
    return t` At ${timeOf(asked)} \`permit\` lets \`spark-2\` go on, and \`spark-1\` is not allowed to: call \`allow(name)\` of each pod that waits, with the name of this plugin.`;
  if (code === 'Wait')
    return t` At ${timeOf(asked)} \`permit\` is asked about \`spark-2\`, the last of its group, and answers Wait. The size of the group is a label, so it is a text: \`Number(size)\` is the number. The pod that \`permit\` is asked about does not wait yet.`;
  return t` At ${timeOf(asked)} \`permit\` answers ${code} for \`spark-2\`, which refuses the pod.`;
}

function tooLate(recording: Recording): Problem | undefined {
  const came = entriesOf(recording, 'sched.permit').find(({ event }) => event.pod === 'default/spark-2');
  for (const entry of entriesOf(recording, 'sched.bind')) {
    if (groupOf(nameOf(entry.event.pod)) !== 'spark' || !came || entry.at <= came.at + 1000) continue;
    const says = t`At ${timeOf(entry)} \`${nameOf(entry.event.pod)}\` is bound. The last of its group had come at ${timeOf(came)}.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

export const exercise: Exercise = {
  id: 'scheduler/binding/permit',
  kind: 'code',
  title: 'Together, or not at all',
  task:
    'This `permit` holds back every pod of a group, and never lets them go. Let the last pod of a group go on, and the others with it. ' +
    'The labels `demo.example/group` and `demo.example/size` say what the group is, and how many belong to it.',
  file: 'demo/scheduling/together.ts',
  symbol: 'Together.permit',
  start: `  permit(_state: CycleState, pod: Pod): [Answer, number] {
    const { [groupLabel]: group } = pod.metadata.labels ?? {};
    if (group === undefined) return [undefined, 0];
    return [newStatus('Wait'), patienceMs];
  }`,
  scenario: 'scheduler/binding#groups',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    { name: 'A pod of no group is not held back', problem: heldForNothing },
    { name: 'No pod is bound before all of its group have a place', problem: tooEarly },
    { name: 'All of a group that is complete are bound', problem: leftBehind },
    { name: 'They are bound as soon as the last has come', problem: tooLate },
  ],
  hints: [
    '`this.#waiting(group)` gives the pods of a group that wait. The pod that `permit` is asked about is not among them yet.',
    'If the pods that wait and this one are as many as the group has, none is missing. The size is a label, and labels are texts: `Number(size)`.',
    '`other.allow(name)` lets a pod that waits go on, where `name` is the name of the plugin. And the answer for the pod at hand is no longer Wait: `[undefined, 0]`.',
  ],
  why:
    'No part of the scheduler decides for the group as a whole. Each pod comes by itself, and the last one finds that it is the last. Until then the others hold their room. That makes their places sure, ' +
    'and keeps other pods out. So there has to be an end to the waiting.',
  next: 'Give up at once if the group cannot become complete: count the pods of the group that exist at all, with `this.#handle.sharedInformerFactory()`.',
};
