import { CounterVec } from '../../../../../staging/src/k8s.io/component-base/metrics/counter.ts';

/** What a binder does with the volumes of a pod. */
export type VolumeSchedulingStage = 'predicate' | 'assume' | 'bind';

/**
 * Counts what could not be done. Upstream has two more: how often the binder's cache is asked, which nobody counts any
 * more, and how long each stage takes, which v1.20 hides because it is deprecated since v1.19.
 */
// Mirrors: pkg/controller/volume/scheduling/metrics/metrics.go#VolumeSchedulingStageFailed
export class VolumeSchedulingStageFailed extends CounterVec {
  constructor() {
    super(
      {
        subsystem: 'scheduler_volume',
        name: 'scheduling_stage_error_total',
        help: 'Volume scheduling stage error count',
      },
      ['operation'],
    );
  }
}
