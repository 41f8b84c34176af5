import { Command } from '../../../vendor/github.com/spf13/cobra/command.ts';
import { printFlags } from '../../../staging/src/k8s.io/component-base/cli/flag/flags.ts';
import { noWords, useSections } from '../../../staging/src/k8s.io/component-base/cli/flag/sectioned-help.ts';
import { addGlobalFlags } from '../../../staging/src/k8s.io/component-base/cli/globalflag/globalflags.ts';
import {
  addFlags,
  printAndExitIfRequested,
} from '../../../staging/src/k8s.io/component-base/version/verflag/verflag.ts';
import { type Stop, neverStop } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { OS } from '../../../../go/os.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { CompletedConfig } from './config/config.ts';
import { registerLegacyGlobalFlags } from './flags_providers.ts';
import { newKubeControllerManagerOptions } from './options/options.ts';

/** What a controller-manager runs, and what it knows. Upstream has one of each; a reader may bring their own. */
export interface ControllerManager {
  readonly knownControllers: readonly string[];
  readonly controllersDisabledByDefault: readonly string[];
  /** Ends only with an error. */
  run(config: CompletedConfig, stop: Stop): Blocking<Error | undefined>;
}

// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#NewControllerManagerCommand
const long = `The Kubernetes controller manager is a daemon that embeds
the core control loops shipped with Kubernetes. In applications of robotics and
automation, a control loop is a non-terminating loop that regulates the state of
the system. In Kubernetes, a controller is a control loop that watches the shared
state of the cluster through the apiserver and makes changes attempting to move the
current state towards the desired state. Examples of controllers that ship with
Kubernetes today are the replication controller, endpoints controller, namespace
controller, and serviceaccounts controller.`;

/** The command: default options, their flags in sections, what its help looks like, and what to do. Nothing runs yet. */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#NewControllerManagerCommand
export function newControllerManagerCommand(os: OS, manager: ControllerManager): Command {
  const { knownControllers, controllersDisabledByDefault } = manager; // Go: none
  const s = os.sim.observe('options', os.name, newKubeControllerManagerOptions(os));

  const command = new Command(os, {
    use: 'kube-controller-manager',
    long,
    persistentPreRunE: () => {
      // Here upstream silences the warnings of the API server about deprecated kinds, of which ours gives none.
      return undefined;
    },
    *run(cmd) {
      yield* printAndExitIfRequested(os);
      printFlags(os, cmd.flags());

      const [c, refused] = s.config(knownControllers);
      if (refused) {
        os.stderr.write(`${refused.message}\n`);
        return yield* os.exit(1, refused.message);
      }
      const failed = yield* manager.run(c.complete(), neverStop);
      if (failed) {
        os.stderr.write(`${failed.message}\n`);
        return yield* os.exit(1, failed.message);
      }
    },
    args: noWords,
  });

  const sets = s.flags(knownControllers, controllersDisabledByDefault);
  addFlags(os, sets.flagSet('global'));
  addGlobalFlags(os, sets.flagSet('global'), command.name());
  registerLegacyGlobalFlags(sets);
  useSections(command, sets);
  return os.sim.observe('command', os.name, command);
}
