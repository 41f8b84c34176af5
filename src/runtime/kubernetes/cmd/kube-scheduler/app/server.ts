import { Command } from '../../../vendor/github.com/spf13/cobra/command.ts';
import { flushLogs, initLogs } from '../../../staging/src/k8s.io/component-base/logs/logs.ts';
import {
  printFlags,
  wordSepNormalizeFunc,
} from '../../../staging/src/k8s.io/component-base/cli/flag/flags.ts';
import { noWords, useSections } from '../../../staging/src/k8s.io/component-base/cli/flag/sectioned-help.ts';
import { addGlobalFlags } from '../../../staging/src/k8s.io/component-base/cli/globalflag/globalflags.ts';
import {
  addFlags,
  printAndExitIfRequested,
} from '../../../staging/src/k8s.io/component-base/version/verflag/verflag.ts';
import type { OS } from '../../../../go/os.ts';
import { globalRand } from '../../../../go/rand.ts';
import type { Result } from '../../../../go/result.ts';
import { commandLine } from '../../../vendor/github.com/spf13/pflag/flag.ts';
import { type Context, background, withCancel } from '../../../../sim/context.ts';
import type { Blocking } from '../../../../sim/process.ts';
import { Options } from './options/options.ts';

/** What the command does once its flags are read. Upstream has one of it; a plane may show less. */
export interface SchedulerProgram<T> {
  /** Validates, makes the configuration, completes it, and builds the scheduler. */
  setup(ctx: Context, opts: Options): Blocking<Result<T>>;
  /** Ends only with an error: nothing that a signal would close is given to it. */
  run(ctx: Context, made: T): Blocking<Error | undefined>;
}

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

// Mirrors: cmd/kube-scheduler/app/server.go#NewSchedulerCommand
const long = `The Kubernetes scheduler is a control plane process which assigns
Pods to Nodes. The scheduler determines which Nodes are valid placements for
each Pod in the scheduling queue according to constraints and available
resources. The scheduler then ranks each valid Node and binds the Pod to a
suitable Node. Multiple different schedulers may be used within a cluster;
kube-scheduler is the reference implementation.
See [scheduling](https://kubernetes.io/docs/concepts/scheduling-eviction/)
for more information about scheduling and the kube-scheduler component.`;

/** Like the controller-manager's, but that what is run is made by a helper before it runs. */
// Mirrors: cmd/kube-scheduler/app/server.go#NewSchedulerCommand
export function newSchedulerCommand<T>(os: OS, program: SchedulerProgram<T>): Command {
  const opts = os.sim.observe('scheduler-options', os.name, new Options(os));
  const command = new Command(os, {
    use: 'kube-scheduler',
    long,
    *run(cmd) {
      const error = yield* runCommand(cmd, opts, program);
      if (error === undefined) return;
      os.stderr.write(`${error.message}\n`);
      yield* os.exit(1, error.message);
    },
    args: noWords,
  });
  const sets = opts.flags();
  addFlags(os, sets.flagSet('global'));
  addGlobalFlags(os, sets.flagSet('global'), command.name());
  useSections(command, sets);
  return os.sim.observe('command', os.name, command);
}

// Mirrors: cmd/kube-scheduler/app/server.go#runCommand
function* runCommand<T>(
  cmd: Command,
  opts: Options,
  { setup, run }: SchedulerProgram<T>,
): Blocking<Error | undefined> {
  yield* printAndExitIfRequested(cmd.os);
  printFlags(cmd.os, cmd.flags());
  const [ctx, cancel] = withCancel(background);
  const [made, err] = yield* setup(ctx, opts);
  if (err) return err;
  const failed = yield* run(ctx, made);
  cancel();
  return failed;
}
