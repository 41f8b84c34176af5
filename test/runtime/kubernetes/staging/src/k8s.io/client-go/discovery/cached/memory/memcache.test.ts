import { describe, expect, test } from 'vitest';
import {
  newInternalError,
  newNotFound,
  newServiceUnavailable,
  newTooManyRequests,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  errCacheNotFound,
  newMemCacheClient,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/discovery/cached/memory/memcache.ts';
import { type Answers, group, names, resources, serverWith } from '../../answers.ts';

const where = { group: '', resource: 'paths' };
const cluster = (): Answers => ({
  '/apis': { groups: [group('apps', ['v1', 'v1beta1'])] },
  '/apis/apps/v1': resources('apps/v1', 'deployments', 'SCALES'),
  '/apis/apps/v1beta1': resources('apps/v1beta1', 'deployments'),
});

/** A cache over a server that answers from a table. */
function cacheOver(answers: Answers) {
  const server = serverWith(answers);
  return { ...server, cached: newMemCacheClient(server.client) };
}

describe('the cache of discovery', () => {
  test('answers all questions from what it asked once', () => {
    const { cached, asked, ask } = cacheOver(cluster());
    expect(ask(cached.serverResourcesForGroupVersion('apps/v1'))[0]?.groupVersion).toBe('apps/v1');
    const once = ['/api', '/apis', '/apis/apps/v1', '/apis/apps/v1beta1'];
    expect(asked).toEqual(once);
    expect(names(ask(cached.serverPreferredResources())[0])).toEqual([
      'apps/v1 deployments',
      'apps/v1 scales',
    ]);
    expect(names(ask(cached.serverPreferredNamespacedResources())[0])).toEqual(['apps/v1 deployments']);
    expect(ask(cached.serverGroupsAndResources())[1]).toHaveLength(2);
    expect(ask(cached.serverGroups())[0]?.groups).toHaveLength(1);
    expect(asked).toEqual(once);
  });

  test('asks once also for those who ask at the same time', () => {
    const { sim, cached, asked } = cacheOver(cluster());
    for (const n of [1, 2]) sim.go(`asker-${n}`, cached.serverGroups());
    sim.runUntilIdle();
    expect(asked).toHaveLength(4);
  });

  test.each([
    ['500', newInternalError(new Error('oops')), true],
    ['503', newServiceUnavailable('down'), true],
    ['429', newTooManyRequests('not now', 0), true],
    ['404', newNotFound(where, 'x'), false],
  ])('asks again for a version that answered %s: %s', (_, answer, again) => {
    const answers = cluster();
    const { cached, asked, ask } = cacheOver({ ...answers, '/apis/apps/v1': answer });
    for (let i = 0; i < 3; i++)
      expect(ask(cached.serverResourcesForGroupVersion('apps/v1'))).toEqual([undefined, answer]);
    // With the first of them the cache is filled.
    expect(asked.filter((path) => path === '/apis/apps/v1')).toHaveLength(again ? 4 : 1);
  });

  test('keeps what it was told when it asked again', () => {
    const answers = cluster();
    const changing = { ...answers, '/apis/apps/v1': newServiceUnavailable('down') as object };
    const { cached, asked, ask } = cacheOver(changing);
    ask(cached.serverGroups());
    changing['/apis/apps/v1'] = answers['/apis/apps/v1'] as object;
    for (let i = 0; i < 3; i++)
      expect(names([ask(cached.serverResourcesForGroupVersion('apps/v1'))[0] ?? resources('')])).toHaveLength(
        2,
      );
    expect(asked.filter((path) => path === '/apis/apps/v1')).toHaveLength(2);
  });

  test('takes a version without resources for a failure', () => {
    const { cached, ask } = cacheOver({ ...cluster(), '/apis/apps/v1': resources('apps/v1') });
    expect(ask(cached.serverResourcesForGroupVersion('apps/v1'))).toEqual([
      resources('apps/v1'),
      new Error('Got empty response for: apps/v1'),
    ]);
    expect(ask(cached.serverGroupsAndResources())[2]?.message).toBe(
      'unable to retrieve the complete list of server APIs: apps/v1: Got empty response for: apps/v1',
    );
  });

  test('is not filled by a server that does not answer, nor by one without groups, and asks again', () => {
    const down = newServiceUnavailable('down');
    const changing: Answers = { '/apis': down };
    const { cached, asked, ask } = cacheOver(changing);
    expect(ask(cached.serverGroups())).toEqual([undefined, down]);
    expect(ask(cached.serverResourcesForGroupVersion('apps/v1'))).toEqual([undefined, down]);
    changing['/apis'] = { groups: [] };
    expect(ask(cached.serverGroups())).toEqual([{ groups: [] }, undefined]);
    expect(ask(cached.serverResourcesForGroupVersion('apps/v1'))).toEqual([undefined, errCacheNotFound]);
    expect(cached.fresh()).toBe(false);
    expect(asked.filter((path) => path === '/apis')).toHaveLength(4);
    Object.assign(changing, cluster());
    expect(ask(cached.serverGroups())[0]?.groups).toHaveLength(1);
    expect(cached.fresh()).toBe(true);
  });

  test('forgets all when it is invalidated', () => {
    const changing = cluster();
    const { cached, ask } = cacheOver(changing);
    ask(cached.serverGroups());
    cached.invalidate();
    expect(cached.fresh()).toBe(false);
    changing['/apis'] = { groups: [] };
    expect(ask(cached.serverGroups())).toEqual([{ groups: [] }, undefined]);
  });
});
