import { describe, expect, test } from 'vitest';
import { newForbidden } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  everything as everyField,
  parseSelector,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/fields/selector.ts';
import {
  everything as everyLabel,
  parse,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { KubeObject } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  isInvalidObj,
  isNodeExist,
  isNotFound,
  newInvalidObjError,
  newKeyExistsError,
  newKeyNotFoundError,
  newTooLargeResourceVersionError,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/storage/errors.ts';
import {
  interpretCreateError,
  interpretDeleteError,
  interpretGetError,
  interpretListError,
  interpretUpdateError,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/storage/errors/storage.ts';
import { asStatus } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/status.ts';
import {
  decodeContinue,
  encodeContinue,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/storage/etcd3/continue.ts';
import {
  type Version,
  atRevision,
  dropBefore,
  versionAt,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/storage/etcd3/versions.ts';
import { checkPreconditions } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/storage/interfaces.ts';
import { generateName } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/storage/names/generate.ts';
import { SelectionPredicate } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';

const object = (name: string, metadata: object = {}): KubeObject => ({
  kind: 'Thing',
  apiVersion: 'v1',
  metadata: { name, ...metadata },
});

describe('what the storage refuses, in the words of the API', () => {
  const resource = { group: 'apps', resource: 'things' };
  const errors = {
    missing: newKeyNotFoundError('things/a'),
    there: newKeyExistsError('things/a'),
    stale: newInvalidObjError('things/a', 'Precondition failed'),
    status: newForbidden(resource, 'a', new Error('no')),
    other: new Error('disk full'),
  };
  const interpreted = {
    get: (err: Error) => interpretGetError(err, resource, 'a'),
    list: (err: Error) => interpretListError(err, resource),
    create: (err: Error) => interpretCreateError(err, resource, 'a'),
    update: (err: Error) => interpretUpdateError(err, resource, 'a'),
    delete: (err: Error) => interpretDeleteError(err, resource, 'a'),
  };

  test.each<[keyof typeof interpreted, keyof typeof errors, number, string]>([
    ['get', 'missing', 404, 'NotFound'],
    ['get', 'there', 500, ''],
    ['get', 'other', 500, ''],
    ['get', 'status', 403, 'Forbidden'],
    ['list', 'missing', 404, 'NotFound'],
    ['list', 'stale', 500, ''],
    ['create', 'there', 409, 'AlreadyExists'],
    ['create', 'missing', 500, ''],
    ['create', 'status', 403, 'Forbidden'],
    ['update', 'there', 409, 'Conflict'],
    ['update', 'stale', 409, 'Conflict'],
    ['update', 'missing', 404, 'NotFound'],
    ['update', 'other', 500, ''],
    ['update', 'status', 403, 'Forbidden'],
    ['delete', 'missing', 404, 'NotFound'],
    ['delete', 'stale', 409, 'Conflict'],
    ['delete', 'other', 500, ''],
  ])('%s: %s is %s %s', (verb, which, code, reason) => {
    const { status } = interpreted[verb](errors[which]);
    expect([status.code, status.reason]).toEqual([code, reason]);
  });

  test('each tells which it is', () => {
    const told = (err: Error | undefined) => [isNotFound(err), isNodeExist(err), isInvalidObj(err)];
    expect(Object.values(errors).map(told)).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
      [false, false, false],
      [false, false, false],
    ]);
    expect(told(undefined)).toEqual([false, false, false]);
    expect(asStatus(errors.status)).toBe(errors.status);
    expect(errors.stale.message).toBe(
      'StorageError: invalid object, Code: 4, Key: /registry/things/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed',
    );
  });

  test('a version that is yet to come has a cause that clients know', () => {
    const { status } = newTooLargeResourceVersionError(9, 5, 1);
    expect([status.code, status.message, status.details]).toEqual([
      504,
      'Timeout: Too large resource version: 9, current: 5',
      {
        retryAfterSeconds: 1,
        causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      },
    ]);
  });
});

describe('a write has conditions', () => {
  const stored = object('a', { uid: 'u-1', resourceVersion: '7' });

  test.each([
    [undefined, undefined],
    [{}, undefined],
    [{ uid: 'u-1' }, undefined],
    [{ resourceVersion: '7' }, undefined],
    [{ uid: 'u-2' }, 'Precondition failed: UID in precondition: u-2, UID in object meta: u-1'],
    [{ uid: '' }, 'Precondition failed: UID in precondition: , UID in object meta: u-1'],
    [
      { resourceVersion: '6' },
      'Precondition failed: ResourceVersion in precondition: 6, ResourceVersion in object meta: 7',
    ],
    [
      { uid: 'u-1', resourceVersion: '8' },
      'Precondition failed: ResourceVersion in precondition: 8, ResourceVersion in object meta: 7',
    ],
  ])('%j: %s', (preconditions, message) => {
    const err = checkPreconditions(preconditions, 'things/a', stored);
    expect(err?.message.replace(/^.*AdditionalErrorMsg: /, '')).toBe(message);
  });

  test('which an object without uid and version does not meet', () => {
    expect(checkPreconditions({ uid: 'u-1' }, 'k', object('a'))?.message).toContain('UID in object meta: ');
    expect(checkPreconditions({ resourceVersion: '1' }, 'k', object('a'))).toBeDefined();
    expect(checkPreconditions({ uid: '', resourceVersion: '' }, 'k', object('a'))).toBeUndefined();
  });
});

describe('what is asked for', () => {
  const attrs = (each: KubeObject) =>
    [each.metadata.labels, { 'metadata.name': each.metadata.name ?? '' }] as const;
  const predicate = (labels: string, fields: string, paging = {}) =>
    new SelectionPredicate(
      labels === '' ? everyLabel() : (parse(labels)[0] ?? everyLabel()),
      fields === '' ? everyField() : (parseSelector(fields)[0] ?? everyField()),
      (each) => [...attrs(each)],
      paging,
    );
  const web = object('web', { labels: { app: 'web' } });

  test.each([
    ['', '', true, true],
    ['app=web', '', true, false],
    ['app=db', '', false, false],
    ['', 'metadata.name=web', true, false],
    ['', 'metadata.name=db', false, false],
    ['app=web', 'metadata.name=web', true, false],
    ['app=db', 'metadata.name=web', false, false],
    ['app=web', 'metadata.name=db', false, false],
  ])('labels %j and fields %j: %s', (labels, fields, matches, empty) => {
    const pred = predicate(labels, fields);
    expect([pred.matches(web), pred.empty()]).toEqual([matches, empty]);
  });

  test('is one object, if its name is asked for and no page of a list', () => {
    expect(predicate('', 'metadata.name=web').matchesSingle()).toBe('web');
    expect(predicate('app=web', 'metadata.name=web').matchesSingle()).toBe('web');
    expect(predicate('', 'metadata.name=web', { continue: 'token' }).matchesSingle()).toBeUndefined();
    expect(predicate('app=web', 'metadata.name!=web').matchesSingle()).toBeUndefined();
  });

  test('is all, without bookmarks, if nothing is said', () => {
    const { limit, continue: from, allowWatchBookmarks } = predicate('', '');
    expect([limit, from, allowWatchBookmarks]).toEqual([0, '', false]);
  });
});

describe('a token of a list', () => {
  test.each([
    ['pods/default/a\0', 'pods/', 12],
    ['pods/default/a', 'pods/default/', -1],
    ['pods/b', 'pods/', 1],
  ])('leads from %j under %j back to it', (key, prefix, revision) => {
    const token = encodeContinue(key, prefix, revision);
    expect(token).toMatch(/^[\w-]+$/);
    expect(decodeContinue(token, prefix)).toEqual([{ fromKey: key, rv: revision }, undefined]);
  });

  test('leads under another prefix to the same place there', () => {
    expect(decodeContinue(encodeContinue('pods/a/x', 'pods/a/', 3), 'pods/b/')[0]?.fromKey).toBe('pods/b/x');
    expect(() => encodeContinue('pods/a', 'nodes/', 3)).toThrow('the key and key prefix do not match');
  });

  test.each([
    ['=', 'illegal base64 data'],
    ['e', 'Unexpected end of JSON input'],
    ['eyJ2IjoidjIifQ', 'server does not recognize this encoded version "v2"'],
  ])('%s: %s', (token, why) => {
    expect(decodeContinue(token, 'pods/')[1]?.message).toBe(`continue key is not valid: ${why}`);
  });

  test('may begin with a slash', () => {
    const token = Buffer.from('{"v":"meta.k8s.io/v1","rv":1,"start":"/a"}').toString('base64url');
    expect(decodeContinue(token, 'pods/')[0]?.fromKey).toBe('pods/a');
  });
});

describe('versions of an object', () => {
  test('are frozen, have their revision, and no empty lists and maps in their metadata', () => {
    const metadata = { labels: {}, annotations: {}, ownerReferences: [], finalizers: [], other: {} };
    const stored = atRevision({ ...object('a', metadata), spec: { list: [] } } as KubeObject, 7);
    expect(stored).toEqual({
      kind: 'Thing',
      apiVersion: 'v1',
      metadata: { name: 'a', resourceVersion: '7', other: {} },
      spec: { list: [] },
    });
    expect([Object.isFrozen(stored), Object.isFrozen(stored.metadata)]).toEqual([true, true]);
    expect(atRevision(object('a', { labels: { a: 'b' }, finalizers: ['x'] }), 7).metadata).toMatchObject({
      labels: { a: 'b' },
      finalizers: ['x'],
    });
  });

  const [a2, a4] = [object('a', { n: 2 }), object('a', { n: 4 })];
  const history = (): Version[] => [
    { revision: 2, object: a2 },
    { revision: 4, object: a4 },
    { revision: 6, object: undefined },
    { revision: 8, object: a2 },
  ];

  test.each([
    [1, undefined],
    [2, a2],
    [3, a2],
    [4, a4],
    [5, a4],
    [6, undefined],
    [7, undefined],
    [9, a2],
  ])('at revision %s', (revision, expected) => {
    expect(versionAt(history(), revision)).toBe(expected);
    expect(versionAt(undefined, revision)).toBeUndefined();
  });

  test.each([
    [1, [2, 4, 6, 8]],
    [2, [2, 4, 6, 8]],
    [3, [2, 4, 6, 8]],
    [5, [4, 6, 8]],
    [6, [8]],
    [7, [8]],
    [8, [8]],
    [99, [8]],
  ])('those before %s are dropped, but what was there then', (revision, left) => {
    const versions = history();
    const all = new Map([['a', versions]]);
    dropBefore(all, 'a', versions, revision);
    expect(all.get('a')?.map((version) => version.revision)).toEqual(left);
  });

  test('of what is gone nothing is kept', () => {
    const versions = history().slice(0, 3);
    const all = new Map([['a', versions]]);
    dropBefore(all, 'a', versions, 6);
    expect(all.size).toBe(0);
  });
});

test('a made up name fits a label of DNS', () => {
  const sim = new Sim({ seed: 1 });
  expect(
    [generateName(sim, 'web-'), generateName(sim, 'x'.repeat(58)), generateName(sim, 'x'.repeat(100))].map(
      (name) => name.length,
    ),
  ).toEqual([9, 63, 63]);
  expect(generateName(sim, 'web-')).toMatch(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
});
