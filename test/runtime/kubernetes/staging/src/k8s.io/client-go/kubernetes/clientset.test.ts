import { describe, expect, test } from 'vitest';
import {
  StatusError,
  newNotFound,
  newServiceUnavailable,
  newTooManyRequests,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type {
  Event,
  KubeObject,
  Pod,
  ReplicaSet,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Interface as WatchInterface } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/watch.ts';
import type { APIRequest } from '../../../../../../../../src/runtime/wire.ts';
import {
  type Clientset,
  newForConfig,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import {
  EventSinkImpl,
  type Events,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.ts';
import { StorageV1Client } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/typed/storage/v1/storage_client.ts';
import { StorageV1alpha1Client } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/typed/storage/v1alpha1/storage_client.ts';
import {
  type Config,
  addUserAgent,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import {
  type Transport,
  directTransport,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import type { Result } from '../../../../../../../../src/runtime/go/result.ts';
import { Chan } from '../../../../../../../../src/runtime/sim/chan.ts';
import type { Blocking } from '../../../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../../../src/runtime/sim/sim.ts';

const pod = (name: string): Pod => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: 'default' },
});
const web: ReplicaSet = {
  kind: 'ReplicaSet',
  apiVersion: 'apps/v1',
  metadata: { name: 'web', namespace: 'default' },
};
const watching: WatchInterface = { stop() {}, resultChan: () => new Chan('watch') };

/** A server that remembers what it was asked and when, and answers from a list, then with the body. */
function recorder(
  sim: Sim,
  answers: StatusError[] = [],
): { transport: Transport; asked: (APIRequest & { at: number })[] } {
  const asked: (APIRequest & { at: number })[] = [];
  const transport = directTransport({
    do(request): Result<KubeObject, StatusError> {
      asked.push({ ...request, at: sim.now });
      const refused = answers.shift();
      return refused ? [undefined, refused] : [(request.body ?? pod('answer')) as KubeObject, undefined];
    },
    watch(request): Result<WatchInterface, StatusError> {
      asked.push({ ...request, at: sim.now });
      return [watching, undefined];
    },
  });
  return { transport, asked };
}

function run<T>(sim: Sim, body: Blocking<T>): T {
  let got: { value: T } | undefined;
  sim.go(
    'test',
    (function* () {
      got = { value: yield* body };
    })(),
  );
  sim.runUntilIdle();
  if (!got) throw new Error('the call did not end');
  return got.value;
}

describe('clientset', () => {
  type Call = (c: Clientset) => Blocking<unknown>;
  const inDefault = { resource: 'pods', namespace: 'default' };
  const body = pod('a');
  test.each<[string, Call, Partial<APIRequest>]>([
    ['create', (c) => c.coreV1().pods('default').create(body), { ...inDefault, verb: 'create', body }],
    [
      'update',
      (c) => c.coreV1().pods('default').update(body),
      { ...inDefault, verb: 'update', name: 'a', body },
    ],
    [
      'updateStatus',
      (c) => c.coreV1().pods('default').updateStatus(body),
      { ...inDefault, verb: 'update', name: 'a', subresource: 'status', body },
    ],
    [
      'delete',
      (c) => c.coreV1().pods('default').delete('a', { gracePeriodSeconds: 0 }),
      { ...inDefault, verb: 'delete', name: 'a', body: { gracePeriodSeconds: 0 } },
    ],
    [
      'deleteCollection',
      (c) => c.coreV1().pods('default').deleteCollection({}, { labelSelector: 'app=web' }),
      { ...inDefault, verb: 'deletecollection', body: {}, options: { labelSelector: 'app=web' } },
    ],
    ['get', (c) => c.coreV1().pods('default').get('a'), { ...inDefault, verb: 'get', name: 'a' }],
    [
      'list in all namespaces',
      (c) => c.coreV1().pods('').list({ resourceVersion: '0' }),
      { resource: 'pods', namespace: undefined, verb: 'list', options: { resourceVersion: '0' } },
    ],
    ['watch', (c) => c.coreV1().nodes().watch(), { resource: 'nodes', namespace: undefined, verb: 'watch' }],
    [
      'patch',
      (c) => c.coreV1().pods('default').patch('a', 'application/merge-patch+json', { spec: {} }, 'status'),
      {
        ...inDefault,
        verb: 'patch',
        name: 'a',
        patchType: 'application/merge-patch+json',
        subresource: 'status',
        body: { spec: {} },
      },
    ],
    [
      'bind',
      (c) =>
        c
          .coreV1()
          .pods('default')
          .bind({ kind: 'Binding', apiVersion: 'v1', metadata: { name: 'a' }, target: { name: 'node-a' } }),
      { ...inDefault, verb: 'create', name: 'a', subresource: 'binding' },
    ],
    [
      'getScale',
      (c) => c.appsV1().replicaSets('default').getScale('web'),
      { resource: 'replicasets', namespace: 'default', verb: 'get', name: 'web', subresource: 'scale' },
    ],
    [
      'updateScale',
      (c) =>
        c
          .appsV1()
          .replicaSets('default')
          .updateScale('web', { kind: 'Scale', apiVersion: 'autoscaling/v1', metadata: { name: 'web' } }),
      { resource: 'replicasets', verb: 'update', name: 'web', subresource: 'scale' },
    ],
    [
      'another kind',
      (c) => c.appsV1().replicaSets('default').update(web),
      { resource: 'replicasets', namespace: 'default', verb: 'update', name: 'web', body: web },
    ],
    ['namespaces', (c) => c.coreV1().namespaces().get('default'), { resource: 'namespaces', verb: 'get' }],
    [
      'config maps',
      (c) => c.coreV1().configMaps('a').list(),
      { resource: 'configmaps', namespace: 'a', verb: 'list' },
    ],
    [
      'a token of a service account',
      (c) => c.coreV1().serviceAccounts('default').createToken('robot', { expirationSeconds: 600 }),
      {
        resource: 'serviceaccounts',
        namespace: 'default',
        verb: 'create',
        name: 'robot',
        subresource: 'token',
        body: {
          apiVersion: 'authentication.k8s.io/v1',
          kind: 'TokenRequest',
          spec: { expirationSeconds: 600 },
        },
      },
    ],
    [
      'CSI drivers',
      (c) => c.group(StorageV1Client).csiDrivers().list(),
      { resource: 'csidrivers', namespace: undefined, verb: 'list' },
    ],
    [
      'storage capacities',
      (c) => c.group(StorageV1alpha1Client).csiStorageCapacities('a').list(),
      { resource: 'csistoragecapacities', namespace: 'a', verb: 'list' },
    ],
  ])('%s', (_name, call, request) => {
    const sim = new Sim();
    const { transport, asked } = recorder(sim);
    run(sim, call(newForConfig(sim, { transport, userAgent: 'kubectl' })));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ ...request, userAgent: 'kubectl' });
  });

  test('has one client of a group, whoever asks for it', () => {
    const sim = new Sim();
    const client = newForConfig(sim, { transport: recorder(sim).transport, userAgent: 'kubectl' });
    expect(client.group(StorageV1Client)).toBe(client.group(StorageV1Client));
    expect(client.group(StorageV1Client)).toBeInstanceOf(StorageV1Client);
    expect(client.group(StorageV1alpha1Client)).toBeInstanceOf(StorageV1alpha1Client);
  });

  test('gives what the server gives', () => {
    const sim = new Sim();
    const gone = newNotFound({ group: '', resource: 'pods' }, 'a');
    const { transport } = recorder(sim, [gone, gone]);
    const pods = newForConfig(sim, { transport, userAgent: 'kubectl' }).coreV1().pods('default');
    expect(run(sim, pods.get('a'))).toEqual([undefined, gone]);
    expect(run(sim, pods.delete('a'))).toBe(gone);
    expect(run(sim, pods.delete('a'))).toBeUndefined();
    const b = pod('b');
    expect(run(sim, pods.create(b))[0]).toBe(b);
    expect(run(sim, pods.watch())).toEqual([watching, undefined]);
  });

  test('events go to their own namespace, and to no other than the client has', () => {
    const sim = new Sim();
    const { transport, asked } = recorder(sim);
    const core = newForConfig(sim, { transport, userAgent: 'kubelet/node-a' }).coreV1();
    const event: Event = {
      kind: 'Event',
      apiVersion: 'v1',
      metadata: { name: 'web.1', namespace: 'other' },
      involvedObject: { kind: 'Pod', name: 'web' },
    };
    const sink = new EventSinkImpl(core.events(''));
    run(sim, sink.create(event));
    run(sim, sink.update(event));
    run(sim, sink.patch(event, { count: 2 }));
    expect(asked.map(({ verb, namespace, name }) => [verb, namespace, name])).toEqual([
      ['create', 'other', undefined],
      ['update', 'other', 'web.1'],
      ['patch', 'other', 'web.1'],
    ]);
    expect(asked[2]?.patchType).toBe('application/strategic-merge-patch+json');
    const [, err] = run(sim, core.events('default').createWithEventNamespace(event));
    expect(err?.message).toBe("can't create an event with namespace 'other' in namespace 'default'");
    const [, refused] = run(sim, core.events('default').patchWithEventNamespace(event, {}));
    expect(refused?.message).toBe("can't patch an event with namespace 'other' in namespace 'default'");
    expect(asked).toHaveLength(3);
  });
});

