import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';
import { pod } from '../../../../../../../src/runtime/kubernetes/pkg/apis/core/v1/shapes.ts';
import { everything } from './any-server.ts';
import { Requests } from './requests.ts';
import { type Whole, wholeObjects } from './whole-objects.ts';

const anyServer = (): Requests => new Requests(everything());

type Path = readonly (string | number)[];

const of = (resource: string, subresource?: string): Whole => {
  const found = wholeObjects.find(
    (whole) => whole.resource === resource && whole.subresource === subresource,
  );
  if (!found) throw new Error(`of(): expected a resource with a whole object, found ${resource}`);
  return found;
};

/** The value with another one in some place of it. */
function withValue(value: unknown, [step, ...path]: Path, other: unknown): unknown {
  if (step === undefined) return other;
  if (Array.isArray(value)) return value.map((item, i) => (i === step ? withValue(item, path, other) : item));
  const map = value as Readonly<Record<string, unknown>>;
  return { ...map, [step]: withValue(map[step], path, other) };
}

/** Every place of a value, itself first. */
function* placesOf(value: unknown, path: Path = []): Generator<Path> {
  yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [step, inner] of Object.entries(value))
    yield* placesOf(inner, [...path, Array.isArray(value) ? Number(step) : step]);
}

describe('a body whose fields hold something else than they may is refused as it is read', () => {
  test.each<[resource: string, path: string, value: unknown, wrong: string]>([
    ['pods', 'metadata', 5, 'metadata: expected a map, found 5'],
    ['pods', 'metadata.name', 7, 'metadata.name: expected a string, found 7'],
    ['pods', 'metadata.labels', ['app'], 'metadata.labels: expected a map, found a list'],
    ['pods', 'metadata.labels.app', 1, 'metadata.labels[app]: expected a string, found 1'],
    ['pods', 'metadata.annotations.note', true, 'metadata.annotations[note]: expected a string, found true'],
    ['pods', 'metadata.ownerReferences', {}, 'metadata.ownerReferences: expected a list, found a map'],
    ['pods', 'metadata.finalizers.0', 5, 'metadata.finalizers[0]: expected a string, found 5'],
    ['pods', 'spec', 'x', 'spec: expected a map, found "x"'],
    ['pods', 'spec', [], 'spec: expected a map, found a list'],
    ['pods', 'spec.containers', 5, 'spec.containers: expected a list, found 5'],
    ['pods', 'spec.containers', { name: 'app' }, 'spec.containers: expected a list, found a map'],
    ['pods', 'spec.containers.0', null, 'spec.containers[0]: expected a map, found null'],
    ['pods', 'spec.containers.0.env', 'A=b', 'spec.containers[0].env: expected a list, found "A=b"'],
    [
      'pods',
      'spec.containers.0.env.0.value',
      5,
      'spec.containers[0].env[0].value: expected a string, found 5',
    ],
    [
      'pods',
      'spec.containers.0.ports.0.containerPort',
      '80',
      'spec.containers[0].ports[0].containerPort: expected a whole number, found "80"',
    ],
    [
      'pods',
      'spec.containers.0.resources.requests.cpu',
      true,
      'spec.containers[0].resources.requests[cpu]: expected a string or a number, found true',
    ],
    ['pods', 'spec.volumes', {}, 'spec.volumes: expected a list, found a map'],
    ['pods', 'spec.tolerations', 5, 'spec.tolerations: expected a list, found 5'],
    [
      'pods',
      'spec.tolerations.0.tolerationSeconds',
      1.5,
      'spec.tolerations[0].tolerationSeconds: expected a whole number, found 1.5',
    ],
    ['pods', 'spec.topologySpreadConstraints', 5, 'spec.topologySpreadConstraints: expected a list, found 5'],
    [
      'pods',
      'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms.0.matchExpressions',
      {},
      'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions: expected a list, found a map',
    ],
    ['pods', 'spec.nodeSelector', ['z1'], 'spec.nodeSelector: expected a map, found a list'],
    ['pods', 'status.conditions', {}, 'status.conditions: expected a list, found a map'],
    ['nodes', 'spec.taints', { key: 'a' }, 'spec.taints: expected a list, found a map'],
    ['nodes', 'spec.unschedulable', 'yes', 'spec.unschedulable: expected a boolean, found "yes"'],
    ['nodes', 'status.capacity', ['cpu'], 'status.capacity: expected a map, found a list'],
    ['namespaces', 'spec.finalizers', 'kubernetes', 'spec.finalizers: expected a list, found "kubernetes"'],
    ['configmaps', 'data.a', { b: 'c' }, 'data[a]: expected a string, found a map'],
    ['replicasets', 'spec.replicas', '3', 'spec.replicas: expected a whole number, found "3"'],
    [
      'replicasets',
      'spec.template.spec.containers',
      5,
      'spec.template.spec.containers: expected a list, found 5',
    ],
    [
      'deployments',
      'spec.selector.matchLabels',
      'app',
      'spec.selector.matchLabels: expected a map, found "app"',
    ],
    ['daemonsets', 'spec.template.metadata', [], 'spec.template.metadata: expected a map, found a list'],
    ['events', 'series', { count: { toString: 1 } }, 'series.count: expected a whole number, found a map'],
    ['services', 'spec.selector', { app: 1 }, 'spec.selector[app]: expected a string, found 1'],
    [
      'services',
      'spec.ports.0.targetPort',
      {},
      'spec.ports[0].targetPort: expected a number or a string, found a map',
    ],
    [
      'poddisruptionbudgets',
      'spec.minAvailable',
      [],
      'spec.minAvailable: expected a number or a string, found a list',
    ],
  ])('%s: %s = %j', (resource, path, value, wrong) => {
    const whole = of(resource);
    const steps = path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const body = withValue(whole.object, steps, value);
    const [, err] = anyServer().try('create', resource, { body });
    const { kind } = whole.object;
    const version = String(whole.object.apiVersion).split('/').at(-1);
    expect(err?.status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: `${kind} in version "${version}" cannot be handled as a ${kind}: ${wrong}`,
      reason: 'BadRequest',
      code: 400,
    });
  });

  test('so are updates, and what subresources take', () => {
    const api = anyServer();
    const { object } = of('replicasets');
    api.do('create', 'replicasets', { body: object });
    const wrong = { ...object, spec: { replicas: 'three' } };
    expect(api.refusal('update', 'replicasets', { name: 'one', body: wrong })).toBe(
      '400 BadRequest: ReplicaSet in version "v1" cannot be handled as a ReplicaSet: spec.replicas: expected a whole number, found "three"',
    );
    const scale = { ...of('replicasets', 'scale').object, spec: { replicas: '2' } };
    expect(api.refusal('update', 'replicasets', { name: 'one', subresource: 'scale', body: scale })).toBe(
      '400 BadRequest: Scale in version "v1" cannot be handled as a Scale: spec.replicas: expected a whole number, found "2"',
    );
    const binding = { ...of('pods', 'binding').object, target: { name: 5 } };
    expect(api.refusal('create', 'pods', { name: 'one', subresource: 'binding', body: binding })).toBe(
      '400 BadRequest: Binding in version "v1" cannot be handled as a Binding: target.name: expected a string, found 5',
    );
    expect(api.refusal('delete', 'replicasets', { name: 'one', body: { gracePeriodSeconds: 'x' } })).toBe(
      '400 BadRequest: DeleteOptions in version "v1" cannot be handled as a DeleteOptions: gracePeriodSeconds: expected a whole number, found "x"',
    );
  });

  test('what does not say what it is, is what its request takes', () => {
    const api = anyServer();
    api.do('create', 'serviceaccounts', { body: of('serviceaccounts').object });
    const request = { name: 'one', subresource: 'token', body: { spec: {} } } as const;
    expect(api.do('create', 'serviceaccounts', request).kind).toBe('TokenRequest');
    const metadata = api.do('create', 'serviceaccounts', { ...request, as: 'PartialObjectMetadata' });
    expect(metadata.kind).toBe('PartialObjectMetadata');
  });

  test('a token may be asked for neither too few seconds nor too many', () => {
    const api = anyServer();
    api.do('create', 'serviceaccounts', { body: of('serviceaccounts').object });
    const asked = (expirationSeconds: number): string =>
      api.refusal('create', 'serviceaccounts', {
        name: 'one',
        subresource: 'token',
        body: { ...of('serviceaccounts', 'token').object, spec: { expirationSeconds } },
      });
    const invalid =
      '422 Invalid: TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value:';
    expect(asked(599)).toBe(`${invalid} 599: may not specify a duration less than 10 minutes`);
    expect(asked(2 ** 33)).toBe(`${invalid} 8589934592: may not specify a duration larger than 2^32 seconds`);
  });

  test('what comes of a patch is invalid, not a bad request', () => {
    const api = new Requests();
    api.pod('a');
    const body = { spec: { tolerations: 5 } };
    for (const patchType of [
      'application/strategic-merge-patch+json',
      'application/merge-patch+json',
    ] as const)
      expect(api.refusal('patch', 'pods', { name: 'a', patchType, body })).toBe(
        '422 Invalid:  "" is invalid: patch: Invalid value: "{\\"spec\\":{\\"tolerations\\":5}}": spec.tolerations: expected a list, found 5',
      );
    const patch = { name: 'a', patchType: 'application/json-patch+json' } as const;
    expect(api.refusal('patch', 'pods', { ...patch, body: [{ op: 'remove', path: 5 }] })).toBe(
      '422 Invalid: the server rejected our request due to an error in our request: remove operation failed to decode path: missing value',
    );
    expect(api.refusal('patch', 'pods', { ...patch, body: [{ op: 'replace', path: '', value: 5 }] })).toBe(
      '422 Invalid: the server rejected our request due to an error in our request: replace operation does not apply: doc is missing path: : missing value',
    );
    expect(api.refusal('patch', 'pods', { ...patch, body: [{ op: 'add' }] })).toBe(
      '422 Invalid: the server rejected our request due to an error in our request: add operation failed to decode path: missing value',
    );
  });
});

