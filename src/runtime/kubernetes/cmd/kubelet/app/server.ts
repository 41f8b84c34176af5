import type { Stop } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import { setupSignalHandler } from '../../../staging/src/k8s.io/apiserver/pkg/server/signal.ts';
import { defaultMutableFeatureGate } from '../../../staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import { Command } from '../../../vendor/github.com/spf13/cobra/command.ts';
import {
  printFlags,
  wordSepNormalizeFunc,
} from '../../../staging/src/k8s.io/component-base/cli/flag/flags.ts';
import { addGlobalFlags } from '../../../staging/src/k8s.io/component-base/cli/globalflag/globalflags.ts';
import {
  addFlags,
  printAndExitIfRequested,
} from '../../../staging/src/k8s.io/component-base/version/verflag/verflag.ts';
import type { OS } from '../../../../go/os.ts';
import { klog } from '../../../vendor/k8s.io/klog/v2/klog.ts';
import { FlagSet, flagUsagesWrapped } from '../../../vendor/github.com/spf13/pflag/flag.ts';
import { KubeletConfiguration, KubeletFlags } from './options/options.ts';
import type { Blocking } from '../../../../sim/process.ts';

/** What the kubelet does until its channel closes. */
export type RunKubelet = (config: KubeletConfiguration, stop: Stop) => Blocking<Error | undefined>;

/**
 * Cobra leaves the flags alone: a file of the configuration comes between, and flags overrule what it says. So the
 * command reads the line once for the name of the file, loads that, and reads the line again into what was loaded.
 */
// Mirrors: cmd/kubelet/app/server.go#NewKubeletCommand
export function newKubeletCommand(os: OS, run: RunKubelet): Command {
  const flags = new FlagSet('kubelet', 'continue');
  flags.setNormalizeFunc(wordSepNormalizeFunc);
  const kubeletFlags = new KubeletFlags();
  let config = new KubeletConfiguration();
  const log = klog(os);
  const command = new Command(os, {
    use: 'kubelet',
    long: 'Runs on each node, and sees to it that the containers of the pods assigned to the node run and are healthy.',
    disableFlagParsing: true,
    *run(cmd, args) {
      const wrong = flags.parse(args);
      if (wrong) {
        cmd.usage();
        return yield* log.fatal(wrong.message);
      }
      const [word] = flags.args;
      if (word !== undefined) {
        cmd.usage();
        return yield* log.fatal(`unknown command: ${word}`);
      }
      const [help] = flags.getBool('help');
      if (help) return cmd.help();
      yield* printAndExitIfRequested(os);
      printFlags(os, flags);

      const gates = defaultMutableFeatureGate(os);
      let error = gates.setFromMap(new Map(Object.entries(config.featureGates)));
      if (error) return yield* log.fatal(error.message);
      const file = kubeletFlags.kubeletConfigFile;
      if (file !== '') {
        const text = os.files.get(file);
        if (text === undefined)
          return yield* log.fatal(`failed to load Kubelet config file ${file}, error no such file`);
        config = Object.assign(new KubeletConfiguration(), JSON.parse(text));
        error =
          kubeletConfigFlagPrecedence(config, args) ??
          gates.setFromMap(new Map(Object.entries(config.featureGates)));
        if (error) return yield* log.fatal(error.message);
      }
      if (config.maxPods < 0)
        return yield* log.fatal(
          `invalid configuration: maxPods (--max-pods) ${config.maxPods} must not be a negative number`,
        );
      error = yield* run(config, setupSignalHandler(os));
      if (error) return yield* log.fatal(error.message);
    },
  });
  kubeletFlags.addFlags(flags);
  config.addFlags(flags);
  addFlags(os, flags);
  addGlobalFlags(os, flags, command.name());
  const usage = (cmd: Command): string =>
    `Usage:\n  ${cmd.useLine()}\n\nFlags:\n${flagUsagesWrapped(flags, 2)}`;
  command.setUsageFunc((cmd) => {
    cmd.outOrStderr().write(usage(cmd));
    return undefined;
  });
  command.setHelpFunc((cmd) => cmd.outOrStdout().write(`${cmd.long}\n\n${usage(cmd)}`));
  return os.sim.observe('command', os.name, command);
}

/**
 * Reads the command line again, into what a file said; other flags are taken and thrown away. Feature gates of the file
 * stay unless a flag sets the same.
 */
// Mirrors: cmd/kubelet/app/server.go#kubeletConfigFlagPrecedence
function kubeletConfigFlagPrecedence(
  config: KubeletConfiguration,
  args: readonly string[],
): Error | undefined {
  const flags = new FlagSet('', 'continue');
  flags.setNormalizeFunc(wordSepNormalizeFunc);
  flags.parseErrorsWhitelist = { unknownFlags: true };
  new KubeletFlags().addFlags(flags);
  const { featureGates } = config;
  config.addFlags(flags);
  const error = flags.parse(args);
  config.featureGates = { ...featureGates, ...config.featureGates };
  return error;
}
