import { expect, test } from 'vitest';
import type { Pod, ReplicationController } from '../../../../src/runtime/api/objects.ts';
import type { ReplicaSet } from '../../../../src/runtime/apimachinery/pkg/runtime/object.ts';
import { convertRCtoRS, convertRStoRC } from '../../../../src/runtime/controllers/replication/conversion.ts';
import {
  burstReplicas,
  newReplicationManager,
} from '../../../../src/runtime/controllers/replication/replication_controller.ts';
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
