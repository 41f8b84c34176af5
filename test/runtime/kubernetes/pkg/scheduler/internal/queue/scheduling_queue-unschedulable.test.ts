import { describe, expect, test } from 'vitest';
import { podOf } from './pods.ts';
import type { Pod } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  UnschedulablePodsMap,
  newQueuedPodInfoNoTimestamp,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';

const term = (app: string, namespaces?: string[]) => ({
  topologyKey: 'zone',
  labelSelector: { matchLabels: { app } },
  ...(namespaces && { namespaces }),
});
const wants = (name: string, ...terms: readonly object[]): Pod =>
  podOf(name, {
    affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } },
  } as Pod['spec']);
const bound = (namespace: string, app: string): Pod => {
  const pod = podOf(`${namespace}/bound`);
  return { ...pod, metadata: { ...pod.metadata, labels: { app } } };
};

function mapOf(...pods: readonly Pod[]) {
  const map = new UnschedulablePodsMap();
  for (const pod of pods) map.addOrUpdate(newQueuedPodInfoNoTimestamp(pod));
  const matching = (namespace: string, app: string) =>
    map
      .getUnschedulablePodsWithMatchingAffinityTerm(bound(namespace, app))
      .map(({ pod }) => pod.metadata.name);
  return { map, matching };
}

describe('the pods that want to be with one that was bound', () => {
  test('are those of which one term is of it, each once', () => {
    const broken = {
      topologyKey: 'zone',
      labelSelector: { matchExpressions: [{ key: 'app', operator: 'X' }] },
    };
    const { matching } = mapOf(
      podOf('ns/plain'),
      wants('ns/none'),
      wants('ns/web', term('web')),
      wants('ns/either', term('db'), term('web'), term('web')),
      wants('ns/elsewhere', term('web', ['other', 'third'])),
      wants('ns/broken', broken, term('db')),
    );
    expect(matching('ns', 'web')).toEqual(['web', 'either']);
    expect(matching('ns', 'db')).toEqual(['either', 'broken']);
    expect(matching('other', 'web')).toEqual(['elsewhere']);
    expect(matching('ns', 'cache')).toEqual([]);
  });

  test('are no more those that changed, went, or were all cleared', () => {
    const { map, matching } = mapOf(
      wants('ns/a', term('web')),
      wants('ns/b', term('web')),
      wants('ns/c', term('web')),
    );
    expect(matching('ns', 'web')).toEqual(['a', 'b', 'c']);
    map.addOrUpdate(newQueuedPodInfoNoTimestamp(podOf('ns/a')));
    expect(matching('ns', 'web')).toEqual(['b', 'c']);
    map.delete(podOf('ns/b'));
    expect(matching('ns', 'web')).toEqual(['c']);
    map.clear();
    expect([matching('ns', 'web'), map.podInfoMap.size]).toEqual([[], 0]);
  });
});

test('each pod is counted once, though it is told of twice', () => {
  let count = 0;
  const recorder = { inc: () => void count++, dec: () => void count--, clear: () => void (count = 0) };
  const map = new UnschedulablePodsMap(recorder);
  const counts = [podOf('ns/a'), podOf('ns/b'), podOf('ns/a')].map((pod) => {
    map.addOrUpdate(newQueuedPodInfoNoTimestamp(pod));
    return count;
  });
  map.delete(podOf('ns/a'));
  map.delete(podOf('ns/a'));
  expect([...counts, count]).toEqual([1, 2, 2, 1]);
  map.clear();
  expect(count).toBe(0);
});
