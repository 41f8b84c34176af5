import type { ObjectMeta, OwnerReference } from 'kubernetes-types/meta/v1';
import { describe, expect, test } from 'vitest';
import {
  nameIsDNS1035Label,
  nameIsDNSLabel,
  nameIsDNSSubdomain,
  validateNonnegativeField,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import { validatePathSegmentName } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/validation/path/name.ts';
import {
  validateAnnotations,
  validateFinalizers,
  validateImmutableField,
  validateObjectMeta,
  validateObjectMetaUpdate,
  validateOwnerReferences,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import type { ErrorList } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';

const at = newPath('f');
const told = (errs: ErrorList): string[] => errs.map(({ message }) => message);
/** Types and fields of errors, where their words are the business of others. */
const kinds = (errs: ErrorList): string[] =>
  errs.map(({ type, field }) => `${type.replace('FieldValue', '')} ${field}`);

describe('the name of an object', () => {
  test.each([
    ['a.b-c', '', '', 1],
    ['a-', 1, 1, 1],
    ['A', 1, 1, 1],
    ['1a', '', '', 1],
  ])(
    '%j as a subdomain, a label, and a label that begins with a letter',
    (name, subdomain, label, letter) => {
      const wrong = (found: string[]): number | string => (found.length > 0 ? 1 : '');
      expect(wrong(nameIsDNSSubdomain(name, false))).toBe(subdomain);
      expect(wrong(nameIsDNSLabel(name, false))).toBe(name.includes('.') ? 1 : label);
      expect(wrong(nameIsDNS1035Label(name, false))).toBe(letter);
    },
  );

  test.each([nameIsDNSSubdomain, nameIsDNSLabel, nameIsDNS1035Label])(
    'may end in a dash where more follows',
    (check) => {
      expect([check('ab-', true), check('ab', true)]).toEqual([[], []]);
      expect(check('ab-', false)).not.toEqual([]);
      expect(check('-', true)).toEqual([]);
      expect(check('A-', true)).toEqual([]);
      expect(check('AB-', true)).not.toEqual([]);
    },
  );

  test.each([
    ['empty', '', [], []],
    ['a dot', '.', ["may not be '.'"], []],
    ['two dots', '..', ["may not be '..'"], []],
    ['dots and more', '..a', [], []],
    ['a slash', 'a/b', ["may not contain '/'"], ["may not contain '/'"]],
    ['a percent sign', 'a%b', ["may not contain '%'"], ["may not contain '%'"]],
    [
      'both',
      '/%',
      ["may not contain '/'", "may not contain '%'"],
      ["may not contain '/'", "may not contain '%'"],
    ],
    ['a name', 'name', [], []],
  ])('in a path: %s', (_what, name, whole, prefix) => {
    expect([validatePathSegmentName(name, false), validatePathSegmentName(name, true)]).toEqual([
      whole,
      prefix,
    ]);
  });

  test('and a number that may not be negative', () => {
    expect([0, 1, undefined].flatMap((value) => validateNonnegativeField(value, at))).toEqual([]);
    expect(told(validateNonnegativeField(-1, at))).toEqual([
      'f: Invalid value: -1: must be greater than or equal to 0',
    ]);
  });
});

describe('owners', () => {
  const owner = (more: Partial<OwnerReference> = {}): OwnerReference => ({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name: 'web',
    uid: 'u-1',
    ...more,
  });

  test.each<[what: string, refs: OwnerReference[] | undefined, errors: string[]]>([
    ['none', undefined, []],
    ['one', [owner()], []],
    ['of the core group', [owner({ apiVersion: 'v1' })], []],
    [
      'one that controls',
      [owner({ controller: true }), owner({ name: 'b' }), owner({ controller: false })],
      [],
    ],
    [
      'without version',
      [owner({ apiVersion: '' })],
      ['f.apiVersion: Invalid value: "": version must not be empty'],
    ],
    [
      'of a group alone',
      [owner({ apiVersion: 'apps/' })],
      ['f.apiVersion: Invalid value: "apps/": version must not be empty'],
    ],
    ['without kind', [owner({ kind: '' })], ['f.kind: Invalid value: "": kind must not be empty']],
    ['without name', [owner({ name: '' })], ['f.name: Invalid value: "": name must not be empty']],
    ['without uid', [owner({ uid: '' })], ['f.uid: Invalid value: "": uid must not be empty']],
    [
      'an event',
      [owner({ apiVersion: 'v1', kind: 'Event' })],
      [
        'f: Invalid value: {"apiVersion":"v1","kind":"Event","name":"web","uid":"u-1"}: /v1, Kind=Event is disallowed from being an owner',
      ],
    ],
    ['an event of another group', [owner({ apiVersion: 'x/v1', kind: 'Event' })], []],
    ['an event of another version', [owner({ apiVersion: 'v2', kind: 'Event' })], []],
  ])('%s', (_what, refs, errors) => {
    expect(told(validateOwnerReferences(refs, at))).toEqual(errors);
  });

  test('of which one alone controls', () => {
    const refs = [
      owner({ name: 'a', controller: true }),
      owner({ name: 'b', controller: true }),
      owner({ name: 'c', controller: true }),
    ];
    expect(
      told(validateOwnerReferences(refs, at)).map((message) => message.replace(/\[.*\]/, '[…]')),
    ).toEqual([
      'f: Invalid value: […]: Only one reference can have Controller set to true. Found "true" in references for a and b',
      'f: Invalid value: […]: Only one reference can have Controller set to true. Found "true" in references for a and c',
    ]);
  });

  test('of which all that is missing is told', () => {
    expect(kinds(validateOwnerReferences([{} as OwnerReference], at))).toEqual([
      'Invalid f.apiVersion',
      'Invalid f.kind',
      'Invalid f.name',
      'Invalid f.uid',
    ]);
  });
});

describe('finalizers', () => {
  test.each<[finalizers: string[] | undefined, errors: string[]]>([
    [undefined, []],
    [['example.com/keep', 'plain'], []],
    [['orphan'], []],
    [['foregroundDeletion'], []],
    [
      ['orphan', 'foregroundDeletion'],
      [
        'f: Invalid value: []string{"orphan", "foregroundDeletion"}: finalizer orphan and foregroundDeletion cannot be both set',
      ],
    ],
  ])('%j', (finalizers, errors) => expect(told(validateFinalizers(finalizers, at))).toEqual(errors));

  test('are qualified names', () => {
    expect(kinds(validateFinalizers(['a/b/c', 'ok', ''], at))).toEqual([
      'Invalid f',
      'Invalid f',
      'Invalid f',
    ]);
  });
});

describe('annotations', () => {
  test.each<[Record<string, string> | undefined, number]>([
    [undefined, 0],
    [{ simple: 'bar', 'now-with-dashes': 'bar', '1.2.3.4/5678': 'b', UpperCase123: 'bar' }, 0],
    [{ a: 'any\u0000thing / at % all' }, 0],
    [{ 'nospecialchars^=@': 'bar' }, 1],
    [{ 'only/one/slash': 'bar' }, 1],
    [{ 'strange/': 'b', '-x': 'c' }, 3],
  ])('%j have %s faults', (annotations, faults) =>
    expect(validateAnnotations(annotations, at)).toHaveLength(faults),
  );

  test('have 256 kB together, keys and values', () => {
    const value = (length: number): Record<string, string> => ({
      a: 'x'.repeat(100),
      b: 'y'.repeat(length - 102),
    });
    expect(validateAnnotations(value(256 * 1024), at)).toEqual([]);
    expect(told(validateAnnotations(value(256 * 1024 + 1), at))).toEqual([
      'f: Too long: must have at most 262144 bytes',
    ]);
  });
});

describe('the metadata of a new object', () => {
  const of = (meta: ObjectMeta, namespaced = true): string[] =>
    kinds(validateObjectMeta(meta, namespaced, nameIsDNSSubdomain, newPath('m')));

  test.each<[what: string, meta: ObjectMeta, namespaced: boolean, errors: string[]]>([
    [
      'are well',
      { name: 'a', namespace: 'b', labels: { x: 'y' }, finalizers: ['x/y'], generation: 0 },
      true,
      [],
    ],
    ['are well without namespace', { name: 'a' }, false, []],
    ['may say how the name was made', { name: 'a', generateName: 'a-', namespace: 'b' }, true, []],
    ['need a name', { namespace: 'b' }, true, ['Required m.name']],
    [
      'need one, however it was to be made',
      { generateName: 'a-', namespace: 'b' },
      true,
      ['Required m.name'],
    ],
    ['have a good name', { name: 'A', namespace: 'b' }, true, ['Invalid m.name']],
    [
      'have a good beginning of a name',
      { name: 'a', generateName: 'A_', namespace: 'b' },
      true,
      ['Invalid m.generateName'],
    ],
    ['need a namespace', { name: 'a' }, true, ['Required m.namespace']],
    ['have a good namespace', { name: 'a', namespace: 'a.b' }, true, ['Invalid m.namespace']],
    ['may not have a namespace', { name: 'a', namespace: 'b' }, false, ['Forbidden m.namespace']],
    ['count up', { name: 'a', namespace: 'b', generation: -1 }, true, ['Invalid m.generation']],
    [
      'have good labels',
      { name: 'a', namespace: 'b', labels: { '-': 'x', y: '-' } },
      true,
      ['Invalid m.labels', 'Invalid m.labels'],
    ],
    [
      'have good annotations',
      { name: 'a', namespace: 'b', annotations: { '-': 'x' } },
      true,
      ['Invalid m.annotations'],
    ],
    [
      'have good owners',
      { name: 'a', namespace: 'b', ownerReferences: [{ apiVersion: 'v1', kind: 'K', name: 'n', uid: '' }] },
      true,
      ['Invalid m.ownerReferences.uid'],
    ],
    [
      'have good finalizers',
      { name: 'a', namespace: 'b', finalizers: ['-'] },
      true,
      ['Invalid m.finalizers'],
    ],
  ])('%s', (_what, meta, namespaced, errors) => expect(of(meta, namespaced)).toEqual(errors));

  test('all that is wrong is told', () => {
    expect(told(validateObjectMeta({ namespace: 'b' }, false, nameIsDNSSubdomain, at))).toEqual([
      'f.name: Required value: name or generateName is required',
      'f.namespace: Forbidden: not allowed on this type',
    ]);
  });
});

describe('the metadata of a changed object', () => {
  const old: ObjectMeta = {
    name: 'a',
    namespace: 'b',
    uid: 'u-1',
    resourceVersion: '1',
    generation: 2,
    creationTimestamp: '2021-01-16T12:00:00Z',
  };
  const deleting: ObjectMeta = {
    ...old,
    deletionTimestamp: '2021-01-16T13:00:00Z',
    deletionGracePeriodSeconds: 30,
    finalizers: ['x/a', 'x/b'],
  };

  test.each<[what: string, next: ObjectMeta, old: ObjectMeta, errors: string[]]>([
    ['nothing', old, old, []],
    [
      'labels, annotations, owners and finalizers',
      { ...old, labels: { a: 'b' }, annotations: { a: 'b' }, finalizers: ['x/y'] },
      old,
      [],
    ],
    ['generation up', { ...old, generation: 3 }, old, []],
    [
      'generation down',
      { ...old, generation: 1 },
      old,
      ['f.generation: Invalid value: 1: must not be decremented'],
    ],
    [
      'generation away',
      { ...old, generation: undefined },
      old,
      ['f.generation: Invalid value: 0: must not be decremented'],
    ],
    ['generation from none', { ...old, generation: 1 }, { ...old, generation: undefined }, []],
    [
      'no version',
      { ...old, resourceVersion: '' },
      old,
      ['f.resourceVersion: Invalid value: "": must be specified for an update'],
    ],
    ['another version', { ...old, resourceVersion: '7' }, old, []],
    ['name', { ...old, name: 'c' }, old, ['f.name: Invalid value: "c": field is immutable']],
    [
      'namespace away',
      { ...old, namespace: undefined },
      old,
      ['f.namespace: Invalid value: "": field is immutable'],
    ],
    ['uid', { ...old, uid: 'u-2' }, old, ['f.uid: Invalid value: "u-2": field is immutable']],
    [
      'time of creation',
      { ...old, creationTimestamp: '2021-01-16T12:00:01Z' },
      old,
      ['f.creationTimestamp: Invalid value: 2021-01-16 12:00:01 +0000 UTC: field is immutable'],
    ],
    [
      'time of creation away',
      { ...old, creationTimestamp: undefined },
      old,
      ['f.creationTimestamp: Invalid value: null: field is immutable'],
    ],
    [
      'deletion',
      { ...old, deletionTimestamp: '2021-01-16T12:00:01Z' },
      old,
      ['f.deletionTimestamp: Invalid value: 2021-01-16 12:00:01 +0000 UTC: field is immutable'],
    ],
    [
      'deletion away',
      { ...deleting, deletionTimestamp: undefined },
      deleting,
      ['f.deletionTimestamp: Invalid value: null: field is immutable'],
    ],
    [
      'grace period',
      { ...deleting, deletionGracePeriodSeconds: 5 },
      deleting,
      ['f.deletionGracePeriodSeconds: Invalid value: 5: field is immutable'],
    ],
    ['fewer finalizers while it is deleted', { ...deleting, finalizers: ['x/b'] }, deleting, []],
    [
      'other order of finalizers while it is deleted',
      { ...deleting, finalizers: ['x/b', 'x/a'] },
      deleting,
      [],
    ],
    [
      'more finalizers while it is deleted',
      { ...deleting, finalizers: ['x/d', 'x/a', 'x/c', 'x/c'] },
      deleting,
      [
        'f.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"x/c", "x/d"}',
      ],
    ],
    [
      'first finalizers while it is deleted',
      { ...deleting, finalizers: ['x/a'] },
      { ...deleting, finalizers: undefined },
      [
        'f.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"x/a"}',
      ],
    ],
    ['no finalizers while it is deleted', { ...deleting, finalizers: undefined }, deleting, []],
  ])('%s', (_what, next, before, errors) => {
    expect(told(validateObjectMetaUpdate(next, before, at))).toEqual(errors);
  });

  test('is looked at as that of a new one, but for names and finalizers', () => {
    const next = {
      ...old,
      labels: { '-': 'x' },
      annotations: { '-': 'x' },
      ownerReferences: [{ apiVersion: '', kind: 'K', name: 'n', uid: 'u' }],
      finalizers: ['-'],
    };
    expect(kinds(validateObjectMetaUpdate(next, old, at))).toEqual([
      'Invalid f.labels',
      'Invalid f.annotations',
      'Invalid f.ownerReferences.apiVersion',
    ]);
  });

  test('a field that may not change may be empty in two ways', () => {
    expect(validateImmutableField(undefined, {}, at)).toEqual([]);
    expect(told(validateImmutableField({ a: 1 }, { a: 2 }, at))).toEqual([
      'f: Invalid value: {"a":1}: field is immutable',
    ]);
    expect(told(validateImmutableField({ a: 1 }, {}, at, 'shown'))).toEqual([
      'f: Invalid value: "shown": field is immutable',
    ]);
  });
});
