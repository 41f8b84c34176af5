import type { Blocking } from '../../../../sim/process.ts';
import type { Gates } from '../../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import { CodeExitError } from '../../../vendor/k8s.io/utils/exec/exec.ts';
import type { Probed } from '../probe.ts';
import { TimeoutError } from './errors.ts';

/** No more is kept of what a command writes, in characters. */
// Mirrors: pkg/probe/exec/exec.go#maxReadLength
const maxReadLength = 10 * 2 ** 10;

/** Runs a command in a container. Gives what it wrote, and an error if it failed or could not be run. */
export type Command = () => Blocking<[output: string, err: Error | undefined]>;

/** Asks a container how it is by a command. */
// Mirrors: pkg/probe/exec/exec.go#Prober
export interface Prober {
  probe(e: Command): Blocking<Probed>;
}

// Mirrors: pkg/probe/exec/exec.go#New
export function newProber(gates: Gates): Prober {
  return {
    /** A command that fails, or is not done in time, is a failure; one that cannot be run says nothing. */
    // Mirrors: pkg/probe/exec/exec.go#execProber.Probe
    *probe(e) {
      const [output, err] = yield* e();
      const data = output.slice(0, maxReadLength);
      if (!err) return ['success', data, undefined];
      if (err instanceof CodeExitError)
        return [err.exitStatus() === 0 ? 'success' : 'failure', data, undefined];
      if (err instanceof TimeoutError && gates.enabled('ExecProbeTimeout'))
        return ['failure', data, undefined];
      return ['unknown', '', err];
    },
  };
}
