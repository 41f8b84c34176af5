import { describe, expect, test } from 'vitest';
import { newConflict } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { pod } from '../../../../../src/runtime/subjects/api/objects.ts';
import { Plane } from './plane.ts';

/** Kubelets that only register their nodes. */
const still = { startMs: 1_000_000 };

describe('SchedulerStandIn', () => {
  test('binds each pod to the node with the fewest pods, the first by name among equals', () => {
    const plane = new Plane('pods');
    for (const node of ['node-b', 'node-a', 'node-c']) plane.startKubelet(node, still);
    plane.startScheduler();
    plane.after(100);
    for (let i = 0; i < 4; i++) plane.create('pods', pod(`pod-${i}`, {}));
    expect(plane.after(100)).toMatchInlineSnapshot(`
      [
        "  100  added Pod pod-0 Pending",
        "  100  added Pod pod-1 Pending",
        "  100  added Pod pod-2 Pending",
        "  100  added Pod pod-3 Pending",
        "  101  modified Pod pod-0 on node-a Pending",
        "  103  modified Pod pod-1 on node-b Pending",
        "  105  modified Pod pod-2 on node-c Pending",
        "  107  modified Pod pod-3 on node-a Pending",
      ]
    `);
    plane.delete('pods', 'pod-1', { gracePeriodSeconds: 0 });
    plane.create('pods', pod('pod-4', {}));
    expect(plane.after(100)).toMatchInlineSnapshot(`
      [
        "  200  modified Pod pod-1 on node-b Pending terminating within 0 s",
        "  200  deleted Pod pod-1 on node-b Pending terminating within 0 s",
        "  200  added Pod pod-4 Pending",
        "  201  modified Pod pod-4 on node-b Pending",
      ]
    `);
  });

  test('waits for a node, and passes over one that is cordoned', () => {
    const plane = new Plane('pods');
    plane.startScheduler();
    plane.create('pods', pod('early', {}));
    expect(plane.after(100)).toMatchInlineSnapshot(`
      [
        "    0  added Pod early Pending",
      ]
    `);
    plane.startKubelet('node-a', still);
    plane.startKubelet('node-b', still);
    expect(plane.after(100)).toMatchInlineSnapshot(`
      [
        "  102  modified Pod early on node-a Pending",
      ]
    `);
    const body = { spec: { unschedulable: true } };
    plane.do({ verb: 'patch', resource: 'nodes', name: 'node-b', body });
    plane.after(10);
    plane.create('pods', pod('late', {}));
    expect(plane.after(100)).toMatchInlineSnapshot(`
      [
        "  210  added Pod late Pending",
        "  211  modified Pod late on node-a Pending",
      ]
    `);
  });

  test('leaves alone a pod of another scheduler', () => {
    const plane = new Plane('pods');
    plane.startKubelet('node-a', still);
    plane.startScheduler();
    plane.after(100);
    const other = pod('other', {}) as { spec: object };
    plane.create('pods', { ...other, spec: { ...other.spec, schedulerName: 'nobody' } });
    expect(plane.after(5000)).toEqual(['  100  added Pod other Pending']);
  });

  test('tries again a second after a binding was refused', () => {
    let refusals = 1;
    const conflict = newConflict({ group: '', resource: 'pods' }, 'pod-0', new Error('not now'));
    const plane = new Plane('pods');
    plane.refuse = ({ subresource }) => (subresource === 'binding' && refusals-- > 0 ? conflict : undefined);
    plane.startKubelet('node-a', still);
    plane.startScheduler();
    plane.after(100);
    plane.create('pods', pod('pod-0', {}));
    expect(plane.after(2000)).toMatchInlineSnapshot(`
      [
        "  100  added Pod pod-0 Pending",
        " 1103  modified Pod pod-0 on node-a Pending",
      ]
    `);
  });

  test('begins from nothing after a crash, and counts the pods that it finds', () => {
    const plane = new Plane('pods');
    plane.startKubelet('node-a', still);
    plane.startKubelet('node-b', still);
    plane.startScheduler();
    plane.after(100);
    plane.create('pods', pod('pod-0', {}));
    plane.after(100);
    expect(plane.sim.crash('scheduler-stand-in')).toBe(3);
    plane.create('pods', pod('pod-1', {}));
    expect(plane.after(100)).toEqual(['  200  added Pod pod-1 Pending']);
    plane.startScheduler();
    expect(plane.after(100)).toMatchInlineSnapshot(`
      [
        "  303  modified Pod pod-1 on node-b Pending",
      ]
    `);
  });
});
