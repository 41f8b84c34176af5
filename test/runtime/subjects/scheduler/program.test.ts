import { describe, expect, test } from 'vitest';
import { Stage } from '../../../../src/runtime/stage/stage.ts';
import { plane } from '../../../../src/runtime/subjects/scheduler/planes/scheduler.ts';
import { podOf } from '../../../../src/runtime/subjects/scheduler/objects.ts';
import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';

/** Where a pod goes on two nodes, of which the first has half of its room taken. */
function placed(config?: object): string | undefined {
  const room = { allocatable: { cpu: '4', memory: '4Gi' } };
  const schedulerConfig = config && {
    apiVersion: 'kubescheduler.config.k8s.io/v1beta1',
    kind: 'KubeSchedulerConfiguration',
    clientConnection: { kubeconfig: '/etc/kubernetes/scheduler.conf' },
    ...config,
  };
  const cluster = new Stage(
    plane,
    {
      nodes: ['node-a', 'node-b'],
      nodeShapes: { 'node-a': room, 'node-b': room },
      ...(schedulerConfig ? { schedulerConfig } : {}),
    },
    { seed: 1 },
  );
  const { entries } = cluster.record();
  cluster.start();
  cluster.sim.runFor(1000);
  const half = { cpu: '2', memory: '2Gi' };
  cluster.act({ kind: 'apply', object: podOf('taken', half, { nodeName: 'node-a' }) });
  cluster.sim.runFor(1000);
  cluster.act({ kind: 'apply', object: podOf('web', { cpu: '1', memory: '1Gi' }) });
  cluster.sim.runFor(1000);
  const exit = entries.find(({ event }) => event.kind === 'program.exit')?.event;
  if (exit?.kind === 'program.exit') return exit.why;
  const pods = cluster.part('api').list('pods', 'default') as readonly Pod[];
  return pods.find(({ metadata }) => metadata.name === 'web')?.spec.nodeName;
}

describe('the scheduler without a command', () => {
  const least = { name: 'NodeResourcesLeastAllocated' };
  const score = { disabled: [least], enabled: [{ name: 'NodeResourcesMostAllocated', weight: 5 }] };

  test('has its defaults, and keeps nodes even', () => {
    expect(placed()).toBe('node-b');
  });

  test('takes the profiles of a configuration that a scenario brings', () => {
    expect(placed({ profiles: [{ plugins: { score } }] })).toBe('node-a');
  });

  test('ends with what is wrong in the configuration', () => {
    expect(placed({ percentageOfNodesToScore: 101 })).toContain(
      'percentageOfNodesToScore: Invalid value: 101',
    );
    expect(placed({ percentageOfNodes: 1 })).toContain('percentageOfNodes');
  });
});
