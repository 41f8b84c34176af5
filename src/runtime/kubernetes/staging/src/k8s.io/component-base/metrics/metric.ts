import type { Sample } from './legacyregistry/registry.ts';

/** What a metric is called, in parts, and what it tells. */
export interface MetricOpts {
  readonly subsystem: string;
  readonly name: string;
  readonly help: string;
  /** Upper bounds of the parts of a histogram, growing. */
  readonly buckets?: readonly number[];
}

/** A number, or a histogram, for each set of values that its labels have. */
export abstract class Vector<T> {
  readonly name: string;
  readonly help: string;
  protected readonly opts: MetricOpts;
  readonly #labels: readonly string[];
  readonly #children = new Map<string, { readonly labels: Sample['labels']; value: T }>();

  constructor(opts: MetricOpts, labels: readonly string[]) {
    this.name = `${opts.subsystem}_${opts.name}`;
    this.help = `[ALPHA] ${opts.help}`;
    this.opts = opts;
    this.#labels = labels;
    if (labels.length === 0) this.child([]);
  }

  protected abstract begin(): T;

  protected child(values: readonly string[]): { value: T } {
    const key = values.join('\0');
    let child = this.#children.get(key);
    if (!child) {
      if (values.length !== this.#labels.length) {
        const found = `found ${values.length}: ${values.join(', ')}`;
        throw new Error(`${this.name}: expected a value for each of ${this.#labels.join(', ')}, ${found}`);
      }
      const pairs = this.#labels.map((label, i) => [label, values[i] ?? ''] as const);
      const labels = Object.fromEntries(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)));
      child = { labels, value: this.begin() };
      this.#children.set(key, child);
    }
    return child;
  }

  protected all(): readonly { readonly labels: Sample['labels']; readonly value: T }[] {
    const keyOf = ({ labels }: { readonly labels: Sample['labels'] }) => Object.values(labels).join('\0');
    return [...this.#children.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }
}
