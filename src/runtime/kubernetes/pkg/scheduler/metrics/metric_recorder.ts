/** Counts what a part of the queue holds. */
// Mirrors: pkg/scheduler/metrics/metric_recorder.go#MetricRecorder
export interface MetricRecorder {
  inc(): void;
  dec(): void;
  clear(): void;
}
