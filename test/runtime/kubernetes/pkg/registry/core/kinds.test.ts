import { describe, expect, test } from 'vitest';
import type {
  Endpoints,
  ReplicationController,
  Secret,
  Service,
  ServiceAccount,
} from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { Requests } from '../../../staging/src/k8s.io/apiserver/requests.ts';
import { allKinds } from '../../controller/bed.ts';

const newRequests = (): Requests => new Requests({ kinds: allKinds });
const ports = [{ port: 80 }];

function service(spec: object, name = 'svc'): object {
  return { metadata: { name }, spec };
}

describe('a Service', () => {
  test('gets an address of its own, and what it leaves out', () => {
    const requests = newRequests();
    const made = requests.do<Service>('create', 'services', { body: service({ ports }) });
    expect(made.spec).toEqual({
      clusterIP: expect.stringMatching(/^10\.(9[6-9]|10\d|11[01])\.\d+\.\d+$/) as string,
      clusterIPs: [made.spec.clusterIP],
      ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
      sessionAffinity: 'None',
      type: 'ClusterIP',
    });
    expect(made.status).toEqual({ loadBalancer: {} });
    const other = requests.do<Service>('create', 'services', { body: service({ ports }, 'other') });
    expect(other.spec.clusterIP).not.toBe(made.spec.clusterIP);
  });

  test('may ask for an address, if it is free and one of those for Services', () => {
    const requests = newRequests();
    const ask = (name: string, clusterIP: string): object => service({ ports, clusterIP }, name);
    const made = requests.do<Service>('create', 'services', { body: ask('a', '10.96.0.10') });
    expect([made.spec.clusterIP, made.spec.clusterIPs]).toEqual(['10.96.0.10', ['10.96.0.10']]);
    expect(requests.refusal('create', 'services', { body: ask('b', '10.96.0.10') })).toContain(
      'failed to allocated ip:10.96.0.10 with error:provided IP is already allocated',
    );
    expect(requests.refusal('create', 'services', { body: ask('b', '192.168.0.1') })).toContain(
      'not in the valid range',
    );
    expect(requests.refusal('create', 'services', { body: ask('b', 'here') })).toContain(
      'must be a valid IP address',
    );
    requests.do('delete', 'services', { name: 'a' });
    requests.do('create', 'services', { body: ask('b', '10.96.0.10') });
  });

  test.each([
    ['headless', { clusterIP: 'None' }, 'None'],
    ['the name of something outside', { type: 'ExternalName', externalName: 'db.example.com' }, undefined],
  ])('%s has no address', (_name, spec, clusterIP) => {
    const made = newRequests().do<Service>('create', 'services', { body: service(spec) });
    expect(made.spec.clusterIP).toBe(clusterIP);
  });

  test('keeps its address, also when a patch leaves it out', () => {
    const requests = newRequests();
    const { spec } = requests.do<Service>('create', 'services', { body: service({ ports }) });
    const patched = requests.do<Service>('patch', 'services', {
      name: 'svc',
      body: { spec: { selector: { app: 'a' } } },
    });
    expect(patched.spec.clusterIPs).toEqual(spec.clusterIPs);
    const replaced = requests.do<Service>('update', 'services', {
      name: 'svc',
      body: service({ ports, clusterIP: spec.clusterIP }),
    });
    expect(replaced.spec.clusterIPs).toEqual(spec.clusterIPs);
    const other = { name: 'svc', body: { spec: { clusterIP: '10.96.0.99' } } };
    expect(requests.refusal('patch', 'services', other)).toContain('spec.clusterIPs[0]: Invalid value');
    expect(requests.refusal('patch', 'services', other)).toContain('may not change once set');
  });

  test.each([
    ['no ports', {}, 'spec.ports: Required value'],
    [
      'two ports without names',
      { ports: [{ port: 80 }, { port: 81 }] },
      'spec.ports[0].name: Required value',
    ],
    [
      'a name twice',
      {
        ports: [
          { name: 'a', port: 80 },
          { name: 'a', port: 81 },
        ],
      },
      'spec.ports[1].name: Duplicate value: "a"',
    ],
    ['a port that is none', { ports: [{ port: 70000 }] }, 'spec.ports[0].port: Invalid value: 70000'],
    [
      'a target that is no name',
      { ports: [{ port: 80, targetPort: 'A_B' }] },
      'spec.ports[0].targetPort: Invalid value',
    ],
    ['an unknown type', { ports, type: 'Magic' }, 'spec.type: Unsupported value: "Magic"'],
    [
      'an unknown protocol',
      { ports: [{ port: 80, protocol: 'IPX' }] },
      'spec.ports[0].protocol: Unsupported value',
    ],
  ])('with %s is refused', (_name, spec, says) => {
    expect(newRequests().refusal('create', 'services', { body: service(spec) })).toContain(says);
  });

  test('has a name that a host may have', () => {
    const body = service({ ports }, '1svc');
    expect(newRequests().refusal('create', 'services', { body })).toContain(
      'metadata.name: Invalid value: "1svc"',
    );
  });

  test('takes its Endpoints along', () => {
    const requests = newRequests();
    requests.do('create', 'services', { body: service({ ports }) });
    requests.do('create', 'endpoints', { body: { metadata: { name: 'svc' } } });
    requests.do('delete', 'services', { name: 'svc' });
    expect(requests.list('endpoints').items).toEqual([]);
  });
});

