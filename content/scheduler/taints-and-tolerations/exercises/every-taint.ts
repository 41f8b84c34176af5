import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type { Entry } from '../../../../src/runtime/stage/world.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';
import { placeOf, verdictOf } from '../../../../src/runtime/subjects/scheduler/world.ts';

/** What the node of each pod is tainted with, where that keeps the pod off: the first taint that it does not tolerate. */
const untolerated: Readonly<Record<string, readonly [taint: string, said: string]>> = {
  'web-a': ['dedicated=db:NoSchedule', '{dedicated: db}'],
  'web-b': ['dedicated=db:NoExecute', '{dedicated: db}'],
  'web-d': ['dedicated=db:NoSchedule', '{dedicated: db}'],
  'db-d': ['disk=slow:NoSchedule', '{disk: slow}'],
};
const nameOf = (pod: string): string => pod.replace('default/', '');

/** A pod that has got a node with a taint that should keep it off. */
function letIn(...names: readonly string[]): (recording: Recording) => Problem | undefined {
  return (recording) => {
    for (const entry of entriesOf(recording, 'sched.choose')) {
      const name = nameOf(entry.event.pod);
      const [taint] = untolerated[name] ?? [];
      if (taint === undefined || !names.includes(name)) continue;
      const says = t`At ${timeOf(entry)} \`${name}\` gets \`${entry.event.node}\`, which has the taint \`${taint}\`. The pod does not tolerate that.`;
      return { says, entry: entry.index };
    }
    return undefined;
  };
}

/** A pod that nothing should keep off. */
function kept(...names: readonly string[]): (recording: Recording) => Problem | undefined {
  return (recording) => {
    const entry = entriesOf(recording, 'sched.fail').find(({ event }) => names.includes(nameOf(event.pod)));
    if (!entry) return undefined;
    const says = t`At ${timeOf(entry)} no node is found for \`${nameOf(entry.event.pod)}\`: ${entry.event.message}`;
    return { says, entry: entry.index };
  };
}

/** What the node that a pod wants was refused for in its last attempt. */
function reasonAt({ world }: Entry, pod: string): string {
  const scheduler = mapGet(world.schedulers, 'kube-scheduler');
  const filters = scheduler && mapGet(scheduler.attempts, pod)?.at(-1)?.filters;
  const [refusal] = filters ? verdictOf(filters, placeOf(filters, `node-${pod.at(-1) ?? ''}`)) : [];
  return refusal?.reasons.join() ?? '';
}

function unnamed(recording: Recording): Problem | undefined {
  for (const entry of entriesOf(recording, 'sched.fail')) {
    const name = nameOf(entry.event.pod);
    const [taint = '', said = ''] = untolerated[name] ?? [];
    const reason = `node(s) had taint ${said}, that the pod didn't tolerate`;
    const found = reasonAt(entry, entry.event.pod);
    if (taint === '' || found === reason) continue;
    const says = t`At ${timeOf(entry)} \`${name}\` is refused because of \`${taint}\`, and the reason of \`node-${name.at(-1) ?? ''}\` is: ${found}. It has to be \`${reason}\`.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

function inVain(recording: Recording): Problem | undefined {
  const entry = entriesOf(recording, 'sched.preempt').find(({ event }) => event.potential > 0);
  if (!entry) return undefined;
  const says = t`At ${timeOf(entry)} preemption tries for \`${nameOf(entry.event.pod)}\` whether it helps if pods go. The taint would stay, and the code \`Unschedulable\` says that it may help.`;
  return { says, entry: entry.index };
}

export const exercise: Exercise = {
  id: 'scheduler/taints-and-tolerations/every-taint',
  kind: 'code',
  title: 'Which pods get in',
  task:
    'This filter of TaintToleration lets a pod in if it tolerates one of the taints, and treats all three effects alike. Let it refuse for the right effects, ' +
    "ask for a toleration of each taint, and say which one is missing: `node(s) had taint {key: value}, that the pod didn't tolerate`.",
  file: 'kubernetes/pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.ts',
  symbol: 'TaintToleration.filter',
  start: `filter(_state: CycleState, pod: Pod, nodeInfo: NodeInfo): Answer {
    const node = nodeInfo.node();
    if (!node) return asStatus(new Error('invalid nodeInfo'));
    const taints = node.spec?.taints ?? [];
    const tolerations = pod.spec.tolerations ?? [];
    if (taints.length === 0) return undefined;
    if (taints.some((taint) => tolerationsTolerateTaint(tolerations, taint))) return undefined;
    return newStatus('Unschedulable', "node(s) had taints, that the pod didn't tolerate");
  }`,
  scenario: 'scheduler/taints-and-tolerations#guests',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    {
      name: 'NoSchedule and NoExecute keep off pods that do not tolerate them',
      problem: letIn('web-a', 'web-b', 'web-d'),
    },
    { name: 'Each taint needs a toleration', problem: letIn('db-d') },
    { name: 'A pod that tolerates all taints gets in', problem: kept('db-a', 'agent-d') },
    { name: 'PreferNoSchedule refuses no pod', problem: kept('web-c') },
    { name: 'The reason names the first taint that the pod does not tolerate', problem: unnamed },
    { name: 'Preemption tries no node where it cannot help', problem: inVain },
  ],
  hints: [
    'One taint that the pod does not tolerate is enough to refuse it. Look for such a taint, and not for one that the pod tolerates.',
    '`findMatchingUntoleratedTaint(taints, tolerations, filter)` gives the first taint that passes the filter and that no toleration matches. Which effects should pass?',
    'The code of the refusal says whether it may help if pods go. `Unschedulable` says yes. For a taint it is `UnschedulableAndUnresolvable`.',
  ],
  why:
    'A taint is against every pod, so a pod needs a toleration for each one. To let it in for one toleration would open all locks with one key. ' +
    'PreferNoSchedule is left to the score. And the code matters as much as the answer: with `Unschedulable` the scheduler would try on each of ' +
    'these nodes which pods to delete, at each attempt, and find that the taint is still there.',
  next: 'Refuse for PreferNoSchedule too. What becomes of the nodes of a cluster in which each has such a taint?',
};
