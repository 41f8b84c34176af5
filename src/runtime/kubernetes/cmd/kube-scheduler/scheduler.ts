import type { OS } from '../../../go/os.ts';
import { globalRand } from '../../../go/rand.ts';
import { type SchedulerProgram, newSchedulerCommand } from './app/server.ts';
import { commandLine } from '../../vendor/github.com/spf13/pflag/flag.ts';
import { wordSepNormalizeFunc } from '../../staging/src/k8s.io/component-base/cli/flag/flags.ts';
import { flushLogs, initLogs } from '../../staging/src/k8s.io/component-base/logs/logs.ts';
import type { Blocking } from '../../../sim/process.ts';

/**
 * The scheduler's normaliser is set on the flags of the whole program. The command has flags of its own, and those of
 * the program join them without it: an underscore stays unknown.
 */
// Mirrors: cmd/kube-scheduler/scheduler.go#main
export function* main<T>(os: OS, program: SchedulerProgram<T>): Blocking<never> {
  globalRand(os).seed(os.sim.random.uint32());
  const command = newSchedulerCommand(os, program);
  commandLine(os).setNormalizeFunc(wordSepNormalizeFunc);
  initLogs(os);
  const error = yield* command.execute();
  flushLogs(os);
  return yield* os.exit(error ? 1 : 0, error?.message);
}
