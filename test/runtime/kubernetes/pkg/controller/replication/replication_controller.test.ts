import { describe, expect, test } from 'vitest';
import type { Pod, ReplicationController } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { ReplicaSet } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { everything } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import { DeletedFinalStateUnknown } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import {
  clientsetAdapter,
  convertRCtoRS,
  convertRStoRC,
  informerAdapter,
  PodControlAdapter,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/replication/conversion.ts';
import {
  burstReplicas,
  newReplicationManager,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/replication/replication_controller.ts';
import { newServiceUnavailable } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { Bed } from '../bed.ts';

const template = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'app', image: 'app:v1' }] },
};
const body = { metadata: { name: 'web' }, spec: { replicas: 2, selector: { app: 'web' }, template } };

test('a ReplicationController and a ReplicaSet are one thing in two shapes', () => {
  const bed = new Bed();
  const rc = bed.create<ReplicationController>('replicationcontrollers', body);
  const rs = convertRCtoRS(rc);
  expect([rs.kind, rs.apiVersion, rs.spec.selector]).toEqual([
    'ReplicaSet',
    'apps/v1',
    { matchLabels: { app: 'web' } },
  ]);
  expect(convertRStoRC(rs)).toEqual([rc, undefined]);
  const expressions = { matchExpressions: [{ key: 'a', operator: 'Exists' }] };
  const [, err] = convertRStoRC({ ...rs, spec: { selector: expressions } } as ReplicaSet);
  expect(err?.message).toContain("can't convert ReplicaSet to ReplicationController default/web");
});

