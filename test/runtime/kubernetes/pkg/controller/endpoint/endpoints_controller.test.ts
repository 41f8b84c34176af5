import { describe, expect, test } from 'vitest';
import type { Endpoints, Pod, Service } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  newForbidden,
  newInternalError,
  withCause,
} from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  type EndpointController,
  endpointPortFromServicePort,
  newEndpointController,
  shouldPodBeInEndpoints,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/endpoint/endpoints_controller.ts';
import { Bed } from '../bed.ts';

/** A pod as a kubelet would have it: running, ready or not, with an address. */
function pod(
  i: number,
  more: { ready?: boolean; metadata?: object; spec?: object; status?: object } = {},
): Pod {
  const ready = more.ready ?? true;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `pod${i}`,
      namespace: 'default',
      uid: `uid${i}`,
      resourceVersion: '1',
      labels: { foo: 'bar' },
      ...more.metadata,
    },
    spec: {
      nodeName: 'node',
      restartPolicy: 'Always',
      containers: [{ name: 'c', ports: [{ name: 'port0', containerPort: 8080 + i, protocol: 'TCP' }] }],
      ...more.spec,
    },
    status: {
      phase: 'Running',
      podIP: `1.2.3.${4 + i}`,
      podIPs: [{ ip: `1.2.3.${4 + i}` }],
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
      ...more.status,
    },
  } as Pod;
}

function service(spec: object = {}, metadata: object = {}): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: 'foo',
      namespace: 'default',
      uid: 'foo',
      resourceVersion: '1',
      creationTimestamp: '2021-01-16T12:00:00Z',
      ...metadata,
    },
    spec: {
      selector: { foo: 'bar' },
      clusterIP: '10.96.0.7',
      ports: [{ port: 80, protocol: 'TCP', targetPort: 8080 }],
      ...spec,
    },
  } as Service;
}

class Stage extends Bed {
  readonly controller: EndpointController;

  constructor(batchMs = 0) {
    super();
    const v1 = this.informers.core().v1();
    this.controller = newEndpointController(
      this.sim,
      v1.pods(),
      v1.services(),
      v1.endpoints(),
      this.client,
      batchMs,
    );
  }

  pods(...pods: readonly Pod[]): this {
    for (const each of pods) this.informers.core().v1().pods().informer().getIndexer().add(each);
    return this;
  }

  services(...services: readonly Service[]): this {
    for (const each of services) this.informers.core().v1().services().informer().getIndexer().add(each);
    return this;
  }

  /** In the API and in the cache. */
  endpoints(more: { metadata?: object; subsets?: Endpoints['subsets'] } = {}): this {
    const body = {
      apiVersion: 'v1',
      kind: 'Endpoints',
      ...more,
      metadata: { name: 'foo', namespace: 'default', ...more.metadata },
    };
    this.informers
      .core()
      .v1()
      .endpoints()
      .informer()
      .getIndexer()
      .add(this.create<Endpoints>('endpoints', body));
    return this;
  }

  sync(): Error | undefined {
    return this.run(this.controller.syncService('default/foo'));
  }

  /** The subsets after a sync, each as its addresses, those that are not ready with a !, and its ports. */
  subsets(): string[] {
    expect(this.sync()).toBeUndefined();
    return told(this.get<Endpoints>('endpoints', 'foo'));
  }
}

function told({ subsets = [] }: Endpoints): string[] {
  return subsets.map(({ addresses = [], notReadyAddresses = [], ports = [] }) =>
    [
      ...addresses.map(({ ip, hostname }) => (hostname ? `${ip} (${hostname})` : ip)),
      ...notReadyAddresses.map(({ ip }) => `!${ip}`),
      ...ports.map(({ name, port, protocol }) => `${name ? `${name} ` : ''}${port}/${String(protocol)}`),
    ].join(' '),
  );
}

