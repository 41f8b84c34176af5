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
import type { Pod } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

const cores = 4;
const nameOf = ({ metadata }: Pod): string => metadata.name ?? '';
const cpuOf = ({ spec }: Pod): number => Number(spec?.containers[0]?.resources?.requests?.['cpu']);
const priorityOf = ({ spec }: Pod): number => spec?.priority ?? 0;
/** The budget of the story protects the pods of this app, and lets none go. */
const isGuarded = ({ metadata }: Pod): boolean => metadata.labels?.app === 'ledger';

/** What preemption decided for a node: who comes, who must go, who stays. */
interface Decision {
  readonly entry: EntryOf<'sched.preempt'>;
  readonly node: string;
  readonly comes: Pod;
  readonly go: readonly Pod[];
  readonly stay: readonly Pod[];
}

function decisionsOf(recording: Recording): Decision[] {
  return entriesOf(recording, 'sched.preempt').flatMap((entry) => {
    const { node, pod: key, victims } = entry.event;
    const pods = podsIn(entry.world);
    const comes = pods.find((pod) => `default/${nameOf(pod)}` === key);
    if (node === '' || !comes) return [];
    const there = pods.filter(({ spec }) => spec?.nodeName === node);
    const goes = (pod: Pod): boolean => victims.includes(`default/${nameOf(pod)}`);
    return [{ entry, node, comes, go: there.filter(goes), stay: there.filter((pod) => !goes(pod)) }];
  });
}

const sum = (pods: readonly Pod[]): number => pods.reduce((all, pod) => all + cpuOf(pod), 0);

