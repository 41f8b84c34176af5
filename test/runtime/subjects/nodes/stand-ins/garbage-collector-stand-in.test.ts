import { describe, expect, test } from 'vitest';
import { newServiceUnavailable } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { pod, replicaSet } from '../../../../../src/runtime/subjects/api/objects.ts';
import { Plane } from './plane.ts';

/** A set `web` with the pods `web-0` and `web-1`, on no node, and nobody who keeps their number. */
function planeWith(): Plane {
  const plane = new Plane('pods', 'replicasets');
  plane.startGarbageCollector();
  plane.create('replicasets', replicaSet('web', 2));
  const web = plane.do({ verb: 'get', resource: 'replicasets', namespace: 'default', name: 'web' });
  for (const name of ['web-0', 'web-1']) plane.create('pods', owned(name, web.metadata.uid ?? ''));
  plane.after(100);
  return plane;
}

function owned(name: string, ...uids: readonly string[]): object {
  const made = pod(name, { app: 'web' }) as { metadata: object };
  const ownerReferences = uids.map((uid, i) => ({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name: i === 0 ? 'web' : `owner-${i}`,
    uid,
    controller: i === 0,
    blockOwnerDeletion: true,
  }));
  return { ...made, metadata: { ...made.metadata, ownerReferences } };
}

const uidOf = (plane: Plane, name: string): string =>
  plane.do({ verb: 'get', resource: 'replicasets', namespace: 'default', name }).metadata.uid ?? '';

describe('GarbageCollectorStandIn', () => {
  test('in the background: the owner goes first, and what it owned follows', () => {
    const plane = planeWith();
    plane.delete('replicasets', 'web', { propagationPolicy: 'Background' });
    expect(plane.after(1000)).toMatchInlineSnapshot(`
      [
        "  100  deleted ReplicaSet web",
        "  103  modified Pod web-0 Pending of web terminating within 0 s",
        "  103  deleted Pod web-0 Pending of web terminating within 0 s",
        "  107  modified Pod web-1 Pending of web terminating within 0 s",
        "  107  deleted Pod web-1 Pending of web terminating within 0 s",
      ]
    `);
  });

  test('in the foreground: the owner waits until what it owned is gone', () => {
    const plane = planeWith();
    plane.delete('replicasets', 'web', { propagationPolicy: 'Foreground' });
    expect(plane.after(1000)).toMatchInlineSnapshot(`
      [
        "  100  modified ReplicaSet web held by foregroundDeletion terminating within 0 s",
        "  103  modified Pod web-0 Pending of web terminating within 0 s",
        "  103  deleted Pod web-0 Pending of web terminating within 0 s",
        "  107  modified Pod web-1 Pending of web terminating within 0 s",
        "  107  deleted Pod web-1 Pending of web terminating within 0 s",
        "  111  deleted ReplicaSet web held by foregroundDeletion terminating within 0 s",
      ]
    `);
  });

  test('orphaning: what it owned stays, without an owner', () => {
    const plane = planeWith();
    plane.delete('replicasets', 'web', { propagationPolicy: 'Orphan' });
    expect(plane.after(1000)).toMatchInlineSnapshot(`
      [
        "  100  modified ReplicaSet web held by orphan terminating within 0 s",
        "  101  modified Pod web-0 Pending",
        "  103  modified Pod web-1 Pending",
        "  107  deleted ReplicaSet web held by orphan terminating within 0 s",
      ]
    `);
  });

  test('what has another owner loses only the one that is gone', () => {
    const plane = planeWith();
    plane.create('replicasets', replicaSet('owner-1', 0));
    plane.create('pods', owned('shared', uidOf(plane, 'web'), uidOf(plane, 'owner-1')));
    plane.after(100);
    plane.delete('replicasets', 'web');
    plane.after(1000);
    expect(
      plane.pods().map((p) => [p.metadata.name, p.metadata.ownerReferences?.map((ref) => ref.name)]),
    ).toEqual([['shared', ['owner-1']]]);
  });

  test('what names an owner that was gone before it came goes too', () => {
    const plane = planeWith();
    plane.create('pods', owned('late', 'no-such-uid'));
    expect(plane.after(1000)).toMatchInlineSnapshot(`
      [
        "  100  added Pod late Pending of web",
        "  105  modified Pod late Pending of web terminating within 0 s",
        "  105  deleted Pod late Pending of web terminating within 0 s",
      ]
    `);
  });

  test('an owner of which the watch has not told yet is looked for before anything is deleted', () => {
    const plane = new Plane('pods');
    plane.create('replicasets', replicaSet('web', 1));
    plane.create('pods', owned('web-0', uidOf(plane, 'web')));
    plane.startGarbageCollector();
    plane.after(1000);
    expect(plane.pods()).toHaveLength(1);
  });

  test('an owner of a kind that it does not know is left to others', () => {
    const plane = planeWith();
    const made = pod('strange', {}) as { metadata: object };
    const ref = { apiVersion: 'v1', kind: 'ConfigMap', name: 'boss', uid: 'gone' };
    plane.create('pods', { ...made, metadata: { ...made.metadata, ownerReferences: [ref] } });
    plane.after(1000);
    expect(plane.pods().map((p) => p.metadata.name)).toContain('strange');
  });

  test('begins from nothing after a crash, and makes up for what it missed', () => {
    const plane = planeWith();
    plane.sim.crash('garbage-collector-stand-in');
    plane.delete('replicasets', 'web');
    plane.after(1000);
    expect(plane.pods()).toHaveLength(2);
    plane.startGarbageCollector();
    plane.after(1000);
    expect(plane.pods()).toEqual([]);
  });

  test('tries again a second after a request was refused', () => {
    const plane = planeWith();
    let refusals = 1;
    plane.refuse = ({ verb }) =>
      verb === 'delete' && refusals-- > 0 ? newServiceUnavailable('no') : undefined;
    plane.delete('replicasets', 'web', { propagationPolicy: 'Foreground' });
    plane.after(3000);
    expect(plane.pods()).toEqual([]);
  });
});
