import { flushLogs, initLogs } from '../../staging/src/k8s.io/component-base/logs/logs.ts';
import type { OS } from '../../../go/os.ts';
import { globalRand } from '../../../go/rand.ts';
import { klog } from '../../vendor/k8s.io/klog/v2/klog.ts';
import type { Blocking } from '../../../sim/process.ts';
import { type ControllerManager, newControllerManagerCommand } from './app/controllermanager.ts';

/**
 * The program. Upstream seeds its random numbers with the time of day, so that no two runs are alike; here the seed comes
 * from that of the run.
 */
// Mirrors: cmd/kube-controller-manager/controller-manager.go#main
export function* main(os: OS, manager: ControllerManager): Blocking<never> {
  // Packages begin before main does: klog starts to write out its files.
  os.sim.go('klog flush', klog(os).flushDaemon()); // Go: none

  globalRand(os).seed(os.sim.random.uint32());

  const command = newControllerManagerCommand(os, manager);

  initLogs(os);
  let error: Error | undefined;
  try {
    error = yield* command.execute();
  } finally {
    flushLogs(os);
  }
  // When main returns, all goroutines end with it.
  return yield* os.exit(error ? 1 : 0, error?.message);
}
