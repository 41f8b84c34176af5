import type { OS } from '../../../../../../../../go/os.ts';
import { newPointer } from '../../../../../../../../go/pointer.ts';
import type { ConfigFlags } from '../util/ask.ts';
import { type Ask, target } from '../util/ask.ts';
import type { KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import { Command } from '../../../../../../../vendor/github.com/spf13/cobra/command.ts';
import { exactArgs } from '../../../../../../../vendor/github.com/spf13/cobra/args.ts';

// Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/scale/scale.go#NewCmdScale
export function newCmdScale(os: OS, config: ConfigFlags, ask: Ask): Command {
  const replicas = newPointer(0);
  const command = new Command(os, {
    use: 'scale --replicas=COUNT TYPE NAME',
    short: 'Set a new size for a ReplicaSet',
    suggestFor: ['resize'],
    args: exactArgs(2),
    *runE(cmd, [type = '', name = '']) {
      const body = { spec: { replicas: replicas.value } } as unknown as KubeObject;
      const patchType = 'application/merge-patch+json';
      const [, error] = yield* ask({ verb: 'patch', ...target(type, config), name, body, patchType });
      if (error) return error;
      cmd.outOrStdout().write(`${type}/${name} scaled\n`);
      return undefined;
    },
  });
  command.flags().intVar(replicas, 'replicas', 0, 'The new size.');
  command.markFlagRequired('replicas');
  return command;
}
