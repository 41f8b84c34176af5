import type { LeaseSpec } from 'kubernetes-types/coordination/v1';
import { parseTime } from '../../../../apimachinery/pkg/apis/meta/v1/time.ts';
import { formatMicroTime } from '../../../../apimachinery/pkg/apis/meta/v1/micro_time.ts';
import type { Lease } from '../../../../apimachinery/pkg/runtime/object.ts';
import type { Context } from '../../../../../../../../sim/context.ts';
import type { Blocking } from '../../../../../../../../sim/process.ts';
import type { CoordinationV1Client } from '../../../kubernetes/typed/coordination/v1/coordination_client.ts';
import {
  type GetResult,
  type Interface,
  type LeaderElectionRecord,
  type ResourceLockConfig,
  marshalRecord,
} from './interface.ts';

/** A lock that is a Lease: an object that holds a record and nothing else. */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/leaselock.go#LeaseLock
export class LeaseLock implements Interface {
  readonly #leaseMeta: { readonly namespace: string; readonly name: string };
  readonly #client: CoordinationV1Client;
  readonly #lockConfig: ResourceLockConfig;
  /** As the server last gave it. Its version is what an update is checked against. */
  #lease: Lease | undefined;

  constructor(
    leaseMeta: { readonly namespace: string; readonly name: string },
    client: CoordinationV1Client,
    lockConfig: ResourceLockConfig,
  ) {
    this.#leaseMeta = leaseMeta;
    this.#client = client;
    this.#lockConfig = lockConfig;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/leaselock.go#LeaseLock.Get
  *get(ctx: Context): Blocking<GetResult> {
    const { namespace, name } = this.#leaseMeta;
    const [lease, err] = yield* this.#client.leases(namespace).within(ctx).get(name);
    this.#lease = lease;
    if (err) return [undefined, undefined, err];
    const record = leaseSpecToLeaderElectionRecord(lease.spec ?? {});
    return [record, marshalRecord(record), undefined];
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/leaselock.go#LeaseLock.Create
  *create(ctx: Context, ler: LeaderElectionRecord): Blocking<Error | undefined> {
    const [lease, err] = yield* this.#client
      .leases(this.#leaseMeta.namespace)
      .within(ctx)
      .create({
        kind: 'Lease',
        apiVersion: 'coordination.k8s.io/v1',
        metadata: { ...this.#leaseMeta },
        spec: leaderElectionRecordToLeaseSpec(ler),
      });
    this.#lease = lease;
    return err;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/leaselock.go#LeaseLock.Update
  *update(ctx: Context, ler: LeaderElectionRecord): Blocking<Error | undefined> {
    if (this.#lease === undefined) return new Error('lease not initialized, call get or create first');
    this.#lease = { ...this.#lease, spec: leaderElectionRecordToLeaseSpec(ler) };
    const [lease, err] = yield* this.#client
      .leases(this.#leaseMeta.namespace)
      .within(ctx)
      .update(this.#lease);
    if (err) return err;
    this.#lease = lease;
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/leaselock.go#LeaseLock.RecordEvent
  recordEvent(s: string): void {
    const { eventRecorder, identity } = this.#lockConfig;
    if (eventRecorder === undefined || this.#lease === undefined) return;
    eventRecorder.eventf(this.#lease, 'Normal', 'LeaderElection', `${identity} ${s}`);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/leaselock.go#LeaseLock.Describe
  describe(): string {
    return `${this.#leaseMeta.namespace}/${this.#leaseMeta.name}`;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/leaselock.go#LeaseLock.Identity
  identity(): string {
    return this.#lockConfig.identity;
  }
}

// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/leaselock.go#LeaseSpecToLeaderElectionRecord
export function leaseSpecToLeaderElectionRecord(spec: LeaseSpec): LeaderElectionRecord {
  return {
    holderIdentity: spec.holderIdentity ?? '',
    leaseDurationSeconds: spec.leaseDurationSeconds ?? 0,
    leaderTransitions: spec.leaseTransitions ?? 0,
    acquireTime: parseTime(spec.acquireTime),
    renewTime: parseTime(spec.renewTime),
  };
}

// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/leaselock.go#LeaderElectionRecordToLeaseSpec
export function leaderElectionRecordToLeaseSpec(ler: LeaderElectionRecord): LeaseSpec {
  const { holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaderTransitions } = ler;
  return {
    holderIdentity,
    leaseDurationSeconds,
    ...(acquireTime === undefined ? {} : { acquireTime: formatMicroTime(acquireTime) }),
    ...(renewTime === undefined ? {} : { renewTime: formatMicroTime(renewTime) }),
    leaseTransitions: leaderTransitions,
  };
}