describe('events about an object', () => {
  const asked = (namespace: string, ...of: Parameters<Events['search']>) => {
    const sim = new Sim();
    const server = recorder(sim);
    const events = newForConfig(sim, { transport: server.transport, userAgent: 'kubectl' }).coreV1();
    const [, err] = run(sim, events.events(namespace).search(...of));
    return err?.message ?? server.asked.map((request) => [request.namespace, request.options]);
  };

  test.each([
    [
      'an object',
      { ...pod('a'), metadata: { name: 'a', namespace: 'default', uid: 'u' } },
      'involvedObject.name=a,involvedObject.namespace=default,involvedObject.kind=Pod,involvedObject.uid=u',
    ],
    [
      'a reference',
      { kind: 'Node', name: 'node-a' },
      'involvedObject.name=node-a,involvedObject.namespace=,involvedObject.kind=Node',
    ],
    [
      'a reference without a kind',
      { name: 'a', namespace: 'default', kind: '', uid: '' },
      'involvedObject.name=a,involvedObject.namespace=default',
    ],
  ])('are chosen by what %s tells', (_, objOrRef, fieldSelector) => {
    expect(asked('', objOrRef)).toEqual([[undefined, { fieldSelector }]]);
  });

  test('are asked for in the namespace of the client, and in no other', () => {
    expect(asked('default', pod('a'))).toEqual([['default', expect.anything()]]);
    expect(asked('other', pod('a'))).toBe(
      "won't be able to find any events of namespace 'default' in namespace 'other'",
    );
    expect(asked('other', { kind: 'Node', name: 'node-a' })).toBe(
      "won't be able to find any events of namespace '' in namespace 'other'",
    );
  });

  test('cannot be had of nothing', () => {
    expect(asked('', undefined as unknown as Pod)).toBe("can't reference a nil object");
  });

  test('have a selector of only what is told', () => {
    const sim = new Sim();
    const { transport } = recorder(sim);
    const events = newForConfig(sim, { transport, userAgent: 'kubectl' }).coreV1().events('');
    expect(events.getFieldSelector()).toBe('');
    expect(events.getFieldSelector(undefined, 'default', '', 'u')).toBe(
      'involvedObject.namespace=default,involvedObject.uid=u',
    );
    expect(events.getFieldSelector('', undefined, 'Pod')).toBe(
      'involvedObject.name=,involvedObject.kind=Pod',
    );
  });

  test('go where the client is, when they are of its namespace or the client is of none', () => {
    const sim = new Sim();
    const { transport, asked: sent } = recorder(sim);
    const core = newForConfig(sim, { transport, userAgent: 'kubectl' }).coreV1();
    const metadata = { name: 'web.1', namespace: 'default' };
    const event: Event = { kind: 'Event', apiVersion: 'v1', metadata, involvedObject: {} };
    const homeless: Event = { ...event, metadata: { name: 'web.1' } };
    run(sim, core.events('default').createWithEventNamespace(event));
    run(sim, core.events('default').patchWithEventNamespace(event, { count: 2 }));
    run(sim, core.events('').createWithEventNamespace(homeless));
    run(sim, core.events('').patchWithEventNamespace(homeless, { count: 2 }));
    expect(sent.map(({ verb, namespace }) => [verb, namespace])).toEqual([
      ['create', 'default'],
      ['patch', 'default'],
      ['create', ''],
      ['patch', ''],
    ]);
    expect(run(sim, core.events('default').createWithEventNamespace(homeless))[1]?.message).toBe(
      "can't create an event with namespace '' in namespace 'default'",
    );
  });
});

