import {
  type Clientset,
  newForConfig,
} from '../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { Transport } from '../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import type { Sim } from '../../../src/runtime/sim/sim.ts';

/** A clientset whose requests are answered here and at once. */
export function clientOf(sim: Sim, answer: Partial<Transport>): Clientset {
  const none = (): never => {
    throw new Error('expected no such request');
  };
  return newForConfig(sim, {
    userAgent: 'kubelet',
    qps: -1,
    transport: { do: none, watch: none, ...answer },
  });
}