describe('what a sync writes', () => {
  const three = [pod(0), pod(1), pod(2)];
  test.each<readonly [string, Service, readonly Pod[], readonly string[]]>([
    ['no pods', service(), [], []],
    ['pods that are ready', service(), three, ['1.2.3.4 1.2.3.5 1.2.3.6 8080/TCP']],
    ['pods that are not', service(), [pod(0, { ready: false })], ['!1.2.3.4 8080/TCP']],
    ['some of each', service(), [pod(0), pod(1, { ready: false })], ['1.2.3.4 !1.2.3.5 8080/TCP']],
    [
      'another protocol',
      service({ ports: [{ port: 80, targetPort: 8080, protocol: 'UDP' }] }),
      [pod(0)],
      ['1.2.3.4 8080/UDP'],
    ],
    [
      'a selector that is empty matches all',
      service({ selector: {} }),
      [pod(0, { metadata: { labels: {} } })],
      ['1.2.3.4 8080/TCP'],
    ],
    ['other labels', service(), [pod(0, { metadata: { labels: { foo: 'baz' } } })], []],
    ['another namespace', service(), [pod(0, { metadata: { namespace: 'other' } })], []],
    ['no address yet', service(), [pod(0, { status: { podIP: '' } })], []],
    [
      'a port by its name, which has another number in each pod',
      service({ ports: [{ name: 'p', port: 80, targetPort: 'port0', protocol: 'TCP' }] }),
      three.slice(0, 2),
      ['1.2.3.4 p 8080/TCP', '1.2.3.5 p 8081/TCP'],
    ],
    [
      'a name that no container has',
      service({ ports: [{ port: 80, targetPort: 'none', protocol: 'TCP' }] }),
      three,
      [],
    ],
    [
      'two ports',
      service({
        ports: [
          { name: 'b', port: 81, targetPort: 8088, protocol: 'TCP' },
          { name: 'a', port: 80, targetPort: 8080, protocol: 'TCP' },
        ],
      }),
      three,
      ['1.2.3.4 1.2.3.5 1.2.3.6 a 8080/TCP b 8088/TCP'],
    ],
    [
      'a pod that terminates',
      service(),
      [pod(0, { metadata: { deletionTimestamp: '2021-01-16T12:00:00Z' } })],
      [],
    ],
    [
      'unless those that are not ready are wanted too',
      service({ publishNotReadyAddresses: true }),
      [pod(0, { metadata: { deletionTimestamp: '2021-01-16T12:00:00Z' } }), pod(1, { ready: false })],
      ['1.2.3.4 1.2.3.5 8080/TCP'],
    ],
    [
      'the old annotation overrules the field',
      service(
        { publishNotReadyAddresses: true },
        { annotations: { 'service.alpha.kubernetes.io/tolerate-unready-endpoints': 'false' } },
      ),
      [pod(0, { ready: false })],
      ['!1.2.3.4 8080/TCP'],
    ],
    [
      'a pod that failed and is started again',
      service(),
      [pod(0, { ready: false, status: { phase: 'Failed' } })],
      ['!1.2.3.4 8080/TCP'],
    ],
    [
      'and one that is not',
      service(),
      [pod(0, { ready: false, spec: { restartPolicy: 'Never' }, status: { phase: 'Failed' } })],
      [],
    ],
    ['headless, without ports', service({ clusterIP: 'None', ports: undefined }), [pod(0)], ['1.2.3.4']],
    ['no ports, but an address', service({ ports: undefined }), [pod(0)], []],
    [
      'a pod with a name of its own',
      service({ clusterIP: 'None' }),
      [pod(0, { spec: { hostname: 'h', subdomain: 'foo' } })],
      ['1.2.3.4 (h) 8080/TCP'],
    ],
  ])('%s', (_name, svc, pods, expected) => {
    expect(
      new Stage()
        .services(svc)
        .pods(...pods)
        .subsets(),
    ).toEqual(expected);
  });
});

