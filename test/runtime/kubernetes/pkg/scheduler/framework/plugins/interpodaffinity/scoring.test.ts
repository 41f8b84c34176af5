import { describe, expect, test } from 'vitest';
import { newPlugin } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/plugin.ts';
import { scoresOf } from '../handle.ts';
import { type Told, nodeOf, podOf } from './pods.ts';

/** What each node gets; nodes are called machine1 and so on, and pods say by a number where they are. */
function scored(asked: Told, pods: readonly Told[], labels: readonly string[], hardPodAffinityWeight = 1) {
  const nodes = labels.map((of, i) => nodeOf(`machine${i + 1} ${of}`));
  const running = pods.map((told) => podOf({ ...told, on: `machine${told.on}` }));
  return scoresOf(newPlugin, { hardPodAffinityWeight }, { nodes, pods: running }, podOf(asked));
}

const s1 = { is: 'security=S1' };
const s2 = { is: 'security=S2' };
const [china, india, az1, az2] = ['region=China', 'region=India', 'az=az1', 'az=az2'];
const three = [china, india, az1];
const nearS1 = { ratherNear: ['5 security=S1 @region'] };
const nearS2 = { ratherNear: ['6 security=S2 @region'] };
const farS1 = { ratherFar: ['5 security=S1 @az'] };
const farS2 = { ratherFar: ['5 security=S2 @az'] };
const nearAndFar = { ratherNear: ['8 security=S1 @region'], ...farS2 };
const hard = { near: ['security=S1,value2 @region', 'security & !wrongkey @region'] };

/** Such a pod on each of these machines. */
const at = (told: Told, ...machines: readonly number[]): Told[] =>
  machines.map((machine) => ({ ...told, on: String(machine) }));
const oneTwoOne = [...at(s1, 1), ...at(s2, 2), ...at(s1, 3)];

// Upstream's TestPreferredAffinity.
describe('preferred affinity', () => {
  test.each<[string, Told, readonly Told[], readonly string[], readonly number[]]>([
    ['none', s1, [], three, [0, 0, 0]],
    ['by key and pods', { ...s1, ...nearS1 }, oneTwoOne, three, [100, 0, 0]],
    ['all nodes with the same value', nearS1, at(s1, 1), [china, `${china},${az1}`, india], [100, 100, 0]],
    [
      'more pods in one region than in the other',
      { ...s1, ...nearS2 },
      at(s2, 1, 1, 2, 3, 4, 5),
      [china, india, china, china, india],
      [100, 50, 100, 100, 50],
    ],
    [
      'all operators',
      { ...s1, ratherNear: ['8 security!=S1 & security=S2 @region', '2 security & !wrongkey @region'] },
      oneTwoOne,
      three,
      [20, 100, 0],
    ],
    [
      'of pods that run',
      s2,
      [...at({ ...s1, ...nearS1 }, 1), ...at({ ...s2, ...nearS2 }, 2)],
      three,
      [0, 100, 0],
    ],
    [
      'required, of pods that run',
      s1,
      [...at({ ...s1, ...hard }, 1), ...at({ ...s2, ...hard }, 2)],
      three,
      [100, 100, 0],
    ],
    ['far: by pods', { ...s1, ...farS1 }, [...at(s1, 1), ...at(s2, 2)], [az1, china], [0, 100]],
    ['far: by key', { ...s1, ...farS1 }, at(s1, 1, 2), [az1, china], [0, 100]],
    ['far: by number', { ...s1, ...farS1 }, [...at(s1, 1, 1), ...at(s2, 2)], [az1, india], [0, 100]],
    [
      'far: of pods that run',
      s2,
      [...at({ ...s1, ...farS2 }, 1), ...at({ ...s2, ...farS1 }, 2)],
      [az1, az2],
      [0, 100],
    ],
    ['near and far', { ...s1, ...nearAndFar }, at(s1, 1, 2), [china, az1], [100, 0]],
    [
      'near and far, among its own kind',
      { ...s1, ...nearAndFar },
      at(s1, 1, 1, 2, 3, 3, 4, 5),
      [`${china},${az1}`, india, china, china, india],
      [100, 40, 100, 100, 40],
    ],
    [
      'near and far, on both sides',
      { ...s1, ...nearAndFar },
      [...at(s1, 1), ...at(s2, 2), ...at(nearAndFar, 3), ...at(farS1, 4)],
      [china, az1, india, az2],
      [100, 0, 100, 0],
    ],
    [
      'only some nodes have pods with affinity',
      s1,
      [...at(s1, 1), ...at(nearAndFar, 2)],
      [china, china],
      [100, 100],
    ],
  ])('%s', (_name, asked, pods, nodes, expected) => {
    expect(scored(asked, pods, nodes)).toEqual(expected);
  });

  test.each<Told>([
    { ratherNear: ['8 security={{.bad-value.}} @region'] },
    { ratherFar: ['5 security={{.bad-value.}} @az'] },
  ])('a selector that cannot be read: %j', (asked) => {
    expect(() => scored(asked, [], [china, china])).toThrow(
      /^parsing pod: preferred(A|AntiA)ffinityTerms: invalid label value/,
    );
  });
});

// Upstream's TestPreferredAffinityWithHardPodAffinitySymmetricWeight.
test.each([
  [1, [100, 100, 0]],
  [0, [0, 0, 0]],
])('what pods that run require counts by a weight of %i', (weight, expected) => {
  const pods = at({ near: ['service=S1 @region'] }, 1, 2);
  expect(scored({ is: 'service=S1' }, pods, three, weight)).toEqual(expected);
});
