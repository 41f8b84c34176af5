import type { APIResource } from 'kubernetes-types/meta/v1';
import { describe, expect, test } from 'vitest';
import { newServiceUnavailable } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { resourceText } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import { APIServer } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import type { APIRequest } from '../../../../../../../../src/runtime/wire.ts';
import {
  MemCacheClient,
  newMemCacheClient,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/discovery/cached/memory/memcache.ts';
import {
  type DiscoveryInterface,
  newDiscoveryClientForConfig,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/discovery/discovery_client.ts';
import { directTransport } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import {
  getAPIGroupResources,
  newDeferredDiscoveryRESTMapper,
  newDiscoveryRESTMapper,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/restmapper/discovery.ts';
import type { Blocking } from '../../../../../../../../src/runtime/sim/process.ts';
import { plane } from '../../../../../../../../src/runtime/subjects/control-loop/planes/replicaset.ts';
import { coreKinds } from '../../../../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { Sim } from '../../../../../../../../src/runtime/sim/sim.ts';
import { type Answers, group, resources, serverWith } from '../discovery/answers.ts';
import { run } from '../tools/cache/support.ts';

function setUp() {
  const sim = new Sim();
  const asked: string[] = [];
  const all = [...coreKinds, ...(plane.kinds ?? [])];
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

describe('a mapper over groups as upstream has them', () => {
  /** Kinds and plurals of a version, each in a namespace but `Node`. */
  const kinds = (...names: readonly [string, string][]): APIResource[] =>
    names.map(([kind, name]) => ({ kind, name, namespaced: kind !== 'Node', singularName: '', verbs: [] }));
  const broccoli: [string, string] = ['Broccoli', 'broccoli'];
  const peas: [string, string] = ['Pea', 'peas'];
  const pods: [string, string] = ['Pod', 'pods'];
  const mapperOfGroups = () =>
    newDiscoveryRESTMapper([
      {
        group: group('extensions', ['v1beta']),
        versionedResources: new Map([['v1beta', kinds(['Job', 'jobs'], pods)]]),
      },
      {
        group: group('', ['v1', 'v2']),
        versionedResources: new Map([
          ['v1', kinds(pods, ['Node', 'nodes'], ['Pod', 'pods/status'])],
          ['v2', kinds(pods)],
        ]),
      },
      {
        group: group('unpreferred', ['v1', 'v2beta1', 'v2alpha1', 'gone']),
        versionedResources: new Map([
          ['v1', kinds(broccoli)],
          ['v2beta1', kinds(broccoli, peas)],
          ['v2alpha1', kinds(broccoli, peas)],
        ]),
      },
      { group: group('absent', ['v1']), versionedResources: new Map() },
    ]);

  test.each([
    [{ resource: 'pods' }, { version: 'v1', kind: 'Pod' }],
    [
      { version: 'v1', resource: 'pods' },
      { version: 'v1', kind: 'Pod' },
    ],
    [
      { version: 'v2', resource: 'pods' },
      { version: 'v2', kind: 'Pod' },
    ],
    [
      { group: 'extensions', resource: 'pods' },
      { group: 'extensions', version: 'v1beta', kind: 'Pod' },
    ],
    [{ resource: 'jobs' }, { group: 'extensions', version: 'v1beta', kind: 'Job' }],
    [{ resource: 'broccoli' }, { group: 'unpreferred', version: 'v1', kind: 'Broccoli' }],
    [{ resource: 'peas' }, { group: 'unpreferred', version: 'v2beta1', kind: 'Pea' }],
    [{ resource: 'pod' }, { version: 'v1', kind: 'Pod' }],
  ])('takes %o for %o', (input, kind) => {
    expect(mapperOfGroups().kindFor({ group: '', version: '', ...input })).toEqual([
      { group: '', ...kind },
      undefined,
    ]);
  });

  test.each([
    [{ resource: 'pods' }, { version: 'v1', resource: 'pods' }],
    [
      { version: 'v2', resource: 'pods' },
      { version: 'v2', resource: 'pods' },
    ],
    [{ resource: 'jobs' }, { group: 'extensions', version: 'v1beta', resource: 'jobs' }],
    [{ resource: 'node' }, { version: 'v1', resource: 'nodes' }],
  ])('finds %o at %o', (input, resource) => {
    expect(mapperOfGroups().resourceFor({ group: '', version: '', ...input })).toEqual([
      { group: '', ...resource },
      undefined,
    ]);
  });

  test('knows no subresources, and no group that has gone', () => {
    const mapper = mapperOfGroups();
    const all = { group: '', version: '' };
    expect(mapper.resourceFor({ ...all, resource: 'pods/status' })[1]?.message).toMatch(/^no matches for /);
    expect(mapper.restMapping({ group: 'absent', kind: 'Pod' }, 'v1')[1]?.message).toMatch(
      /^no matches for /,
    );
  });

  test.each([
    ['Pod', 'namespace', 'pods'],
    ['pod', 'namespace', 'pods'],
    ['Node', 'root', 'nodes'],
    ['PodList', 'namespace', 'podlists'],
    ['NodeList', 'root', 'nodelists'],
    ['List', 'root', 'lists'],
  ])('maps the kind %s to the scope %s and the resource %s', (kind, scope, resource) => {
    const [mapping] = mapperOfGroups().restMapping({ group: '', kind }, 'v1');
    expect([mapping?.scope, mapping?.resource.resource]).toEqual([scope, resource]);
  });

  test('a singular that the server tells is taken as it is', () => {
    const [resource] = kinds(['Endpoints', 'endpoints']) as [APIResource];
    const telling = newDiscoveryRESTMapper([
      {
        group: group('', ['v1']),
        versionedResources: new Map([['v1', [{ ...resource, singularName: 'endpoint' }]]]),
      },
    ]);
    const [found] = telling.resourceFor({ group: '', version: '', resource: 'endpoint' });
    expect(found?.resource).toBe('endpoints');
  });
});

describe('a deferred mapper', () => {
  const down = newServiceUnavailable('down');
  const pods = { group: '', version: '', resource: 'pods' };
  const cluster = (): Answers => ({
    '/api': { versions: ['v1'] },
    '/api/v1': resources('v1', 'pods'),
    '/apis': { groups: [group('apps', ['v1', 'v2'])] },
    '/apis/apps/v1': resources('apps/v1', 'deployments'),
    '/apis/apps/v2': resources('apps/v2', 'deployments'),
  });
  const over = (answers: Answers) => {
    const server = serverWith(answers);
    return { ...server, mapper: newDeferredDiscoveryRESTMapper(newMemCacheClient(server.client)) };
  };

  test('answers every question by what was discovered', () => {
    const { mapper, asked, ask } = over(cluster());
    const deployments = { group: '', version: '', resource: 'deployments' };
    const v = (version: string) => ({ group: 'apps', version, resource: 'deployments' });
    expect(ask(mapper.resourcesFor(deployments))).toEqual([[v('v1'), v('v2')], undefined]);
    expect(ask(mapper.kindsFor(deployments))[0]).toHaveLength(2);
    const [mappings] = ask(mapper.restMappings({ group: 'apps', kind: 'deployments' }, 'v2', 'v1'));
    expect(mappings?.map(({ resource }) => resource.version)).toEqual(['v1', 'v2']);
    expect(asked).toHaveLength(5);
  });

  test('does without groups that fail', () => {
    const { mapper, ask } = over({ ...cluster(), '/apis/apps/v1': down, '/apis/apps/v2': down });
    expect(ask(mapper.resourceFor(pods))[0]?.version).toBe('v1');
    expect(ask(mapper.resourceFor({ ...pods, resource: 'deployments' }))[1]).toBeDefined();
  });

  test('fails while the server does, and discovers once that is over', () => {
    const answers: Answers = { '/api': down };
    const { mapper, ask } = over(answers);
    expect(ask(mapper.resourceFor(pods))).toEqual([undefined, down]);
    Object.assign(answers, cluster());
    expect(ask(mapper.resourceFor(pods))[0]?.version).toBe('v1');
  });

  test('whose discovery says nothing at all tells so', () => {
    const silent = {
      *serverGroupsAndResources() {
        return [undefined, undefined, undefined];
      },
    };
    const [, err] = run(getAPIGroupResources(silent as unknown as DiscoveryInterface));
    expect(err?.message).toBe('discovery: expected groups, found none');
  });
});
