import { describe, expect, test } from 'vitest';
import type { ReplicaSetStatus } from 'kubernetes-types/apps/v1';
import { replicaSet } from '../../../../../../src/runtime/subjects/api/objects.ts';
import { Plane } from '../../../../subjects/nodes/stand-ins/plane.ts';

/** A whole control plane with requests that take 1 ms each way, and pods that start in 100 and are ready in 200 ms more. */
function planeWith(...nodes: readonly string[]): Plane {
  const plane = new Plane('pods', 'replicasets');
  for (const node of nodes) plane.startKubelet(node);
  plane.startScheduler();
  plane.startGarbageCollector();
  plane.startController();
  plane.after(1000);
  return plane;
}

const target = { resource: 'replicasets', namespace: 'default', name: 'web' } as const;

const statusOf = (plane: Plane): ReplicaSetStatus =>
  (plane.do({ verb: 'get', ...target }) as unknown as { readonly status: ReplicaSetStatus }).status;

const relabel = (plane: Plane, name: string, app: string): void =>
  void plane.do({
    verb: 'patch',
    resource: 'pods',
    namespace: 'default',
    name,
    body: { metadata: { labels: { app } } },
  });

const scale = (plane: Plane, replicas: number): void =>
  void plane.do({ verb: 'patch', ...target, body: { spec: { replicas } } });

const eventsOf = (plane: Plane): string[] => {
  const list = plane.do({ verb: 'list', resource: 'events', namespace: 'default' });
  const { items } = list as unknown as {
    readonly items: readonly { readonly reason: string; readonly message: string }[];
  };
  return items.map(({ reason, message }) => `${reason}: ${message}`);
};

