import { expect, test } from 'vitest';
import {
  mostSteps,
  pagesOf,
  playedAt,
  runPath,
  stepLink,
} from '../../../../src/components/scope/link/run-pages.ts';

test('a run has a page under the id of its scenario, and further pages under their numbers', () => {
  expect(runPath('controllers/replicaset')).toBe('/runs/controllers/replicaset/');
  expect(runPath('controllers/replicaset#slow-cache', 3)).toBe('/runs/controllers/replicaset/slow-cache/3/');
});

test('a scenario is played in its chapter, or in the playground', () => {
  expect(playedAt('controllers/replicaset#slow-cache')).toBe('/controllers/replicaset/');
  expect(playedAt('playground/scaling#change-of-mind')).toBe('/playground/');
});

test('the pages of a run hold every step once, and none is much longer than another', () => {
  expect(pagesOf(0)).toEqual([{ from: 1, to: 0 }]);
  expect(pagesOf(mostSteps)).toEqual([{ from: 1, to: mostSteps }]);
  expect(pagesOf(mostSteps + 1)).toHaveLength(2);
  for (const steps of [1, 651, 1276, 1300, 2664, 9999]) {
    const pages = pagesOf(steps);
    expect(pages.at(-1)?.to).toBe(steps);
    pages.slice(1).forEach(({ from }, i) => expect(from).toBe(pages[i]!.to + 1));
    const lengths = pages.map(({ from, to }) => to - from + 1);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(pages.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(mostSteps);
  }
});

test('a link to a step leads to its page, or stays where it is', () => {
  expect(stepLink('playground/scaling', 12, 1136, 1)).toBe('#s12');
  expect(stepLink('playground/scaling', 12, 1136, 2)).toBe('/runs/playground/scaling/#s12');
  expect(stepLink('playground/scaling', 900, 1136, 1)).toBe('/runs/playground/scaling/2/#s900');
});
