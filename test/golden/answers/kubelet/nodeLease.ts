import {
  newConflict,
  newInternalError,
  newNotFound,
} from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { Lease } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Transport } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { newController } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/component-helpers/apimachinery/lease/controller.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { clientOf } from '../../kubelet/client.ts';

interface Step {
  readonly AdvanceMs: number;
  readonly GetErrors?: number;
  readonly CreateErrors?: number;
  readonly UpdateErrors?: number;
  readonly Conflicts?: number;
  /** The lease is deleted before. */
  readonly Gone?: boolean;
}

interface Question {
  readonly DurationS: number;
  readonly RenewMs: number;
  readonly Exists: boolean;
  readonly PostProcessError?: boolean;
  readonly Syncs: readonly Step[];
}

const resource = { group: 'coordination.k8s.io', resource: 'leases' };

/** What a kubelet asks for each time that it renews its lease. */
export function answer(question: unknown): unknown {
  const { DurationS, RenewMs, Exists, PostProcessError, Syncs } = question as Question;
  const sim = new Sim({ epoch: Date.parse('2021-01-01T00:00:00Z') });
  const server = new LeaseServer(sim, Exists);
  let failures = 0;
  const controller = newController(sim, clientOf(sim, { do: (request) => server.do(request) }), {
    holderIdentity: 'n',
    leaseDurationSeconds: DurationS,
    renewIntervalMs: RenewMs,
    leaseNamespace: 'kube-node-lease',
    onRepeatedHeartbeatFailure: () => void failures++,
    *newLeasePostProcessFunc() {
      return PostProcessError ? new Error('no owner') : undefined;
    },
  });
  return Syncs.map((step) => {
    sim.runFor(step.AdvanceMs);
    failures = 0;
    server.begin(step);
    sim.go('node-lease', controller.sync());
    sim.runUntilIdle();
    const remembers = controller.latestLease !== undefined;
    return { heartbeatFailures: failures, remembers, requests: server.requests };
  });
}

/** An API server with one lease, which fails as it is told. */
class LeaseServer {
  readonly #sim: Sim;
  requests: string[] = [];
  #lease: Lease | undefined;
  #left: Record<string, number> = {};

  constructor(sim: Sim, exists: boolean) {
    this.#sim = sim;
    const meta = { name: 'n', namespace: 'kube-node-lease' };
    if (exists)
      this.#lease = { kind: 'Lease', apiVersion: 'coordination.k8s.io/v1', metadata: meta, spec: {} };
  }

  begin({ GetErrors = 0, CreateErrors = 0, UpdateErrors = 0, Conflicts = 0, Gone }: Step): void {
    this.requests = [];
    this.#left = { get: GetErrors, create: CreateErrors, update: UpdateErrors, conflict: Conflicts };
    if (Gone) this.#lease = undefined;
  }

  *do({ verb, body }: Parameters<Transport['do']>[0]): ReturnType<Transport['do']> {
    const tell = (how: string): void => void this.requests.push(`${this.#sim.now}ms ${verb}${how}`);
    if (verb === 'update' && this.#fails('conflict')) {
      tell(': conflict');
      return [undefined, newConflict(resource, 'n', new Error('changed'))];
    }
    if (this.#fails(verb)) {
      tell(': error');
      return [undefined, newInternalError(new Error('the server is down'))];
    }
    if (verb !== 'create' && !this.#lease) {
      tell(': not found');
      return [undefined, newNotFound(resource, 'n')];
    }
    if (verb !== 'get') this.#lease = body as Lease;
    const renewed = Date.parse(this.#lease?.spec?.renewTime ?? '') - this.#sim.epoch;
    tell(verb === 'update' ? ` renewTime=+${renewed}ms` : '');
    return [this.#lease as Lease, undefined];
  }

  #fails(what: string): boolean {
    const left = this.#left[what] ?? 0;
    if (left === 0) return false;
    this.#left[what] = left - 1;
    return true;
  }
}
