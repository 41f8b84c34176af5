import { FeatureGate } from '../../../../component-base/featuregate/feature_gate.ts';
import { defaultKubernetesFeatureGates as kubernetes } from '../../../../../../../pkg/features/kube_features.ts';
import { packageVariable } from '../../../../../../../../go/os.ts';
import { defaultKubernetesFeatureGates as servers } from '../../features/kube_features.ts';

/** The switches of a program. Upstream, each package with features adds its own before main begins. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.go#DefaultMutableFeatureGate
export const defaultMutableFeatureGate = packageVariable((os) => {
  const gate = new FeatureGate(os);
  for (const features of [servers, kubernetes]) {
    const error = gate.add(features);
    if (error) throw error;
  }
  return gate;
});
