import { describe, expect, test } from 'vitest';
import { newPredicateAdmitHandler } from '../../../../../src/runtime/kubernetes/pkg/kubelet/lifecycle/predicate.ts';
import { pod } from '../../../../../src/runtime/subjects/api/objects.ts';
import type { NodeShape } from '../../../../../src/runtime/subjects/nodes/stand-ins/kubelet-node.ts';
import { Plane } from './plane.ts';

const node = 'node-a';

/** A cluster of one node that has this much of each. */
function planeWith(shape: NodeShape = {}): Plane {
  const plane = new Plane('pods', 'events');
  plane.startKubelet(node, { newAdmitHandler: newPredicateAdmitHandler }, shape);
  plane.after(10);
  return plane;
}

/** A pod that names its node itself: no scheduler is asked. */
function bound(
  name: string,
  requests: Record<string, string>,
  spec: object = {},
  container: object = {},
): object {
  const made = pod(name, {}) as { spec: { containers: readonly object[] } };
  const containers = [{ ...made.spec.containers[0], resources: { requests }, ...container }];
  return { ...made, spec: { ...made.spec, containers, nodeName: node, ...spec } };
}

function statusOf(plane: Plane, name: string): unknown {
  return plane.pods().find(({ metadata }) => metadata.name === name)?.status;
}

const told = (plane: Plane, name: string): unknown => {
  const { phase, reason, message } = statusOf(plane, name) as Record<string, string>;
  return [phase, reason, message];
};

describe('a pod that its node does not take', () => {
  test('SCH-20 and SCH-22: a pod that names its node goes there unasked, and fails if there is no room', () => {
    const plane = planeWith({ allocatable: { cpu: '1' } });
    plane.create('pods', bound('first', { cpu: '600m' }));
    plane.create('pods', bound('second', { cpu: '600m' }));
    expect(plane.after(5000)).toEqual([
      '   10  added Pod first on node-a Pending',
      '   10  added Pod second on node-a Pending',
      '   11  modified Pod second on node-a Failed',
      expect.stringMatching(/^ {3}11 {2}added Event second\./),
      '  111  modified Pod first on node-a Running',
      '  313  modified Pod first on node-a Running ready',
    ]);
    // Nothing is left of its status but why: no condition, no class of service.
    expect(statusOf(plane, 'second')).toEqual({
      phase: 'Failed',
      reason: 'OutOfcpu',
      message: "Pod Node didn't have enough resource: cpu, requested: 600, used: 600, capacity: 1000",
      startTime: '2021-01-16T12:00:00Z',
    });
    const events = plane.do({ verb: 'list', resource: 'events', namespace: 'default' }) as unknown as {
      items: { reason: string; type: string; message: string; source: object }[];
    };
    expect(
      events.items.map(({ reason, type, message, source }) => ({ reason, type, message, source })),
    ).toEqual([
      {
        type: 'Warning',
        reason: 'OutOfcpu',
        message: "Node didn't have enough resource: cpu, requested: 600, used: 600, capacity: 1000",
        source: { component: 'kubelet', host: 'node-a' },
      },
    ]);
  });

  test.each<[string, NodeShape, object, string, string]>([
    ['pods', { allocatable: { pods: '0' } }, bound('p', {}), 'OutOfpods', 'Pod Node'],
    ['memory', {}, bound('p', { memory: '1Ti' }), 'OutOfmemory', 'Pod Node'],
    [
      'an extended resource',
      { allocatable: { 'example.com/gpu': '1' } },
      bound('p', { 'example.com/gpu': '2' }, {}, {}),
      'OutOfexample.com/gpu',
      "Pod Node didn't have enough resource: example.com/gpu, requested: 2, used: 0, capacity: 1",
    ],
    [
      'labels',
      {},
      bound('p', {}, { nodeSelector: { disk: 'ssd' } }),
      'NodeAffinity',
      'Pod Predicate NodeAffinity failed',
    ],
  ])('for want of %s', (_what, shape, body, reason, message) => {
    const plane = planeWith(shape);
    plane.create('pods', body);
    plane.after(100);
    expect(told(plane, 'p')).toEqual(['Failed', reason, expect.stringContaining(message)]);
  });

  test('for a port that another pod has; when that one is gone, the next gets it', () => {
    const plane = planeWith();
    const port = { ports: [{ containerPort: 80, hostPort: 8080 }] };
    for (const name of ['first', 'second']) plane.create('pods', bound(name, {}, {}, port));
    plane.after(1000);
    expect(told(plane, 'first')).toEqual(['Running', undefined, undefined]);
    expect(told(plane, 'second')).toEqual(['Failed', 'NodePorts', 'Pod Predicate NodePorts failed']);
    plane.delete('pods', 'first');
    plane.after(2000);
    plane.create('pods', bound('third', {}, {}, port));
    plane.after(1000);
    expect(told(plane, 'third')).toEqual(['Running', undefined, undefined]);
  });

  test('a pod that was refused takes no room', () => {
    const plane = planeWith({ allocatable: { cpu: '1' } });
    plane.create('pods', bound('large', { cpu: '2' }));
    plane.create('pods', bound('small', { cpu: '1' }));
    plane.after(1000);
    expect(told(plane, 'large')).toEqual(['Failed', 'OutOfcpu', expect.any(String)]);
    expect(told(plane, 'small')).toEqual(['Running', undefined, undefined]);
  });

  test('for a resource that the node has never heard of, it is not refused', () => {
    const plane = planeWith();
    plane.create('pods', bound('p', { 'example.com/license': '1' }));
    plane.after(1000);
    expect(told(plane, 'p')).toEqual(['Running', undefined, undefined]);
  });
});

describe('labels that change later', () => {
  const relabel = (plane: Plane, disk: string | null): void =>
    void plane.do({ verb: 'patch', resource: 'nodes', name: node, body: { metadata: { labels: { disk } } } });
  const wantsSSD = { nodeSelector: { disk: 'ssd' } };

  test('SCH-27 move no pod that runs; but a kubelet that starts again asks again', () => {
    const plane = planeWith({ labels: { disk: 'ssd' } });
    plane.create('pods', bound('web', {}, wantsSSD));
    plane.after(1000);
    relabel(plane, 'hdd');
    plane.after(60_000);
    expect(told(plane, 'web')).toEqual(['Running', undefined, undefined]);
    plane.sim.crash(`kubelet-stand-in/${node}`);
    plane.startKubelet(node, { newAdmitHandler: newPredicateAdmitHandler });
    plane.after(1000);
    expect(told(plane, 'web')).toEqual(['Failed', 'NodeAffinity', 'Pod Predicate NodeAffinity failed']);
  });

  test('count for the next pod', () => {
    const plane = planeWith();
    relabel(plane, 'ssd');
    plane.after(10);
    plane.create('pods', bound('web', {}, wantsSSD));
    plane.after(1000);
    expect(told(plane, 'web')).toEqual(['Running', undefined, undefined]);
  });

  test('a kubelet that starts again takes the older pods first', () => {
    const plane = planeWith({ allocatable: { cpu: '1' } });
    plane.create('pods', bound('z-older', { cpu: '1' }));
    plane.after(5000);
    plane.sim.crash(`kubelet-stand-in/${node}`);
    plane.create('pods', bound('a-younger', { cpu: '1' }));
    plane.startKubelet(node, { newAdmitHandler: newPredicateAdmitHandler });
    plane.after(1000);
    expect(told(plane, 'z-older')).toEqual(['Running', undefined, undefined]);
    expect(told(plane, 'a-younger')).toEqual(['Failed', 'OutOfcpu', expect.any(String)]);
  });
});
