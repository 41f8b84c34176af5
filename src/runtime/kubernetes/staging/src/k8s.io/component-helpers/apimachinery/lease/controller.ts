import { second } from '../../../../../../../go/duration.ts';
import type { Result } from '../../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import { isConflict, isNotFound } from '../../../apimachinery/pkg/api/errors/errors.ts';
import { formatMicroTime } from '../../../apimachinery/pkg/apis/meta/v1/micro_time.ts';
import { deepCopy } from '../../../apimachinery/pkg/runtime/deep-copy.ts';
import type { Draft, Lease } from '../../../apimachinery/pkg/runtime/object.ts';
import { type Stop, until } from '../../../apimachinery/pkg/util/wait/wait.ts';
import type { Clientset } from '../../../client-go/kubernetes/clientset.ts';
import type { ResourceClient } from '../../../client-go/kubernetes/typed/resource-client.ts';

// Mirrors: staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go#maxUpdateRetries
const maxUpdateRetries = 5;
// Mirrors: staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go#maxBackoff
const maxBackoffMs = 7 * second;

/** Holds a lease, by saying again and again that it is still there. */
// Mirrors: staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go#Controller
export interface Controller {
  run(stopCh: Stop): Blocking<void>;
}

/** Completes a lease before it is sent. One that could not be completed is not created, though it is updated. */
// Mirrors: staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go#ProcessLeaseFunc
export type ProcessLeaseFunc = (lease: Draft<Lease>) => Blocking<Error | undefined>;

/** What lease is to be held, and how. */
export interface LeaseOptions {
  /** Also the name of the lease. */
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  readonly renewIntervalMs: number;
  readonly leaseNamespace: string;
  readonly onRepeatedHeartbeatFailure?: () => void;
  readonly newLeasePostProcessFunc?: ProcessLeaseFunc;
}

// Mirrors: staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go#controller
export class LeaseController implements Controller {
  readonly #sim: Sim;
  readonly #leaseClient: ResourceClient<Lease> | undefined;
  readonly #options: LeaseOptions;
  /** As the API server last gave it, so that it need not be asked before an update. */
  latestLease: Lease | undefined;

  constructor(sim: Sim, client: Clientset | undefined, options: LeaseOptions) {
    this.#sim = sim;
    this.#leaseClient = client?.coordinationV1().leases(options.leaseNamespace);
    this.#options = options;
  }

  // Mirrors: staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go#controller.Run
  *run(stopCh: Stop): Blocking<void> {
    const leaseClient = this.#leaseClient;
    if (!leaseClient) return;
    yield* until(this.#sim, () => this.sync(), this.#options.renewIntervalMs, stopCh);
  }

  /** Updates the lease as it was last; only where that fails, the API server is asked for it, or for a new one. */
  // Mirrors: staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go#controller.sync
  *sync(): Blocking<void> {
    const leaseClient = this.#leaseClient;
    if (!leaseClient) return;
    if (this.latestLease) {
      const err = yield* this.#retryUpdateLease(leaseClient, this.latestLease);
      if (!err) return;
    }
    const [lease, created] = yield* this.#backoffEnsureLease(leaseClient);
    this.latestLease = lease;
    // One that was not created needs an update; if that fails, the next turn comes.
    if (!created && lease) yield* this.#retryUpdateLease(leaseClient, lease);
  }

  /** Gets or creates the lease, however long that takes. */
  // Mirrors: staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go#controller.backoffEnsureLease
  *#backoffEnsureLease(
    leaseClient: ResourceClient<Lease>,
  ): Blocking<readonly [lease: Lease | undefined, created: boolean]> {
    let sleepMs = 100;
    for (;;) {
      const [ensured, err] = yield* this.#ensureLease(leaseClient);
      if (!err) return ensured;
      sleepMs = Math.min(2 * sleepMs, maxBackoffMs);
      yield* this.#sim.sleep(sleepMs);
    }
  }

  /** No lease and no error where one could not be completed: without its owner none is created. */
  // Mirrors: staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go#controller.ensureLease
  *#ensureLease(
    leaseClient: ResourceClient<Lease>,
  ): Blocking<Result<readonly [lease: Lease | undefined, created: boolean]>> {
    const [lease, err] = yield* leaseClient.get(this.#options.holderIdentity);
    if (!err) return [[lease, false], undefined];
    if (!isNotFound(err)) return [undefined, err];
    const [leaseToCreate, incomplete] = yield* this.#newLease(undefined);
    if (incomplete) return [[undefined, false], undefined];
    const [created, refused] = yield* leaseClient.create(leaseToCreate);
    return refused ? [undefined, refused] : [[created, true], undefined];
  }

  /** Tries five times in a row. Somebody else's change is taken over before the next try. */
  // Mirrors: staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go#controller.retryUpdateLease
  *#retryUpdateLease(leaseClient: ResourceClient<Lease>, latest: Lease): Blocking<Error | undefined> {
    let base: Lease | undefined = latest;
    for (let i = 0; i < maxUpdateRetries; i++) {
      const [leaseToUpdate] = yield* this.#newLease(base);
      const [lease, err] = yield* leaseClient.update(leaseToUpdate);
      if (!err) {
        this.latestLease = lease;
        return undefined;
      }
      if (isConflict(err)) {
        [base] = yield* this.#backoffEnsureLease(leaseClient);
        continue;
      }
      if (i > 0) this.#options.onRepeatedHeartbeatFailure?.();
    }
    return new Error(`failed ${maxUpdateRetries} attempts to update lease`);
  }

  /** The lease renewed now, and what kept it from being completed. */
  // Mirrors: staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go#controller.newLease
  *#newLease(base: Lease | undefined): Blocking<[lease: Lease, err: Error | undefined]> {
    const { holderIdentity, leaseDurationSeconds, leaseNamespace, newLeasePostProcessFunc } = this.#options;
    const lease: Draft<Lease> = base
      ? deepCopy(base)
      : {
          kind: 'Lease',
          apiVersion: 'coordination.k8s.io/v1',
          metadata: { name: holderIdentity, namespace: leaseNamespace },
          spec: { holderIdentity, leaseDurationSeconds },
        };
    lease.spec = { ...lease.spec, renewTime: formatMicroTime(this.#sim.epoch + this.#sim.now) };
    const err = newLeasePostProcessFunc && (yield* newLeasePostProcessFunc(lease));
    return [lease as Lease, err];
  }
}

// Mirrors: staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go#NewController
export function newController(
  sim: Sim,
  client: Clientset | undefined,
  options: LeaseOptions,
): LeaseController {
  return new LeaseController(sim, client, options);
}