describe('what may be is taken', () => {
  const whole = wholeObjects.map((one) => [`${one.resource} ${one.subresource ?? ''}`, one] as const);

  test.each(whole.filter(([, { subresource }]) => !subresource))('%s: a whole object', (_, one) => {
    const { object, resource, groupVersion } = one;
    // A new object has no status of its own, except where programs make it with one; a Secret's texts become data.
    const { status: _status, stringData: _stringData, ...rest } = object;
    expect(anyServer().do('create', resource, { groupVersion, body: object })).toMatchObject(rest);
  });

  test('reading leaves a whole object as it was', () => {
    const { object } = of('pods');
    expect(decode(object, pod)).toEqual([object, undefined]);
  });

  test('null is as if it were not there, fields that v1.20.2 does not have are kept, quantities may be numbers', () => {
    const { object } = of('pods');
    const containers = [{ name: 'app', image: 'a', resources: { limits: { cpu: 2 } }, restartPolicy: 7 }];
    const body = { ...object, spec: { containers, tolerations: null, schedulingGates: 5, constructor: 7 } };
    expect(anyServer().do('create', 'pods', { body }).spec).toMatchObject({
      containers: [{ resources: { limits: { cpu: '2' }, requests: { cpu: '2' } }, restartPolicy: 7 }],
      schedulingGates: 5,
      constructor: 7,
    });
  });

  test('of a kind without a shape, only the metadata', () => {
    const api = anyServer();
    const body = (more: object): object => ({ metadata: { name: 'a' }, ...more });
    expect(api.do('create', 'clusterroles', { body: body({ rules: 5 }) })).toMatchObject({ rules: 5 });
    expect(api.refusal('create', 'clusterroles', { body: body({ metadata: [] }) })).toBe(
      '400 BadRequest: ClusterRole in version "v1" cannot be handled as a ClusterRole: metadata: expected a map, found a list',
    );
  });
});

