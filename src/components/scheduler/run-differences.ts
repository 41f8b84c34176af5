import { t } from '../../i18n/t.ts';
import { memoize } from '../../recording/memoize.ts';
import { countOf } from '../../recording/words.ts';
import type { Attempt, CachedNode, SchedulerState } from '../../runtime/subjects/scheduler/world.ts';
import { mapEntries, mapGet } from '../../runtime/sim/pmap.ts';

/** Pods of which another thing has become in two runs, and the nodes that have other pods. */
export interface RunDifferences {
  readonly nodes: ReadonlySet<string>;
  readonly pods: ReadonlySet<string>;
}

/** The most pods that are told one by one. */
const mostTold = 4;

/** What is different between two schedulers at one moment of two runs. */
export function runDifferences(story: SchedulerState, yours: SchedulerState): RunDifferences {
  const keys = new Set([...mapEntries(story.attempts), ...mapEntries(yours.attempts)].map(([key]) => key));
  const pods = [...keys].filter((key) => fateOf(story, key) !== fateOf(yours, key));
  const [there, here] = [podsByNode(story.nodes), podsByNode(yours.nodes)];
  const nodes = [...new Set([...there.keys(), ...here.keys()])].filter(
    // An empty node that is in one run only has no other pods.
    (node) => (there.get(node) ?? '') !== (here.get(node) ?? ''),
  );
  return { nodes: new Set(nodes), pods: new Set(pods) };
}

/** In words: which pods' fates differ, and how. */
export function differenceWords(
  { pods }: RunDifferences,
  story: SchedulerState,
  yours: SchedulerState,
): string {
  if (pods.size === 0) return t`Up to here every pod fares as in the other run.`;
  const told = [...pods]
    .slice(0, mostTold)
    .map((pod) => t`${pod}: ${fateWords(story, pod)} in the story, ${fateWords(yours, pod)} in yours.`);
  const left = pods.size - told.length;
  return [...told, ...(left > 0 ? [t`And ${countOf(left, 'pod')} more.`] : [])].join(' ');
}

const lastAttempt = ({ attempts }: SchedulerState, pod: string): Attempt | undefined =>
  mapGet(attempts, pod)?.at(-1);

/** Where a pod is, or that it is nowhere: an attempt that goes on is not told from one that has found no node. */
function fateOf(state: SchedulerState, pod: string): string {
  return lastAttempt(state, pod)?.node ?? '';
}

function fateWords(state: SchedulerState, pod: string): string {
  const attempt = lastAttempt(state, pod);
  if (!attempt) return t`not tried`;
  if (attempt.node !== '') return attempt.node;
  return attempt.result === 'running' ? t`being tried` : t`no node`;
}

/** The keys of the pods of each node, as a text. */
const podsByNode = memoize(
  (nodes: SchedulerState['nodes']): ReadonlyMap<string, string> =>
    new Map(mapEntries(nodes).map(([name, node]) => [name, podsText(node)])),
);

const podsText = ({ pods }: CachedNode): string =>
  pods
    .map(({ pod }) => pod)
    .sort()
    .join(' ');
