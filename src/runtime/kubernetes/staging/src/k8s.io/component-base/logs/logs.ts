import { second } from '../../../../../../go/duration.ts';
import { type OS, packageVariable } from '../../../../../../go/os.ts';
import { newPointer } from '../../../../../../go/pointer.ts';
import { forever } from '../../apimachinery/pkg/util/wait/wait.ts';
import { klog } from '../../../../../vendor/k8s.io/klog/v2/klog.ts';
import { commandLine, type Flag, type FlagSet } from '../../../../../vendor/github.com/spf13/pflag/flag.ts';

// Mirrors: staging/src/k8s.io/component-base/logs/logs.go#logFlushFreqFlagName
const logFlushFreqFlagName = 'log-flush-frequency';

/** How often the log is written out. The flag is declared for the whole program. */
// Mirrors: staging/src/k8s.io/component-base/logs/logs.go#logFlushFreq
const logFlushFreq = packageVariable((os) => {
  const frequency = newPointer(0);
  const usage = 'Maximum number of seconds between log flushes';
  commandLine(os).durationVar(frequency, logFlushFreqFlagName, 5 * second, usage);
  return frequency;
});

// Mirrors: staging/src/k8s.io/component-base/logs/logs.go#AddFlags
export function addFlags(os: OS, flags: FlagSet): void {
  logFlushFreq(os);
  flags.addFlag(commandLine(os).lookup(logFlushFreqFlagName) as Flag);
}

/**
 * Starts to write out the log now and then. How often is asked here and not again: in a program that parses its flags
 * later, as kube-controller-manager does, the flag comes too late.
 */
// Mirrors: staging/src/k8s.io/component-base/logs/logs.go#InitLogs
export function initLogs(os: OS): void {
  const log = klog(os);
  const flush = function* () {
    log.flush();
  };
  os.sim.go('log flush', forever(os.sim, flush, logFlushFreq(os).value));
}

/** Writes out what is left. */
// Mirrors: staging/src/k8s.io/component-base/logs/logs.go#FlushLogs
export function flushLogs(os: OS): void {
  klog(os).flush();
}
