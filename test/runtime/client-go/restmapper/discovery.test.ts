import { expect, test } from 'vitest';
import { resourceText } from '../../../../src/runtime/apimachinery/pkg/runtime/schema/group_version.ts';
import { type APIRequest, APIServer } from '../../../../src/runtime/apiserver/server.ts';
import { MemCacheClient } from '../../../../src/runtime/client-go/discovery/cached/memory/memcache.ts';
import { newDiscoveryClientForConfig } from '../../../../src/runtime/client-go/discovery/discovery_client.ts';
import { directTransport } from '../../../../src/runtime/client-go/rest/transport.ts';
import { newDeferredDiscoveryRESTMapper } from '../../../../src/runtime/client-go/restmapper/discovery.ts';
import type { Blocking } from '../../../../src/runtime/sim/process.ts';
import { plane } from '../../../../src/runtime/cluster/planes/replicaset.ts';
import { coreKinds } from '../../../../src/runtime/registry/kinds.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';

function setUp() {
  const sim = new Sim();
  const asked: string[] = [];
  const all = [...coreKinds, ...plane.kinds];
  const server = new APIServer(sim, {
    kinds: all.filter(({ resource }) => resource.resource !== 'configmaps'),
    beforeRequest: ({ resource, userAgent }: APIRequest) => {
      if (userAgent === 'test') asked.push(resource);
      return undefined;
    },
  });
  const config = { transport: directTransport(server), userAgent: 'test', qps: -1 };
  const mapper = newDeferredDiscoveryRESTMapper(new MemCacheClient(newDiscoveryClientForConfig(sim, config)));
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
  const install = (): void =>
    all.filter(({ resource }) => resource.resource === 'configmaps').forEach((kind) => server.install(kind));
  return { mapper, asked, ask, install };
}

const configMap = { group: '', kind: 'ConfigMap' };

test('the first mapping discovers, and later ones do not', () => {
  const { mapper, asked, ask } = setUp();
  expect(asked).toEqual([]);
  const [pods] = ask(mapper.restMapping({ group: '', kind: 'Pod' }, 'v1'));
  expect(pods && [resourceText(pods.resource), pods.scope]).toEqual(['/v1, Resource=pods', 'namespace']);
  const once = asked.length;
  expect(once).toBeGreaterThan(0);
  const [nodes] = ask(mapper.restMapping({ group: '', kind: 'Node' }, 'v1'));
  expect([nodes?.scope, asked.length]).toEqual(['root', once]);
});

test('a kind that is installed later is found after a reset', () => {
  const { mapper, ask, install } = setUp();
  expect(ask(mapper.restMapping(configMap, 'v1'))[1]?.message).toBe(
    'no matches for kind "ConfigMap" in version "v1"',
  );
  install();
  expect(ask(mapper.restMapping(configMap, 'v1'))[1]).toBeDefined();
  ask(mapper.reset());
  expect(ask(mapper.restMapping(configMap, 'v1'))[0]?.resource.resource).toBe('configmaps');
});

test('a resource said in part is found in the group that comes first', () => {
  const { mapper, ask } = setUp();
  const partial = { group: '', version: '', resource: 'replicasets' };
  expect(ask(mapper.resourceFor(partial))[0]).toEqual({
    group: 'apps',
    version: 'v1',
    resource: 'replicasets',
  });
  expect(ask(mapper.kindFor(partial))[0]?.kind).toBe('ReplicaSet');
  expect(ask(mapper.kindsFor(partial))[0]).toHaveLength(1);
});
