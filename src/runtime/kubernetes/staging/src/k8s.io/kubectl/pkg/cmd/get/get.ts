import type { OS } from '../../../../../../../../go/os.ts';
import { newPointer } from '../../../../../../../../go/pointer.ts';
import type { ConfigFlags } from '../util/ask.ts';
import { type Ask, target } from '../util/ask.ts';
import type { KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import { Command } from '../../../../../../../vendor/github.com/spf13/cobra/command.ts';
import { rangeArgs } from '../../../../../../../vendor/github.com/spf13/cobra/args.ts';

// Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/get/get.go#NewCmdGet
export function newCmdGet(os: OS, config: ConfigFlags, ask: Ask): Command {
  const output = newPointer('');
  const command = new Command(os, {
    use: 'get TYPE [NAME]',
    short: 'Display one or many resources',
    suggestFor: ['list', 'ps'],
    args: rangeArgs(1, 2),
    *runE(cmd, [type = '', name]) {
      const where = target(type, config);
      const [answer, error] = yield* ask(name ? { verb: 'get', ...where, name } : { verb: 'list', ...where });
      if (error) return error;
      const { items } = answer as { readonly items?: readonly KubeObject[] };
      const prefix = output.value === 'name' ? `${where.resource}/` : '';
      const found = items ?? (answer ? [answer] : []);
      if (found.length === 0)
        cmd.errOrStderr().write(`No resources found in ${config.namespace} namespace.\n`);
      const lines = found.map(({ metadata }) => `${prefix}${metadata?.name}\n`);
      if (lines.length > 0) cmd.outOrStdout().write((prefix === '' ? 'NAME\n' : '') + lines.join(''));
      return undefined;
    },
  });
  command
    .flags()
    .stringVarP(output, 'output', 'o', '', 'How to print what is found; `name` prints names alone.');
  return command;
}
