import { describe, expect, test } from 'vitest';
import {
  StatusError,
  newForbidden,
  newNotFound,
  newServiceUnavailable,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  ErrGroupDiscoveryFailed,
  isGroupDiscoveryFailedError,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/discovery/discovery_client.ts';
import { filteredBy } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/discovery/helper.ts';
import { type Answers, group, names, resources, serverWith } from './answers.ts';

const where = { group: '', resource: 'paths' };
const notFound = newNotFound(where, 'x');
const forbidden = newForbidden(where, 'x', new Error('not you'));
const down = newServiceUnavailable('down');
const core = { versions: ['v1'] };
const apps = { groups: [group('apps', ['v1', 'v1beta1'])] };

/** A server with two groups and the core group, of which `broken` answer otherwise. */
const cluster = (broken: Answers = {}): Answers => ({
  '/api': core,
  '/apis': { groups: [group('apps', ['v1', 'v1beta1']), group('batch', ['v1beta1', 'v1'], 'v1')] },
  '/api/v1': resources('v1', 'pods', 'pods/status', 'NODES'),
  '/apis/apps/v1': resources('apps/v1', 'deployments'),
  '/apis/apps/v1beta1': resources('apps/v1beta1', 'deployments', 'scales'),
  '/apis/batch/v1': resources('batch/v1', 'jobs'),
  '/apis/batch/v1beta1': resources('batch/v1beta1', 'jobs', 'cronjobs'),
  ...broken,
});

describe('the groups of a server', () => {
  test.each<[string, Answers, string[] | Error]>([
    ['both kinds', { '/api': core, '/apis': apps }, ['', 'apps']],
    ['the core group only', { '/api': core }, ['']],
    ['no core group', { '/apis': apps }, ['apps']],
    ['a core group without versions', { '/api': { versions: [] }, '/apis': apps }, ['apps']],
    ['neither', {}, []],
    ['neither for who asks', { '/api': forbidden, '/apis': forbidden }, []],
    ['a core group that is down', { '/api': down, '/apis': apps }, down],
    ['groups that are down', { '/api': core, '/apis': down }, down],
  ])('with %s', (_, answers, found) => {
    const { client, ask } = serverWith(answers);
    const [list, err] = ask(client.serverGroups());
    expect(err ?? list?.groups.map(({ name }) => name)).toEqual(found);
  });

  test('have the versions of the core group, the first of which is preferred', () => {
    const { client, ask } = serverWith({ '/api': { versions: ['v2', 'v1'] } });
    expect(ask(client.serverGroups())[0]?.groups).toEqual([group('', ['v2', 'v1'])]);
  });
});

describe('the resources of a version', () => {
  test('are asked for where the version is, and the core group has a place of its own', () => {
    const { client, asked, ask } = serverWith(cluster());
    expect(names([ask(client.serverResourcesForGroupVersion('v1'))[0] ?? resources('')])).toEqual([
      'v1 pods',
      'v1 pods/status',
      'v1 nodes',
    ]);
    ask(client.serverResourcesForGroupVersion('apps/v1'));
    expect(asked).toEqual(['/api/v1', '/apis/apps/v1']);
  });

  test.each([
    ['v1', notFound, [{ groupVersion: 'v1', resources: [] }, undefined]],
    ['v1', forbidden, [{ groupVersion: 'v1', resources: [] }, undefined]],
    ['v1', down, [undefined, down]],
    ['apps/v1', notFound, [undefined, notFound]],
    ['apps/v1', forbidden, [undefined, forbidden]],
  ])('of %s, which answers %o', (gv, answer, found) => {
    const { client, ask } = serverWith({ '/api/v1': answer, '/apis/apps/v1': answer });
    expect(ask(client.serverResourcesForGroupVersion(gv))).toEqual(found);
  });

  test('of no version are not asked for', () => {
    const { client, asked, ask } = serverWith(cluster());
    expect(ask(client.serverResourcesForGroupVersion(''))).toEqual([
      undefined,
      new Error("groupVersion shouldn't be empty"),
    ]);
    expect(asked).toEqual([]);
  });
});

describe('all groups and resources', () => {
  test('come in the order of the server', () => {
    const { client, ask } = serverWith(cluster());
    const [groups, lists, err] = ask(client.serverGroupsAndResources());
    expect(err).toBeUndefined();
    expect(groups?.map(({ name }) => name)).toEqual(['', 'apps', 'batch']);
    expect(lists?.map(({ groupVersion }) => groupVersion)).toEqual([
      'v1',
      'apps/v1',
      'apps/v1beta1',
      'batch/v1beta1',
      'batch/v1',
    ]);
  });

  test('without those that fail, and the error tells which and why, in order', () => {
    const { client, asked, ask } = serverWith(cluster({ '/apis/batch/v1': down, '/apis/apps/v1': notFound }));
    const [groups, lists, err] = ask(client.serverGroupsAndResources());
    expect(groups).toHaveLength(3);
    expect(lists?.map(({ groupVersion }) => groupVersion)).toEqual(['v1', 'apps/v1beta1', 'batch/v1beta1']);
    expect(err?.message).toBe(
      `unable to retrieve the complete list of server APIs: apps/v1: ${notFound.message}, batch/v1: down`,
    );
    expect(asked.filter((path) => path === '/apis')).toHaveLength(2);
  });

  test('that fail are told in the order of their names', () => {
    const groups = [group('batch', ['v1']), group('apps', ['v1'])];
    const { client, ask } = serverWith({
      '/apis': { groups },
      '/apis/batch/v1': down,
      '/apis/apps/v1': down,
    });
    expect(ask(client.serverGroupsAndResources())[2]?.message).toMatch(/: apps\/v1: down, batch\/v1: down$/);
  });

  test('are asked for a second time if some fail, and that may help', () => {
    const answers = cluster({ '/apis/batch/v1': down });
    const { client, asked, ask } = serverWith({
      ...answers,
      get '/apis/batch/v1'() {
        return asked.filter((path) => path === '/apis').length > 1 ? resources('batch/v1', 'jobs') : down;
      },
    });
    const [, lists, err] = ask(client.serverGroupsAndResources());
    expect(err).toBeUndefined();
    expect(lists).toHaveLength(5);
  });

  test('are not asked for again if the groups themselves cannot be had', () => {
    const { client, asked, ask } = serverWith({ '/api': down });
    expect(ask(client.serverGroupsAndResources())).toEqual([undefined, undefined, down]);
    expect(ask(client.serverPreferredResources())).toEqual([undefined, down]);
    expect(ask(client.serverPreferredNamespacedResources())).toEqual([[], down]);
    expect(asked).toEqual(['/api', '/api', '/api']);
  });
});

describe('preferred resources', () => {
  test('are those of the preferred version, or of the first that has them, without subresources', () => {
    const { client, ask } = serverWith(cluster());
    expect(names(ask(client.serverPreferredResources())[0])).toEqual([
      'v1 pods',
      'v1 nodes',
      'apps/v1 deployments',
      'apps/v1beta1 scales',
      'batch/v1beta1 cronjobs',
      'batch/v1 jobs',
    ]);
  });

  test('may be those in namespaces only', () => {
    const { client, ask } = serverWith(cluster());
    expect(names(ask(client.serverPreferredNamespacedResources())[0])).toEqual([
      'v1 pods',
      'apps/v1 deployments',
      'apps/v1beta1 scales',
      'batch/v1beta1 cronjobs',
      'batch/v1 jobs',
    ]);
  });

  test('are those of another version if the preferred one fails, and the error tells so', () => {
    const { client, ask } = serverWith(cluster({ '/apis/batch/v1': down }));
    const [lists, err] = ask(client.serverPreferredResources());
    expect(names(lists)).toContain('batch/v1beta1 jobs');
    expect(isGroupDiscoveryFailedError(err) && [...err.groups.keys()]).toEqual(['batch/v1']);
  });

  test('of a group that prefers no version are those of the first', () => {
    const { name, versions } = group('apps', ['v1', 'v1beta1']);
    const { client, ask } = serverWith(
      cluster({ '/apis': { groups: [{ name, versions }] }, '/api': notFound }),
    );
    expect(names(ask(client.serverPreferredResources())[0])).toEqual([
      'apps/v1 deployments',
      'apps/v1beta1 scales',
    ]);
  });
});

test('a list of which nothing is left is left out', () => {
  const lists = [resources('v1', 'pods'), resources('apps/v1', 'deployments')];
  const left = filteredBy((groupVersion) => groupVersion === 'v1', lists);
  expect(left).toEqual([resources('v1', 'pods')]);
});

test('only a failure of groups is taken for one', () => {
  expect(isGroupDiscoveryFailedError(new ErrGroupDiscoveryFailed(new Map([['apps/v1', down]])))).toBe(true);
  expect(isGroupDiscoveryFailedError(new StatusError(503, 'ServiceUnavailable', 'down'))).toBe(false);
  expect(isGroupDiscoveryFailedError(undefined)).toBe(false);
});

describe('the rate of discovery', () => {
  /** When the last of 130 questions was sent, in ms. */
  const last = (config: object): number | undefined => {
    const { client, times, ask } = serverWith({}, config);
    for (let i = 0; i < 130; i++) ask(client.serverResourcesForGroupVersion('v1'));
    return times.at(-1);
  };

  test.each([
    ['by default 100 at once, then 5 a second', {}, 6000],
    ['100 at once at any lower rate', { qps: 99 }, 300],
    ['what is configured, if both are', { qps: 10, burst: 120 }, 1000],
    ['no bound below zero', { qps: -1 }, 0],
  ])('is %s', (_, config, ms) => {
    expect(last(config)).toBeCloseTo(ms, -2);
  });

  test('needs a burst of its own from 100 a second on', () => {
    expect(last({ qps: 100 })).toBeGreaterThan(1000);
  });
});
