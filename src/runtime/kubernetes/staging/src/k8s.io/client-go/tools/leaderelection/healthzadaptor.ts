import type { LeaderElector } from './leaderelection.ts';

/**
 * A health check that fails if a leader neither renewed its lease nor stopped leading for too long. Until it is told
 * which elector to ask, it passes.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/healthzadaptor.go#HealthzAdaptor
export class HealthzAdaptor {
  #le: Pick<LeaderElector, 'check'> | undefined;
  readonly #timeoutMs: number;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/healthzadaptor.go#HealthzAdaptor.Name
  name(): string {
    return 'leaderElection';
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/healthzadaptor.go#HealthzAdaptor.Check
  check(): Error | undefined {
    return this.#le?.check(this.#timeoutMs);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/healthzadaptor.go#HealthzAdaptor.SetLeaderElection
  setLeaderElection(le: Pick<LeaderElector, 'check'>): void {
    this.#le = le;
  }
}

/** A check that lets a lease be expired for `timeoutMs` before it fails. */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/healthzadaptor.go#NewLeaderHealthzAdaptor
export function newLeaderHealthzAdaptor(timeoutMs: number): HealthzAdaptor {
  return new HealthzAdaptor(timeoutMs);
}
