import type { Metric, Sample } from './legacyregistry/registry.ts';
import { Vector } from './metric.ts';

/** A number that goes up and down. */
export class GaugeVec extends Vector<number> implements Metric {
  readonly type = 'gauge';

  protected begin(): number {
    return 0;
  }

  inc(...values: readonly string[]): void {
    this.child(values).value++;
  }

  dec(...values: readonly string[]): void {
    this.child(values).value--;
  }

  set(value: number, ...values: readonly string[]): void {
    this.child(values).value = value;
  }

  samples(): readonly Sample[] {
    return this.all();
  }
}
