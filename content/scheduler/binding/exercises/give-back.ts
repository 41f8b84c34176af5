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
import { mapEntries } from '../../../../src/runtime/sim/pmap.ts';

const nameOf = (key: string): string => key.replace('default/', '');

/** The bindings that the API server refused. */
const refusals = (recording: Recording): EntryOf<'sched.bind'>[] =>
  entriesOf(recording, 'sched.bind').filter(({ event }) => event.code !== 'Success');

function noPlace(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const waiting = podsIn(last.world).find(({ spec }) => !spec?.nodeName);
  if (!waiting) return undefined;
  return {
    says: t`In the end \`${waiting.metadata.name ?? ''}\` has no node, though there is room for all three pods.`,
    entry: last.index,
  };
}

function stillCounted(recording: Recording): Problem | undefined {
  for (const refused of refusals(recording)) {
    const { pod, node } = refused.event;
    const forgotten = entriesOf(recording, 'sched.forget').some(
      ({ index, event }) => index > refused.index && event.pod === pod,
    );
    if (forgotten) continue;
    const says = t`At ${timeOf(refused)} the binding of \`${nameOf(pod)}\` is refused, and the cache goes on counting the pod on \`${node}\`. No other pod can have that room, and \`${nameOf(pod)}\` cannot be tried again: the scheduler takes it for a pod on its way.`;
    return { says, entry: refused.index };
  }
  return undefined;
}

function stillReserved(recording: Recording): Problem | undefined {
  for (const refused of refusals(recording)) {
    const { pod, node } = refused.event;
    const given = entriesOf(recording, 'sched.unreserve').some(
      ({ index, event }) => index > refused.index && event.pod === pod && event.node === node,
    );
    if (given) continue;
    const says = t`At ${timeOf(refused)} the binding of \`${nameOf(pod)}\` is refused, and what plugins reserved for it on \`${node}\` stays reserved.`;
    return { says, entry: refused.index };
  }
  return undefined;
}

function notTold(recording: Recording): Problem | undefined {
  for (const refused of refusals(recording)) {
    const { pod } = refused.event;
    const queued = entriesOf(recording, 'sched.queue').some(
      ({ index, event }) => index > refused.index && event.pod === pod && event.to !== '',
    );
    if (queued) continue;
    const says = t`At ${timeOf(refused)} the binding of \`${nameOf(pod)}\` is refused, and the pod never comes into the queue again. \`recordSchedulingFailure\` puts it there.`;
    return { says, entry: refused.index };
  }
  return undefined;
}

function overfull(recording: Recording): Problem | undefined {
  for (const entry of entriesOf(recording, 'sched.assume')) {
    for (const [, { nodes }] of mapEntries(entry.world.schedulers))
      for (const [name, { requested, allocatable }] of mapEntries(nodes)) {
        const [asked = 0, has = 0] = [requested['cpu'], allocatable['cpu']];
        if (asked <= has) continue;
        const says = t`At ${timeOf(entry)} \`${name}\` is to run pods that ask for more than it has.`;
        return { says, entry: entry.index };
      }
  }
  return undefined;
}

export const exercise: Exercise = {
  id: 'scheduler/binding/give-back',
  kind: 'code',
  title: 'Take it all back',
  task:
    'The binding of a pod is refused. This `#giveUp` puts the pod into the queue again and reports the failure, and does no more. ' +
    'Let it also take back what was done for the pod since a node was found, so that the next attempt can succeed.',
  file: 'kubernetes/pkg/scheduler/scheduler.ts',
  symbol: 'Scheduler.#giveUp',
  start: `  *#giveUp({ fwk, state, assumedPodInfo, host, start }: Attempt, err: Error, reason: string): Blocking<void> {
    const { metrics, schedulerCache } = this.parts;
    metrics.podScheduleError(fwk.profileName(), this.#sinceInSeconds(start));
    yield* this.recordSchedulingFailure(fwk, assumedPodInfo, err, reason, '');
  }`,
  scenario: 'scheduler/binding#give-back',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    { name: 'A node is never promised more than it has', problem: overfull },
    { name: 'A pod that failed comes into the queue again', problem: notTold },
    {
      name: 'The cache does not count a pod on a node any more when its binding has failed',
      problem: stillCounted,
    },
    { name: 'What plugins reserved is given back', problem: stillReserved },
    { name: 'Each pod gets a node', problem: noPlace },
  ],
  hints: [
    'Read from the end: what did the scheduler do for the pod, and in which order? The cache counted it on a node, and plugins reserved what it needs there.',
    'For the plugins, call `fwk.runReservePluginsUnreserve(state, pod, host)`. Which pod? The one that has its node in it, `assumedPodInfo.pod`.',
    'The cache has `forgetPod`. When the scheduler takes a pod that the cache still counts on a node, it believes that the pod is on its way, and skips it. So what has to come first?',
  ],
  why:
    'Everything up to the binding is an entry in the memory of the scheduler, so it can be taken back without a request. Take it back in the opposite order, and before you queue the pod. ' +
    'The scheduler skips a pod that is still assumed when its turn comes, and after that the pod is in no queue at all.',
  next: 'Record the failure first, and take back after that. Look at what `assumedPodInfo` holds then: whose pod is it, and on which node? What does `forgetPod` make of it?',
};
