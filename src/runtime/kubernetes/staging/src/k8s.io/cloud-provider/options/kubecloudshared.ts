import { pointerTo } from '../../../../../../go/pointer.ts';
import { CloudProviderConfiguration, type KubeCloudSharedConfiguration } from '../config/types.ts';
import { CloudProviderOptions } from './cloudprovider.ts';
import type { FlagSet } from '../../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What several managers of a cluster with a cloud share. */
// Mirrors: staging/src/k8s.io/cloud-provider/options/kubecloudshared.go#KubeCloudSharedOptions
export class KubeCloudSharedOptions {
  readonly config: KubeCloudSharedConfiguration;

  readonly cloudProvider = new CloudProviderOptions(new CloudProviderConfiguration());

  // Mirrors: staging/src/k8s.io/cloud-provider/options/kubecloudshared.go#NewKubeCloudSharedOptions
  constructor(config: KubeCloudSharedConfiguration) {
    this.config = config;
  }

  // Mirrors: staging/src/k8s.io/cloud-provider/options/kubecloudshared.go#KubeCloudSharedOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    this.cloudProvider.addFlags(flags);
    flags.stringVar(
      pointerTo(o, 'externalCloudVolumePlugin'),
      'external-cloud-volume-plugin',
      o.externalCloudVolumePlugin,
      'The plugin to use when cloud provider is set to external. Can be empty, should only be set when cloud-provider is external. Currently used to allow node and volume controllers to work for in tree cloud providers.',
    );
    flags.boolVar(
      pointerTo(o, 'useServiceAccountCredentials'),
      'use-service-account-credentials',
      o.useServiceAccountCredentials,
      'If true, use individual service account credentials for each controller.',
    );
    flags.boolVar(
      pointerTo(o, 'allowUntaggedCloud'),
      'allow-untagged-cloud',
      false,
      'Allow the cluster to run without the cluster-id on cloud instances. This is a legacy mode of operation and a cluster-id will be required in the future.',
    );
    flags.markDeprecated(
      'allow-untagged-cloud',
      'This flag is deprecated and will be removed in a future release. A cluster-id will be required on cloud instances.',
    );
    flags.durationVar(
      pointerTo(o, 'routeReconciliationPeriod'),
      'route-reconciliation-period',
      o.routeReconciliationPeriod,
      'The period for reconciling routes created for Nodes by cloud provider.',
    );
    flags.durationVar(
      pointerTo(o, 'nodeMonitorPeriod'),
      'node-monitor-period',
      o.nodeMonitorPeriod,
      'The period for syncing NodeStatus in NodeController.',
    );
    flags.stringVar(
      pointerTo(o, 'clusterName'),
      'cluster-name',
      o.clusterName,
      'The instance prefix for the cluster.',
    );
    flags.stringVar(
      pointerTo(o, 'clusterCIDR'),
      'cluster-cidr',
      o.clusterCIDR,
      'CIDR Range for Pods in cluster. Requires --allocate-node-cidrs to be true',
    );
    flags.boolVar(
      pointerTo(o, 'allocateNodeCIDRs'),
      'allocate-node-cidrs',
      false,
      'Should CIDRs for Pods be allocated and set on the cloud provider.',
    );
    flags.stringVar(
      pointerTo(o, 'cidrAllocatorType'),
      'cidr-allocator-type',
      'RangeAllocator',
      'Type of CIDR allocator to use',
    );
    flags.boolVar(
      pointerTo(o, 'configureCloudRoutes'),
      'configure-cloud-routes',
      true,
      'Should CIDRs allocated by allocate-node-cidrs be configured on the cloud provider.',
    );
    flags.durationVar(
      pointerTo(o, 'nodeSyncPeriod'),
      'node-sync-period',
      0,
      "This flag is deprecated and will be removed in future releases. See node-monitor-period for Node health checking or route-reconciliation-period for cloud provider's route configuration settings.",
    );
    flags.markDeprecated('node-sync-period', 'This flag is currently no-op and will be deleted.');
  }

  // Mirrors: staging/src/k8s.io/cloud-provider/options/kubecloudshared.go#KubeCloudSharedOptions.ApplyTo
  applyTo(config: KubeCloudSharedConfiguration): void {
    this.cloudProvider.applyTo(config.cloudProvider);
    config.externalCloudVolumePlugin = this.config.externalCloudVolumePlugin;
    config.useServiceAccountCredentials = this.config.useServiceAccountCredentials;
    config.allowUntaggedCloud = this.config.allowUntaggedCloud;
    config.routeReconciliationPeriod = this.config.routeReconciliationPeriod;
    config.nodeMonitorPeriod = this.config.nodeMonitorPeriod;
    config.clusterName = this.config.clusterName;
    config.clusterCIDR = this.config.clusterCIDR;
    config.allocateNodeCIDRs = this.config.allocateNodeCIDRs;
    config.cidrAllocatorType = this.config.cidrAllocatorType;
    config.configureCloudRoutes = this.config.configureCloudRoutes;
    config.nodeSyncPeriod = this.config.nodeSyncPeriod;
  }

  // Mirrors: staging/src/k8s.io/cloud-provider/options/kubecloudshared.go#KubeCloudSharedOptions.Validate
  validate(): Error[] {
    return this.cloudProvider.validate();
  }
}
