import { describe, expect, test } from 'vitest';
import type { Node, Pod } from '../../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newNodeInfo } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import {
  compareNodes,
  comparePods,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/debugger/comparer.ts';
import { podOf } from '../../queue/pods.ts';

const nodeOf = (name: string) => ({ metadata: { name } }) as Node;

/** A pod whose uid is its name. */
function uidOf(uid: string): Pod {
  const pod = podOf(`ns/${uid}`);
  return { ...pod, metadata: { ...pod.metadata, uid } };
}

// Upstream's TestCompareNodes.
describe('nodes that the cache has, beside those of the informer', () => {
  test.each([
    ['redundant cached value', ['foo', 'bar'], ['bar', 'foo', 'foobar'], [], ['foobar']],
    ['missing cached value', ['foo', 'bar', 'foobar'], ['bar', 'foo'], ['foobar'], []],
    ['proper cache set', ['foo', 'bar', 'foobar'], ['bar', 'foobar', 'foo'], [], []],
  ])('%s', (_name, actual, cached, missing, redundant) => {
    const infos = new Map(cached.map((name) => [name, newNodeInfo()]));
    expect(compareNodes(actual.map(nodeOf), infos)).toEqual([missing, redundant]);
  });
});

// Upstream's TestComparePods.
describe('pods that cache and queue have, beside those of the informer', () => {
  test.each([
    ['redundant cached value', ['foo', 'bar'], ['bar', 'foo', 'foobar'], [], [], ['foobar']],
    ['redundant and queued values', ['foo', 'bar'], ['foo', 'foobar'], ['bar'], [], ['foobar']],
    ['missing cached value', ['foo', 'bar', 'foobar'], ['bar', 'foo'], [], ['foobar'], []],
    ['missing and queued values', ['foo', 'bar', 'foobar'], ['foo'], ['bar'], ['foobar'], []],
    ['correct cache set', ['foo', 'bar', 'foobar'], ['bar', 'foobar', 'foo'], [], [], []],
    ['queued cache value', ['foo', 'bar', 'foobar'], ['foobar', 'foo'], ['bar'], [], []],
  ])('%s', (_name, actual, cached, queued, missing, redundant) => {
    const infos = new Map(cached.map((uid) => [uid, newNodeInfo(uidOf(uid))]));
    expect(comparePods(actual.map(uidOf), queued.map(uidOf), infos)).toEqual([missing, redundant]);
  });
});
