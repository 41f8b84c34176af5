import { describe, expect, test } from 'vitest';
import type {
  KubeObject,
  Namespace,
  ReplicaSet,
} from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { WatchEvent } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/watch.ts';
import { Requests, events, podNamed, replicaSetNamed } from './requests.ts';

const tell = ({ type, object: { metadata } }: WatchEvent): string =>
  [
    `${type} ${metadata.resourceVersion}`,
    metadata.deletionTimestamp &&
      `${metadata.deletionTimestamp} grace ${metadata.deletionGracePeriodSeconds}`,
    metadata.finalizers && `held by ${metadata.finalizers.join(',')}`,
    metadata.generation && `generation ${metadata.generation}`,
  ]
    .filter((part) => part)
    .join(' ');

describe('pods', () => {
  test('a pod on a node: marked with its grace period, then with 0, then gone', () => {
    const api = new Requests();
    api.pod('a');
    api.bind('a', 'node-a');
    const watch = api.watch('pods', { resourceVersion: '4' });
    const answer = api.do('delete', 'pods', { name: 'a' });
    expect(answer.metadata.deletionGracePeriodSeconds).toBe(30);
    api.sim.runFor(5000);
    api.do('delete', 'pods', { name: 'a', body: { gracePeriodSeconds: 0 } });
    expect(events(watch, tell)).toEqual([
      'MODIFIED 5 2021-01-16T12:00:30Z grace 30',
      'MODIFIED 6 2021-01-16T12:00:00Z grace 0',
      'DELETED 7 2021-01-16T12:00:00Z grace 0',
    ]);
  });

  test.each([
    ['that is on no node', undefined, undefined],
    ['that has failed', 'node-a', 'Failed'],
    ['that has succeeded', 'node-a', 'Succeeded'],
  ])('a pod %s goes at once', (_what, node, phase) => {
    const api = new Requests();
    api.pod('a');
    if (node) api.bind('a', node);
    if (phase) api.phase('a', phase);
    const watch = api.watch('pods', { resourceVersion: String(api.server.storage.revision) });
    api.do('delete', 'pods', { name: 'a' });
    expect(events(watch, tell).map((line) => line.replace(/ \d+ /, ' '))).toEqual([
      'MODIFIED 2021-01-16T12:00:00Z grace 0',
      'DELETED 2021-01-16T12:00:00Z grace 0',
    ]);
    expect(api.refusal('get', 'pods', { name: 'a' })).toBe('404 NotFound: pods "a" not found');
  });

  test('a second deletion can only shorten the grace period', () => {
    const api = new Requests();
    api.pod('a');
    api.bind('a', 'node-a');
    const watch = api.watch('pods', { resourceVersion: '4' });
    for (const body of [{}, {}, { gracePeriodSeconds: 60 }, { gracePeriodSeconds: 10 }]) {
      api.do('delete', 'pods', { name: 'a', body });
    }
    expect(events(watch, tell)).toEqual([
      'MODIFIED 5 2021-01-16T12:00:30Z grace 30',
      'MODIFIED 6 2021-01-16T12:00:10Z grace 10',
    ]);
  });

  test('its name is taken until it is gone', () => {
    const api = new Requests();
    api.pod('a');
    const again = { body: podNamed('a') };
    expect(api.refusal('create', 'pods', again)).toBe('409 AlreadyExists: pods "a" already exists');
    api.bind('a', 'node-a');
    api.do('delete', 'pods', { name: 'a' });
    expect(api.refusal('create', 'pods', again)).toBe(
      '409 AlreadyExists: object is being deleted: pods "a" already exists',
    );
    api.do('delete', 'pods', { name: 'a', body: { gracePeriodSeconds: 0 } });
    expect(api.pod('a').metadata.resourceVersion).toBe('8');
  });

  test('deleted on condition of its uid and version only', () => {
    const api = new Requests();
    const { uid } = api.pod('a').metadata;
    expect(api.refusal('delete', 'pods', { name: 'a', body: { preconditions: { uid: 'other' } } })).toBe(
      '409 Conflict: Operation cannot be fulfilled on Pod "a": the UID in the precondition (other) does not match ' +
        `the UID in record (${uid}). The object might have been deleted and then recreated`,
    );
    expect(
      api.refusal('delete', 'pods', { name: 'a', body: { preconditions: { resourceVersion: '2' } } }),
    ).toBe(
      '409 Conflict: Operation cannot be fulfilled on Pod "a": the ResourceVersion in the precondition (2) does not ' +
        'match the ResourceVersion in record (3). The object might have been modified',
    );
    api.do('delete', 'pods', { name: 'a', body: { preconditions: { uid, resourceVersion: '3' } } });
    expect(api.list('pods').items).toEqual([]);
  });
});

