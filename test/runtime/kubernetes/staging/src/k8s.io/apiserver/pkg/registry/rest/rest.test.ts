import type { DeleteOptions, ObjectMeta } from 'kubernetes-types/meta/v1';
import { describe, expect, test } from 'vitest';
import {
  newAlreadyExists,
  newNotFound,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type {
  Draft,
  KubeObject,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  beforeCreate,
  checkGeneratedNameError,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/registry/rest/create.ts';
import { beforeDelete } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/registry/rest/delete.ts';
import type { Strategy } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import { beforeUpdate } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/registry/rest/update.ts';
import { forbidden } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import { Sim } from '../../../../../../../../../../src/runtime/sim/sim.ts';

const ctx = { userAgent: 'test', namespace: 'shop' };
const gvk = { group: 'x.io', version: 'v1', kind: 'Thing' };
const object = (metadata: ObjectMeta): Draft<KubeObject> =>
  ({ kind: 'Thing', apiVersion: 'x.io/v1', metadata: { ...metadata } }) as Draft<KubeObject>;
const strategy = (more: Partial<Strategy<KubeObject>> = {}): Strategy<KubeObject> => ({
  gvk,
  namespaceScoped: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  setDefaults() {},
  prepareForCreate() {},
  prepareForUpdate() {},
  validate: () => [],
  validateUpdate: () => [],
  ...more,
});

describe('a new object', () => {
  test('gets what the server gives, and loses what a client may not say', () => {
    const made = object({
      generateName: 'a-',
      deletionTimestamp: '2020-01-01T00:00:00Z',
      deletionGracePeriodSeconds: 5,
      creationTimestamp: '2020-01-01T00:00:00Z',
      uid: 'mine',
      selfLink: '/mine',
      managedFields: [],
    });
    expect(beforeCreate(new Sim({ seed: 1 }), strategy(), ctx, made)).toBeUndefined();
    const { name, uid, ...rest } = made.metadata;
    expect([name?.startsWith('a-'), name?.length, uid === 'mine']).toEqual([true, 7, false]);
    expect(rest).toEqual({
      generateName: 'a-',
      namespace: 'shop',
      creationTimestamp: '2021-01-16T12:00:00Z',
    });
  });

  test('keeps the name that it has', () => {
    const made = object({ name: 'own', generateName: 'a-' });
    beforeCreate(new Sim(), strategy(), ctx, made);
    expect(made.metadata.name).toBe('own');
  });

  test.each<
    [
      what: string,
      namespaced: boolean,
      namespace: string | undefined,
      kept: string | undefined,
      refused: boolean,
    ]
  >([
    ['without namespace gets that of the request', true, undefined, 'shop', false],
    ['has that of the request', true, 'shop', 'shop', false],
    ['of another namespace is refused', true, 'other', 'other', true],
    ['of a kind without namespaces has none', false, 'shop', undefined, false],
  ])('%s', (_what, namespaceScoped, namespace, kept, refused) => {
    const made = object({ name: 'a', namespace });
    const err = beforeCreate(new Sim(), strategy({ namespaceScoped }), ctx, made);
    expect([made.metadata.namespace, err?.message]).toEqual([
      kept,
      refused
        ? 'the namespace of the provided object does not match the namespace sent on the request'
        : undefined,
    ]);
  });

  test('is validated by its kind, then as all are', () => {
    const wrong = strategy({ validate: () => [forbidden(newPath('spec'), 'no')] });
    expect(beforeCreate(new Sim(), wrong, ctx, object({ name: '.' }))?.message).toBe(
      'Thing.x.io "." is invalid: spec: Forbidden: no',
    );
    expect(beforeCreate(new Sim(), strategy(), ctx, object({ name: '.' }))?.message).toBe(
      `Thing.x.io "." is invalid: metadata.name: Invalid value: ".": may not be '.'`,
    );
    expect(beforeCreate(new Sim(), strategy(), ctx, object({}))?.message).toContain(
      'name or generateName is required',
    );
  });

  test('is prepared before it is validated', () => {
    const seen: (string | undefined)[] = [];
    const watching = strategy({
      prepareForCreate: (made) => void (made.metadata.generation = 1),
      validate: ({ metadata }) => (seen.push(String(metadata.generation), metadata.namespace), []),
    });
    beforeCreate(new Sim(), watching, ctx, object({ name: 'a' }));
    expect(seen).toEqual(['1', 'shop']);
  });

  test('whose made up name is taken, should be tried again', () => {
    const resource = { group: 'x.io', resource: 'things' };
    const taken = newAlreadyExists(resource, 'a-bcdef');
    expect(checkGeneratedNameError(strategy(), taken, object({ generateName: 'a-' })).message).toBe(
      'The POST operation against Thing.x.io could not be completed at this time, please try again.',
    );
    expect(checkGeneratedNameError(strategy(), taken, object({ name: 'a' }))).toBe(taken);
    const missing = newNotFound(resource, 'a');
    expect(checkGeneratedNameError(strategy(), missing, object({ generateName: 'a-' }))).toBe(missing);
  });
});

describe('a changed object', () => {
  const old: ObjectMeta = {
    name: 'a',
    namespace: 'shop',
    uid: 'u-1',
    resourceVersion: '7',
    creationTimestamp: '2021-01-16T12:00:00Z',
    generation: 2,
  };
  const updated = (next: ObjectMeta, before = old, how = strategy()): [string | undefined, ObjectMeta] => {
    const draft = object(next);
    const err = beforeUpdate(how, ctx, draft, object(before) as KubeObject);
    return [err?.message, draft.metadata];
  };

  test('keeps what a client may not say', () => {
    const [err, meta] = updated({
      name: 'a',
      resourceVersion: '7',
      generation: 9,
      creationTimestamp: '2020-01-01T00:00:00Z',
      managedFields: [],
    });
    expect([err, meta]).toEqual([undefined, old]);
  });

  test('keeps when it is to be deleted, and how', () => {
    const deleting = { ...old, deletionTimestamp: '2021-01-16T13:00:00Z', deletionGracePeriodSeconds: 30 };
    expect(updated({ name: 'a', resourceVersion: '7' }, deleting)).toEqual([undefined, deleting]);
    expect(updated({ ...deleting, deletionTimestamp: '2020-01-01T00:00:00Z' }, deleting)[1]).toEqual(
      deleting,
    );
    expect(updated({ ...deleting, deletionGracePeriodSeconds: 5 }, deleting)[0]).toContain(
      'deletionGracePeriodSeconds',
    );
    expect(updated({ ...old, deletionTimestamp: '2020-01-01T00:00:00Z' })[0]).toContain(
      'metadata.deletionTimestamp',
    );
  });

  test('has no generation where it had none, unless its kind counts', () => {
    const { generation: _, ...none } = old;
    expect(updated({ ...none, generation: 3 }, none)[1].generation).toBeUndefined();
    const counting = strategy({ prepareForUpdate: (next) => void (next.metadata.generation = 5) });
    expect(updated(old, old, counting)[1].generation).toBe(5);
  });

  test('is that of the same uid and time', () => {
    expect(updated({ ...old, uid: 'u-2' })[0]).toBe(
      'Thing.x.io "a" is invalid: metadata.uid: Invalid value: "u-2": field is immutable',
    );
    const { creationTimestamp: _, ...timeless } = old;
    expect(updated(old, timeless)[0]).toContain(
      'metadata.creationTimestamp: Invalid value: 2021-01-16 12:00:00 +0000 UTC',
    );
  });

  test('is in its namespace, or in none', () => {
    expect(updated({ ...old, namespace: 'other' })[0]).toBe(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
    const { namespace: _, ...cluster } = old;
    expect(updated({ ...cluster, namespace: 'shop' }, cluster, strategy({ namespaceScoped: false }))).toEqual(
      [undefined, cluster],
    );
  });

  test('is validated as all are, and by its kind', () => {
    const wrong = strategy({ validateUpdate: () => [forbidden(newPath('spec'), 'no')] });
    expect(updated({ ...old, labels: { '-': 'a' } }, old, wrong)[0]).toMatch(
      /^Thing\.x\.io "a" is invalid: \[metadata\.labels: Invalid value: .*, spec: Forbidden: no\]$/,
    );
  });
});

describe('a deletion', () => {
  const graceful = strategy({
    checkGracefulDelete: (_object, options) => ((options.gracePeriodSeconds ??= 30), true),
  });
  const deleted = (meta: ObjectMeta, options: DeleteOptions = {}, how = graceful) => {
    const draft = object({ name: 'a', uid: 'u-1', resourceVersion: '7', ...meta });
    const [grace, err] = beforeDelete(new Sim(), how, draft, options);
    const { deletionTimestamp, deletionGracePeriodSeconds, generation } = draft.metadata;
    return { grace, err: err?.message, deletionTimestamp, deletionGracePeriodSeconds, generation, options };
  };
  const at = (second: number): string => `2021-01-16T12:00:${String(second).padStart(2, '0')}Z`;

  test('without grace changes nothing', () => {
    expect(deleted({}, {}, strategy())).toMatchObject({ grace: 'none', deletionTimestamp: undefined });
    const refusing = strategy({ checkGracefulDelete: () => false });
    expect(deleted({}, {}, refusing)).toMatchObject({ grace: 'none', deletionTimestamp: undefined });
  });

  test.each<[what: string, meta: ObjectMeta, options: DeleteOptions, after: object]>([
    [
      'sets when it ends',
      {},
      {},
      { grace: 'graceful', deletionTimestamp: at(30), deletionGracePeriodSeconds: 30 },
    ],
    [
      'in the time that is asked for',
      {},
      { gracePeriodSeconds: 10 },
      { grace: 'graceful', deletionTimestamp: at(10), deletionGracePeriodSeconds: 10 },
    ],
    ['counts the generation, if it is counted', { generation: 3 }, {}, { grace: 'graceful', generation: 4 }],
    ['does not begin to count it', { generation: 0 }, {}, { grace: 'graceful', generation: 0 }],
    [
      'asked for again changes nothing',
      { deletionTimestamp: at(30), deletionGracePeriodSeconds: 30 },
      {},
      { grace: 'pending', deletionTimestamp: at(30), options: { gracePeriodSeconds: 30 } },
    ],
    [
      'asked for again with as much time changes nothing',
      { deletionTimestamp: at(30), deletionGracePeriodSeconds: 30 },
      { gracePeriodSeconds: 30 },
      { grace: 'pending', deletionTimestamp: at(30), deletionGracePeriodSeconds: 30 },
    ],
    [
      'asked for again with more time changes nothing',
      { deletionTimestamp: at(30), deletionGracePeriodSeconds: 30 },
      { gracePeriodSeconds: 50 },
      { grace: 'pending', deletionTimestamp: at(30), deletionGracePeriodSeconds: 30 },
    ],
    [
      'asked for again with less time ends sooner',
      { generation: 3, deletionTimestamp: at(30), deletionGracePeriodSeconds: 30 },
      { gracePeriodSeconds: 10 },
      { grace: 'graceful', deletionTimestamp: at(10), deletionGracePeriodSeconds: 10, generation: 3 },
    ],
    [
      'that stayed with no time left goes now',
      { deletionTimestamp: at(30), deletionGracePeriodSeconds: 0 },
      { gracePeriodSeconds: 10 },
      { grace: 'none', deletionTimestamp: at(30) },
    ],
    ['that stayed without any goes now', { deletionTimestamp: at(30) }, {}, { grace: 'none' }],
  ])('%s', (_what, meta, options, after) => expect(deleted(meta, { ...options })).toMatchObject(after));

  test.each<[DeleteOptions, string | undefined]>([
    [{ preconditions: { uid: 'u-1', resourceVersion: '7' } }, undefined],
    [{ preconditions: {} }, undefined],
    [
      { preconditions: { uid: 'u-2' } },
      'Operation cannot be fulfilled on Thing.x.io "a": the UID in the precondition (u-2) does not match the UID in record (u-1). The object might have been deleted and then recreated',
    ],
    [
      { preconditions: { resourceVersion: '6' } },
      'Operation cannot be fulfilled on Thing.x.io "a": the ResourceVersion in the precondition (6) does not match the ResourceVersion in record (7). The object might have been modified',
    ],
    [
      { propagationPolicy: 'Never' },
      'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Never": supported values: "Foreground", "Background", "Orphan", "nil"',
    ],
  ])('with %j: %s', (options, err) => expect(deleted({}, options).err).toBe(err));
});
