import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, podsIn, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';
import { type ScoreColumn, numberAt } from '../../../../src/runtime/subjects/scheduler/world.ts';

function noNode(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const waits = podsIn(last.world).find(({ spec }) => !spec?.nodeName);
  if (!waits) return undefined;
  const { name = '' } = waits.metadata;
  const scheduler = mapGet(last.world.schedulers, 'kube-scheduler');
  const attempt = scheduler && mapGet(scheduler.attempts, `default/${name}`)?.at(-1);
  const why = attempt?.result === 'error' ? t` The scheduler gave up: ${attempt.message}.` : '';
  const says = t`In the end \`${name}\` has no node, though each of the three nodes can take it.${why}`;
  return { says, entry: attempt?.entry ?? last.index };
}

/** The plugins that count, and whether less is better for them. */
const counting: Readonly<Record<string, boolean>> = { TaintToleration: true, NodeAffinity: false };

/** A node whose score is not the share of the highest count that its own count is. */
function otherShare(recording: Recording): Problem | undefined {
  for (const entry of entriesOf(recording, 'sched.score')) {
    const { pod } = entry.event;
    const scheduler = mapGet(entry.world.schedulers, 'kube-scheduler');
    const scores = scheduler && mapGet(scheduler.attempts, pod)?.at(-1)?.scores;
    for (const column of scores?.columns ?? []) {
      const reverse = counting[column.plugin];
      if (reverse === undefined) continue;
      const wrong = wrongShare(column, reverse, scores?.nodes ?? []);
      if (wrong === undefined) continue;
      const says = t`At ${timeOf(entry)} the pod is \`${pod.replace('default/', '')}\`, and ${wrong}`;
      return { says, entry: entry.index };
    }
  }
  return undefined;
}

/** What is wrong with what one plugin gives the nodes. */
function wrongShare(
  { plugin, raw, normalized }: ScoreColumn,
  reverse: boolean,
  nodes: readonly string[],
): string | undefined {
  const most = Math.max(...nodes.map((_, place) => numberAt(raw, place)));
  for (const [place, node] of nodes.entries()) {
    const [count, score] = [numberAt(raw, place), numberAt(normalized, place)];
    const share = most === 0 ? 0 : Math.trunc((100 * count) / most);
    const due = reverse ? 100 - share : share;
    if (score === due) continue;
    if (!Number.isInteger(score))
      return t`${plugin} gives \`${node}\` the score ${score}. Scores are whole numbers, as \`int64\` in Go: cut off what is behind the point.`;
    const counted = t`${plugin} counts ${count} for \`${node}\`, where the highest count is ${most}.`;
    const should = reverse
      ? t`With \`reverse\`, its score has to be ${due}, and it is ${score}.`
      : t`Its score has to be ${due}, and it is ${score}.`;
    return `${counted} ${should}`;
  }
  return undefined;
}

/** A pod that should get a node and gets another. */
function elsewhere(recording: Recording, pod: string, node: string, why: string): Problem | undefined {
  const entry = entriesOf(recording, 'sched.choose').find(({ event }) => event.pod === `default/${pod}`);
  if (!entry || entry.event.node === node) return undefined;
  const says = t`At ${timeOf(entry)} \`${pod}\` gets \`${entry.event.node}\`. ${why}`;
  return { says, entry: entry.index };
}

export const exercise: Exercise = {
  id: 'scheduler/scoring/stretch',
  kind: 'code',
  title: 'From a count to a hundred',
  task:
    'Plugins count: weights of wishes that a node meets, or taints that a pod does not tolerate. To make such numbers comparable, they call ' +
    '`defaultNormalizeScore` with the counts of all nodes. This one leaves them as they are. Let the highest count become `maxPriority`, and each other its share of that, ' +
    'as whole numbers. With `reverse`, the fewer the better.',
  file: 'kubernetes/pkg/scheduler/framework/plugins/helper/normalize_score.ts',
  symbol: 'defaultNormalizeScore',
  start: `export function defaultNormalizeScore(maxPriority: number, reverse: boolean, scores: NodeScoreList): Answer {
  return undefined;
}`,
  scenario: 'scheduler/scoring#stretched',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    { name: 'Each pod gets a node', problem: noNode },
    { name: 'Each score is a whole share of a hundred', problem: otherShare },
    {
      name: 'The fewer taints the better, for a pod that tolerates none',
      problem: (recording) =>
        elsewhere(
          recording,
          'web',
          'node-c',
          t`That node has taints that \`web\` does not tolerate. \`node-c\` has none.`,
        ),
    },
    {
      name: 'A node that meets more wishes gets more',
      problem: (recording) =>
        elsewhere(recording, 'db', 'node-a', t`\`node-a\` would meet two of its wishes.`),
    },
    {
      name: 'A small wish counts, if it is the only one',
      problem: (recording) =>
        elsewhere(
          recording,
          'etl',
          'node-b',
          t`\`node-b\` would meet its only wish, and the scores for room differ by less than a hundred.`,
        ),
    },
  ],
  hints: [
    'Find the largest count first. In a second loop, give each node its share: a node with the largest count gets `maxPriority`. Change the scores in place: `node.score = …`.',
    'Scores are whole numbers. `Math.trunc` cuts off what is behind the point, as a division of whole numbers does in Go.',
    'With `reverse` a node with the largest count gets 0, and one with a count of 0 gets `maxPriority`.',
    'What if the largest count is 0? A division by it gives something that is no number. Without `reverse` all nodes keep their 0. With it, all get `maxPriority`.',
  ],
  why:
    'A count says nothing by itself: 2 taints are many if the other nodes have none, and few if they have ten. So each plugin sees the counts of all nodes that passed, and ' +
    'stretches them. That is also why a wish of weight 1 is worth as much as one of weight 100, if it is the only one: weights are compared with each other, within one plugin.',
  next: 'Three nodes have 1, 2 and 300 taints that a pod does not tolerate. What do the first two get, and what would you do about it?',
};
