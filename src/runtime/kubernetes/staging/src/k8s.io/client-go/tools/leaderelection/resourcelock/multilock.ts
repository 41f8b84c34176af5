import { isAlreadyExists, isNotFound } from '../../../../apimachinery/pkg/api/errors/errors.ts';
import type { Context } from '../../../../../../../../sim/context.ts';
import type { Blocking } from '../../../../../../../../sim/process.ts';
import { type GetResult, type Interface, type LeaderElectionRecord, marshalRecord } from './interface.ts';

// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/multilock.go#UnknownLeader
export const unknownLeader = 'leaderelection.k8s.io/unknown';

/**
 * Two locks held together, by which a cluster moves from one kind of lock to another: as long as some candidates
 * know only the old kind, the new ones hold both.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/multilock.go#MultiLock
export class MultiLock implements Interface {
  readonly #primary: Interface;
  readonly #secondary: Interface;

  constructor(primary: Interface, secondary: Interface) {
    this.#primary = primary;
    this.#secondary = secondary;
  }

  /** The record of the primary. If the two name different holders, neither is believed. */
  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/multilock.go#MultiLock.Get
  *get(ctx: Context): Blocking<GetResult> {
    const [primary, primaryRaw, err] = yield* this.#primary.get(ctx);
    if (err) return [undefined, undefined, err];

    const [secondary, secondaryRaw, secondaryErr] = yield* this.#secondary.get(ctx);
    if (secondaryErr) {
      // An old candidate, which does not know the secondary, holds the lock.
      if (isNotFound(secondaryErr) && primary.holderIdentity !== this.identity()) {
        return [primary, primaryRaw, undefined];
      }
      return [undefined, undefined, secondaryErr];
    }

    if (primary.holderIdentity === secondary.holderIdentity) {
      return [primary, concatRawRecord(primaryRaw, secondaryRaw), undefined];
    }
    const unknown: LeaderElectionRecord = { ...primary, holderIdentity: unknownLeader };
    return [unknown, concatRawRecord(marshalRecord(unknown), secondaryRaw), undefined];
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/multilock.go#MultiLock.Create
  *create(ctx: Context, ler: LeaderElectionRecord): Blocking<Error | undefined> {
    const err = yield* this.#primary.create(ctx, ler);
    if (err && !isAlreadyExists(err)) return err;
    return yield* this.#secondary.create(ctx, ler);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/multilock.go#MultiLock.Update
  *update(ctx: Context, ler: LeaderElectionRecord): Blocking<Error | undefined> {
    const err = yield* this.#primary.update(ctx, ler);
    if (err) return err;
    const [, , missing] = yield* this.#secondary.get(ctx);
    if (missing && isNotFound(missing)) return yield* this.#secondary.create(ctx, ler);
    return yield* this.#secondary.update(ctx, ler);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/multilock.go#MultiLock.RecordEvent
  recordEvent(s: string): void {
    this.#primary.recordEvent(s);
    this.#secondary.recordEvent(s);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/multilock.go#MultiLock.Describe
  describe(): string {
    return this.#primary.describe();
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/multilock.go#MultiLock.Identity
  identity(): string {
    return this.#primary.identity();
  }
}

// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/multilock.go#ConcatRawRecord
export function concatRawRecord(primaryRaw: string, secondaryRaw: string): string {
  return `${primaryRaw},${secondaryRaw}`;
}
