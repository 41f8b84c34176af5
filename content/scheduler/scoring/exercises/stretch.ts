import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, podsIn, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';

function noNode(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const waits = podsIn(last.world).find(({ spec }) => !spec?.nodeName);
  if (!waits) return undefined;
  const says = t`In the end ${waits.metadata.name ?? ''} has no node, though each of the three can take it. Scores above 100 are an error.`;
  return { says, entry: last.index };
}

/** A pod that should get a node and gets another. */
function elsewhere(recording: Recording, pod: string, node: string, why: string): Problem | undefined {
  const entry = entriesOf(recording, 'sched.choose').find(({ event }) => event.pod === `default/${pod}`);
  if (!entry || entry.event.node === node) return undefined;
  return { says: t`At ${timeOf(entry)} ${pod} gets ${entry.event.node}. ${why}`, entry: entry.index };
}

export const exercise: Exercise = {
  id: 'scheduler/scoring/stretch',
  kind: 'code',
  title: 'From a count to a hundred',
  task:
    'Plugins count: weights of wishes that a node meets, or taints that a pod does not tolerate. To make such numbers comparable, they call ' +
    '`defaultNormalizeScore` with the counts of all nodes. This one leaves them as they are. Let the best node have `maxPriority`, and the others their share of it. ' +
    'With `reverse`, the fewer the better.',
  file: 'kubernetes/pkg/scheduler/framework/plugins/helper/normalize_score.ts',
  symbol: 'defaultNormalizeScore',
  start: `export function defaultNormalizeScore(maxPriority: number, reverse: boolean, scores: NodeScoreList): Answer {
  return undefined;
}`,
  scenario: 'scheduler/scoring#stretched',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    { name: 'Each pod gets a node', problem: noNode },
    {
      name: 'The fewer taints the better, for a pod that tolerates none',
      problem: (recording) =>
        elsewhere(
          recording,
          'plain',
          'node-c',
          t`That has taints which plain does not tolerate. node-c has none.`,
        ),
    },
    {
      name: 'Who meets more wishes gets more',
      problem: (recording) =>
        elsewhere(recording, 'choosy', 'node-a', t`On node-a, two of its wishes would be met.`),
    },
    {
      name: 'A small wish counts, if it is the only one',
      problem: (recording) =>
        elsewhere(
          recording,
          'timid',
          'node-b',
          t`Its only wish would be met on node-b, and in room the nodes differ by less than a hundred.`,
        ),
    },
  ],
  hints: [
    'Find the largest count first. In a second loop, give each node its share: a node with the largest count gets `maxPriority`. Scores are changed in place: `node.score = …`.',
    'Scores are whole numbers. `Math.trunc` cuts off what is behind the point, as a division of whole numbers does in Go.',
    'With `reverse` a node with the largest count gets 0, and one with a count of 0 gets `maxPriority`.',
    'What if the largest count is 0? To divide by it gives something that is no number. Without `reverse` all keep their 0. With it, all are as good as can be.',
  ],
  why:
    'A count says nothing by itself: 2 taints are many if the other nodes have none, and few if they have ten. So each plugin sees the counts of all nodes that passed, and ' +
    'stretches them. That is also why a wish of weight 1 is worth as much as one of weight 100, if it is the only one: weights are compared with each other, within one plugin.',
  next: 'Three nodes have 1, 2 and 300 taints that a pod does not tolerate. What do the first two get, and what would you do about it?',
};
