/** Says of each lock whether this program leads by it. */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/metrics.go#leaderMetricsAdapter
export interface LeaderMetricsAdapter {
  leaderOn(name: string): void;
  leaderOff(name: string): void;
}

/** A metric that is 1 or 0 for each name. */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/metrics.go#SwitchMetric
export interface SwitchMetric {
  on(name: string): void;
  off(name: string): void;
}

// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/metrics.go#defaultLeaderMetrics
class DefaultLeaderMetrics implements LeaderMetricsAdapter {
  readonly #leader: SwitchMetric;

  constructor(leader: SwitchMetric) {
    this.#leader = leader;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/metrics.go#defaultLeaderMetrics.leaderOn
  leaderOn(name: string): void {
    this.#leader.on(name);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/metrics.go#defaultLeaderMetrics.leaderOff
  leaderOff(name: string): void {
    this.#leader.off(name);
  }
}

// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/metrics.go#noMetrics
const noMetrics: LeaderMetricsAdapter = {
  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/metrics.go#noMetrics.leaderOn
  leaderOn() {},
  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/metrics.go#noMetrics.leaderOff
  leaderOff() {},
};

/** Makes the metric. A program sets one; without, nothing is measured. */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/metrics.go#MetricsProvider
export interface MetricsProvider {
  newLeaderMetric(): SwitchMetric;
}

/**
 * Where the metrics of a program come from. Kubernetes keeps one for the whole process; Loopscope runs many programs
 * in one, so each has its own and hands it to its electors.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/metrics.go#leaderMetricsFactory
export class LeaderMetricsFactory {
  #metricsProvider: MetricsProvider | undefined;

  /** Only the first call counts. */
  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/metrics.go#leaderMetricsFactory.setProvider
  setProvider(mp: MetricsProvider): void {
    this.#metricsProvider ??= mp;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/metrics.go#leaderMetricsFactory.newLeaderMetrics
  newLeaderMetrics(): LeaderMetricsAdapter {
    const mp = this.#metricsProvider;
    return mp === undefined ? noMetrics : new DefaultLeaderMetrics(mp.newLeaderMetric());
  }
}
