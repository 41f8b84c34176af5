import { pointerTo } from '../../../../../go/pointer.ts';
import type { NodeLifecycleControllerConfiguration } from '../../../../pkg/controller/nodelifecycle/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/nodelifecyclecontroller.go#NodeLifecycleControllerOptions
export class NodeLifecycleControllerOptions {
  readonly config: NodeLifecycleControllerConfiguration;

  constructor(config: NodeLifecycleControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/nodelifecyclecontroller.go#NodeLifecycleControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.durationVar(
      pointerTo(o, 'nodeStartupGracePeriod'),
      'node-startup-grace-period',
      o.nodeStartupGracePeriod,
      'Amount of time which we allow starting Node to be unresponsive before marking it unhealthy.',
    );
    flags.durationVar(
      pointerTo(o, 'nodeMonitorGracePeriod'),
      'node-monitor-grace-period',
      o.nodeMonitorGracePeriod,
      "Amount of time which we allow running Node to be unresponsive before marking it unhealthy. Must be N times more than kubelet's nodeStatusUpdateFrequency, where N means number of retries allowed for kubelet to post node status.",
    );
    flags.durationVar(
      pointerTo(o, 'podEvictionTimeout'),
      'pod-eviction-timeout',
      o.podEvictionTimeout,
      'The grace period for deleting pods on failed nodes.',
    );
    flags.float32Var(
      pointerTo(o, 'nodeEvictionRate'),
      'node-eviction-rate',
      0.1,
      'Number of nodes per second on which pods are deleted in case of node failure when a zone is healthy (see --unhealthy-zone-threshold for definition of healthy/unhealthy). Zone refers to entire cluster in non-multizone clusters.',
    );
    flags.float32Var(
      pointerTo(o, 'secondaryNodeEvictionRate'),
      'secondary-node-eviction-rate',
      0.01,
      'Number of nodes per second on which pods are deleted in case of node failure when a zone is unhealthy (see --unhealthy-zone-threshold for definition of healthy/unhealthy). Zone refers to entire cluster in non-multizone clusters. This value is implicitly overridden to 0 if the cluster size is smaller than --large-cluster-size-threshold.',
    );
    flags.int32Var(
      pointerTo(o, 'largeClusterSizeThreshold'),
      'large-cluster-size-threshold',
      50,
      'Number of nodes from which NodeController treats the cluster as large for the eviction logic purposes. --secondary-node-eviction-rate is implicitly overridden to 0 for clusters this size or smaller.',
    );
    flags.float32Var(
      pointerTo(o, 'unhealthyZoneThreshold'),
      'unhealthy-zone-threshold',
      0.55,
      'Fraction of Nodes in a zone which needs to be not Ready (minimum 3) for zone to be treated as unhealthy. ',
    );
    flags.boolVar(
      pointerTo(o, 'enableTaintManager'),
      'enable-taint-manager',
      o.enableTaintManager,
      'WARNING: Beta feature. If set to true enables NoExecute Taints and will evict all not-tolerating Pod running on Nodes tainted with this kind of Taints.',
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/nodelifecyclecontroller.go#NodeLifecycleControllerOptions.ApplyTo
  applyTo(config: NodeLifecycleControllerConfiguration): void {
    config.enableTaintManager = this.config.enableTaintManager;
    config.nodeStartupGracePeriod = this.config.nodeStartupGracePeriod;
    config.nodeMonitorGracePeriod = this.config.nodeMonitorGracePeriod;
    config.podEvictionTimeout = this.config.podEvictionTimeout;
    config.nodeEvictionRate = this.config.nodeEvictionRate;
    config.secondaryNodeEvictionRate = this.config.secondaryNodeEvictionRate;
    config.largeClusterSizeThreshold = this.config.largeClusterSizeThreshold;
    config.unhealthyZoneThreshold = this.config.unhealthyZoneThreshold;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/nodelifecyclecontroller.go#NodeLifecycleControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
