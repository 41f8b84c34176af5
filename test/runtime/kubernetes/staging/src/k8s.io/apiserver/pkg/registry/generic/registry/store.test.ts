import type { DeleteOptions } from 'kubernetes-types/meta/v1';
import { describe, expect, test } from 'vitest';
import type {
  Draft,
  KubeObject,
} from '../../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  deletionFinalizersForGarbageCollection,
  markAsDeleting,
} from '../../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.ts';
import type {
  GarbageCollectionPolicy,
  RESTDeleteStrategy,
} from '../../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/registry/rest/delete.ts';
import { Sim } from '../../../../../../../../../../../src/runtime/sim/sim.ts';

const strategy = (policy?: GarbageCollectionPolicy): RESTDeleteStrategy<KubeObject> => ({
  gvk: { group: '', version: 'v1', kind: 'Thing' },
  defaultGarbageCollectionPolicy: policy,
});

const [orphan, foreground, own] = ['orphan', 'foregroundDeletion', 'x.io/own'];

/** The cases of upstream's TestStoreDeleteWithOrphanDependents and TestStoreDeletionPropagation: undefined is "as they were". */
describe('the finalizers of an object that is deleted', () => {
  const cases: [
    policy: GarbageCollectionPolicy | undefined,
    options: DeleteOptions,
    before: string[] | undefined,
    after: string[] | undefined,
  ][] = [
    // Without a wish the finalizers decide, then the kind.
    [undefined, {}, undefined, undefined],
    [undefined, {}, [own], undefined],
    [undefined, {}, [orphan, own], undefined],
    [undefined, {}, [own, foreground], undefined],
    ['OrphanDependents', {}, undefined, [orphan]],
    ['OrphanDependents', {}, [own], [own, orphan]],
    ['OrphanDependents', {}, [foreground], undefined],
    ['OrphanDependents', {}, [orphan], undefined],
    ['DeleteDependents', {}, [own], undefined],
    ['DeleteDependents', {}, [orphan, own], undefined],
    // Of two that cannot be together, the first counts for orphaning, and for waiting.
    [undefined, {}, [orphan, foreground], [orphan]],
    [undefined, {}, [foreground, orphan], [foreground]],

    [undefined, { orphanDependents: true }, undefined, [orphan]],
    [undefined, { orphanDependents: true }, [own], [own, orphan]],
    [undefined, { orphanDependents: true }, [orphan], undefined],
    [undefined, { orphanDependents: true }, [foreground, own], [own, orphan]],
    [undefined, { orphanDependents: false }, [orphan, own], [own]],
    [undefined, { orphanDependents: false }, [foreground], []],
    ['OrphanDependents', { orphanDependents: false }, [own], undefined],

    [undefined, { propagationPolicy: 'Orphan' }, [own], [own, orphan]],
    [undefined, { propagationPolicy: 'Orphan' }, [foreground, own], [own, orphan]],
    [undefined, { propagationPolicy: 'Foreground' }, undefined, [foreground]],
    [undefined, { propagationPolicy: 'Foreground' }, [orphan, own], [own, foreground]],
    [undefined, { propagationPolicy: 'Foreground' }, [foreground], undefined],
    [undefined, { propagationPolicy: 'Background' }, [orphan, own], [own]],
    [undefined, { propagationPolicy: 'Background' }, [foreground, own], [own]],
    ['OrphanDependents', { propagationPolicy: 'Background' }, [own], undefined],

    // A kind whose dependents nobody collects has none of these.
    ['Unsupported', { orphanDependents: true }, undefined, undefined],
    ['Unsupported', { propagationPolicy: 'Foreground' }, [own], undefined],
    ['Unsupported', {}, [orphan, own], [own]],
    ['Unsupported', {}, [foreground], []],
  ];

  test.each(cases)('of a kind with %s, deleted with %j: %j become %j', (policy, options, before, after) => {
    const meta = before ? { finalizers: before } : {};
    expect(deletionFinalizersForGarbageCollection(strategy(policy), meta, options)).toEqual(after);
  });

  test('named twice they are as one', () => {
    expect(deletionFinalizersForGarbageCollection(strategy(), { finalizers: [own, own] }, {})).toEqual([
      own,
      own,
    ]);
  });
});

describe('an object without grace is marked', () => {
  const marked = (metadata: object): object => {
    const object = { kind: 'Thing', apiVersion: 'v1', metadata: { ...metadata } } as Draft<KubeObject>;
    markAsDeleting(new Sim(), object);
    return object.metadata;
  };
  const now = '2021-01-16T12:00:00Z';

  test.each([
    ['as deleted now', {}, { deletionTimestamp: now, deletionGracePeriodSeconds: 0 }],
    [
      'with a new generation, if it counts them',
      { generation: 3 },
      { generation: 4, deletionTimestamp: now, deletionGracePeriodSeconds: 0 },
    ],
    [
      'not with a first one',
      { generation: 0 },
      { generation: 0, deletionTimestamp: now, deletionGracePeriodSeconds: 0 },
    ],
    [
      'earlier than it was to be',
      { generation: 3, deletionTimestamp: '2021-01-16T12:00:01Z', deletionGracePeriodSeconds: 30 },
      { generation: 3, deletionTimestamp: now, deletionGracePeriodSeconds: 0 },
    ],
    [
      'not later than it was to be',
      { deletionTimestamp: '2021-01-16T11:59:59Z', deletionGracePeriodSeconds: 30 },
      { deletionTimestamp: '2021-01-16T11:59:59Z', deletionGracePeriodSeconds: 0 },
    ],
  ])('%s', (_what, before, after) => expect(marked(before)).toEqual(after));
});
