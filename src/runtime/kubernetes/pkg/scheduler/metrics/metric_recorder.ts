import type { GaugeVec } from '../../../staging/src/k8s.io/component-base/metrics/gauge.ts';

/** Counts what a part of the queue holds. */
// Mirrors: pkg/scheduler/metrics/metric_recorder.go#MetricRecorder
export interface MetricRecorder {
  inc(): void;
  dec(): void;
  clear(): void;
}

/** Counts in a metric what the part of the queue of that name holds. */
// Mirrors: pkg/scheduler/metrics/metric_recorder.go#PendingPodsRecorder
export function newPendingPodsRecorder(recorder: GaugeVec, queue: string): MetricRecorder {
  return {
    // Mirrors: pkg/scheduler/metrics/metric_recorder.go#PendingPodsRecorder.Inc
    inc: () => recorder.inc(queue),
    // Mirrors: pkg/scheduler/metrics/metric_recorder.go#PendingPodsRecorder.Dec
    dec: () => recorder.dec(queue),
    // Mirrors: pkg/scheduler/metrics/metric_recorder.go#PendingPodsRecorder.Clear
    clear: () => recorder.set(0, queue),
  };
}
