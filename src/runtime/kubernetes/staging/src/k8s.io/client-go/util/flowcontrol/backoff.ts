import type { Sim } from '../../../../../../../sim/sim.ts';

// Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/backoff.go#backoffEntry
interface BackoffEntry {
  backoffMs: number;
  lastUpdate: number;
}

/**
 * A pause for each item, doubled at every failure up to a maximum, and forgotten when the item has been quiet for
 * twice that maximum. Times are virtual ms.
 */
// Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/backoff.go#Backoff
export class Backoff {
  readonly #sim: Sim;
  readonly #defaultDurationMs: number;
  readonly #maxDurationMs: number;
  readonly #perItemBackoff = new Map<string, BackoffEntry>();

  constructor(sim: Sim, initialMs: number, maxMs: number) {
    this.#sim = sim;
    this.#defaultDurationMs = initialMs;
    this.#maxDurationMs = maxMs;
  }

  /** The item's pause at present, in ms; zero if it has none. */
  // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/backoff.go#Backoff.Get
  get(id: string): number {
    return this.#perItemBackoff.get(id)?.backoffMs ?? 0;
  }

  /** The item failed at `eventTime`: its pause is doubled, or begins. */
  // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/backoff.go#Backoff.Next
  next(id: string, eventTime: number): void {
    let entry = this.#perItemBackoff.get(id);
    if (!entry || hasExpired(eventTime, entry.lastUpdate, this.#maxDurationMs)) {
      entry = this.#initEntryUnsafe(id);
    } else {
      entry.backoffMs = Math.min(entry.backoffMs * 2, this.#maxDurationMs);
    }
    entry.lastUpdate = this.#sim.now;
  }

  /** Forgets the item's failures. */
  // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/backoff.go#Backoff.Reset
  reset(id: string): void {
    this.#perItemBackoff.delete(id);
  }

  /** True while less than the item's pause has gone by since `eventTime`. */
  // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/backoff.go#Backoff.IsInBackOffSince
  isInBackOffSince(id: string, eventTime: number): boolean {
    const entry = this.#perItemBackoff.get(id);
    if (!entry) return false;
    if (hasExpired(eventTime, entry.lastUpdate, this.#maxDurationMs)) return false;
    return this.#sim.now - eventTime < entry.backoffMs;
  }

  /** True if at `eventTime` less than the item's pause had gone by since its last failure. */
  // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/backoff.go#Backoff.IsInBackOffSinceUpdate
  isInBackOffSinceUpdate(id: string, eventTime: number): boolean {
    const entry = this.#perItemBackoff.get(id);
    if (!entry) return false;
    if (hasExpired(eventTime, entry.lastUpdate, this.#maxDurationMs)) return false;
    return eventTime - entry.lastUpdate < entry.backoffMs;
  }

  /** Drops the items that have been quiet for twice the maximum. To be called now and then. */
  // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/backoff.go#Backoff.GC
  gc(): void {
    const now = this.#sim.now;
    for (const [id, entry] of this.#perItemBackoff) {
      if (now - entry.lastUpdate > this.#maxDurationMs * 2) this.#perItemBackoff.delete(id);
    }
  }

  // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/backoff.go#Backoff.DeleteEntry
  deleteEntry(id: string): void {
    this.#perItemBackoff.delete(id);
  }

  // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/backoff.go#Backoff.initEntryUnsafe
  #initEntryUnsafe(id: string): BackoffEntry {
    const entry = { backoffMs: this.#defaultDurationMs, lastUpdate: 0 };
    this.#perItemBackoff.set(id, entry);
    return entry;
  }
}

// Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/backoff.go#NewBackOff
export function newBackOff(sim: Sim, initialMs: number, maxMs: number): Backoff {
  return new Backoff(sim, initialMs, maxMs);
}

// Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/backoff.go#hasExpired
function hasExpired(eventTime: number, lastUpdate: number, maxDurationMs: number): boolean {
  return eventTime - lastUpdate > maxDurationMs * 2;
}
