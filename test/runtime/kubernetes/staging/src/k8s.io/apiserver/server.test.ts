import { describe, expect, test } from 'vitest';
import { newConflict } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type {
  KubeObject,
  ReplicaSet,
  Scale,
} from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Write } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/storage/etcd3/revisioned-store.ts';
import { APIServer } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';
import { Requests, container, podNamed, replicaSetNamed } from './requests.ts';
import { coreKinds } from '../../../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';

describe('create', () => {
  test('gives a pod what the server gives it', () => {
    const api = new Requests();
    api.sim.runFor(1500);
    const pod = api.do('create', 'pods', { body: { ...podNamed('a'), status: { phase: 'Running' } } });
    expect(pod).toEqual({
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: {
        name: 'a',
        namespace: 'default',
        uid: pod.metadata.uid,
        creationTimestamp: '2021-01-16T12:00:01Z',
        resourceVersion: '3',
      },
      spec: {
        containers: [
          {
            name: 'app',
            image: 'app:1',
            imagePullPolicy: 'IfNotPresent',
            resources: {},
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
          },
        ],
        dnsPolicy: 'ClusterFirst',
        enableServiceLinks: true,
        restartPolicy: 'Always',
        schedulerName: 'default-scheduler',
        securityContext: {},
        terminationGracePeriodSeconds: 30,
      },
      status: { phase: 'Pending', qosClass: 'BestEffort' },
    });
    expect(pod.metadata.uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('stores a frozen copy: the caller keeps an object that can be changed', () => {
    const api = new Requests();
    const body = podNamed('a') as { spec: { containers: { image: string }[] } };
    const pod = api.do('create', 'pods', { body });
    expect(Object.isFrozen(pod.spec?.containers[0])).toBe(true);
    body.spec.containers[0]!.image = 'changed';
    expect(api.do('get', 'pods', { name: 'a' }).spec?.containers[0]?.image).toBe('app:1');
  });

  test('makes five characters of a name from the seed', () => {
    const names = [1, 1, 2].map((seed) => {
      const server = new APIServer(new Sim({ seed }), { kinds: coreKinds });
      const body = { metadata: { generateName: 'web-' }, spec: { containers: [container] } };
      const [pod] = server.do({
        verb: 'create',
        resource: 'pods',
        namespace: 'default',
        body,
        userAgent: 'test',
      });
      return pod?.metadata.name ?? '';
    });
    expect(names[0]).toMatch(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect([names[1] === names[0], names[2] === names[0]]).toEqual([true, false]);
  });

  test('nodes bring their status, namespaces a finalizer', () => {
    const api = new Requests();
    const status = { capacity: { cpu: '4', pods: '110' } };
    const node = api.do<KubeObject>('create', 'nodes', {
      namespace: '',
      body: { metadata: { name: 'n' }, status },
    });
    expect(node).toMatchObject({ status: { ...status, allocatable: status.capacity } });
    const shop = api.do<KubeObject>('create', 'namespaces', {
      namespace: '',
      body: { metadata: { name: 'shop' } },
    });
    expect(shop).toMatchObject({ spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } });
  });
});

describe('optimistic concurrency', () => {
  test('an update of an old version conflicts', () => {
    const api = new Requests();
    const pod = api.pod('a');
    api.do('update', 'pods', {
      name: 'a',
      body: { ...pod, metadata: { ...pod.metadata, labels: { n: '1' } } },
    });
    const late = { ...pod, metadata: { ...pod.metadata, labels: { n: '2' } } };
    expect(api.refusal('update', 'pods', { name: 'a', body: late })).toBe(
      '409 Conflict: Operation cannot be fulfilled on pods "a": the object has been modified; please apply your ' +
        'changes to the latest version and try again',
    );
  });

  test('an update without a version goes through, one that changes nothing writes nothing', () => {
    const api = new Requests();
    const pod = api.pod('a');
    const same = api.do('update', 'pods', { name: 'a', body: pod });
    expect(same).toBe(pod);
    const { resourceVersion: _, ...metadata } = pod.metadata;
    const blind = api.do('update', 'pods', {
      name: 'a',
      body: { ...pod, metadata: { ...metadata, labels: { n: '1' } } },
    });
    expect(blind.metadata.resourceVersion).toBe('4');
    expect(blind.spec).toBe(pod.spec);
  });

  test('an update of another object of the same name conflicts', () => {
    const api = new Requests();
    const pod = api.pod('a');
    const body = { ...pod, metadata: { ...pod.metadata, uid: 'other' } };
    expect(api.refusal('update', 'pods', { name: 'a', body })).toBe(
      '409 Conflict: Operation cannot be fulfilled on pods "a": StorageError: invalid object, Code: 4, Key: ' +
        '/registry/pods/default/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ' +
        `other, UID in object meta: ${pod.metadata.uid}`,
    );
  });

  test('a patch applies to the present version, unless it names another', () => {
    const api = new Requests();
    api.pod('a');
    api.phase('a', 'Running');
    const label = (metadata: object): Parameters<typeof api.do>[2] => ({
      name: 'a',
      body: { metadata: { labels: { n: '1' }, ...metadata } },
    });
    expect(api.refusal('patch', 'pods', label({ resourceVersion: '3' }))).toMatch(
      /^409 Conflict: .* has been modified/,
    );
    expect(api.do('patch', 'pods', label({})).metadata.resourceVersion).toBe('5');
  });

  test('a patch for another uid is invalid, as adoption counts on', () => {
    const api = new Requests();
    api.pod('a');
    expect(api.refusal('patch', 'pods', { name: 'a', body: { metadata: { uid: 'other' } } })).toBe(
      '422 Invalid: Pod "a" is invalid: metadata.uid: Invalid value: "other": field is immutable',
    );
  });
});

describe('status and spec are apart', () => {
  test('an update leaves the status, an update of the status leaves the rest', () => {
    const api = new Requests();
    const rs = api.do<ReplicaSet>('create', 'replicasets', { body: replicaSetNamed('web') });
    const changed = { ...rs, spec: { ...rs.spec, replicas: 3 }, status: { replicas: 2 } };
    const updated = api.do<ReplicaSet>('update', 'replicasets', { name: 'web', body: changed });
    expect([updated.spec?.replicas, updated.status?.replicas, updated.metadata.generation]).toEqual([
      3, 0, 2,
    ]);
    const status = api.do<ReplicaSet>('update', 'replicasets', {
      name: 'web',
      subresource: 'status',
      body: { ...updated, spec: { ...updated.spec, replicas: 9 }, status: { replicas: 2 } },
    });
    expect([status.spec?.replicas, status.status?.replicas, status.metadata.generation]).toEqual([3, 2, 2]);
  });

  test('generation counts changes of the spec alone', () => {
    const api = new Requests();
    const generation = (patch: object): number | undefined =>
      api.do('patch', 'replicasets', { name: 'web', body: patch }).metadata.generation;
    api.do('create', 'replicasets', { body: replicaSetNamed('web') });
    const steps = [
      { metadata: { labels: { a: 'b' }, generation: 7 } },
      { spec: { replicas: 2 } },
      { spec: { replicas: 2 } },
    ];
    expect(steps.map(generation)).toEqual([1, 2, 2]);
  });
});

describe('binding', () => {
  test('puts a pod on a node, once', () => {
    const api = new Requests();
    api.pod('a');
    api.bind('a', 'node-a');
    const pod = api.do('get', 'pods', { name: 'a' });
    expect([pod.spec?.nodeName, pod.status?.conditions]).toEqual([
      'node-a',
      [{ type: 'PodScheduled', status: 'True', lastTransitionTime: '2021-01-16T12:00:00Z' }],
    ]);
    expect(() => api.bind('a', 'node-b')).toThrow(
      'Operation cannot be fulfilled on pods/binding "a": pod a is already assigned to node "node-a"',
    );
  });

  test('not a pod that is being deleted, nor one that is not there', () => {
    const api = new Requests();
    api.pod('a', { finalizers: ['x.io/hold'] });
    api.do('delete', 'pods', { name: 'a' });
    expect(() => api.bind('a', 'node-a')).toThrow('pod a is being deleted, cannot be assigned to a host');
    expect(() => api.bind('b', 'node-a')).toThrow('pods "b" not found');
  });

  test('is created and nothing else, whatever is sent', () => {
    const api = new Requests();
    api.pod('a');
    const body = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' }, spec: { volumes: [null] } };
    const request = { name: 'a', subresource: 'binding', body } as never;
    expect(() => api.do('update', 'pods', request)).toThrow(
      'update is not supported on resources of kind "pods/binding"',
    );
    expect(() => api.do('patch', 'pods', request)).toThrow(
      'patch is not supported on resources of kind "pods/binding"',
    );
  });
});

describe('scale', () => {
  test('reads and changes the replicas of a ReplicaSet', () => {
    const api = new Requests();
    api.do('create', 'replicasets', { body: replicaSetNamed('web') });
    const scale = api.do<Scale>('get', 'replicasets', { name: 'web', subresource: 'scale' });
    expect([scale.kind, scale.spec, scale.status]).toEqual([
      'Scale',
      { replicas: 1 },
      { replicas: 0, selector: 'app=web' },
    ]);
    api.do('update', 'replicasets', {
      name: 'web',
      subresource: 'scale',
      body: { ...scale, spec: { replicas: 5 } },
    });
    const patched = api.do<Scale>('patch', 'replicasets', {
      name: 'web',
      subresource: 'scale',
      patchType: 'application/merge-patch+json',
      body: { spec: { replicas: 4 } },
    });
    const { spec, metadata } = api.do<ReplicaSet>('get', 'replicasets', { name: 'web' });
    expect([patched.spec?.replicas, spec?.replicas, metadata.generation]).toEqual([4, 4, 3]);
    const late = { name: 'web', subresource: 'scale', body: { ...scale, spec: { replicas: 7 } } } as const;
    expect(api.refusal('update', 'replicasets', late)).toMatch(/^409 Conflict/);
  });

  test('not below nothing', () => {
    const api = new Requests();
    api.do('create', 'replicasets', { body: replicaSetNamed('web') });
    const body = { spec: { replicas: -1 } };
    expect(api.refusal('patch', 'replicasets', { name: 'web', subresource: 'scale', body })).toBe(
      '422 Invalid: Scale.autoscaling "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    );
  });
});

describe('list', () => {
  const names = (list: { items: readonly KubeObject[] }): string[] =>
    list.items.map(({ metadata }) => metadata.name ?? '');

  test('in the order of keys, by namespace or all, with the version of the whole store', () => {
    const api = new Requests();
    api.pod('b');
    api.pod('a');
    api.do('create', 'pods', { namespace: 'kube-system', body: podNamed('a') });
    const all = api.list('pods', { namespace: '' });
    expect([all.kind, all.apiVersion, all.metadata.resourceVersion]).toEqual(['PodList', 'v1', '5']);
    expect(all.items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)).toEqual([
      'default/a',
      'default/b',
      'kube-system/a',
    ]);
    expect(names(api.list('pods'))).toEqual(['a', 'b']);
    expect(names(api.list('pods', { options: { fieldSelector: 'metadata.name=b' } }))).toEqual(['b']);
  });

  test('by pages, all at the version of the first', () => {
    const api = new Requests();
    for (const name of ['a', 'b', 'c', 'd', 'e']) api.pod(name);
    const first = api.list('pods', { options: { limit: 2 } });
    expect([names(first), first.metadata.remainingItemCount]).toEqual([['a', 'b'], 3]);
    api.do('delete', 'pods', { name: 'c' });
    api.pod('bb');
    const options = { limit: 2, continue: first.metadata.continue };
    const second = api.list('pods', { options });
    expect([names(second), second.metadata.resourceVersion]).toEqual([['c', 'd'], '7']);
    const third = api.list('pods', { options: { limit: 2, continue: second.metadata.continue } });
    expect([names(third), third.metadata.continue]).toEqual([['e'], undefined]);
  });

  test('by pages, when the version of the first is gone: 410, with a token to go on from the present', () => {
    const api = new Requests();
    for (const name of ['a', 'b', 'c']) api.pod(name);
    const { metadata } = api.list('pods', { options: { limit: 1 } });
    api.pod('d');
    api.pod('e');
    api.server.storage.compact(7);
    const [, err] = api.try('list', 'pods', { options: { limit: 1, continue: metadata.continue } });
    expect([err?.status.code, err?.status.reason]).toEqual([410, 'Expired']);
    const rest = api.list('pods', { options: { continue: err?.status.metadata?.continue } });
    expect(names(rest)).toEqual(['b', 'c', 'd', 'e']);
  });

  test('at a version: exact, not older, gone, or yet to come', () => {
    const api = new Requests();
    for (const name of ['a', 'b', 'c']) api.pod(name);
    const at = (resourceVersion: string, resourceVersionMatch?: string): Parameters<typeof api.list>[1] => ({
      options: { resourceVersion, resourceVersionMatch },
    });
    expect(names(api.list('pods', at('4', 'Exact')))).toEqual(['a', 'b']);
    expect(names(api.list('pods', at('4', 'NotOlderThan')))).toEqual(['a', 'b', 'c']);
    expect(names(api.list('pods', at('4')))).toEqual(['a', 'b', 'c']);
    expect(names(api.list('pods', at('0')))).toEqual(['a', 'b', 'c']);
    expect(api.refusal('list', 'pods', at('9'))).toBe(
      '504 Timeout: Timeout: Too large resource version: 9, current: 5',
    );
    api.server.storage.compact(5);
    expect(api.refusal('list', 'pods', at('4', 'Exact'))).toBe(
      '410 Expired: The resourceVersion for the provided list is too old.',
    );
  });
});

describe('requests that cannot be', () => {
  test.each<[string, Parameters<Requests['refusal']>]>([
    [
      '404 NotFound: the server could not find the requested resource: expected one of configmaps, events, namespaces, nodes, pods, replicasets, found "Pod"; use the plural name in lower case',
      ['get', 'Pod', { name: 'a' }],
    ],
    [
      "400 BadRequest: get pods: expected the name of an object, found none; set the request's name",
      ['get', 'pods', {}],
    ],
    [
      '400 BadRequest: create pods: expected a namespace, found none; set the request\'s namespace, such as "default"',
      ['create', 'pods', { namespace: '', body: podNamed('a') }],
    ],
    [
      '400 BadRequest: Pod in version "v1" cannot be handled as a Pod: expected a map, found undefined',
      ['create', 'pods', {}],
    ],
    [
      '400 BadRequest: create pods: expected kind Pod of v1, found kind ReplicaSet of apps/v1; correct the object, or send it to its own resource',
      ['create', 'pods', { body: replicaSetNamed('web') }],
    ],
    [
      '400 BadRequest: the namespace of the provided object does not match the namespace sent on the request',
      ['create', 'pods', { body: podNamed('a', { namespace: 'kube-system' }) }],
    ],
    [
      '400 BadRequest: the name of the object (b) does not match the name on the URL (a)',
      ['update', 'pods', { name: 'a', body: podNamed('b') }],
    ],
    ['404 NotFound: pods "a" not found', ['update', 'pods', { name: 'a', body: podNamed('a') }]],
    ['404 NotFound: pods "a" not found', ['patch', 'pods', { name: 'a', body: {} }]],
    ['404 NotFound: replicasets.apps "a" not found', ['delete', 'replicasets', { name: 'a' }]],
    [
      '405 MethodNotAllowed: get is not supported on resources of kind "pods/scale"',
      ['get', 'pods', { name: 'a', subresource: 'scale' }],
    ],
    [
      '405 MethodNotAllowed: update is not supported on resources of kind "configmaps/status"',
      ['update', 'configmaps', { name: 'a', subresource: 'status', body: { metadata: { name: 'a' } } }],
    ],
    ['405 MethodNotAllowed: eat is not supported on resources of kind "pods"', ['eat' as 'get', 'pods', {}]],
    [
      '400 BadRequest: do(): expected any verb but watch, found watch; call watch() for a watch',
      ['watch', 'pods', {}],
    ],
    [
      '500 : resourceVersion should not be set on objects to be created',
      ['create', 'pods', { body: podNamed('a', { resourceVersion: '1' }) }],
    ],
  ])('%s', (message, request) => {
    expect(new Requests().refusal(...request)).toBe(message);
  });

  test('patches of no kind, or of the wrong shape', () => {
    const api = new Requests();
    api.pod('a');
    const patch = (patchType: string, body: unknown): string =>
      api.refusal('patch', 'pods', {
        name: 'a',
        patchType: patchType as 'application/json-patch+json',
        body,
      });
    expect(patch('text/plain', {})).toBe(
      '415 UnsupportedMediaType: the body of the request was in an unknown format - accepted media types include: ' +
        'application/merge-patch+json, application/strategic-merge-patch+json, application/json-patch+json',
    );
    expect(patch('application/json-patch+json', {})).toBe(
      '400 BadRequest: error decoding patch: expected a list, found a map',
    );
  });
});

describe('for those who look on', () => {
  test('every write passes commit with its author before anybody is told, then notify', () => {
    const sim = new Sim();
    const lines: string[] = [];
    sim.observe = (kind, _name, component) => {
      const storage = component as unknown as APIServer['storage'];
      const { commit, notify, compact } = storage;
      const line = (what: string, { verb, key, revision, userAgent, previous }: Write): void =>
        void lines.push(`${what} ${verb} ${key} ${revision} by ${userAgent}${previous ? ' over' : ''}`);
      storage.commit = (write) => (line('commit', write), commit.call(storage, write));
      storage.notify = (write) => (line('notify', write), notify.call(storage, write));
      storage.compact = (revision) => (lines.push(`compact ${revision}`), compact.call(storage, revision));
      lines.push(kind);
      return component;
    };
    const server = new APIServer(sim, { kinds: coreKinds });
    const request = { resource: 'pods', namespace: 'default', userAgent: 'kubectl' } as const;
    server.do({ ...request, verb: 'create', body: podNamed('a') });
    server.do({ ...request, verb: 'delete', name: 'a', userAgent: 'kubelet/node-a' });
    server.storage.compact(4);
    expect(lines).toEqual([
      'store',
      'commit create namespaces/default 1 by kube-apiserver',
      'notify create namespaces/default 1 by kube-apiserver',
      'commit create namespaces/kube-system 2 by kube-apiserver',
      'notify create namespaces/kube-system 2 by kube-apiserver',
      'commit create pods/default/a 3 by kubectl',
      'notify create pods/default/a 3 by kubectl',
      'commit update pods/default/a 4 by kubelet/node-a over',
      'notify update pods/default/a 4 by kubelet/node-a over',
      'commit delete pods/default/a 5 by kubelet/node-a over',
      'notify delete pods/default/a 5 by kubelet/node-a over',
      'compact 4',
    ]);
  });

  test('a hook can refuse a request', () => {
    const api = new Requests({
      beforeRequest: ({ verb, name = '' }) =>
        verb === 'update'
          ? newConflict({ group: '', resource: 'pods' }, name, new Error('on purpose'))
          : undefined,
    });
    const body = api.pod('a');
    expect(api.refusal('update', 'pods', { name: 'a', body })).toBe(
      '409 Conflict: Operation cannot be fulfilled on pods "a": on purpose',
    );
  });
});
