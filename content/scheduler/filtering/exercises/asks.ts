import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, podsIn, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type {
  Node,
  Pod,
} from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { World } from '../../../../src/runtime/stage/world.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';

const resources = ['cpu', 'example.com/gpu'];
const nameOf = ({ metadata }: Pod): string => metadata.name ?? '';

interface Parts {
  readonly together: number;
  readonly before: number;
  readonly overhead: number;
}

/** What the parts of a pod ask for, in whole ones: the story has no other amounts. */
function partsOf({ spec }: Pod, resource: string): Parts {
  const of = (all: NonNullable<Pod['spec']>['containers'] = []): number[] =>
    all.map((container) => Number(container.resources?.requests?.[resource] ?? 0));
  return {
    together: of(spec?.containers).reduce((sum, amount) => sum + amount, 0),
    before: Math.max(0, ...of(spec?.initContainers)),
    overhead: Number(spec?.overhead?.[resource] ?? 0),
  };
}

/** The most that a pod needs at a time. */
function needs(pod: Pod, resource: string): number {
  const { together, before, overhead } = partsOf(pod, resource);
  return Math.max(together, before) + overhead;
}

/** The same, in words. */
function wordsOf(pod: Pod, resource: string): string {
  const { together, before, overhead } = partsOf(pod, resource);
  const most =
    before > together
      ? t`an init container asks for ${before}, more than the containers together, ${together}`
      : t`the containers ask for ${together} together, and no init container for more`;
  const total = t`\`${nameOf(pod)}\` needs ${needs(pod, resource)} of ${resource} at a time: ${most}`;
  return overhead === 0 ? t`${total}.` : t`${total}, and the overhead of ${overhead} comes on top.`;
}

function hasOf(world: World, node: string, resource: string): number {
  const object = mapGet(world.store.objects, `nodes/${node}`) as Node | undefined;
  return Number(object?.status?.allocatable?.[resource] ?? 0);
}

function needed(pods: readonly Pod[], resource: string): number {
  return pods.reduce((sum, pod) => sum + needs(pod, resource), 0);
}

function tooMuch(recording: Recording): Problem | undefined {
  for (const entry of entriesOf(recording, 'sched.choose')) {
    const { node, pod: key } = entry.event;
    const there = podsIn(entry.world).filter(
      (pod) => pod.spec?.nodeName === node || `default/${nameOf(pod)}` === key,
    );
    for (const resource of resources) {
      const [has, sum] = [hasOf(entry.world, node, resource), needed(there, resource)];
      if (sum <= has) continue;
      const comes = there.find((pod) => `default/${nameOf(pod)}` === key);
      const why = comes ? wordsOf(comes, resource) : '';
      const says = t`At ${timeOf(entry)} \`${key.replace('default/', '')}\` gets \`${node}\`. The pods there need ${sum} of ${resource} then, and the node has ${has}. ${why}`;
      return { says, entry: entry.index };
    }
  }
  return undefined;
}

function inVain(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const pods = podsIn(last.world);
  for (const waits of pods.filter(({ spec }) => !spec?.nodeName)) {
    const node = waits.spec?.nodeSelector?.['kubernetes.io/hostname'] ?? '';
    const there = pods.filter(({ spec }) => spec?.nodeName === node);
    const left = resources.map((resource) => hasOf(last.world, node, resource) - needed(there, resource));
    if (resources.some((resource, i) => needs(waits, resource) > (left[i] ?? 0))) continue;
    const [most = 'cpu'] = resources.filter((resource) => needs(waits, resource) > 0);
    const says = t`In the end \`${nameOf(waits)}\` has no node. \`${node}\` has ${left[resources.indexOf(most)] ?? 0} of ${most} left. ${wordsOf(waits, most)}`;
    return { says, entry: last.index };
  }
  return undefined;
}

export const exercise: Exercise = {
  id: 'scheduler/filtering/asks',
  kind: 'code',
  title: 'Neither too much nor too little',
  task:
    'This `computePodResourceRequest` adds up what all containers of a pod ask for, one after the other. Some pods wait for room that they ' +
    'will never need, and others get a node that has not enough for them. Let it ask for the most that the pod needs at a time, its overhead included.',
  file: 'kubernetes/pkg/scheduler/framework/plugins/noderesources/fit.ts',
  symbol: 'computePodResourceRequest',
  start: `function computePodResourceRequest({ spec }: Pod): PreFilterState {
  const result = new PreFilterState();
  for (const container of spec.containers) result.request.add(container.resources?.requests);
  for (const container of spec.initContainers ?? []) result.request.add(container.resources?.requests);
  return result;
}`,
  scenario: 'scheduler/filtering#asks',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    { name: 'No pod waits while its node has room', problem: inVain },
    { name: 'No node is promised more than it has', problem: tooMuch },
  ],
  hints: [
    'Which containers of a pod run at the same time? Those in `containers` do. Those in `initContainers` run one by one, all of them before the others.',
    'Of the init containers only the one that asks for most counts, and only if it asks for more than the containers together. That holds for each resource by itself.',
    '`Resource` has a method for this: `setMaxResource(list)` raises each amount to that of the list, where the list has more.',
    'The pod itself may cost something besides its containers: `spec.overhead`, a list of amounts as requests are. When does it need that: while the init containers run, later, or all the time?',
  ],
  why:
    'A pod gets its node once, and all that it will ever need has to be there from the beginning. So what counts is the most at a time: the larger of the ' +
    'containers together and the largest init container, resource by resource, and the overhead on top, which is there all the time. What an init container ' +
    'needed stays reserved after it has ended, though the pod no longer uses it.',
  next: 'The kubelet asks the same function once more when the pod comes. What would happen if only the scheduler were wrong?',
};
