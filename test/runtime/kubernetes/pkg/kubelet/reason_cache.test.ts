import { expect, test } from 'vitest';
import {
  PodSyncResult,
  SyncResult,
} from '../../../../../src/runtime/kubernetes/pkg/kubelet/container/sync_result.ts';
import { ReasonCache } from '../../../../../src/runtime/kubernetes/pkg/kubelet/reason_cache.ts';
import { TimeCache } from '../../../../../src/runtime/kubernetes/pkg/kubelet/time_cache.ts';

test('TestReasonCache: keeps why a container did not start, and nothing else', () => {
  const [failed, started, killed] = [
    new SyncResult('StartContainer', 'container_1'),
    new SyncResult('StartContainer', 'container_2'),
    new SyncResult('KillContainer', 'container_3'),
  ];
  failed!.fail(new Error('RunContainerError'), 'message_1');
  killed!.fail(new Error('KillContainerError'), 'message_3');
  const result = new PodSyncResult();
  result.addSyncResult(failed!, started!, killed!);
  const cache = new ReasonCache();
  cache.add('pod_1', 'container_2', new Error('ErrImagePull'), 'before');
  cache.update('pod_1', result);
  expect(cache.get('pod_1', 'container_1')).toEqual({
    err: new Error('RunContainerError'),
    message: 'message_1',
  });
  expect(cache.get('pod_1', 'container_2')).toBe(undefined);
  expect(cache.get('pod_1', 'container_3')).toBe(undefined);
  expect(cache.get('pod_2', 'container_1')).toBe(undefined);
  cache.remove('pod_1', 'container_1');
  expect(cache.get('pod_1', 'container_1')).toBe(undefined);
});

test('TestTimeCache: keeps the times that were asked for last', () => {
  const cache = new TimeCache();
  expect(cache.get('123')).toBe(undefined);
  for (let i = 0; i < 1000; i++) cache.add(`pod-${i}`, i);
  expect(cache.get('pod-0')).toBe(0);
  cache.add('one more', 1000);
  expect([cache.get('pod-0'), cache.get('pod-1'), cache.get('one more')]).toEqual([0, undefined, 1000]);
  cache.remove('pod-0');
  expect(cache.get('pod-0')).toBe(undefined);
});
