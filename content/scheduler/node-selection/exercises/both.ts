import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import { countOf } from '../../../../src/recording/words.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type { Node } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Entry } from '../../../../src/runtime/stage/world.ts';
import { type FilterTable, nodeAt, verdictOf } from '../../../../src/runtime/subjects/scheduler/world.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';

/** Which nodes may run each pod of the story. */
const right: Readonly<Record<string, readonly string[]>> = {
  cron: ['node-a', 'node-b', 'node-c', 'node-d'],
  web: ['node-a'],
  etl: ['node-b', 'node-d'],
  api: [],
  db: ['node-c'],
};

const passed = (filters: FilterTable): string[] =>
  Array.from({ length: filters.count }, (_, place) =>
    verdictOf(filters, place).length === 0 ? nodeAt(filters, place) : '',
  )
    .filter(Boolean)
    .sort();

/** The labels of a node that pods of the story ask for. */
function labelsOf({ world }: Entry, name: string): string {
  const node = mapGet(world.store.objects, `nodes/${name}`) as Node | undefined;
  const { type = t`none`, disk = t`none` } = node?.metadata.labels ?? {};
  return t` Its labels: type ${type}, disk ${disk}.`;
}

/** What is wrong with the nodes that may run a pod. `asks` says what it asks for. */
function nodesOf(recording: Recording, name: string, asks: string): Problem | undefined {
  const key = `default/${name}`;
  const entry = entriesOf(recording, 'sched.filter').find(({ event }) => event.pod === key);
  const scheduler = entry && mapGet(entry.world.schedulers, 'kube-scheduler');
  const filters = scheduler && mapGet(scheduler.attempts, key)?.at(-1)?.filters;
  if (!entry || !filters)
    return { says: t`The scheduler looked at no node for \`${name}\`.`, entry: lastEntry(recording).index };
  const nodes = passed(filters);
  const extra = nodes.find((node) => !right[name]?.includes(node));
  const missing = right[name]?.find((node) => !nodes.includes(node));
  if (extra === undefined && missing === undefined) return undefined;
  const seen = t`At ${timeOf(entry)} ${countOf(nodes.length, 'node')} can run \`${name}\`, which asks for ${asks}.`;
  const why =
    extra === undefined
      ? t`\`${missing ?? ''}\` is missing.${labelsOf(entry, missing ?? '')}`
      : t`\`${extra}\` is one of them, and should not be.${labelsOf(entry, extra)}`;
  return { says: `${seen} ${why}`, entry: entry.index };
}

export const exercise: Exercise = {
  id: 'scheduler/node-selection/both',
  kind: 'code',
  title: 'All of these, and one of those',
  task:
    'A pod has a selector, a required affinity, both, or neither. The scheduler and the kubelet ask this function whether the pod may run on a node. ' +
    'It has *or* where it needs *and*, and the other way round. Let each of five pods have the nodes that it asks for.',
  file: 'kubernetes/pkg/scheduler/framework/plugins/helper/node_affinity.ts',
  symbol: 'podMatchesNodeSelectorAndAffinityTerms',
  start: `export function podMatchesNodeSelectorAndAffinityTerms(pod: Pod, node: Node): boolean {
  const labels = node.metadata.labels ?? {};
  const selector = pod.spec.nodeSelector ?? {};
  const required = pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const terms = required?.nodeSelectorTerms ?? [];

  const pairs = Object.keys(selector).some((key) => labels[key] === selector[key]);
  // One term as a list of its own: whether all its conditions hold.
  const matched = terms.every((term) => matchNodeSelectorTerms(node, { nodeSelectorTerms: [term] })[0]);
  return pairs || matched;
}`,
  scenario: 'scheduler/node-selection#ways',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    {
      name: 'A pod that asks for nothing may run on every node',
      problem: (recording) => nodesOf(recording, 'cron', t`nothing`),
    },
    {
      name: 'Of a selector, all pairs have to be on the node',
      problem: (recording) => nodesOf(recording, 'web', 'type=compute, disk=ssd'),
    },
    {
      name: 'Of several terms, one is enough',
      problem: (recording) => nodesOf(recording, 'etl', t`disk In hdd, or type In gpu`),
    },
    {
      name: 'A term without conditions holds nowhere',
      problem: (recording) => nodesOf(recording, 'api', t`a term without conditions`),
    },
    {
      name: 'A selector and an affinity both have to hold',
      problem: (recording) => nodesOf(recording, 'db', t`disk=ssd, and one of two terms`),
    },
  ],
  hints: [
    'There are three places: between the pairs, between the terms, and between the selector and the affinity. Say each of them as a sentence first.',
    'All pairs: `every`. One of the terms: `some`. And both, so `&&`.',
    'Of no terms at all, `some` says false. But a pod without a required affinity may run anywhere: ask first whether there is a `required`.',
  ],
  why:
    'Pairs are an *and*, terms are an *or* over an *and*, and the two together are an *and* again. What is not asked for holds everywhere: of no pairs, all hold. ' +
    'For terms this does not come by itself, so the function asks about an absent affinity before the loop. That makes the difference between a pod that may run anywhere and one that may run nowhere.',
  next: 'Return true. Now every pod is placed, and every kubelet takes it, since both ask this function. What would happen if only the scheduler had your version?',
};
