import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inTreeTraits } from '../../src/runtime/accelerator/plugins/in-tree.ts';
import type { TraitsOf } from '../../src/runtime/accelerator/traits.ts';
import { acceleratorTurns, answers } from './accelerator.ts';

const differs = (traits: TraitsOf) =>
  fc.check(
    fc.property(acceleratorTurns, (turns) => {
      expect(answers(turns, traits)).toEqual(answers(turns));
    }),
    { numRuns: 150, seed: 20, endOnFailure: true },
  ).failed;

test('property: the accelerated scheduler gives the statuses, scores, nodes and victims of the plain one', () => {
  fc.assert(
    fc.property(acceleratorTurns, (turns) => {
      expect(answers(turns, inTreeTraits)).toEqual(answers(turns));
    }),
    { numRuns: 150 },
  );
});

/** The traits of one plugin, otherwise than they are. */
const but =
  (name: string, wrong: object): TraitsOf =>
  (plugin, facts) => ({ ...inTreeTraits(plugin, facts), ...(plugin.name() === name && wrong) });

test.each<[string, TraitsOf]>([
  ['a filter is said to ignore pods that it refuses', but('NodePorts', { ignores: () => true })],
  [
    'a filter looks at more labels than it names',
    but('PodTopologySpread', { topologyKeys: () => ['other'] }),
  ],
  ['scores differ that are taken for alike', but('NodeResourcesLeastAllocated', { scoresAlike: () => true })],
  ['no pods are counted', but('InterPodAffinity', { preScore: () => undefined })],
])('it is found out where %s', (_what, traits) => {
  expect(differs(traits)).toBe(true);
});