describe('client-side rate limit', () => {
  const times = (
    config: Partial<Config>,
    calls: number,
    call: (c: Clientset, i: number) => Blocking<unknown>,
  ): number[] => {
    const sim = new Sim();
    const { transport, asked } = recorder(sim);
    const client = newForConfig(sim, { transport, userAgent: 'test', ...config });
    sim.go(
      'client',
      (function* () {
        for (let i = 0; i < calls; i++) yield* call(client, i);
      })(),
    );
    sim.runUntilIdle();
    return asked.map(({ at }) => at);
  };
  const get = (c: Clientset): Blocking<unknown> => c.coreV1().pods('default').get('a');

  test('by default 10 at once, then 5 a second', () => {
    expect(times({}, 13, get)).toEqual([...Array(10).fill(0), 200, 400, 600]);
  });

  test('as the configuration says, for all groups together', () => {
    const either = (c: Clientset, i: number): Blocking<unknown> =>
      i % 2 === 0 ? get(c) : c.appsV1().replicaSets('default').get('web');
    expect(times({ qps: 20, burst: 2 }, 5, either)).toEqual([0, 0, 50, 100, 150]);
  });

  test('below zero there is none, and watches are never held back', () => {
    expect(times({ qps: -1 }, 50, get)).toEqual(Array(50).fill(0));
    expect(times({ qps: 1, burst: 1 }, 5, (c) => c.coreV1().pods('').watch())).toEqual(Array(5).fill(0));
  });

  test('a rate without a burst is refused', () => {
    const sim = new Sim();
    const { transport } = recorder(sim);
    expect(() => newForConfig(sim, { transport, userAgent: 'test', qps: 20 })).toThrow(
      'expected a burst above 0 with a qps of 20, found 0',
    );
  });

  test('transport and limiter are observed once a clientset', () => {
    const sim = new Sim();
    const { transport } = recorder(sim);
    const seen: string[] = [];
    sim.observe = (kind, name, component) => {
      seen.push(`${kind}: ${name}`);
      return component;
    };
    const config = addUserAgent(
      { transport, userAgent: 'kube-controller-manager', qps: 20, burst: 30 },
      'replicaset-controller',
    );
    newForConfig(sim, config);
    expect(seen).toEqual([
      'client-rate-limiter: client kube-controller-manager/replicaset-controller',
      'transport: kube-controller-manager/replicaset-controller',
    ]);
  });
});

