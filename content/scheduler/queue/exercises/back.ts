import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type { Attempt } from '../../../../src/runtime/subjects/scheduler/world.ts';
import { mapEntries, mapGet } from '../../../../src/runtime/sim/pmap.ts';

const nameOf = (key: string): string => key.replace('default/', '');

function attemptsOf(recording: Recording): readonly (readonly Attempt[])[] {
  const state = mapGet(lastEntry(recording).world.schedulers, 'kube-scheduler');
  return state ? mapEntries(state.attempts).map(([, attempts]) => attempts) : [];
}

/** The node joins 3 ms after web was made. */
function missed(recording: Recording): Problem | undefined {
  const bound = entriesOf(recording, 'sched.choose').find(({ event }) => event.pod === 'default/web');
  const joined = entriesOf(recording, 'act').find(({ event: { act } }) => act.kind === 'add-node');
  if (bound && joined && bound.at - joined.at < 3000) return undefined;
  const entry = bound ?? lastEntry(recording);
  const state = mapGet(entry.world.schedulers, 'kube-scheduler');
  const queued = state && mapGet(state.queue.pods, 'default/web');
  if (!bound && (queued?.until ?? 0) > entry.at + 100_000) {
    const says = t`In the end \`web\` waits in the back-off queue, and its back-off never ends in this run. \`pInfo.timestamp\` has to be a moment of the run: \`this.#clock.stamp()\` gives it.`;
    return { says, entry: entry.index };
  }
  const says = bound
    ? t`\`web\` comes to its node only at ${timeOf(entry)}. \`node-b\` joined while it was being tried, in the cycle that \`addUnschedulableIfNotPresent\` gets. Such a pod belongs in the back-off queue.`
    : t`In the end \`web\` has no node. \`node-b\` joined while it was being tried, in the cycle that \`addUnschedulableIfNotPresent\` gets. Such a pod belongs in the back-off queue.`;
  return { says, entry: entry.index };
}

/** In ms, after so many attempts. */
const backOff = (attempts: number): number => Math.min(1000 * 2 ** (attempts - 1), 10_000);

function tooEarly(recording: Recording): Problem | undefined {
  for (const attempts of attemptsOf(recording))
    for (const [i, attempt] of attempts.entries()) {
      const before = attempts[i - 1];
      // A pod that is changed need not wait: this is no second try of the same.
      if (!before || attempt.why === 'PodUpdate' || attempt.why === 'PodAdd') continue;
      const waitedMs = attempt.at - before.at;
      const due = backOff(before.number);
      if (waitedMs >= due) continue;
      const says = t`At ${attempt.at.toLocaleString('en-US')} ms \`${nameOf(attempt.pod)}\` is tried again, ${waitedMs} ms after attempt ${before.number} failed. Its back-off is ${due} ms, and it counts from \`pInfo.timestamp\`, whichever queue the pod is in.`;
      return { says, entry: attempt.entry };
    }
  return undefined;
}

/** Labels of a node change from time to time, which may help the pod that fits nowhere. */
function triedForNothing(recording: Recording): Problem | undefined {
  const changes = entriesOf(recording, 'act').filter(({ event: { act } }) => act.kind === 'label-node');
  const attempts = attemptsOf(recording).find(([first]) => first?.pod === 'default/etl') ?? [];
  for (const [i, attempt] of attempts.entries()) {
    const before = attempts[i - 1];
    if (!before || attempt.why === 'PodUpdate') continue;
    if (changes.some(({ index }) => index > before.entry && index < attempt.entry)) continue;
    const says = t`At ${timeOf(attempt)} \`etl\` is tried again, and nothing has happened since attempt ${before.number} began. A pod that missed nothing belongs in \`unschedulableQ\`, where the next event finds it.`;
    return { says, entry: attempt.entry };
  }
  return undefined;
}

export const exercise: Exercise = {
  id: 'scheduler/queue/back',
  kind: 'code',
  title: 'Back into the queue',
  task:
    'This `addUnschedulableIfNotPresent` puts every pod that failed aside, whatever has happened while it was being tried. ' +
    'Let a pod that may have missed something be tried again soon, put the others aside, and let the back-off of each begin with this failure.',
  file: 'kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts',
  symbol: 'PriorityQueue.addUnschedulableIfNotPresent',
  start: `  addUnschedulableIfNotPresent(pInfo: QueuedPodInfo, _podSchedulingCycle: number): Error | undefined {
    const { pod } = pInfo;
    const name = podInfoKeyFunc(pInfo);
    if (this.unschedulableQ.get(pod))
      return new Error(\`pod: \${name} is already present in unschedulable queue\`);
    if (this.activeQ.get(pInfo)) return new Error(\`pod: \${name} is already present in the active queue\`);
    if (this.podBackoffQ.get(pInfo)) return new Error(\`pod \${name} is already present in the backoff queue\`);

    this.unschedulableQ.addOrUpdate(pInfo);
    this.#metrics.incomingPods('unschedulable', scheduleAttemptFailure, pInfo);
    this.podNominator.addNominatedPod(pod, '');
    return undefined;
  }`,
  solution: `  addUnschedulableIfNotPresent(pInfo: QueuedPodInfo, podSchedulingCycle: number): Error | undefined {
    const { pod } = pInfo;
    const name = podInfoKeyFunc(pInfo);
    if (this.unschedulableQ.get(pod))
      return new Error(\`pod: \${name} is already present in unschedulable queue\`);
    pInfo.timestamp = this.#clock.stamp();
    if (this.activeQ.get(pInfo)) return new Error(\`pod: \${name} is already present in the active queue\`);
    if (this.podBackoffQ.get(pInfo)) return new Error(\`pod \${name} is already present in the backoff queue\`);

    if (this.#moveRequestCycle >= podSchedulingCycle) {
      this.podBackoffQ.add(pInfo);
      this.#metrics.incomingPods('backoff', scheduleAttemptFailure, pInfo);
    } else {
      this.unschedulableQ.addOrUpdate(pInfo);
      this.#metrics.incomingPods('unschedulable', scheduleAttemptFailure, pInfo);
    }
    this.podNominator.addNominatedPod(pod, '');
    return undefined;
  }`,
  scenario: 'scheduler/queue#back',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    { name: 'What happens during an attempt is not missed', problem: missed },
    { name: 'Each back-off is kept', problem: tooEarly },
    { name: 'A pod that missed nothing waits for an event', problem: triedForNothing },
  ],
  hints: [
    'Look at `web` when it comes back: the tab *Nodes* has `node-b` by then, and the attempt was made without it. What in the queue could know?',
    'Every event that moves pods records the cycle in which it came, in `#moveRequestCycle`. Your function gets the cycle of the attempt.',
    'If something came in this cycle, the pod belongs in `podBackoffQ`. Report that to the metrics, too: the picture is drawn from what they get.',
    'A back-off counts from `pInfo.timestamp`. `#clock.stamp()` gives the present time.',
  ],
  why:
    'An attempt takes time, and the world goes on. An event that comes while the pod is in no part of the queue cannot move it. So it records the number of the cycle. ' +
    'When a pod returns, the queue compares. In doubt the scheduler tries the pod once too often, after its back-off, rather than never.',
  next: 'Put a pod that missed something into the active part at once. With which events, and how many pods, would the scheduler do nothing else?',
};
