import type { Answer, NodeScoreList } from '../../interface.ts';

/** Stretches scores so that the highest becomes `maxPriority`; with `reverse` less is better, and the highest becomes 0. */
// Mirrors: pkg/scheduler/framework/plugins/helper/normalize_score.go#DefaultNormalizeScore
export function defaultNormalizeScore(maxPriority: number, reverse: boolean, scores: NodeScoreList): Answer {
  let maxCount = 0;
  for (const { score } of scores) maxCount = Math.max(maxCount, score);
  if (maxCount === 0) {
    if (reverse) for (const node of scores) node.score = maxPriority;
    return undefined;
  }
  for (const node of scores) {
    const score = Math.trunc((maxPriority * node.score) / maxCount);
    node.score = reverse ? maxPriority - score : score;
  }
  return undefined;
}
