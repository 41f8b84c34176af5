import type { OS } from '../../../../../../../../go/os.ts';
import { Command } from '../../../../../../../vendor/github.com/spf13/cobra/command.ts';
import { get as version } from '../../../../component-base/version/version.ts';

// Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/version/version.go#NewCmdVersion
export function newCmdVersion(os: OS): Command {
  return new Command(os, {
    use: 'version',
    short: 'Print the client version information',
    *run(cmd) {
      cmd.outOrStdout().write(`Client Version: ${version().gitVersion}\n`);
    },
  });
}
