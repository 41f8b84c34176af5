import { parseCIDR } from '../../../../../go/net.ts';
import { pointerTo } from '../../../../../go/pointer.ts';
import { copyStruct } from '../../../../../go/struct.ts';
import type { PersistentVolumeBinderControllerConfiguration } from '../../../../pkg/controller/volume/persistentvolume/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/persistentvolumebindercontroller.go#PersistentVolumeBinderControllerOptions
export class PersistentVolumeBinderControllerOptions {
  readonly config: PersistentVolumeBinderControllerConfiguration;

  constructor(config: PersistentVolumeBinderControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/persistentvolumebindercontroller.go#PersistentVolumeBinderControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.durationVar(
      pointerTo(o, 'pvClaimBinderSyncPeriod'),
      'pvclaimbinder-sync-period',
      o.pvClaimBinderSyncPeriod,
      'The period for syncing persistent volumes and persistent volume claims',
    );
    flags.stringVar(
      pointerTo(o.volumeConfiguration.persistentVolumeRecyclerConfiguration, 'podTemplateFilePathNFS'),
      'pv-recycler-pod-template-filepath-nfs',
      o.volumeConfiguration.persistentVolumeRecyclerConfiguration.podTemplateFilePathNFS,
      'The file path to a pod definition used as a template for NFS persistent volume recycling',
    );
    flags.int32Var(
      pointerTo(o.volumeConfiguration.persistentVolumeRecyclerConfiguration, 'minimumTimeoutNFS'),
      'pv-recycler-minimum-timeout-nfs',
      o.volumeConfiguration.persistentVolumeRecyclerConfiguration.minimumTimeoutNFS,
      'The minimum ActiveDeadlineSeconds to use for an NFS Recycler pod',
    );
    flags.int32Var(
      pointerTo(o.volumeConfiguration.persistentVolumeRecyclerConfiguration, 'incrementTimeoutNFS'),
      'pv-recycler-increment-timeout-nfs',
      o.volumeConfiguration.persistentVolumeRecyclerConfiguration.incrementTimeoutNFS,
      'the increment of time added per Gi to ActiveDeadlineSeconds for an NFS scrubber pod',
    );
    flags.stringVar(
      pointerTo(o.volumeConfiguration.persistentVolumeRecyclerConfiguration, 'podTemplateFilePathHostPath'),
      'pv-recycler-pod-template-filepath-hostpath',
      o.volumeConfiguration.persistentVolumeRecyclerConfiguration.podTemplateFilePathHostPath,
      'The file path to a pod definition used as a template for HostPath persistent volume recycling. This is for development and testing only and will not work in a multi-node cluster.',
    );
    flags.int32Var(
      pointerTo(o.volumeConfiguration.persistentVolumeRecyclerConfiguration, 'minimumTimeoutHostPath'),
      'pv-recycler-minimum-timeout-hostpath',
      o.volumeConfiguration.persistentVolumeRecyclerConfiguration.minimumTimeoutHostPath,
      'The minimum ActiveDeadlineSeconds to use for a HostPath Recycler pod.  This is for development and testing only and will not work in a multi-node cluster.',
    );
    flags.int32Var(
      pointerTo(o.volumeConfiguration.persistentVolumeRecyclerConfiguration, 'incrementTimeoutHostPath'),
      'pv-recycler-timeout-increment-hostpath',
      o.volumeConfiguration.persistentVolumeRecyclerConfiguration.incrementTimeoutHostPath,
      'the increment of time added per Gi to ActiveDeadlineSeconds for a HostPath scrubber pod.  This is for development and testing only and will not work in a multi-node cluster.',
    );
    flags.boolVar(
      pointerTo(o.volumeConfiguration, 'enableHostPathProvisioning'),
      'enable-hostpath-provisioner',
      o.volumeConfiguration.enableHostPathProvisioning,
      "Enable HostPath PV provisioning when running without a cloud provider. This allows testing and development of provisioning features.  HostPath provisioning is not supported in any way, won't work in a multi-node cluster, and should not be used for anything other than testing or development.",
    );
    flags.boolVar(
      pointerTo(o.volumeConfiguration, 'enableDynamicProvisioning'),
      'enable-dynamic-provisioning',
      o.volumeConfiguration.enableDynamicProvisioning,
      'Enable dynamic provisioning for environments that support it.',
    );
    flags.stringVar(
      pointerTo(o.volumeConfiguration, 'flexVolumePluginDir'),
      'flex-volume-plugin-dir',
      o.volumeConfiguration.flexVolumePluginDir,
      'Full path of the directory in which the flex volume plugin should search for additional third party volume plugins.',
    );
    flags.stringSliceVar(
      pointerTo(o, 'volumeHostCIDRDenylist'),
      'volume-host-cidr-denylist',
      o.volumeHostCIDRDenylist,
      'A comma-separated list of CIDR ranges to avoid from volume plugins.',
    );
    flags.boolVar(
      pointerTo(o, 'volumeHostAllowLocalLoopback'),
      'volume-host-allow-local-loopback',
      o.volumeHostAllowLocalLoopback,
      'If false, deny local loopback IPs in addition to any CIDR ranges in --volume-host-cidr-denylist',
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/persistentvolumebindercontroller.go#PersistentVolumeBinderControllerOptions.ApplyTo
  applyTo(config: PersistentVolumeBinderControllerConfiguration): void {
    config.pvClaimBinderSyncPeriod = this.config.pvClaimBinderSyncPeriod;
    copyStruct(config.volumeConfiguration, this.config.volumeConfiguration);
    config.volumeHostCIDRDenylist = this.config.volumeHostCIDRDenylist;
    config.volumeHostAllowLocalLoopback = this.config.volumeHostAllowLocalLoopback;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/persistentvolumebindercontroller.go#PersistentVolumeBinderControllerOptions.Validate
  validate(): Error[] {
    const error = parseVolumeHostFilters(this.config.volumeHostCIDRDenylist);
    if (error === undefined) return [];
    return [new Error(`Bad --volume-host-ip-denylist/--volume-host-allow-local-loopback ${error.message}`)];
  }
}

/** Whether the list holds networks alone. What upstream makes of them, nothing here dials. */
// Mirrors: cmd/kube-controller-manager/app/options/persistentvolumebindercontroller.go#ParseVolumeHostFilters
function parseVolumeHostFilters(denylist: readonly string[]): Error | undefined {
  for (const text of denylist) {
    const [, error] = parseCIDR(text);
    if (error) return new Error(`failed to parse cidr value:"${text}" with error:${error.message}`);
  }
  return undefined;
}
