import type { NodeIPAMControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/nodeipam/config/v1alpha1/defaults.go#RecommendedDefaultNodeIPAMControllerConfiguration
export function recommendedDefaultNodeIPAMControllerConfiguration(
  _obj: NodeIPAMControllerConfiguration,
): void {}
