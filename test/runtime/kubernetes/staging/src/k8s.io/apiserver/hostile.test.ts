import { describe, expect, test } from 'vitest';
import type {
  KubeList,
  KubeObject,
} from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { APIRequest } from '../../../../../../../src/runtime/wire.ts';
import { everything } from './any-server.ts';
import { Requests, podNamed } from './requests.ts';
import { wholeObjects } from './whole-objects.ts';

const server = (): Requests => new Requests(everything());

/** Lists in one another. */
const nested = (levels: number): unknown =>
  levels === 0 ? 1 : JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`);

const sent = (text: string): object => JSON.parse(text) as object;

describe('what goes deeper than can be looked at is refused', () => {
  const deep = 'exceeded max depth: expected at most 200 lists and maps in one another, found more';

  test('as a body, as options of a deletion, and as a patch', () => {
    const api = server();
    api.pod('a');
    const body = { ...podNamed('b'), x: nested(100_000) };
    expect(api.refusal('create', 'pods', { body })).toBe(
      `400 BadRequest: Pod in version "v1" cannot be handled as a Pod: ${deep}`,
    );
    expect(api.refusal('update', 'pods', { name: 'a', body })).toContain(deep);
    expect(api.refusal('delete', 'pods', { name: 'a', body: { x: nested(100_000) } })).toContain(deep);
    expect(api.refusal('patch', 'pods', { name: 'a', body: { x: nested(100_000) } })).toBe(
      `400 BadRequest: error decoding patch: ${deep}`,
    );
    const { body: _, ...rest } = { body, ...podNamed('c'), x: nested(199) };
    expect(api.do('create', 'pods', { body: rest })).toMatchObject({ x: nested(199) });
  });

  test('and as what comes of a patch', () => {
    const api = server();
    api.do('create', 'pods', { body: { ...podNamed('a'), x: nested(150) } });
    const path = `/x${'/0'.repeat(150)}`;
    const patch = { name: 'a', patchType: 'application/json-patch+json' } as const;
    const step = { op: 'replace', path, value: nested(100) };
    expect(api.refusal('patch', 'pods', { ...patch, body: [step] })).toMatch(
      /^422 Invalid: .*exceeded max depth: expected at most 200/,
    );
    expect(api.do('patch', 'pods', { ...patch, body: [{ ...step, value: nested(20) }] })).toMatchObject({
      x: nested(170),
    });
  });
});

describe('a patch', () => {
  const patch = (api: Requests, body: unknown, patchType: string): string =>
    api.refusal('patch', 'pods', { name: 'a', body, patchType: patchType as APIRequest['patchType'] });

  test('may not make an object one of another kind', () => {
    const api = server();
    api.pod('a');
    for (const patchType of ['application/merge-patch+json', 'application/strategic-merge-patch+json']) {
      expect(patch(api, { kind: 'Status' }, patchType)).toBe(
        '422 Invalid:  "" is invalid: patch: Invalid value: "{\\"kind\\":\\"Status\\"}": expected kind Pod of v1, found kind Status of v1; a patch cannot change them',
      );
      expect(patch(api, { apiVersion: 'v2' }, patchType)).toContain(
        'expected kind Pod of v1, found kind Pod of v2',
      );
      expect(patch(api, { kind: null }, patchType)).toContain(
        'expected kind Pod of v1, found kind undefined of v1',
      );
    }
  });

  test('has a type that there is', () => {
    const api = server();
    api.pod('a');
    for (const patchType of ['constructor', '__proto__', 'toString'])
      expect(patch(api, {}, patchType)).toMatch(/^415 UnsupportedMediaType/);
  });

  test('has at most 10,000 steps', () => {
    const api = server();
    api.pod('a');
    const steps = (n: number): object[] =>
      Array.from({ length: n }, () => ({ op: 'test', path: '/x', value: null }));
    const json = 'application/json-patch+json' as const;
    expect(patch(api, steps(10_001), json)).toBe(
      '413 RequestEntityTooLarge: Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
    );
    expect(api.do('patch', 'pods', { name: 'a', patchType: json, body: steps(10_000) }).metadata.name).toBe(
      'a',
    );
  });

  test('changes no object of the language, whatever its paths and names', () => {
    const api = server();
    api.pod('a');
    for (const path of [
      '/__proto__/x',
      '/constructor/prototype/x',
      '/spec/containers/constructor/prototype/x',
    ])
      expect(patch(api, [{ op: 'add', path, value: 1 }], 'application/json-patch+json')).toContain(
        `doc is missing path: "${path}"`,
      );
    for (const patchType of [
      'application/merge-patch+json',
      'application/strategic-merge-patch+json',
    ] as const) {
      const body = sent('{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}');
      const patched = api.do('patch', 'pods', { name: 'a', patchType, body });
      expect(Object.keys(patched)).toEqual(expect.arrayContaining(['__proto__', 'constructor']));
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

test('a field may be called __proto__, of any kind of value, and is kept', () => {
  const api = server();
  for (const value of ['5', '["x"]', '{"toString":1}']) {
    const name = `p${value.length}`;
    const body = sent(
      `{"metadata":{"name":"${name}"},"spec":{"containers":[{"name":"a","image":"a"}],"__proto__":${value}}}`,
    );
    api.do('create', 'pods', { body });
    expect(JSON.stringify(api.do('get', 'pods', { name }).spec)).toContain(`"__proto__":${value}`);
  }
});

test('an object may have a field of the name items', () => {
  const api = server();
  api.do('create', 'configmaps', { body: { metadata: { name: 'a' }, items: 5 } });
  const as = 'PartialObjectMetadata' as const;
  expect(api.do('get', 'configmaps', { name: 'a', as }).kind).toBe('PartialObjectMetadata');
  expect(api.do('list', 'configmaps', { as })).toMatchObject({ items: [{ metadata: { name: 'a' } }] });
});

describe('a body that makes no sense is refused or taken, and never more', () => {
  test('times in the metadata are texts', () => {
    const api = server();
    const pod = api.pod('a');
    for (const field of ['creationTimestamp', 'deletionTimestamp'])
      for (const value of [true, [[]], 5]) {
        const body = { ...pod, metadata: { ...pod.metadata, [field]: value } };
        expect(api.refusal('update', 'pods', { name: 'a', body })).toContain(
          `metadata.${field}: expected a string`,
        );
        const patch = { metadata: { [field]: value } };
        expect(api.refusal('patch', 'pods', { name: 'a', body: patch })).toContain(
          `metadata.${field}: expected a string`,
        );
      }
  });

  test('the spec of a kind with a schema is a map', () => {
    const api = server();
    for (const [spec, found] of [
      ['text', 'string'],
      [[1], 'array'],
      [5, 'number'],
    ])
      expect(api.refusal('create', 'podpools', { body: { metadata: { name: 'a' }, spec } })).toBe(
        `422 Invalid: PodPool.demo.example "a" is invalid: spec: Invalid value: "${found as string}": spec in body must be of type object: "${found as string}"`,
      );
  });

  test('an event may be about nothing, and is selected so', () => {
    const api = server();
    api.do('create', 'events', { groupVersion: 'v1', body: { metadata: { name: 'e' } } });
    const names = (fieldSelector: string): string[] =>
      api
        .list('events', { groupVersion: 'v1', options: { fieldSelector } })
        .items.map(({ metadata }) => metadata.name ?? '');
    expect([names('involvedObject.kind='), names('involvedObject.kind=Pod')]).toEqual([['e'], []]);
  });

  test('half of a pair of surrogates in a Secret is the replacement character', () => {
    const body = sent('{"metadata":{"name":"a"},"stringData":{"k":"\\ud800"}}');
    expect(server().do('create', 'secrets', { body })).toMatchObject({ data: { k: '77+9' } });
  });

  test.each([
    [5, '2021-01-16T12:00:05Z'],
    // What does not fit into the nanoseconds of 64 bits wraps round, as in Go.
    [9223372036, '2313-04-28T11:47:16Z'],
    [9223372037, '1728-10-07T12:12:43Z'],
    [2 ** 62, '2021-01-16T12:00:00Z'],
  ])('a grace period of %s seconds ends at %s', (gracePeriodSeconds, end) => {
    const api = server();
    api.pod('a');
    api.bind('a', 'n');
    const deleted = api.do('delete', 'pods', { name: 'a', body: { gracePeriodSeconds } });
    expect(deleted.metadata.deletionTimestamp).toBe(end);
  });

  test('whole numbers have 64 bits', () => {
    const api = server();
    api.pod('a');
    expect(api.refusal('delete', 'pods', { name: 'a', body: { gracePeriodSeconds: 1e300 } })).toContain(
      'gracePeriodSeconds: expected a whole number, found 1e+300',
    );
  });

  test.each([
    ['null', 'server does not recognize this encoded version ""'],
    ['{}', 'server does not recognize this encoded version ""'],
    ['5', 'expected a map, found 5'],
    ['[]', 'expected a map, found []'],
    [
      '{"v":"meta.k8s.io/v1","rv":1.5,"start":"a"}',
      'incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
    ],
    [
      '{"v":"meta.k8s.io/v1","rv":"1","start":"a"}',
      'incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
    ],
    ['{"v":"meta.k8s.io/v1","rv":1,"start":""}', 'encoded start key empty (version meta.k8s.io/v1)'],
    ['{"v":"meta.k8s.io/v1","rv":1,"start":"../x"}', '../x'],
    ['{"v":"meta.k8s.io/v1","rv":1,"start":"a//b"}', 'a//b'],
  ])('continue token %s', (token, why) => {
    const options = { continue: Buffer.from(token).toString('base64url') };
    expect(server().refusal('list', 'pods', { options })).toBe(
      `400 BadRequest: invalid continue token: continue key is not valid: ${why}`,
    );
  });

  test('a continue token of a revision that is yet to come', () => {
    const token = '{"v":"meta.k8s.io/v1","rv":1000000,"start":"a"}';
    const options = { continue: Buffer.from(token).toString('base64url') };
    expect(server().refusal('list', 'pods', { options })).toBe(
      '500 : etcdserver: mvcc: required revision is a future revision',
    );
  });

  test('a version of more than 64 bits', () => {
    const options = { resourceVersion: '18446744073709551616' };
    expect(server().refusal('list', 'pods', { options })).toBe(
      '400 BadRequest: invalid resource version: resourceVersion: Invalid value: "18446744073709551616": strconv.ParseUint: parsing "18446744073709551616": value out of range',
    );
  });
});

describe('all that is given back is frozen', () => {
  const isFrozen = (value: unknown): boolean =>
    typeof value !== 'object' ||
    value === null ||
    (Object.isFrozen(value) && Object.values(value).every(isFrozen));

  test('whatever is asked, and what watches tell', () => {
    const api = server();
    const watches = wholeObjects.map(({ resource }) => api.watch(resource, {}, ''));
    for (const { resource, groupVersion, subresource, object } of wholeObjects) {
      const { name } = object.metadata;
      const { finalizers: _, ...metadata } = object.metadata as Record<string, unknown>;
      const body = { ...object, metadata };
      const answers = (
        ['create', 'get', 'update', 'patch', 'list', 'delete', 'deletecollection'] as const
      ).map((verb) => {
        const to = verb === 'create' && !subresource ? {} : { name };
        const answer = api.try(verb, resource, {
          groupVersion,
          subresource,
          ...to,
          ...(verb.startsWith('delete') || verb === 'get' ? {} : { body }),
        });
        return [verb, isFrozen(answer[0]), isFrozen(answer[1]?.status)];
      });
      expect(answers.filter(([, object, status]) => !object || !status)).toEqual([]);
    }
    for (const watch of watches) {
      for (
        let received = watch.resultChan().tryReceive();
        received;
        received = watch.resultChan().tryReceive()
      )
        expect(isFrozen(received[0])).toBe(true);
    }
    expect(isFrozen(api.do('get', '/apis'))).toBe(true);
    expect(isFrozen(api.try('watch', 'pods')[1]?.status)).toBe(true);
  });

  test('and what was sent is not', () => {
    const api = server();
    const body = podNamed('a') as KubeObject & { spec: object };
    api.do('create', 'pods', { body });
    const options = {};
    expect([body, body.metadata, body.spec].some(Object.isFrozen)).toBe(false);
    const list = api.do<KubeObject & KubeList>('deletecollection', 'pods', { body: options });
    expect([Object.isFrozen(options), Object.isFrozen(list.items)]).toEqual([false, true]);
  });
});