function inVain(recording: Recording): Problem | undefined {
  for (const { entry, node, comes, go, stay } of decisionsOf(recording)) {
    const free = cores - sum(stay) - cpuOf(comes);
    const victim = go.find((pod) => cpuOf(pod) <= free);
    if (!victim) continue;
    const says = t`At ${timeOf(entry)} \`${nameOf(victim)}\` must go from \`${node}\`, in vain. Beside \`${nameOf(comes)}\` there is room for ${free} CPU, and \`${nameOf(victim)}\` asks for ${cpuOf(victim)}.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

/** Two pods of which either could go, and the wrong one does. */
function wrongOne(
  recording: Recording,
  better: (goes: Pod, stays: Pod) => boolean,
): { readonly decision: Decision; readonly goes: Pod; readonly stays: Pod } | undefined {
  for (const decision of decisionsOf(recording)) {
    const { comes, go, stay } = decision;
    const free = cores - sum(stay) - cpuOf(comes);
    for (const goes of go)
      for (const stays of stay) {
        const either = priorityOf(stays) < priorityOf(comes) && cpuOf(goes) - cpuOf(stays) <= free;
        if (either && better(goes, stays)) return { decision, goes, stays };
      }
  }
  return undefined;
}

function againstBudget(recording: Recording): Problem | undefined {
  const found = wrongOne(recording, (goes, stays) => isGuarded(goes) && !isGuarded(stays));
  if (!found) return undefined;
  const { decision, goes, stays } = found;
  const says = t`At ${timeOf(decision.entry)} \`${nameOf(goes)}\` must go from \`${decision.node}\`, against its budget. \`${nameOf(stays)}\` stays, which has no budget, and takes as much room.`;
  return { says, entry: decision.entry.index };
}

function moreImportant(recording: Recording): Problem | undefined {
  const found = wrongOne(
    recording,
    (goes, stays) => isGuarded(goes) === isGuarded(stays) && priorityOf(goes) > priorityOf(stays),
  );
  if (!found) return undefined;
  const { decision, goes, stays } = found;
  const says = t`At ${timeOf(decision.entry)} \`${nameOf(goes)}\` must go from \`${decision.node}\`, with priority ${priorityOf(goes)}, and \`${nameOf(stays)}\` stays, with ${priorityOf(stays)}. One of them would have been enough.`;
  return { says, entry: decision.entry.index };
}

/** A pod that has to go for one that is not more important. */
function ofItsRank(recording: Recording): Problem | undefined {
  for (const { entry, node, comes, go } of decisionsOf(recording)) {
    const goes = go.find((pod) => priorityOf(pod) >= priorityOf(comes));
    if (!goes) continue;
    const says = t`At ${timeOf(entry)} \`${nameOf(goes)}\` must go from \`${node}\`, with priority ${priorityOf(goes)}. \`${nameOf(comes)}\` has ${priorityOf(comes)}: only a pod of less priority may have to go.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

function noPlace(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const pods = podsIn(last.world);
  const waiting = ['web-a', 'web-b', 'web-c'].find(
    (name) => !pods.find((pod) => nameOf(pod) === name)?.spec?.nodeName,
  );
  if (waiting === undefined) return undefined;
  return {
    says: t`In the end \`${waiting}\` has no node, though pods of less priority are in its way.`,
    entry: last.index,
  };
}

export const exercise: Exercise = {
  id: 'scheduler/preemption/fewest',
  kind: 'code',
  title: 'No pod goes in vain',
  task:
    'This `selectVictimsOnNode` takes pods away, the least important first, until the new one fits. Some of them go in vain, and it knows ' +
    'no budgets. Of the pods of less priority, let only those go that must, keep the more important ones, and spare the pods that a budget protects where others can go.',
  file: 'kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.ts',
  symbol: 'selectVictimsOnNode',
  start: `export function selectVictimsOnNode(
  ph: PreemptHandle,
  state: CycleState,
  pod: Pod,
  nodeInfo: NodeInfo,
  pdbs: readonly PodDisruptionBudget[],
  now: number,
): Victims | undefined {
  const removePod = (rp: Pod): Error | undefined =>
    nodeInfo.removePod(rp) ?? ph.runPreFilterExtensionRemovePod(state, pod, rp, nodeInfo)?.asError();
  const fits = (): boolean => podPassesFiltersOnNode(ph, state, pod, nodeInfo)[0];

  const lower = nodeInfo.pods.map((p) => p.pod).filter((p) => podPriority(p) < podPriority(pod));
  lower.sort(byImportance(now));
  const pods: Pod[] = [];
  for (const p of lower.reverse()) {
    if (fits()) break;
    if (removePod(p)) return undefined;
    pods.push(p);
  }
  return pods.length > 0 && fits() ? { pods, numPDBViolations: 0 } : undefined;
}`,
  scenario: 'scheduler/preemption#fewest',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    { name: 'Each pod of high priority gets the place of pods that matter less', problem: noPlace },
    { name: 'Only pods of less priority go', problem: ofItsRank },
    { name: 'No pod goes that could have stayed', problem: inVain },
    { name: 'A budget is kept where it can be', problem: againstBudget },
    { name: 'Of two that take as much room, the one that matters less goes', problem: moreImportant },
  ],
  hints: [
    'A small pod goes first, then a large one, and now the small one would fit again. Which pod went last is known only at the end. What if you begin there?',
    'Take all pods of less priority away. If the new one does not fit even then, this node is no candidate. If it does, put them back one at a time, the most important first, and keep each pod beside which the new one still fits.',
    'To put a pod back, call `nodeInfo.addPod(p)` and `ph.runPreFilterExtensionAddPod(state, pod, p, nodeInfo)`, and take it away again if the new one no longer fits.',
    '`filterPodsWithPDBViolation(pods, pdbs)` gives two lists: the pods whose going would be against a budget, and the others. A pod that you put back first has the best chance to stay.',
  ],
  why:
    'To take away until it fits finds some set of victims, and often one that is too large. To take all away and put back what fits finds a set in which each pod has to go. ' +
    'Priority and budgets decide only the order in which pods are put back: protected pods first, and then by importance. It is greedy, and the set need not be ' +
    'the smallest there is: to keep one important pod, several others may have to go.',
  next: 'Put the less important ones back first. On which node do the same pods go, and why?',
};