test('seed 2110054042: a requirement without a key is refused in the words of upstream', () => {
  const { object } = wholeObjects.find(({ resource }) => resource === 'replicasets')!;
  const body = withValue(object, ['spec', 'selector', 'matchExpressions', 0, 'key'], null);
  const [, err] = anyServer().try('create', 'replicasets', { body });
  expect(err?.status.message).toContain(
    'v1.LabelSelectorRequirement{Key:"", Operator:"In", Values:[]string{"web"}}',
  );
});

test('property: whatever stands in one place of an object, it is taken or refused', () => {
  const others = fc.oneof(
    fc.constantFrom(
      5,
      1.5,
      'x',
      '',
      true,
      null,
      [],
      [5],
      ['x'],
      [[]],
      [null],
      {},
      { a: 5 },
      { a: 'x' },
      { a: [] },
    ),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const changed = fc.constantFrom(...wholeObjects).chain((whole) =>
    fc.record({
      whole: fc.constant(whole),
      path: fc.constantFrom(...placesOf(whole.object)),
      other: others,
      subresource: fc.constantFrom(undefined, 'status' as const, 'finalize' as const),
    }),
  );
  fc.assert(
    fc.property(changed, ({ whole, path, other, subresource: further }) => {
      const api = anyServer();
      for (const each of wholeObjects)
        if (!each.subresource && (each.resource === whole.resource || each.resource === 'pods'))
          api.do('create', each.resource, { groupVersion: each.groupVersion, body: each.object });
      const { resource, groupVersion, object } = whole;
      const subresource = whole.subresource ?? further;
      const { name } = object.metadata;
      const to = { groupVersion, subresource, name };
      const body = withValue(object, path, other);
      const patch = path.reduceRight<unknown>(
        (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
        other,
      );
      const operations = [{ op: 'add', path: ['', ...path].join('/'), value: other }];
      const answers = [
        api.try('create', resource, { groupVersion, body }),
        api.try('create', resource, { ...to, body }),
        api.try('update', resource, { ...to, body }),
        api.try('patch', resource, { ...to, body: patch }),
        api.try('patch', resource, { ...to, body: patch, patchType: 'application/merge-patch+json' }),
        api.try('patch', resource, { ...to, body: operations, patchType: 'application/json-patch+json' }),
      ];
      for (const [, err] of answers) {
        // Upstream answers a Binding that makes no sense with 500.
        const codes = resource === 'pods' ? [400, 404, 405, 409, 422, 500] : [400, 404, 405, 409, 422];
        if (err) expect(codes).toContain(err.status.code);
      }
    }),
    { numRuns: 400 },
  );
});