test('Endpoints are refused if they make no sense, and may be created by an update', () => {
  const requests = newRequests();
  const body = (subset: object): object => ({ metadata: { name: 'e' }, subsets: [subset] });
  const addresses = [{ ip: '10.0.0.1' }];
  for (const [subset, says] of [
    [{}, 'must specify `addresses` or `notReadyAddresses`'],
    [
      { addresses: [{ ip: 'x' }] },
      'subsets[0].addresses[0].ip: Invalid value: "x": must be a valid IP address',
    ],
    [{ addresses: [{ ip: '127.0.0.1' }] }, 'may not be in the loopback range (127.0.0.0/8)'],
    [{ notReadyAddresses: [{ ip: '169.254.1.1' }] }, 'may not be in the link-local range (169.254.0.0/16)'],
    [{ addresses, ports: [{ port: 0 }] }, 'subsets[0].ports[0].port: Invalid value: 0'],
    [{ addresses, ports: [{ port: 1 }, { port: 2 }] }, 'subsets[0].ports[0].name: Required value'],
  ] as const) {
    expect(requests.refusal('create', 'endpoints', { body: body(subset) })).toContain(says);
  }
  const made = requests.do<Endpoints>('update', 'endpoints', {
    name: 'e',
    body: body({ addresses, ports: [{ port: 80 }] }),
  });
  expect(made.subsets?.[0]?.ports).toEqual([{ port: 80, protocol: 'TCP' }]);
});

test('a ReplicationController takes selector and labels from its template, and counts its generations', () => {
  const requests = newRequests();
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'a:v1' }] } };
  const body = { metadata: { name: 'rc' }, spec: { template } };
  const rc = requests.do<ReplicationController>('create', 'replicationcontrollers', { body });
  expect([rc.spec.selector, rc.metadata.labels, rc.spec.replicas, rc.metadata.generation]).toEqual([
    labels,
    labels,
    1,
    1,
  ]);
  const scaled = requests.do<ReplicationController>('patch', 'replicationcontrollers', {
    name: 'rc',
    body: { spec: { replicas: 3 } },
  });
  expect(scaled.metadata.generation).toBe(2);
  const selector = { app: 'other' };
  expect(
    requests.refusal('create', 'replicationcontrollers', { body: { ...body, spec: { selector, template } } }),
  ).toContain('`selector` does not match template `labels`');
  const status = {
    body: { status: { replicas: 1, readyReplicas: 2 } },
    name: 'rc',
    subresource: 'status',
  } as const;
  expect(requests.refusal('patch', 'replicationcontrollers', status)).toContain('cannot be greater than');
});

test('a ServiceAccount keeps only the names of its Secrets', () => {
  const body = {
    metadata: { name: 'robot' },
    secrets: [{ name: 's', namespace: 'elsewhere', kind: 'Secret' }],
  };
  expect(newRequests().do<ServiceAccount>('create', 'serviceaccounts', { body }).secrets).toEqual([
    { name: 's' },
  ]);
});

test('a Secret takes text, keeps its type, and with a token says whose it is', () => {
  const requests = newRequests();
  const body = { metadata: { name: 's' }, stringData: { word: 'größer' } };
  const secret = requests.do<Secret>('create', 'secrets', { body });
  expect([secret.type, secret.data, secret.stringData]).toEqual([
    'Opaque',
    { word: Buffer.from('größer').toString('base64') },
    undefined,
  ]);
  expect(requests.refusal('patch', 'secrets', { name: 's', body: { type: 'kubernetes.io/tls' } })).toContain(
    'field is immutable',
  );
  const token = { metadata: { name: 't' }, type: 'kubernetes.io/service-account-token' };
  expect(requests.refusal('create', 'secrets', { body: token })).toContain(
    'metadata.annotations[kubernetes.io/service-account.name]: Required value',
  );
  const selected = requests.list('secrets', { options: { fieldSelector: 'type=Opaque' } });
  expect(selected.items).toHaveLength(1);
});