describe('a ReplicaSet, from its creation to its end', () => {
  const plane = planeWith('node-a', 'node-b');

  test('RS-05, RS-09, RS-10, RS-11: three pods are made, one and then two, and become ready', () => {
    plane.create('replicasets', replicaSet('web', 3));
    expect(plane.after(1000)).toMatchInlineSnapshot(`
      [
        " 1000  added ReplicaSet web",
        " 1001  added Pod web-nbrtt Pending of web",
        " 1002  modified Pod web-nbrtt on node-a Pending of web",
        " 1003  added Pod web-2fkfg Pending of web",
        " 1003  added Pod web-7sf6n Pending of web",
        " 1004  modified Pod web-2fkfg on node-b Pending of web",
        " 1005  modified ReplicaSet web",
        " 1006  modified Pod web-7sf6n on node-a Pending of web",
        " 1007  modified ReplicaSet web",
        " 1103  modified Pod web-nbrtt on node-a Running of web",
        " 1105  modified Pod web-2fkfg on node-b Running of web",
        " 1107  modified Pod web-7sf6n on node-a Running of web",
        " 1305  modified Pod web-nbrtt on node-a Running ready of web",
        " 1306  modified ReplicaSet web",
        " 1307  modified Pod web-2fkfg on node-b Running ready of web",
        " 1308  modified ReplicaSet web",
        " 1309  modified Pod web-7sf6n on node-a Running ready of web",
        " 1310  modified ReplicaSet web",
      ]
    `);
    expect(statusOf(plane)).toMatchInlineSnapshot(`
      {
        "availableReplicas": 3,
        "fullyLabeledReplicas": 3,
        "observedGeneration": 1,
        "readyReplicas": 3,
        "replicas": 3,
      }
    `);
    expect(eventsOf(plane)).toMatchInlineSnapshot(`
      [
        "SuccessfulCreate: Created pod: web-nbrtt",
        "SuccessfulCreate: Created pod: web-2fkfg",
        "SuccessfulCreate: Created pod: web-7sf6n",
      ]
    `);
  });

  test('RS-06, RS-11: shrinking deletes all that are too many at once, and the status no longer counts them', () => {
    plane.after(1000);
    scale(plane, 1);
    expect(plane.after(1000)).toMatchInlineSnapshot(`
      [
        " 3000  modified ReplicaSet web",
        " 3001  modified Pod web-nbrtt on node-a Running ready of web terminating within 30 s",
        " 3001  modified Pod web-2fkfg on node-b Running ready of web terminating within 30 s",
        " 3003  modified ReplicaSet web",
        " 3005  modified ReplicaSet web",
        " 3302  modified Pod web-nbrtt on node-a Running ready of web terminating within 0 s",
        " 3302  deleted Pod web-nbrtt on node-a Running ready of web terminating within 0 s",
        " 3302  modified Pod web-2fkfg on node-b Running ready of web terminating within 0 s",
        " 3302  deleted Pod web-2fkfg on node-b Running ready of web terminating within 0 s",
      ]
    `);
  });

  test('RS-02, RS-07: a pod that is deleted is replaced while it still terminates', () => {
    plane.delete('pods', plane.pods()[0]?.metadata.name ?? '');
    expect(plane.after(1000)).toMatchInlineSnapshot(`
      [
        " 4000  modified Pod web-7sf6n on node-a Running ready of web terminating within 30 s",
        " 4001  added Pod web-q8dxn Pending of web",
        " 4002  modified Pod web-q8dxn on node-b Pending of web",
        " 4003  modified ReplicaSet web",
        " 4005  modified ReplicaSet web",
        " 4103  modified Pod web-q8dxn on node-b Running of web",
        " 4301  modified Pod web-7sf6n on node-a Running ready of web terminating within 0 s",
        " 4301  deleted Pod web-7sf6n on node-a Running ready of web terminating within 0 s",
        " 4305  modified Pod web-q8dxn on node-b Running ready of web",
        " 4306  modified ReplicaSet web",
      ]
    `);
  });

  test('CTL-04: a pod that matches no longer is released before another is made', () => {
    relabel(plane, plane.pods()[0]?.metadata.name ?? '', 'other');
    expect(plane.after(1000)).toMatchInlineSnapshot(`
      [
        " 5000  modified Pod web-q8dxn on node-b Running ready of web",
        " 5001  modified Pod web-q8dxn on node-b Running ready",
        " 5003  added Pod web-6hn9j Pending of web",
        " 5004  modified Pod web-6hn9j on node-a Pending of web",
        " 5005  modified ReplicaSet web",
        " 5007  modified ReplicaSet web",
        " 5105  modified Pod web-6hn9j on node-a Running of web",
        " 5307  modified Pod web-6hn9j on node-a Running ready of web",
        " 5308  modified ReplicaSet web",
      ]
    `);
  });

  test('CTL-04, RS-06: taken back, it is adopted, and the pod that is ready for the shorter time goes', () => {
    const released = plane.pods().find((pod) => pod.metadata.labels?.['app'] === 'other');
    relabel(plane, released?.metadata.name ?? '', 'web');
    expect(plane.after(1000)).toMatchInlineSnapshot(`
      [
        " 6000  modified Pod web-q8dxn on node-b Running ready",
        " 6003  modified Pod web-q8dxn on node-b Running ready of web",
        " 6005  modified Pod web-6hn9j on node-a Running ready of web terminating within 30 s",
        " 6007  modified ReplicaSet web",
        " 6009  modified ReplicaSet web",
        " 6306  modified Pod web-6hn9j on node-a Running ready of web terminating within 0 s",
        " 6306  deleted Pod web-6hn9j on node-a Running ready of web terminating within 0 s",
      ]
    `);
  });

  test('RS-13: when the set is gone, its pod follows', () => {
    plane.delete('replicasets', 'web');
    expect(plane.after(1000)).toMatchInlineSnapshot(`
      [
        " 7000  deleted ReplicaSet web",
        " 7003  modified Pod web-q8dxn on node-b Running ready of web terminating within 30 s",
        " 7304  modified Pod web-q8dxn on node-b Running ready of web terminating within 0 s",
        " 7304  deleted Pod web-q8dxn on node-b Running ready of web terminating within 0 s",
      ]
    `);
    expect(plane.pods()).toEqual([]);
  });
});

describe('a ReplicaSet with minReadySeconds', () => {
  test('RS-12: its pods count as available that long after they became ready', () => {
    const plane = planeWith('node-a');
    plane.create('replicasets', replicaSet('web', 2, { minReadySeconds: 3 }));
    plane.after(1000);
    expect(statusOf(plane)).toMatchInlineSnapshot(`
      {
        "fullyLabeledReplicas": 2,
        "observedGeneration": 1,
        "readyReplicas": 2,
        "replicas": 2,
      }
    `);
    expect(plane.after(5000)).toMatchInlineSnapshot(`
      [
        " 4310  modified ReplicaSet web",
      ]
    `);
    expect(statusOf(plane)).toMatchObject({ readyReplicas: 2, availableReplicas: 2 });
  });
});

describe('a run', () => {
  test('is the same each time', () => {
    const run = (): string[] => {
      const plane = planeWith('node-a', 'node-b');
      plane.create('replicasets', replicaSet('web', 20));
      plane.after(300);
      scale(plane, 5);
      return plane.after(5000);
    };
    expect(run()).toEqual(run());
  });
});
