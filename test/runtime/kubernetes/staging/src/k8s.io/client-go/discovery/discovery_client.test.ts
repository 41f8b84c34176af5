import type { APIResourceList } from 'kubernetes-types/meta/v1';
import { describe, expect, test } from 'vitest';
import { newServiceUnavailable } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { APIServer } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import type { APIRequest } from '../../../../../../../../src/runtime/wire.ts';
import {
  MemCacheClient,
  errCacheNotFound,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/discovery/cached/memory/memcache.ts';
import {
  type DiscoveryInterface,
  isGroupDiscoveryFailedError,
  newDiscoveryClientForConfig,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/discovery/discovery_client.ts';
import {
  filteredBy,
  groupVersionResources,
  supportsAllVerbs,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/discovery/helper.ts';
import { directTransport } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import type { Blocking } from '../../../../../../../../src/runtime/sim/process.ts';
import { plane } from '../../../../../../../../src/runtime/subjects/control-loop/planes/replicaset.ts';
import { coreKinds } from '../../../../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { Sim } from '../../../../../../../../src/runtime/sim/sim.ts';

/** A discovery client of a server whose paths can be made to fail, and what it was asked. */
function setUp() {
  const sim = new Sim();
  const failing = new Set<string>();
  const asked: string[] = [];
  const beforeRequest = ({ resource, userAgent }: APIRequest) => {
    if (userAgent === 'test') asked.push(resource);
    return failing.has(resource) ? newServiceUnavailable('not now') : undefined;
  };
  const transport = directTransport(
    new APIServer(sim, { kinds: [...coreKinds, ...(plane.kinds ?? [])], beforeRequest }),
  );
  const client = newDiscoveryClientForConfig(sim, { transport, userAgent: 'test', qps: -1 });
  const ask = <T>(question: Blocking<T>): T => {
    let answer: T | undefined;
    sim.go(
      'asker',
      (function* () {
        answer = yield* question;
      })(),
    );
    sim.runFor(1);
    return answer as T;
  };
  return { sim, client, failing, asked, ask };
}

const names = (lists: readonly APIResourceList[] | undefined): string[] =>
  (lists ?? []).flatMap(({ groupVersion, resources }) =>
    resources.map(({ name }) => `${groupVersion} ${name}`),
  );

describe('the discovery client', () => {
  test('puts the core group before the others', () => {
    const { client, ask } = setUp();
    const [list] = ask(client.serverGroups());
    expect(list?.groups.slice(0, 2).map(({ name }) => name)).toEqual(['', 'apps']);
  });

  test('prefers resources over subresources, and can leave out those without a namespace', () => {
    const { client, ask } = setUp();
    const [all, err] = ask(client.serverPreferredResources());
    expect(err).toBeUndefined();
    expect(names(all)).toEqual(expect.arrayContaining(['v1 pods', 'v1 nodes', 'apps/v1 replicasets']));
    expect(names(all).join()).not.toContain('/status');
    const [namespaced] = ask(client.serverPreferredNamespacedResources());
    expect(names(namespaced)).toContain('v1 pods');
    expect(names(namespaced)).not.toContain('v1 nodes');
  });

  test('gives what it found when a group fails, tries twice, and says which group failed', () => {
    const { client, failing, asked, ask } = setUp();
    failing.add('/apis/apps/v1');
    const [lists, err] = ask(client.serverPreferredResources());
    expect(names(lists)).toContain('v1 pods');
    expect(isGroupDiscoveryFailedError(err)).toBe(true);
    expect(err?.message).toBe('unable to retrieve the complete list of server APIs: apps/v1: not now');
    expect(asked.filter((path) => path === '/apis/apps/v1')).toHaveLength(2);
  });

  test('finds nothing when the groups cannot be had', () => {
    const { client, failing, ask } = setUp();
    failing.add('/apis');
    expect(ask(client.serverGroupsAndResources())[2]?.message).toBe('not now');
    expect(ask(client.serverPreferredResources())[0]).toBeUndefined();
  });
});

describe('what helps with lists of resources', () => {
  const list: APIResourceList = {
    groupVersion: 'v1',
    resources: [
      { name: 'a', kind: 'A', namespaced: true, singularName: '', verbs: ['delete', 'list', 'watch'] },
      { name: 'b', kind: 'B', namespaced: true, singularName: '', verbs: ['list'] },
    ],
  };

  test.each([
    [['delete'], ['v1 a']],
    [['list'], ['v1 a', 'v1 b']],
    [['list', 'create'], []],
    [[], ['v1 a', 'v1 b']],
  ])('those that support %j are %j', (verbs, wanted) => {
    expect(names(filteredBy(supportsAllVerbs(...verbs), [list]))).toEqual(wanted);
  });

  test('an invalid group and version is an error', () => {
    expect(groupVersionResources([list])[0]?.size).toBe(2);
    expect(groupVersionResources([{ groupVersion: 'a/b/c', resources: [] }])[1]?.message).toBe(
      'unexpected GroupVersion string: a/b/c',
    );
  });
});

describe('the cache of discovery', () => {
  test('asks once, and again when it is invalidated', () => {
    const { client, asked, ask } = setUp();
    const cached = new MemCacheClient(client as DiscoveryInterface);
    expect(cached.fresh()).toBe(false);
    ask(cached.serverGroups());
    const once = asked.length;
    ask(cached.serverGroupsAndResources());
    expect([cached.fresh(), asked.length]).toEqual([true, once]);
    cached.invalidate();
    expect(cached.fresh()).toBe(false);
    ask(cached.serverGroups());
    expect(asked.length).toBe(2 * once);
  });

  test('does not ask for what it does not know, but for what failed in a way that passes', () => {
    const { client, failing, ask } = setUp();
    const cached = new MemCacheClient(client as DiscoveryInterface);
    expect(ask(cached.serverResourcesForGroupVersion('none/v1'))[1]).toBe(errCacheNotFound);
    failing.add('/apis/apps/v1');
    cached.invalidate();
    expect(ask(cached.serverResourcesForGroupVersion('apps/v1'))[1]?.message).toBe('not now');
    failing.clear();
    expect(ask(cached.serverResourcesForGroupVersion('apps/v1'))[0]?.groupVersion).toBe('apps/v1');
  });
});
