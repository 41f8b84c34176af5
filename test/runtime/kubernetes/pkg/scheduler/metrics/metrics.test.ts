import { describe, expect, test } from 'vitest';
import { newConflict } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  type Plugin,
  newStatus,
} from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { Registry } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { SchedulerMetrics } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/metrics/metrics.ts';
import { SchedulerStage } from '../stage.ts';

/** What has been counted, such as `schedule_attempts_total default-scheduler scheduled 1`, without buckets; in nanoseconds. */
function counted({ metrics }: { readonly metrics: SchedulerMetrics }, ...names: readonly string[]): string[] {
  return metrics.list().flatMap((metric) => {
    const name = metric.name.replace('scheduler_', '');
    if (!names.includes(name)) return [];
    return metric
      .samples()
      .filter(({ suffix }) => suffix !== '_bucket')
      .map(({ suffix = '', labels, value }) =>
        [`${name}${suffix}`, ...Object.values(labels), Math.round(value * 1e9) / 1e9].join(' '),
      );
  });
}

const attempts = ['schedule_attempts_total', 'e2e_scheduling_duration_seconds'];

describe('what a scheduler counts', () => {
  test('of a pod that is bound at the first attempt, and of one that is at the third', () => {
    const stage = new SchedulerStage();
    stage.node('n', { cpu: '2' });
    // Each request takes 4 ms.
    stage.pod('first', '1');
    stage.pod('late', '2', {}, 10_000);
    stage.delete('first');
    stage.sim.runFor(1000);
    expect(stage.on('late')).toBe('n');
    const { parts } = stage.sched;
    expect(
      counted(parts, ...attempts, 'binding_duration_seconds', 'scheduling_algorithm_duration_seconds'),
    ).toEqual([
      'schedule_attempts_total default-scheduler scheduled 2',
      'schedule_attempts_total default-scheduler unschedulable 2',
      'e2e_scheduling_duration_seconds_sum default-scheduler scheduled 0.008',
      'e2e_scheduling_duration_seconds_count default-scheduler scheduled 2',
      'e2e_scheduling_duration_seconds_sum default-scheduler unschedulable 0',
      'e2e_scheduling_duration_seconds_count default-scheduler unschedulable 2',
      'scheduling_algorithm_duration_seconds_sum 0',
      'scheduling_algorithm_duration_seconds_count 2',
      'binding_duration_seconds_sum 0.008',
      'binding_duration_seconds_count 2',
    ]);
    expect(counted(parts, 'pod_scheduling_attempts', 'pod_scheduling_duration_seconds')).toEqual([
      'pod_scheduling_duration_seconds_sum 1 0.004',
      'pod_scheduling_duration_seconds_count 1 1',
      'pod_scheduling_duration_seconds_sum 3 10.004',
      'pod_scheduling_duration_seconds_count 3 1',
      'pod_scheduling_attempts_sum 4',
      'pod_scheduling_attempts_count 2',
    ]);
    expect(
      counted(parts, 'queue_incoming_pods_total', 'scheduler_cache_size', 'scheduler_goroutines'),
    ).toEqual([
      'queue_incoming_pods_total AssignedPodDelete active 1',
      'queue_incoming_pods_total PodAdd active 2',
      'queue_incoming_pods_total ScheduleAttemptFailure unschedulable 2',
      'scheduler_goroutines binding 0',
      'scheduler_cache_size assumed_pods 0',
      'scheduler_cache_size nodes 1',
      'scheduler_cache_size pods 1',
    ]);
  });

  test('of a pod whose binding is refused, of one without a node, and of one that a plugin refuses', () => {
    const refusing = {
      name: () => 'refusing',
      permit: () => [newStatus('Unschedulable', 'no'), 0],
    } as unknown as Plugin;
    const stage = new SchedulerStage({
      profiles: [
        { schedulerName: 'default-scheduler' },
        { schedulerName: 'strict', plugins: { permit: { enabled: [{ name: 'refusing' }] } } },
      ],
      frameworkOutOfTreeRegistry: new Registry({ refusing: () => [refusing, undefined] }),
    });
    stage.pod('lost', '1', {}, 10);
    stage.node('n');
    stage.sim.runFor(5000);
    stage.refuse.set(
      'create pods/binding',
      newConflict({ group: '', resource: 'pods' }, 'refused', new Error('no')),
    );
    stage.pod('refused', '1', {}, 10);
    stage.pod('unwanted', '1', { schedulerName: 'strict' }, 10);
    expect(counted(stage.sched.parts, ...attempts)).toEqual([
      'schedule_attempts_total default-scheduler error 2',
      'schedule_attempts_total default-scheduler scheduled 1',
      'schedule_attempts_total default-scheduler unschedulable 2',
      'schedule_attempts_total strict unschedulable 2',
      'e2e_scheduling_duration_seconds_sum default-scheduler error 0.008',
      'e2e_scheduling_duration_seconds_count default-scheduler error 2',
      'e2e_scheduling_duration_seconds_sum default-scheduler scheduled 0.004',
      'e2e_scheduling_duration_seconds_count default-scheduler scheduled 1',
      'e2e_scheduling_duration_seconds_sum default-scheduler unschedulable 0',
      'e2e_scheduling_duration_seconds_count default-scheduler unschedulable 2',
      'e2e_scheduling_duration_seconds_sum strict unschedulable 0',
      'e2e_scheduling_duration_seconds_count strict unschedulable 2',
    ]);
  });

  test('while pods wait in the parts of the queue, and are bound', () => {
    const waiting = {
      name: () => 'waiting',
      permit: () => [newStatus('Wait', 'later'), 2500],
    } as unknown as Plugin;
    const stage = new SchedulerStage({
      profiles: [
        { schedulerName: 'default-scheduler', plugins: { permit: { enabled: [{ name: 'waiting' }] } } },
      ],
      frameworkOutOfTreeRegistry: new Registry({ waiting: () => [waiting, undefined] }),
    });
    stage.node('n', { cpu: '2' });
    stage.pod('waits', '1', {}, 1500);
    stage.pod('no-room', '9', {}, 1500);
    const names = [
      'pending_pods',
      'scheduler_cache_size',
      'scheduler_goroutines',
      'permit_wait_duration_seconds',
    ];
    expect(counted(stage.sched.parts, ...names)).toEqual([
      'pending_pods active 0',
      'pending_pods unschedulable 1',
      'scheduler_goroutines binding 1',
      'permit_wait_duration_seconds_sum Unschedulable 2.5',
      'permit_wait_duration_seconds_count Unschedulable 1',
      'scheduler_cache_size assumed_pods 1',
      'scheduler_cache_size nodes 1',
      'scheduler_cache_size pods 1',
    ]);
  });
});

