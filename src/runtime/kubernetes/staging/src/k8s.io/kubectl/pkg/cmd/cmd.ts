import { exactArgs, minimumNArgs, rangeArgs } from '../../../../../../vendor/github.com/spf13/cobra/args.ts';
import { Command } from '../../../../../../vendor/github.com/spf13/cobra/command.ts';
import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import { buildConfigFromFlags } from '../../../client-go/tools/clientcmd/client_config.ts';
import type { APIRequest } from '../../../../../../../wire.ts';
import { warnWordSepNormalizeFunc, wordSepNormalizeFunc } from '../../../component-base/cli/flag/flags.ts';
import { get as version } from '../../../component-base/version/version.ts';
import type { OS } from '../../../../../../../go/os.ts';
import { newPointer, pointerTo } from '../../../../../../../go/pointer.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';

/** What the flags say that all commands share. */
class ConfigFlags {
  namespace = 'default';
  server = '';
  kubeconfig = '';
}

const resources: Readonly<Record<string, string>> = {
  po: 'pods',
  pod: 'pods',
  no: 'nodes',
  node: 'nodes',
  rs: 'replicasets',
  replicaset: 'replicasets',
};

/** Resources that no namespace holds. */
const clusterWide = new Set(['nodes', 'namespaces']);

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

type Request = Omit<APIRequest, 'userAgent'>;
type Ask = (request: Request) => Blocking<readonly [KubeObject | undefined, Error | undefined]>;

function newAsk(os: OS, config: ConfigFlags): Ask {
  return function* (request) {
    const [rest, error] = buildConfigFromFlags(os, config.server, config.kubeconfig);
    if (error) return [undefined, error];
    return yield* rest.transport.do({ ...request, userAgent: rest.userAgent });
  };
}

/** The resource that a word of the line means, and the namespace where it has one. */
function target(word: string, { namespace }: ConfigFlags): { resource: string; namespace?: string } {
  const resource = resources[word] ?? word;
  return clusterWide.has(resource) ? { resource } : { resource, namespace };
}

// Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/get/get.go#NewCmdGet
function newCmdGet(os: OS, config: ConfigFlags, ask: Ask): Command {
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

// Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/delete/delete.go#NewCmdDelete
function newCmdDelete(os: OS, config: ConfigFlags, ask: Ask): Command {
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

// Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/scale/scale.go#NewCmdScale
function newCmdScale(os: OS, config: ConfigFlags, ask: Ask): Command {
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

// Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/version/version.go#NewCmdVersion
function newCmdVersion(os: OS): Command {
  return new Command(os, {
    use: 'version',
    short: 'Print the client version information',
    *run(cmd) {
      cmd.outOrStdout().write(`Client Version: ${version().gitVersion}\n`);
    },
  });
}