describe('finalizers', () => {
  test('hold an object that is being deleted, until an update takes the last one', () => {
    const api = new Requests();
    const watch = api.watch('configmaps', { resourceVersion: '2' });
    api.do('create', 'configmaps', {
      body: { metadata: { name: 'a', finalizers: ['x.io/one', 'x.io/two'] } },
    });
    api.do('delete', 'configmaps', { name: 'a' });
    api.do('delete', 'configmaps', { name: 'a' });
    const hold = (...finalizers: string[]): Partial<Parameters<typeof api.server.do>[0]> => ({
      name: 'a',
      patchType: 'application/merge-patch+json',
      body: { metadata: { finalizers } },
    });
    expect(api.refusal('patch', 'configmaps', hold('x.io/one', 'x.io/three'))).toBe(
      '422 Invalid: ConfigMap "a" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the ' +
        'object is being deleted, found new finalizers []string{"x.io/three"}',
    );
    api.do('patch', 'configmaps', hold('x.io/two'));
    api.do('patch', 'configmaps', hold());
    expect(events(watch, tell)).toEqual([
      'ADDED 3 held by x.io/one,x.io/two',
      'MODIFIED 4 2021-01-16T12:00:00Z grace 0 held by x.io/one,x.io/two',
      'MODIFIED 5 2021-01-16T12:00:00Z grace 0 held by x.io/two',
      'DELETED 6 2021-01-16T12:00:00Z grace 0 held by x.io/two',
    ]);
  });

  test.each([
    ['Foreground', 'foregroundDeletion'],
    ['Orphan', 'orphan'],
  ])('%s deletion leaves the rest to the garbage collector', (propagationPolicy, finalizer) => {
    const api = new Requests();
    api.do('create', 'replicasets', { body: replicaSetNamed('web') });
    const watch = api.watch('replicasets', { resourceVersion: '3' });
    const answer = api.do<ReplicaSet>('delete', 'replicasets', { name: 'web', body: { propagationPolicy } });
    expect(answer.kind).toBe('ReplicaSet');
    expect(events(watch, tell)).toEqual([
      `MODIFIED 4 2021-01-16T12:00:00Z grace 0 held by ${finalizer} generation 2`,
    ]);
  });

  test('Background deletion removes at once, and answers with a Status', () => {
    const api = new Requests();
    const { uid } = api.do('create', 'replicasets', { body: replicaSetNamed('web') }).metadata;
    const body = { propagationPolicy: 'Background' };
    expect(api.do<KubeObject>('delete', 'replicasets', { name: 'web', body })).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'web', group: 'apps', kind: 'replicasets', uid },
    });
  });

  test('a policy that there is not is refused', () => {
    const api = new Requests();
    api.pod('a');
    expect(api.refusal('delete', 'pods', { name: 'a', body: { propagationPolicy: 'Soon' } })).toBe(
      '422 Invalid: DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Soon": supported ' +
        'values: "Foreground", "Background", "Orphan", "nil"',
    );
  });
});

test('a collection is deleted by selector, and what is held stays', () => {
  const api = new Requests();
  api.pod('a', { labels: { app: 'web' } });
  api.pod('b', { labels: { app: 'web' }, finalizers: ['x.io/hold'] });
  api.pod('c', { labels: { app: 'db' } });
  api.do('deletecollection', 'pods', { options: { labelSelector: 'app=web' } });
  expect(api.list('pods').items.map(({ metadata }) => metadata.name)).toEqual(['b', 'c']);
});

describe('namespaces', () => {
  test('a namespace on its way out takes no new objects', () => {
    const api = new Requests();
    api.do('create', 'namespaces', { namespace: '', body: { metadata: { name: 'shop' } } });
    api.do('create', 'pods', { namespace: 'shop', body: podNamed('old') });
    const gone = api.do<Namespace>('delete', 'namespaces', { namespace: '', name: 'shop' });
    expect([gone.status?.phase, gone.metadata.deletionTimestamp]).toEqual([
      'Terminating',
      '2021-01-16T12:00:00Z',
    ]);
    const [, err] = api.try('create', 'pods', { namespace: 'shop', body: podNamed('new') });
    expect(err?.status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      code: 403,
      reason: 'Forbidden',
      message:
        'pods "new" is forbidden: unable to create new content in namespace shop because it is being terminated',
      details: {
        name: 'new',
        kind: 'pods',
        causes: [
          {
            reason: 'NamespaceTerminating',
            message: 'namespace shop is being terminated',
            field: 'metadata.namespace',
          },
        ],
      },
    });
    api.do('patch', 'pods', {
      namespace: 'shop',
      name: 'old',
      body: { metadata: { labels: { still: 'here' } } },
    });
  });

  test('nothing is created in one that does not exist', () => {
    const request = { namespace: 'nowhere', body: podNamed('a') };
    expect(new Requests().refusal('create', 'pods', request)).toBe(
      '404 NotFound: namespaces "nowhere" not found',
    );
  });

  test('one ends when the last finalizer is taken out of its spec', () => {
    const api = new Requests();
    const shop = { namespace: '', name: 'shop' };
    api.do('create', 'namespaces', { namespace: '', body: { metadata: { name: 'shop' } } });
    const finalize = (finalizers: string[], metadata: object = {}): Namespace =>
      api.do('update', 'namespaces', {
        ...shop,
        subresource: 'finalize',
        body: { metadata: { name: 'shop', ...metadata }, spec: { finalizers } },
      });
    expect(finalize(['kubernetes', 'x.io/hold']).spec?.finalizers).toEqual(['kubernetes', 'x.io/hold']);
    expect(() => finalize(['hold'])).toThrow(
      'spec.finalizers[0]: Invalid value: "hold": name is neither a standard finalizer name nor is it fully qualified',
    );
    api.do('delete', 'namespaces', shop);
    finalize(['x.io/hold']);
    expect(api.do<Namespace>('get', 'namespaces', shop).status?.phase).toBe('Terminating');
    finalize([]);
    expect(api.refusal('get', 'namespaces', shop)).toBe('404 NotFound: namespaces "shop" not found');
  });

  test('an update may not change the finalizers of its spec', () => {
    const api = new Requests();
    const body = { metadata: { name: 'default' }, spec: { finalizers: [] } };
    const updated = api.do<Namespace>('update', 'namespaces', { namespace: '', name: 'default', body });
    expect(updated.spec?.finalizers).toEqual(['kubernetes']);
  });

  test('some cannot be deleted', () => {
    expect(new Requests().refusal('delete', 'namespaces', { namespace: '', name: 'default' })).toBe(
      '403 Forbidden: namespaces "default" is forbidden: this namespace may not be deleted',
    );
  });
});
