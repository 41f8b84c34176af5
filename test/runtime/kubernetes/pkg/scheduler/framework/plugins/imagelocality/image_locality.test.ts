import { describe, expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type { ScorePlugin } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newPlugin } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/imagelocality/image_locality.ts';
import { handleOf, newPluginOf, node, pod, scoresOf } from '../handle.ts';

const mb = 1024 * 1024;
/** An image is called by its size in MB. */
const image = (size: number) => `gcr.io/${size}`;
const imagesOf = (...sizes: readonly number[]) => ({
  images: sizes.map((size) => ({
    names: [`${image(size)}:latest`, `${image(size)}:v1`],
    sizeBytes: size * mb,
  })),
});
const podOf = (...images: readonly string[]) =>
  pod({}, { containers: images.map((each) => ({ image: each })) });
const scores = (images: readonly string[], ...nodes: readonly (readonly number[])[]) => {
  const world = { nodes: nodes.map((sizes, i) => node(`machine-${i}`, {}, imagesOf(...sizes))) };
  return scoresOf(newPlugin, undefined, world, podOf(...images));
};

describe('TestImageLocalityPriority', () => {
  test.each<[string, number[], number[][], number[]]>([
    // (250 / 2 - 23) / (1000 * 2 - 23) of 100; 40 / 2 is less than the least that counts.
    [
      'the node with the larger image',
      [40, 250],
      [
        [40, 300, 2000],
        [250, 10],
      ],
      [0, 5],
    ],
    [
      'the node with both images',
      [40, 300],
      [
        [40, 300, 2000],
        [250, 10],
      ],
      [7, 0],
    ],
    [
      'more than counts',
      [10, 4000],
      [
        [4000, 30],
        [250, 10],
      ],
      [100, 0],
    ],
    ['the share of nodes that have it', [10, 4000], [[4000, 30], [250, 10], []], [66, 0, 0]],
    ['many large images', [300, 600, 900], [[600, 40, 900], [300, 600, 900], []], [32, 36, 0]],
    ['more than counts, on every node', [4000], [[4000]], [100]],
    [
      'small images',
      [30, 40],
      [
        [20, 30, 40],
        [4000, 30],
      ],
      [1, 0],
    ],
  ])('%s', (_what, images, nodes, expected) => {
    expect(scores(images.map(image), ...nodes)).toEqual(expected);
  });
});

describe('TestNormalizedImageName', () => {
  const withName = (name: string) =>
    node('machine', {}, { images: [{ names: [name], sizeBytes: 1000 * mb }] });
  test.each([
    ['root', 'root:latest', true],
    ['gcr.io:5000/root', 'gcr.io:5000/root:latest', true],
    ['root:tag', 'root:tag', true],
    ['root:tag', 'root:latest', false],
    ['root@sha256:0123', 'root@sha256:0123', true],
  ])('%s is %s: %s', (asked, name, found) => {
    const [score = 0] = scoresOf(newPlugin, undefined, { nodes: [withName(name)] }, podOf(asked));
    expect(score > 0).toBe(found);
  });
});

test('two pods one after the other are scored each by its own images', () => {
  const nodes = [node('one', {}, imagesOf(300)), node('two', {}, imagesOf(600))];
  const plugin = newPluginOf<ScorePlugin>(newPlugin, undefined, handleOf({ nodes }));
  const scored = (size: number) =>
    nodes.map(({ metadata }) => plugin.score(newCycleState(), podOf(image(size)), metadata.name)[0]);
  expect(scored(300)).toEqual([12, 0]);
  expect(scored(600)).toEqual([0, 28]);
});