test('an address says which pod, which version of it, and on which node', () => {
  const stage = new Stage().services(service()).pods(pod(0));
  stage.sync();
  expect(stage.get<Endpoints>('endpoints', 'foo').subsets?.[0]?.addresses).toEqual([
    {
      ip: '1.2.3.4',
      nodeName: 'node',
      targetRef: { kind: 'Pod', namespace: 'default', name: 'pod0', uid: 'uid0', resourceVersion: '1' },
    },
  ]);
});

const subsets = [{ addresses: [{ ip: '6.7.8.9' }], ports: [{ port: 1000, protocol: 'TCP' }] }];

test('a Service without a selector is left to somebody else', () => {
  const stage = new Stage()
    .services(service({ selector: undefined }))
    .pods(pod(0))
    .endpoints({ subsets });
  expect(stage.subsets()).toEqual(['6.7.8.9 1000/TCP']);
  expect(stage.requests).toEqual([]);
});

test.each([
  ['that are as they should be', {}, []],
  [
    'with the mark of a headless Service, which counts for nothing',
    { 'service.kubernetes.io/headless': '' },
    [],
  ],
  ['with other labels', { old: 'label' }, ['update endpoints foo']],
])('Endpoints %s', (_name, labels, requests) => {
  const stage = new Stage().services(service()).endpoints({ metadata: { labels } });
  expect(stage.subsets()).toEqual([]);
  expect(stage.requests).toEqual(requests);
});

test('Endpoints have the labels of their Service, and a headless one is marked', () => {
  const labels = { app: 'foo' };
  const stage = new Stage().services(service({}, { labels })).pods(pod(0)).endpoints({ subsets });
  stage.sync();
  expect(stage.requests).toEqual(['update endpoints foo']);
  expect(stage.get<Endpoints>('endpoints', 'foo').metadata.labels).toEqual(labels);
  const headless = new Stage().services(service({ clusterIP: 'None' }));
  headless.sync();
  expect(headless.requests).toEqual(['create endpoints']);
  expect(headless.get<Endpoints>('endpoints', 'foo').metadata.labels).toEqual({
    'service.kubernetes.io/headless': '',
  });
});

test('an annotation tells when the change happened, as long as that is known', () => {
  const key = 'endpoints.kubernetes.io/last-change-trigger-time';
  const stage = new Stage().services(service()).pods(pod(0));
  const time = (): string | undefined => stage.get<Endpoints>('endpoints', 'foo').metadata.annotations?.[key];
  stage.sync();
  expect(time()).toBe('2021-01-16T12:00:00Z');
  const current = stage.get<Endpoints>('endpoints', 'foo');
  stage.informers.core().v1().endpoints().informer().getIndexer().add(current);
  // This pod says nothing of when it became ready, and the Service is no longer new.
  stage.pods(pod(1));
  stage.sync();
  expect(time()).toBeUndefined();
});

test('a Service that is gone takes its Endpoints along', () => {
  const stage = new Stage().endpoints({ subsets });
  expect(stage.sync()).toBeUndefined();
  expect(stage.requests).toEqual(['delete endpoints foo']);
  expect(stage.sync()).toBeUndefined();
});

test('a refusal is an error and an Event, unless it says that the namespace is going away', () => {
  const stage = new Stage().services(service());
  const refusal = newForbidden({ group: '', resource: 'endpoints' }, 'foo', new Error('no'));
  stage.refuse = ({ resource }) =>
    resource === 'endpoints'
      ? withCause(refusal, { reason: 'NamespaceTerminating', message: '', field: '' })
      : undefined;
  expect(stage.sync()).toBeUndefined();
  stage.refuse = ({ resource }) =>
    resource === 'endpoints' ? newInternalError(new Error('boom')) : undefined;
  expect(stage.sync()?.message).toContain('boom');
  stage.sim.runFor(1000);
  const [event] = stage.list('events') as unknown as { reason: string; message: string }[];
  expect([event?.reason, event?.message]).toEqual([
    'FailedToCreateEndpoint',
    'Failed to create endpoint for service default/foo: Internal error occurred: boom',
  ]);
});

