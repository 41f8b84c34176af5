import { Command } from '../../../../../../vendor/github.com/spf13/cobra/command.ts';
import { warnWordSepNormalizeFunc, wordSepNormalizeFunc } from '../../../component-base/cli/flag/flags.ts';
import { newCmdGet } from './get/get.ts';
import { newCmdDelete } from './delete/delete.ts';
import { newCmdScale } from './scale/scale.ts';
import { newCmdVersion } from './version/version.ts';
import { ConfigFlags, newAsk } from './util/ask.ts';
import type { OS } from '../../../../../../../go/os.ts';
import { newPointer, pointerTo } from '../../../../../../../go/pointer.ts';

/**
 * A small kubectl: enough of a tree to walk in, with commands that ask the API server in earnest. From the moment that the
 * tree has a normaliser, an underscore in a flag is taken for a hyphen, with a word about it in the log.
 */
// Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/cmd.go#NewKubectlCommand
export function newKubectlCommand(os: OS): Command {
  const cmds = new Command(os, {
    use: 'kubectl',
    short: 'kubectl controls the Kubernetes cluster manager',
    long: 'kubectl controls the Kubernetes cluster manager.',
    silenceUsage: true,
    *run(cmd) {
      cmd.help();
    },
  });
  const config = new ConfigFlags();
  const flags = cmds.persistentFlags();
  flags.setNormalizeFunc(wordSepNormalizeFunc);
  flags.stringVarP(
    pointerTo(config, 'namespace'),
    'namespace',
    'n',
    config.namespace,
    'The namespace to ask about.',
  );
  flags.stringVarP(pointerTo(config, 'server'), 'server', 's', '', 'The address of the API server.');
  flags.stringVar(
    pointerTo(config, 'kubeconfig'),
    'kubeconfig',
    '',
    'The file that says how to reach the API server.',
  );
  const answers = newPointer('1m0s');
  flags.stringVar(answers, 'request_timeout', answers.value, 'How long to wait for an answer.');
  cmds.setGlobalNormalizationFunc(warnWordSepNormalizeFunc(os));

  const ask = newAsk(os, config);
  cmds.addCommand(newCmdGet(os, config, ask), newCmdDelete(os, config, ask), newCmdScale(os, config, ask));
  cmds.addCommand(newCmdConfig(os, config), newCmdVersion(os));
  return os.sim.observe('command', os.name, cmds);
}

/** A command that holds others, and does nothing itself. */
function newCmdConfig(os: OS, { kubeconfig }: ConfigFlags): Command {
  const command = new Command(os, { use: 'config SUBCOMMAND', short: 'Modify kubeconfig files' });
  command.addCommand(
    new Command(os, {
      use: 'view',
      short: 'Display the kubeconfig file',
      *run(cmd) {
        cmd.outOrStdout().write(`${os.files.get(kubeconfig) ?? '{}'}\n`);
      },
    }),
  );
  return command;
}
