import { expect, test } from 'vitest';
import { newPlugin } from '../../../../../../src/runtime/scheduler/framework/plugins/nodepreferavoidpods/node_prefer_avoid_pods.ts';
import { node, pod, scoresOf } from '../handle.ts';

/** A node that asks to be spared the pods of a controller. */
function avoiding(name: string, kind: string, uid: string) {
  const podController = { apiVersion: 'v1', kind, name: 'foo', uid, controller: true };
  const avoids = [{ podSignature: { podController }, reason: 'some reason', message: 'some message' }];
  const annotations = {
    'scheduler.alpha.kubernetes.io/preferAvoidPods': JSON.stringify({ preferAvoidPods: avoids }),
  };
  const plain = node(name);
  return { ...plain, metadata: { ...plain.metadata, annotations } };
}

const nodes = [
  avoiding('machine1', 'ReplicationController', 'abcdef123456'),
  avoiding('machine2', 'ReplicaSet', 'qwert12345'),
  node('machine3'),
];

// Upstream's TestNodePreferAvoidPods.
test.each([
  ['a ReplicationController', 'ReplicationController', 'abcdef123456', true, [0, 100, 100]],
  ['a ReplicaSet', 'ReplicaSet', 'qwert12345', true, [100, 0, 100]],
  ['something else', 'RandomController', 'abcdef123456', true, [100, 100, 100]],
  ['an owner that is no controller', 'ReplicationController', 'abcdef123456', undefined, [100, 100, 100]],
])('a pod of %s', (_name, kind, uid, controller, scores) => {
  const plain = pod();
  const ownerReferences = [{ apiVersion: 'v1', kind, name: 'foo', uid, ...(controller && { controller }) }];
  const of = { ...plain, metadata: { ...plain.metadata, ownerReferences } };
  expect(scoresOf(newPlugin, undefined, { nodes }, of)).toEqual(scores);
});
