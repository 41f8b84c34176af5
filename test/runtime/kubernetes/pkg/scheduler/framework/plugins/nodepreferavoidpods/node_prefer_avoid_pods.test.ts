import { knownOf } from '../../../../../../accelerator/fast.ts';
import { describe, expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type { ScorePlugin } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newPlugin } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/nodepreferavoidpods/node_prefer_avoid_pods.ts';
import { handleOf, newPluginOf, node, pod, scoresOf } from '../handle.ts';

function annotated(name: string, text: string) {
  const plain = node(name);
  const annotations = { 'scheduler.alpha.kubernetes.io/preferAvoidPods': text };
  return { ...plain, metadata: { ...plain.metadata, annotations } };
}

/** A node that asks to be spared the pods of a controller. */
function avoiding(name: string, kind: string, uid: string) {
  const podController = { apiVersion: 'v1', kind, name: 'foo', uid, controller: true };
  const avoids = [{ podSignature: { podController }, reason: 'some reason', message: 'some message' }];
  return annotated(name, JSON.stringify({ preferAvoidPods: avoids }));
}

const nodes = [
  avoiding('machine1', 'ReplicationController', 'abcdef123456'),
  avoiding('machine2', 'ReplicaSet', 'qwert12345'),
  node('machine3'),
];

function ownedBy(kind: string, uid: string, controller: boolean | undefined) {
  const plain = pod();
  const ownerReferences = [{ apiVersion: 'v1', kind, name: 'foo', uid, ...(controller && { controller }) }];
  return { ...plain, metadata: { ...plain.metadata, ownerReferences } };
}

// Upstream's TestNodePreferAvoidPods.
test.each([
  ['a ReplicationController', 'ReplicationController', 'abcdef123456', true, [0, 100, 100]],
  ['a ReplicaSet', 'ReplicaSet', 'qwert12345', true, [100, 0, 100]],
  ['something else', 'RandomController', 'abcdef123456', true, [100, 100, 100]],
  ['an owner that is no controller', 'ReplicationController', 'abcdef123456', undefined, [100, 100, 100]],
  ['a ReplicaSet of another uid', 'ReplicaSet', 'abcdef123456', true, [100, 100, 100]],
])('a pod of %s', (_name, kind, uid, controller, scores) => {
  expect(scoresOf(newPlugin, undefined, { nodes }, ownedBy(kind, uid, controller))).toEqual(scores);
});

// What upstream's table leaves out.
describe('an annotation', () => {
  test.each([
    ['that cannot be read', '{', 100],
    ['that lists nothing', '{}', 100],
    ['that is null', 'null', 100],
    ['of an entry without a signature', '{"preferAvoidPods":[{}]}', 100],
    ['of a signature without a controller', '{"preferAvoidPods":[{"podSignature":{}}]}', 100],
    [
      'whose last entry is the one',
      '{"preferAvoidPods":[{},{"podSignature":{"podController":{"kind":"ReplicaSet","uid":"u"}}}]}',
      0,
    ],
  ])('%s', (_what, text, score) => {
    const world = { nodes: [annotated('machine', text)] };
    expect(scoresOf(newPlugin, undefined, world, ownedBy('ReplicaSet', 'u', true))).toEqual([score]);
  });
});

test('only of a pod of a ReplicaSet or ReplicationController it depends on the node', () => {
  const plugin = newPluginOf<ScorePlugin>(newPlugin, undefined, handleOf({ nodes }));
  const known = (of: ReturnType<typeof pod>) => knownOf(plugin).scoresAlike?.(newCycleState(), of);
  expect(known(pod())).toBe(true);
  expect(known(ownedBy('StatefulSet', 'u', true))).toBe(true);
  expect(known(ownedBy('ReplicaSet', 'u', undefined))).toBe(true);
  expect(known(ownedBy('ReplicaSet', 'u', true))).toBe(false);
  expect(known(ownedBy('ReplicationController', 'u', true))).toBe(false);
});
