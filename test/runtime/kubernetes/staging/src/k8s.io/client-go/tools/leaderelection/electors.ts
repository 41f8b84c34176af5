import { APIServer } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { newForConfig } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { directTransport } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import {
  type LeaderElectionConfig,
  type LeaderElector,
  newLeaderElector,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.ts';
import {
  type Interface,
  type LeaderElectionRecord,
  newLock,
  noRecord,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.ts';
import { coreKinds } from '../../../../../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { plane } from '../../../../../../../../../src/runtime/subjects/leader-election/planes/election.ts';
import { background } from '../../../../../../../../../src/runtime/sim/context.ts';
import type { Blocking } from '../../../../../../../../../src/runtime/sim/process.ts';
import { Sim, type SimOptions } from '../../../../../../../../../src/runtime/sim/sim.ts';

export const times = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 } as const;

/** A server with a lock object in it, and candidates that meet there without any latency. */
export class Electors {
  readonly sim: Sim;
  readonly server: APIServer;

  constructor(options: SimOptions = {}) {
    this.sim = new Sim(options);
    this.server = new APIServer(this.sim, { kinds: [...coreKinds, ...(plane.kinds ?? [])] });
  }

  lock(identity: string, type = 'leases'): Interface {
    const config = { transport: directTransport(this.server), userAgent: identity, qps: -1 };
    const client = newForConfig(this.sim, config);
    const [lock, err] = newLock(type, 'kube-system', 'kcm', client.coreV1(), client.coordinationV1(), {
      identity,
    });
    if (err) throw err;
    return lock;
  }

  config(identity: string, more: Partial<LeaderElectionConfig> = {}, type?: string): LeaderElectionConfig {
    const callbacks = { *onStartedLeading() {}, *onStoppedLeading() {} };
    return { lock: this.lock(identity, type), ...times, callbacks, name: 'kcm', ...more };
  }

  elector(identity: string, more: Partial<LeaderElectionConfig> = {}, type?: string): LeaderElector {
    const [elector, err] = newLeaderElector(this.sim, this.config(identity, more, type));
    if (err) throw err;
    return elector;
  }

  /** Runs what needs no waiting, and gives what it gives. */
  now<T>(body: Blocking<T>): T {
    let result: { readonly value: T } | undefined;
    this.sim.go(
      'now',
      (function* () {
        result = { value: yield* body };
      })(),
    );
    this.sim.runUntil(() => result !== undefined);
    if (!result) throw new Error('it has not ended');
    return result.value;
  }

  try(elector: LeaderElector): boolean {
    return this.now(elector.tryAcquireOrRenew(background));
  }

  /** Writes a record as another candidate would have. */
  put(record: Partial<LeaderElectionRecord>, type = 'leases'): void {
    const lock = this.lock('somebody', type);
    const whole = { ...noRecord, leaseDurationSeconds: 15, ...record };
    const [, , missing] = this.now(lock.get(background));
    const err = this.now(missing ? lock.create(background, whole) : lock.update(background, whole));
    if (err) throw err;
  }

  record(type = 'leases'): LeaderElectionRecord {
    const [record, , err] = this.now(this.lock('somebody', type).get(background));
    if (err) throw err;
    return record;
  }

  /** The time of day now, as a record says it. */
  get wall(): number {
    return this.sim.epoch + this.sim.now;
  }
}