test('INI-23: the controller of ReplicaSets keeps the pods of a ReplicationController, which it is shown as one', () => {
  const bed = new Bed();
  const v1 = bed.informers.core().v1();
  const rc = bed.create<ReplicationController>('replicationcontrollers', body);
  const rm = newReplicationManager(
    bed.sim,
    v1.pods(),
    v1.replicationControllers(),
    bed.client,
    burstReplicas,
  );
  bed.start(rm.run(2, bed.stop));
  bed.sim.runFor(1000);

  const pods = bed.list<Pod>('pods');
  expect(pods.map(({ metadata }) => metadata.ownerReferences)).toEqual(
    [0, 1].map(() => [
      {
        apiVersion: 'v1',
        kind: 'ReplicationController',
        name: 'web',
        uid: rc.metadata.uid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ]),
  );
  expect(bed.get<ReplicationController>('replicationcontrollers', 'web').status).toEqual({
    replicas: 2,
    fullyLabeledReplicas: 2,
    observedGeneration: 1,
  });
  const events = bed.list('events') as unknown as { involvedObject: { kind: string }; reason: string }[];
  expect(events.map(({ involvedObject, reason }) => `${involvedObject.kind} ${reason}`)).toEqual(
    [0, 1].map(() => 'ReplicationController SuccessfulCreate'),
  );

  bed.do('patch', 'replicationcontrollers', { name: 'web', body: { spec: { replicas: 1 } } });
  bed.sim.runFor(1000);
  expect(bed.list('pods')).toHaveLength(1);
  const [left] = bed.list<Pod>('pods');
  bed.do('patch', 'pods', { name: left?.metadata.name, body: { metadata: { labels: { app: 'other' } } } });
  bed.sim.runFor(1000);
  expect(
    bed
      .list<Pod>('pods')
      .map(({ metadata }) => metadata.ownerReferences?.length ?? 0)
      .sort(),
  ).toEqual([0, 1]);
  expect(bed.requests.filter((request) => request.includes('replicasets'))).toEqual([]);
});

test('a ReplicationController that is deleted leaves its pods, unless that is wanted', () => {
  const bed = new Bed();
  bed.create('replicationcontrollers', body);
  bed.do('delete', 'replicationcontrollers', { name: 'web' });
  // The finalizer waits for the garbage collector, which lets go of the pods.
  expect(bed.get<ReplicationController>('replicationcontrollers', 'web').metadata.finalizers).toEqual([
    'orphan',
  ]);
});

describe('the client of ReplicaSets that asks for ReplicationControllers', () => {
  const clientOf = (bed: Bed) => clientsetAdapter(bed.client).appsV1().replicaSets('default');
  const rsOf = (bed: Bed, more: object = {}): ReplicaSet =>
    ({
      ...convertRCtoRS({ ...body, apiVersion: 'v1', kind: 'ReplicationController' } as never),
      ...more,
    }) as ReplicaSet & { bed?: typeof bed };

  test('makes, changes, reads, lists and deletes them', () => {
    const bed = new Bed();
    const client = clientOf(bed);
    const [made, err] = bed.run(client.create(rsOf(bed)));
    expect([err, made?.kind, made?.spec?.selector]).toEqual([
      undefined,
      'ReplicaSet',
      { matchLabels: { app: 'web' } },
    ]);
    bed.run(client.update({ ...made!, spec: { ...made!.spec!, replicas: 5 } }));
    expect(bed.run(client.get('web'))[0]?.spec?.replicas).toBe(5);
    expect(bed.get<ReplicationController>('replicationcontrollers', 'web').spec.replicas).toBe(5);
    const [list] = bed.run(client.list());
    expect([list?.kind, list?.apiVersion, list?.items.map(({ kind }) => kind)]).toEqual([
      'ReplicaSetList',
      'apps/v1',
      ['ReplicaSet'],
    ]);
    expect(bed.run(client.delete('web', { propagationPolicy: 'Background' }))).toBeUndefined();
    expect(bed.run(client.get('web'))[1]?.message).toContain('not found');
    bed.run(client.create(rsOf(bed)));
    expect(bed.run(client.deleteCollection({ propagationPolicy: 'Background' }))).toBeUndefined();
    expect(bed.list('replicationcontrollers')).toEqual([]);
    expect(bed.requests.filter((words) => words.includes('replicasets'))).toEqual([]);
  });

  test('gives the errors of the API server', () => {
    const bed = new Bed();
    bed.refuse = () => newServiceUnavailable('not now');
    const client = clientOf(bed);
    for (const call of [client.list(), client.get('web'), client.create(rsOf(bed))])
      expect(bed.run<readonly [unknown, Error | undefined]>(call)[1]?.message).toBe('not now');
  });

  test('cannot say what a ReplicationController has no words for', () => {
    const bed = new Bed();
    const expressions = { matchExpressions: [{ key: 'a', operator: 'Exists' }] };
    const odd = rsOf(bed, { spec: { selector: expressions, template } });
    expect(() => bed.run(clientOf(bed).update(odd))).toThrow("can't convert ReplicaSet");
  });

  test('does not do what the controller never asks for', () => {
    const bed = new Bed();
    const client = clientOf(bed) as unknown as Record<string, () => never>;
    const actions = {
      watch: 'watch',
      patch: 'patch',
      getScale: 'get the scale',
      updateScale: 'update the scale',
    };
    for (const [name, action] of Object.entries(actions)) {
      const [, err] = bed.run<readonly [unknown, Error | undefined]>(client[name]!());
      expect(err?.message).toBe(`${action} is not supported on resources of kind "replicasets.apps"`);
    }
  });
});

test('pods are controlled in the name of the ReplicationController, and never without it', () => {
  const bed = new Bed();
  const calls: unknown[] = [];
  const note = (name: string) =>
    function* (...args: unknown[]) {
      calls.push([name, ...args.map((arg) => (arg as { kind?: string })?.kind ?? arg)]);
      return undefined;
    };
  const control = new PodControlAdapter({
    createPodsWithControllerRef: note('create'),
    deletePod: note('delete'),
    patchPod: note('patch'),
  } as never);
  const rs = convertRCtoRS(bed.create<ReplicationController>('replicationcontrollers', body)) as ReplicaSet;
  bed.run(control.createPodsWithControllerRef('default', template as never, rs, undefined));
  bed.run(control.deletePod('default', 'web-1', rs));
  bed.run(control.patchPod('default', 'web-1', { a: 1 }));
  expect(calls).toEqual([
    ['create', 'default', template, 'ReplicationController', undefined],
    ['delete', 'default', 'web-1', 'ReplicationController'],
    ['patch', 'default', 'web-1', { a: 1 }],
  ]);
  const odd = {
    ...rs,
    spec: { selector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
  } as ReplicaSet;
  expect(bed.run(control.deletePod('default', 'web-1', odd))?.message).toContain("can't convert");
  expect(
    bed.run(control.createPodsWithControllerRef('default', template as never, odd, undefined))?.message,
  ).toContain("can't convert");
  expect(calls).toHaveLength(3);
  expect(bed.run(control.createPods())?.message).toContain('CreatePods() is not implemented');
  expect(bed.run(control.createPodsOnNode())?.message).toContain('CreatePodsOnNode() is not implemented');
});

test('an informer and a lister of ReplicationControllers tell of ReplicaSets', () => {
  const bed = new Bed();
  const v1 = bed.informers.core().v1();
  const adapter = informerAdapter(v1.replicationControllers());
  const told: string[] = [];
  const tell = (verb: string, obj: unknown): void => {
    const lost = obj instanceof DeletedFinalStateUnknown;
    const rs = (lost ? obj.obj : obj) as ReplicaSet;
    told.push(`${verb} ${lost ? `${obj.key} was ` : ''}${rs.kind} ${rs.spec?.replicas}`);
  };
  const handler = {
    onAdd: (rs: unknown) => tell('add', rs),
    onUpdate: (old: unknown, rs: unknown) => (tell('from', old), tell('to', rs)),
    onDelete: (rs: unknown) => tell('delete', rs),
  };
  adapter.informer().addEventHandler(handler as never);
  bed.informers.start(bed.stop);
  bed.create('replicationcontrollers', body);
  bed.sim.runFor(100);
  bed.do('patch', 'replicationcontrollers', { name: 'web', body: { spec: { replicas: 3 } } });
  bed.sim.runFor(100);
  const pod = { metadata: { namespace: 'default', labels: { app: 'web' } } } as unknown as Pod;
  const kinds = ([list]: readonly [readonly { readonly kind?: string }[] | undefined, unknown]) =>
    list?.map(({ kind }) => kind);
  const lister = adapter.lister();
  expect(kinds(lister.list(everything()))).toEqual(['ReplicaSet']);
  expect(kinds(lister.replicaSets('default').list(everything()))).toEqual(['ReplicaSet']);
  expect(kinds(lister.replicaSets('other').list(everything()))).toEqual([]);
  expect(kinds(lister.getPodReplicaSets(pod))).toEqual(['ReplicaSet']);
  expect(lister.replicaSets('default').get('web')[0]?.kind).toBe('ReplicaSet');
  expect(lister.replicaSets('default').get('none')[1]?.message).toContain('not found');
  expect(adapter.informer().hasSynced()).toBe(true);
  expect(Number(adapter.informer().lastSyncResourceVersion())).toBeGreaterThan(0);
  expect(adapter.informer().getIndexer()).toBe(v1.replicationControllers().informer().getIndexer());
  bed.do('delete', 'replicationcontrollers', { name: 'web', body: { propagationPolicy: 'Background' } });
  bed.sim.runFor(100);
  expect(told).toEqual(['add ReplicaSet 2', 'from ReplicaSet 2', 'to ReplicaSet 3', 'delete ReplicaSet 3']);
});
