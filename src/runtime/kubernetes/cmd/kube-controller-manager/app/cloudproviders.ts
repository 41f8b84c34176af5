import type { SharedInformerFactory } from '../../../staging/src/k8s.io/client-go/informers/factory.ts';
import type { Interface } from '../../../staging/src/k8s.io/cloud-provider/cloud.ts';
import {
  deprecationWarningForProvider,
  initCloudProvider,
  isExternal,
} from '../../../staging/src/k8s.io/cloud-provider/plugins.ts';
import type { OS } from '../../../../go/os.ts';
import { klog } from '../../../vendor/k8s.io/klog/v2/klog.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { ControllerLoopMode } from './controllermanager.ts';

/** The flags that decide about the cloud. */
export interface CloudOptions {
  readonly cloudProvider: string;
  readonly externalCloudVolumePlugin: string;
  readonly cloudConfigFile: string;
  readonly allowUntaggedCloud: boolean;
}

/**
 * The cloud, if there is one, and whether the loops that need it run in this program. An external cloud has a program of
 * its own, and then this one has a cloud for the sake of volumes at most.
 */
// Mirrors: cmd/kube-controller-manager/app/cloudproviders.go#createCloudProvider
export function* createCloudProvider(
  os: OS,
  { cloudProvider, externalCloudVolumePlugin, cloudConfigFile, allowUntaggedCloud }: CloudOptions,
  sharedInformers: SharedInformerFactory,
): Blocking<[Interface | undefined, ControllerLoopMode, Error | undefined]> {
  let loopMode: ControllerLoopMode;
  let name = cloudProvider;
  if (isExternal(cloudProvider)) {
    loopMode = 'ExternalLoops';
    if (externalCloudVolumePlugin === '') return [undefined, loopMode, undefined];
    name = externalCloudVolumePlugin;
  } else {
    deprecationWarningForProvider(os, cloudProvider);
    loopMode = 'IncludeCloudLoops';
  }
  const [cloud, err] = yield* initCloudProvider(os, name, cloudConfigFile);
  if (err) return [undefined, loopMode, new Error(`cloud provider could not be initialized: ${err.message}`)];

  if (cloud && !cloud.hasClusterID()) {
    if (!allowUntaggedCloud) return [undefined, loopMode, new Error(noClusterID)];
    klog(os).warning(
      'detected a cluster without a ClusterID.  A ClusterID will be required in the future.  Please tag your cluster to avoid any future issues',
    );
  }
  cloud?.setInformers?.(sharedInformers);
  return [cloud, loopMode, undefined];
}

const noClusterID =
  'no ClusterID Found.  A ClusterID is required for the cloud provider to function properly.  ' +
  'This check can be bypassed by setting the allow-untagged-cloud option';
