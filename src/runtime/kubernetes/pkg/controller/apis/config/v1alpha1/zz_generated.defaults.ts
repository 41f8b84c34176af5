import { setDefaultsKubeCloudSharedConfiguration } from '../../../../../staging/src/k8s.io/cloud-provider/config/v1alpha1/defaults.ts';
import type { KubeControllerManagerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';
import { setDefaultsKubeControllerManagerConfiguration } from './defaults.ts';

/** Fills in what is unset, here and in what it holds. */
// Mirrors: pkg/controller/apis/config/v1alpha1/zz_generated.defaults.go#SetObjectDefaults_KubeControllerManagerConfiguration
export function setObjectDefaultsKubeControllerManagerConfiguration(
  config: KubeControllerManagerConfiguration,
): void {
  setDefaultsKubeControllerManagerConfiguration(config);
  setDefaultsKubeCloudSharedConfiguration(config.kubeCloudShared);
}
