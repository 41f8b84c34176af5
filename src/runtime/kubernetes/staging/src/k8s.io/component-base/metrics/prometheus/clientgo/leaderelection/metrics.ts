import { LeaderMetricsFactory } from '../../../../../client-go/tools/leaderelection/metrics.ts';
import { packageVariable } from '../../../../../../../../../go/os.ts';
import { register } from '../../../legacyregistry/registry.ts';

const help =
  "Gauge of if the reporting system is master of the relevant lease, 0 indicates backup, 1 indicates master. 'name' is the string used to identify the lease. Please make sure to group by name.";

/** Where the electors of a program count whether it leads: a metric among the others of the program. */
// Mirrors: staging/src/k8s.io/component-base/metrics/prometheus/clientgo/leaderelection/metrics.go#leaderGauge
export const leaderMetrics = packageVariable((os) => {
  const leading = new Map<string, number>();
  register(os, {
    name: 'leader_election_master_status',
    help,
    type: 'gauge',
    samples: () => [...leading].map(([name, value]) => ({ labels: { name }, value })),
  });
  const factory = new LeaderMetricsFactory();
  factory.setProvider({
    newLeaderMetric: () => ({
      on: (name) => void leading.set(name, 1),
      off: (name) => void leading.set(name, 0),
    }),
  });
  return factory;
});