test.each([
  ['Never', 'Failed', false],
  ['Never', 'Succeeded', false],
  ['OnFailure', 'Succeeded', false],
  ['Always', 'Failed', true],
  ['Never', 'Pending', true],
  ['OnFailure', 'Unknown', true],
])('a pod with restart policy %s in phase %s: %s', (restartPolicy, phase, expected) => {
  expect(shouldPodBeInEndpoints(pod(0, { spec: { restartPolicy }, status: { phase } }))).toBe(expected);
});

test('a port has the name of the Service port and the number of the container', () => {
  expect(
    endpointPortFromServicePort({ name: 'http', port: 80, protocol: 'TCP', appProtocol: 'h2c' }, 8080),
  ).toEqual({
    name: 'http',
    port: 8080,
    protocol: 'TCP',
    appProtocol: 'h2c',
  });
});

describe('changes of pods are collected', () => {
  test.each([
    [0, [200, 100, 100], 3],
    [1000, [200, 100, 100], 1],
    [1000, [200, 100, 1000], 2],
  ])('for %i ms: after %j ms, %i writes', (batchMs, delays, writes) => {
    for (const what of ['adds', 'updates', 'deletes'] as const) {
      const stage = new Stage(batchMs);
      stage.start(stage.controller.run(1, stage.stop));
      stage.create('services', service({ clusterIP: undefined }));
      if (what !== 'adds') delays.forEach((_, i) => makePod(stage, i));
      stage.sim.runFor(3000);
      stage.requests.length = 0;
      delays.forEach((ms, i) => {
        stage.sim.runFor(ms);
        if (what === 'adds') makePod(stage, i);
        else if (what === 'updates') setReady(stage, i, 'False');
        else stage.do('delete', 'pods', { name: `pod${i}` });
      });
      stage.sim.runFor(3000);
      expect(stage.requests.filter((request) => /endpoints/.test(request))).toHaveLength(writes);
    }
  });
});

function makePod(stage: Stage, i: number): void {
  // On no node, so that it goes at once when it is deleted.
  const { spec, status, ...rest } = pod(i);
  const containers = [{ name: 'c', image: 'app:v1' }];
  stage.create('pods', { ...rest, spec: { ...spec, nodeName: undefined, containers } });
  stage.do('patch', 'pods', { name: `pod${i}`, subresource: 'status', body: { status } });
}

function setReady(stage: Stage, i: number, status: string): void {
  const body = { status: { conditions: [{ type: 'Ready', status }] } };
  stage.do('patch', 'pods', { name: `pod${i}`, subresource: 'status', body });
}

test('INI-20: Endpoints come with a Service, and again when they are deleted; those of no Service go at the start', () => {
  const stage = new Stage();
  stage.create('endpoints', { metadata: { name: 'leftover' }, subsets });
  stage.create('endpoints', {
    metadata: { name: 'lock', annotations: { 'control-plane.alpha.kubernetes.io/leader': '{}' } },
  });
  stage.create('services', service({ clusterIP: undefined }));
  makePod(stage, 0);
  stage.start(stage.controller.run(5, stage.stop));
  stage.sim.runFor(1000);
  const names = (): unknown[] => stage.list('endpoints').map(({ metadata }) => metadata.name);
  expect(names()).toEqual(['foo', 'lock']);
  expect(told(stage.get<Endpoints>('endpoints', 'foo'))).toEqual(['1.2.3.4 8080/TCP']);
  stage.do('delete', 'endpoints', { name: 'foo' });
  stage.sim.runFor(1000);
  expect(told(stage.get<Endpoints>('endpoints', 'foo'))).toEqual(['1.2.3.4 8080/TCP']);
  stage.do('delete', 'services', { name: 'foo' });
  stage.sim.runFor(1000);
  expect(names()).toEqual(['lock']);
});
