import type { OS } from '../../../../../../../../go/os.ts';
import type { ConfigFlags } from '../util/ask.ts';
import { type Ask, target } from '../util/ask.ts';
import { Command } from '../../../../../../../vendor/github.com/spf13/cobra/command.ts';
import { minimumNArgs } from '../../../../../../../vendor/github.com/spf13/cobra/args.ts';

// Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/delete/delete.go#NewCmdDelete
export function newCmdDelete(os: OS, config: ConfigFlags, ask: Ask): Command {
  return new Command(os, {
    use: 'delete TYPE NAME [NAME]',
    short: 'Delete resources by names',
    suggestFor: ['rm'],
    args: minimumNArgs(2),
    *runE(cmd, [type = '', ...names]) {
      for (const name of names) {
        const [, error] = yield* ask({ verb: 'delete', ...target(type, config), name });
        if (error) return error;
        cmd.outOrStdout().write(`${type} "${name}" deleted\n`);
      }
      return undefined;
    },
  });
}
