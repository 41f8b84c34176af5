import type { CommandRunner } from '../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import type { Network } from '../../../src/runtime/kubernetes/pkg/kubelet/prober/prober.ts';

const refused = new Error('connection refused');

/** Where nothing can be reached, and no command be run. */
export const noNetwork: Network & CommandRunner = {
  *get() {
    return [undefined, refused];
  },
  *dialTimeout() {
    return refused;
  },
  *runInContainer() {
    return ['', refused];
  },
};
