import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, podsIn, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import { type Attempt, numberAt } from '../../../../src/runtime/subjects/scheduler/world.ts';
import type { Entry } from '../../../../src/runtime/stage/world.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';

const nameOf = (key: string): string => key.replace('default/', '');

function attemptAt({ world }: Entry, pod: string): Attempt | undefined {
  const state = mapGet(world.schedulers, 'kube-scheduler');
  return state && mapGet(state.attempts, pod)?.at(-1);
}

function refusedByKubelet(recording: Recording): Problem | undefined {
  for (const entry of entriesOf(recording, 'store.write')) {
    if (entry.event.resource !== 'pods') continue;
    const pod = podsIn(entry.world).find(({ status }) => status?.phase === 'Failed');
    if (!pod) continue;
    const says = t`At ${timeOf(entry)} the kubelet of \`${pod.spec?.nodeName ?? ''}\` refuses \`${pod.metadata.name ?? ''}\`: ${pod.status?.reason ?? ''}. The scheduler counted on room that another pod had taken: its snapshot is older than its cache.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

function notTheBest(recording: Recording): Problem | undefined {
  for (const entry of entriesOf(recording, 'sched.choose')) {
    const { pod, node } = entry.event;
    const attempt = attemptAt(entry, pod);
    const feasible = attempt?.filters?.feasible ?? 0;
    if (feasible < 2) continue;
    if (!attempt?.scores) {
      const says = t`At ${timeOf(entry)} \`${node}\` is chosen for \`${nameOf(pod)}\`. ${feasible} nodes could take it, and none of them was given a score.`;
      return { says, entry: entry.index };
    }
    const { nodes, total } = attempt.scores;
    const [has, most] = [
      numberAt(total, nodes.indexOf(node)),
      Math.max(...nodes.map((_, i) => numberAt(total, i))),
    ];
    if (has === most) continue;
    const says = t`At ${timeOf(entry)} \`${node}\` is chosen for \`${nameOf(pod)}\`. Its score is ${has}, and the highest is ${most}. \`selectHost\` takes one that has the highest.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

function noReason(recording: Recording): Problem | undefined {
  const failed = entriesOf(recording, 'sched.fail').find(
    ({ event }) => !/^0\/3 nodes are available: \d/.test(event.message),
  );
  if (!failed) return undefined;
  const { pod, message } = failed.event;
  const why = attemptAt(failed, pod)?.filters
    ? t`Which nodes refused it, and why? A \`FitError\` that has the statuses says so.`
    : t`The filters looked at no node: their snapshot was empty, and the cache was not.`;
  return {
    says: t`At ${timeOf(failed)} no node is found for \`${nameOf(pod)}\`, and the message says only: “${message}”. ${why}`,
    entry: failed.index,
  };
}

function noPlace(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const pods = podsIn(last.world);
  const waiting = ['web-1', 'web-2', 'web-3', 'pay-1'].find((name) => {
    const pod = pods.find(({ metadata }) => metadata.name === name);
    // One that has to go for pay-1 has had its place.
    return name === 'pay-1' ? !pod?.spec?.nodeName : pod && !pod.spec?.nodeName;
  });
  if (waiting === undefined) return undefined;
  return {
    says: t`In the end \`${waiting}\` has no node. Preemption makes room only after a \`FitError\`, which has to be returned with the statuses of the nodes.`,
    entry: last.index,
  };
}

export const exercise: Exercise = {
  id: 'scheduler/three-layers/schedule',
  kind: 'code',
  title: 'Write the third layer',
  task:
    'This `schedule` gives every pod to the first node that the filters let pass. It works on the nodes as they were at the start, and has one ' +
    'answer when no node fits. Let each attempt see the pods that were placed before, let the plugins score the nodes, and let it say why no node fits.',
  file: 'kubernetes/pkg/scheduler/core/generic_scheduler.ts',
  symbol: 'GenericScheduler.schedule',
  start: `  *schedule(fwk: Framework, state: CycleState, pod: Pod): Blocking<Result<ScheduleResult>> {
    if (this.#nodeInfoSnapshot.numNodes() === 0) {
      const stale = this.#cache.updateSnapshot(this.#nodeInfoSnapshot);
      if (stale) return [undefined, stale];
    }
    const numAllNodes = this.#nodeInfoSnapshot.numNodes();
    if (numAllNodes === 0) return [undefined, errNoNodesAvailable];

    const [found, err] = yield* this.steps.findNodesThatFitPod(fwk, state, pod);
    if (err) return [undefined, err];
    const { feasibleNodes, statuses } = found;
    const [first] = feasibleNodes;
    if (!first) return [undefined, errNoNodesAvailable];
    const evaluatedNodes = feasibleNodes.length + statuses.size;
    const counts = { evaluatedNodes, feasibleNodes: feasibleNodes.length };
    return [{ suggestedHost: first.metadata.name, ...counts }, undefined];
  }`,
  solution: `  *schedule(fwk: Framework, state: CycleState, pod: Pod): Blocking<Result<ScheduleResult>> {
    const stale = this.#cache.updateSnapshot(this.#nodeInfoSnapshot);
    if (stale) return [undefined, stale];
    const numAllNodes = this.#nodeInfoSnapshot.numNodes();
    if (numAllNodes === 0) return [undefined, errNoNodesAvailable];

    const [found, err] = yield* this.steps.findNodesThatFitPod(fwk, state, pod);
    if (err) return [undefined, err];
    const { feasibleNodes, statuses } = found;
    const [first] = feasibleNodes;
    if (!first) return [undefined, new FitError(pod, numAllNodes, statuses)];
    const evaluatedNodes = feasibleNodes.length + statuses.size;
    const counts = { evaluatedNodes, feasibleNodes: feasibleNodes.length };
    if (feasibleNodes.length === 1) return [{ suggestedHost: first.metadata.name, ...counts }, undefined];

    const [priorityList, unscored] = yield* this.steps.prioritizeNodes(fwk, state, pod, feasibleNodes);
    if (unscored) return [undefined, unscored];
    const [suggestedHost, none] = this.steps.selectHost(priorityList);
    return none ? [undefined, none] : [{ suggestedHost, ...counts }, undefined];
  }`,
  scenario: 'scheduler/three-layers#orchestrate',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    { name: 'No kubelet has to refuse a pod', problem: refusedByKubelet },
    { name: 'Of several nodes, one with the highest score is taken', problem: notTheBest },
    { name: 'A pod that finds no node gets the reasons', problem: noReason },
    { name: 'The important pod gets its place', problem: noPlace },
  ],
  hints: [
    'Step to the second pod, and open the tab *Nodes*. What does the cache say of the nodes, and what does the snapshot say that the filters look at?',
    'Bring the snapshot up to date for every pod. It costs little: the cache copies only nodes that have changed.',
    'Two more steps stand beside `findNodesThatFitPod` on `this.steps`: `prioritizeNodes`, which gives scores, and `selectHost`, which takes one of the best.',
    'Preemption begins only after an error of the class `FitError`. Make it with the pod, the number of all nodes, and the statuses of the nodes that refused.',
  ],
  why:
    'There is no algorithm in it. It brings the snapshot of the nodes up to date, calls the filters, calls the scores, and draws. But the order and ' +
    'the answers matter: without a new snapshot each pod is placed as if the one before did not exist, and with an error of ' +
    'another kind neither the user nor preemption learns what the filters said.',
  next: 'Score the node also where only one is left. Does any decision change? Which cluster would notice, and how?',
};
