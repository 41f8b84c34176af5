import type { Metric, Sample } from './legacyregistry/registry.ts';
import { Vector } from './metric.ts';

/** A number that only grows. */
export class CounterVec extends Vector<number> implements Metric {
  readonly type = 'counter';

  protected begin(): number {
    return 0;
  }

  inc(...values: readonly string[]): void {
    this.child(values).value++;
  }

  samples(): readonly Sample[] {
    return this.all();
  }
}
