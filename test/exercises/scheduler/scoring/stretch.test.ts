import { exercise } from '../../../../content/scheduler/scoring/exercises/stretch.ts';
import { refuses, swap } from '../../tried.ts';

/** The start, which leaves the counts as they are, with this done to each node. */
const each = (start: string, change: string): string =>
  swap(start, 'return undefined;', `for (const node of scores) ${change}\n  return undefined;`);
const share = 'Math.trunc((maxPriority * node.score) / maxCount)';

refuses(
  exercise,
  [
    {
      name: 'counts left as they are',
      write: ({ start }) => start,
      says: /returns an invalid score \d+, it should in the range of \[0, 100\] after normalizing[^]*TaintToleration counts 2 for `node-a`, where the highest count is 2\. With `reverse`, its score has to be 0, and it is 2/,
    },
    {
      name: 'counts cut off at a hundred',
      write: ({ start }) => each(start, 'node.score = Math.min(node.score, maxPriority);'),
      says: /With `reverse`, its score has to be 0, and it is 2\.[^]*`web` gets `node-a`\. That node has taints[^]*`db` gets `node-c`\. `node-a` would meet two of its wishes[^]*`etl` gets/,
    },
    {
      name: 'a hundred for whichever node has any',
      write: ({ start }) => each(start, 'node.score = node.score > 0 !== reverse ? maxPriority : 0;'),
      says: /TaintToleration counts 1 for `node-b`, where the highest count is 2\. With `reverse`, its score has to be 50, and it is 0\.[^]*`db` gets `node-c`/,
    },
    {
      name: 'a count that is not turned round',
      write: ({ solution }) => swap(solution, 'reverse ? maxPriority - score : score', 'score'),
      says: /With `reverse`, its score has to be 0, and it is 100\.[^]*`web` gets `node-a`\. That node has taints that `web` does not tolerate/,
    },
    {
      name: 'a division by a highest count of 0',
      write: ({ solution }) => swap(solution, 'if (maxCount === 0) {', 'if (maxCount < 0) {'),
      says: /`score` is NaN: it was computed from something that is no number/,
    },
    {
      name: 'nothing for any node where none has a taint',
      write: ({ solution }) => swap(solution, /if \(reverse\) for .*/, ''),
      says: /TaintToleration counts 0 for `node-a`, where the highest count is 0\. With `reverse`, its score has to be 100, and it is 0/,
    },
    {
      name: 'fractions, as a division gives them here',
      write: ({ solution }) => swap(solution, share, '(maxPriority * node.score) / maxCount'),
      says: /NodeAffinity gives `node-b` the score 5\.88\d+\. Scores are whole numbers, as `int64` in Go: cut off what is behind the point/,
    },
    {
      name: 'the nearest whole number',
      write: ({ solution }) => swap(solution, 'Math.trunc', 'Math.round'),
      says: /NodeAffinity counts 10 for `node-b`, where the highest count is 170\. Its score has to be 5, and it is 6/,
    },
    {
      name: 'a division cut off before it is multiplied',
      write: ({ solution }) => swap(solution, share, 'Math.trunc(node.score / maxCount) * maxPriority'),
      says: /TaintToleration counts 1 for `node-b`, where the highest count is 2\. With `reverse`, its score has to be 50, and it is 100/,
    },
    {
      name: 'a share of the sum',
      write: ({ solution }) => swap(solution, 'maxCount = Math.max(maxCount, score)', 'maxCount += score'),
      says: /TaintToleration counts 2 for `node-a`, where the highest count is 2\. With `reverse`, its score has to be 0, and it is 34/,
    },
    {
      name: 'the lowest count as 0, and the rest between',
      write: ({ solution }) =>
        swap(
          swap(
            solution,
            'for (const node of scores) {',
            'const least = Math.min(...scores.map(({ score }) => score));\n  for (const node of scores) {',
          ),
          share,
          'Math.trunc((maxPriority * (node.score - least)) / (maxCount - least || 1))',
        ),
      says: /NodeAffinity counts 10 for `node-b`, where the highest count is 170\. Its score has to be 5, and it is 0/,
    },
    {
      name: 'copies that are changed, as a range loop in Go has them',
      write: ({ solution }) =>
        swap(
          swap(solution, 'for (const node of scores) {', 'for (let { score } of scores) {'),
          /const score = .*\n.*;/,
          'score = Math.trunc((maxPriority * score) / maxCount);\n    if (reverse) score = maxPriority - score;',
        ),
      says: /With `reverse`, its score has to be 0, and it is 2\./,
    },
    {
      name: 'the field as Go calls it',
      write: ({ solution }) => swap(solution, 'node.score = reverse ?', 'node.Score = reverse ?'),
      says: /`node` has no `Score`\. Did you mean `score`\?/,
    },
    {
      name: 'a loop that never goes on',
      write: ({ solution }) =>
        swap(
          solution,
          'for (const { score } of scores) maxCount',
          'for (let i = 0; i < scores.length; ) maxCount',
        ).replace('Math.max(maxCount, score)', 'Math.max(maxCount, scores[i]!.score)'),
      says: /endless loop: .* found defaultNormalizeScore still running at line 7 .* check that its loop ends/,
    },
  ],
  [
    {
      name: 'a share made with floor',
      write: ({ solution }) => swap(solution, 'Math.trunc', 'Math.floor'),
    },
  ],
);
