import { newAggregate } from '../../apimachinery/pkg/util/errors/errors.ts';
import { SecureServingOptionsWithLoopback } from '../../apiserver/pkg/server/options/serving_with_loopback.ts';
import type { SecureServingInfo } from '../../apiserver/pkg/server/secure_serving.ts';
import { Command } from '../../cobra/command.ts';
import { printFlags, wordSepNormalizeFunc } from '../../component-base/cli/flag/flags.ts';
import { NamedFlagSets } from '../../component-base/cli/flag/sectioned.ts';
import { noWords, useSections } from '../../component-base/cli/flag/sectioned-help.ts';
import { addGlobalFlags } from '../../component-base/cli/globalflag/globalflags.ts';
import { bindLeaderElectionFlags } from '../../component-base/config/options/leaderelectionconfig.ts';
import { LeaderElectionConfiguration } from '../../component-base/config/types.ts';
import { addFlags, printAndExitIfRequested } from '../../component-base/version/verflag/verflag.ts';
import type { OS } from '../../go/os.ts';
import { newPointer } from '../../go/pointer.ts';
import type { Parsed } from '../../go/strconv.ts';
import { globalRand } from '../../go/rand.ts';
import { flushLogs, initLogs } from '../../component-base/logs/logs.ts';
import { commandLine } from '../../pflag/flag.ts';
import type { Blocking } from '../../sim/process.ts';

/**
 * What the command line of the scheduler says, as far as its set-up is shown here.
 * Mirrors: cmd/kube-scheduler/app/options/options.go#Options
 */
class Options {
  readonly secureServing: SecureServingOptionsWithLoopback;
  readonly leaderElection = new LeaderElectionConfiguration();

  constructor(os: OS) {
    this.secureServing = new SecureServingOptionsWithLoopback(os);
    this.secureServing.bindPort = 10259;
    this.secureServing.serverCert.certDirectory = '';
    Object.assign(this.leaderElection, {
      leaderElect: true,
      leaseDuration: 15_000,
      renewDeadline: 10_000,
      retryPeriod: 2_000,
      resourceLock: 'leases',
      resourceName: 'kube-scheduler',
      resourceNamespace: 'kube-system',
    });
  }

  flags(): NamedFlagSets {
    const sets = new NamedFlagSets();
    this.secureServing.addFlags(sets.flagSet('secure serving'));
    bindLeaderElectionFlags(this.leaderElection, sets.flagSet('leader election'));
    return sets;
  }
}

/** What the scheduler runs with. */
export interface CompletedScheduler {
  readonly leaderElection: LeaderElectionConfiguration;
  readonly secureServing: SecureServingInfo | undefined;
}

/** Ends only with an error: it is given nothing that a signal would close. */
export type RunScheduler = (scheduler: CompletedScheduler) => Blocking<Error | undefined>;

/**
 * The scheduler's normaliser is set on the flags of the whole program. The command has flags of its own, and those of
 * the program join them without it: an underscore stays unknown.
 * Mirrors: cmd/kube-scheduler/scheduler.go#main
 */
export function* main(os: OS, run: RunScheduler): Blocking<never> {
  globalRand(os).seed(os.sim.random.uint32());
  const command = newSchedulerCommand(os, run);
  commandLine(os).setNormalizeFunc(wordSepNormalizeFunc);
  initLogs(os);
  const error = yield* command.execute();
  flushLogs(os);
  return yield* os.exit(error ? 1 : 0, error?.message);
}

/**
 * Like the controller-manager's, but that what is run is made by a helper before it runs.
 * Mirrors: cmd/kube-scheduler/app/server.go#NewSchedulerCommand
 */
export function newSchedulerCommand(os: OS, run: RunScheduler): Command {
  const opts = new Options(os);
  const command = new Command(os, {
    use: 'kube-scheduler',
    long: 'Assigns pods to nodes: finds the nodes that may run a pod, ranks them, and binds the pod to the best.',
    *run(cmd) {
      const error = yield* runCommand(cmd, opts, run);
      if (error === undefined) return;
      os.stderr.write(`${error.message}\n`);
      yield* os.exit(1);
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
function* runCommand(cmd: Command, opts: Options, run: RunScheduler): Blocking<Error | undefined> {
  yield* printAndExitIfRequested(cmd.os);
  printFlags(cmd.os, cmd.flags());
  const [scheduler, error] = setup(opts);
  return error ?? (yield* run(scheduler as CompletedScheduler));
}

/**
 * Validates, makes the configuration, completes it, and builds the scheduler, in that order.
 * Mirrors: cmd/kube-scheduler/app/server.go#Setup
 */
function setup(opts: Options): Parsed<CompletedScheduler> {
  const wrong = newAggregate(opts.secureServing.validate());
  if (wrong) return [undefined, wrong];
  const info = newPointer<SecureServingInfo | undefined>(undefined);
  const error =
    opts.secureServing.maybeDefaultWithSelfSignedCerts('localhost', ['127.0.0.1']) ??
    opts.secureServing.applyToWithLoopback(info, newPointer(undefined));
  if (error) return [undefined, error];
  return [{ leaderElection: opts.leaderElection, secureServing: info.value }, undefined];
}
