import { packageVariable } from '../../../../../../go/os.ts';
import { copyStruct } from '../../../../../../go/struct.ts';
import type { KubeControllerManagerConfiguration as Versioned } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';
import type { KubeControllerManagerConfiguration } from '../types.ts';
import { setObjectDefaultsKubeControllerManagerConfiguration } from '../v1alpha1/zz_generated.defaults.ts';

/** Fills in a configuration, and turns it into another form. */
// Mirrors: pkg/controller/apis/config/scheme/scheme.go#Scheme
export class Scheme {
  /** Fills in what is unset, here and in what it holds. */
  default(config: Versioned): void {
    setObjectDefaultsKubeControllerManagerConfiguration(config);
  }

  /** Copies field by field. Upstream's code for it is generated; the fields have the same names on both sides. */
  convert(from: Versioned, to: KubeControllerManagerConfiguration): void {
    copyStruct(to, from);
  }
}

/**
 * Knows how a configuration of version v1alpha1 is filled in, and how it becomes the one that the program works with.
 * Observed as `scheme`.
 */
// Mirrors: pkg/controller/apis/config/scheme/scheme.go#Scheme
export const scheme = packageVariable((os) => os.sim.observe('scheme', os.name, new Scheme()));