describe('a server that asks to come again', () => {
  test.each([
    ['429 with a time', newTooManyRequests('too many', 2), [0, 2000, 4000]],
    ['429 without', newTooManyRequests('too many', 0), [0]],
    ['503 without', newServiceUnavailable('down'), [0]],
    [
      '500 with a time',
      new StatusError(500, 'ServerTimeout', 'later', { retryAfterSeconds: 1 }),
      [0, 1000, 2000],
    ],
    ['404 with a time', new StatusError(404, 'NotFound', 'never', { retryAfterSeconds: 1 }), [0]],
  ])('%s', (_name, answer, at) => {
    const sim = new Sim();
    const { transport, asked } = recorder(sim, [answer, answer]);
    const pods = newForConfig(sim, { transport, userAgent: 'test' }).coreV1().pods('default');
    run(sim, pods.get('a'));
    expect(asked.map((request) => request.at)).toEqual(at);
  });

  test('is asked eleven times at most', () => {
    const sim = new Sim();
    const busy = newTooManyRequests('too many', 1);
    const { transport, asked } = recorder(sim, Array(20).fill(busy));
    const pods = newForConfig(sim, { transport, userAgent: 'test' }).coreV1().pods('default');
    expect(run(sim, pods.get('a'))).toEqual([undefined, busy]);
    expect(asked).toHaveLength(11);
  });
});