test('each is there once, by its name upstream; how many buckets a histogram has, the first, and the last but one', () => {
  const metrics = new SchedulerMetrics();
  metrics.podScheduled('p', 0.5);
  metrics.podSchedulingDuration.observe(0.5, '1');
  metrics.permitWaitDuration.observe(0.5, 'Success');
  const bounds = metrics.list().map((metric) => {
    const le = metric.samples().flatMap(({ labels }) => labels.le ?? []);
    const name = metric.name.replace('scheduler_', '');
    return le.length > 0 ? [name, le.length, le[0], le.at(-2)].join(' ') : name;
  });
  expect(bounds).toEqual([
    'schedule_attempts_total',
    'e2e_scheduling_duration_seconds 16 0.001 16.384',
    'scheduling_algorithm_duration_seconds 16 0.001 16.384',
    'binding_duration_seconds 16 0.001 16.384',
    'scheduling_algorithm_preemption_evaluation_seconds 16 0.001 16.384',
    'preemption_victims 11 5 50',
    'preemption_attempts_total',
    'pending_pods',
    'pod_scheduling_duration_seconds 21 0.01 5242.88',
    'pod_scheduling_attempts 6 1 16',
    'queue_incoming_pods_total',
    'scheduler_goroutines',
    'permit_wait_duration_seconds 16 0.001 16.384',
    'scheduler_cache_size',
    'volume_scheduling_stage_error_total',
  ]);
});
