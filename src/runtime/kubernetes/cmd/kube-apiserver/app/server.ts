import { newAggregate } from '../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import type { Stop } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import { setupSignalHandler } from '../../../staging/src/k8s.io/apiserver/pkg/server/signal.ts';
import { Command } from '../../../vendor/github.com/spf13/cobra/command.ts';
import { printFlags } from '../../../staging/src/k8s.io/component-base/cli/flag/flags.ts';
import { noWords, useSections } from '../../../staging/src/k8s.io/component-base/cli/flag/sectioned-help.ts';
import { addGlobalFlags } from '../../../staging/src/k8s.io/component-base/cli/globalflag/globalflags.ts';
import {
  addFlags,
  printAndExitIfRequested,
} from '../../../staging/src/k8s.io/component-base/version/verflag/verflag.ts';
import { get } from '../../../staging/src/k8s.io/component-base/version/version.ts';
import { parseCIDR } from '../../../../go/net.ts';
import type { OS } from '../../../../go/os.ts';
import type { Result } from '../../../../go/result.ts';
import { klog } from '../../../vendor/k8s.io/klog/v2/klog.ts';
import type { Blocking } from '../../../../sim/process.ts';
import { type ServerChain, ServerRunOptions } from './options/options.ts';

/** Options that were completed; nothing but `complete` can make them. */
// Mirrors: cmd/kube-apiserver/app/server.go#completedServerRunOptions
class CompletedServerRunOptions {
  readonly options: ServerRunOptions;

  constructor(options: ServerRunOptions) {
    this.options = options;
  }
}

/** What serves: it is shown the chain, and comes back when the channel closes. */
export type Serve = (chain: ServerChain) => Blocking<void>;

/**
 * The same plan as the controller-manager's, in another order: Complete, then Validate, then Run, which ends when a
 * signal comes. And the command prints its error itself, without its usage.
 */
// Mirrors: cmd/kube-apiserver/app/server.go#NewAPIServerCommand
export function newAPIServerCommand(os: OS, serve: Serve): Command {
  const s = new ServerRunOptions(os);
  const command = new Command(os, {
    use: 'kube-apiserver',
    long: 'Serves the API of the cluster over REST: the one way to the state that all components share.',
    silenceUsage: true,
    *runE(cmd) {
      yield* printAndExitIfRequested(os);
      printFlags(os, cmd.flags());
      if (s.insecurePort !== 0)
        return new Error(`invalid port value ${s.insecurePort}: only zero is allowed`);
      const [completed, incomplete] = complete(s);
      if (incomplete) return incomplete;
      const errors = completed.options.validate();
      if (errors.length > 0) return newAggregate(errors);
      return yield* run(completed, setupSignalHandler(os), serve);
    },
    args: noWords,
  });
  const sets = s.flags();
  addFlags(os, sets.flagSet('global'));
  addGlobalFlags(os, sets.flagSet('global'), command.name());
  useSections(command, sets);
  return os.sim.observe('command', os.name, command);
}

/**
 * Fills in what follows from the rest: addresses, the range for services, a certificate, the name of the host. Upstream
 * also completes what signs tokens, the sizes of watch caches, and which APIs are on.
 */
// Mirrors: cmd/kube-apiserver/app/server.go#Complete
export function complete(s: ServerRunOptions): Result<CompletedServerRunOptions> {
  const { os, secureServing } = s;
  const unspecified = secureServing.bindAddress === '0.0.0.0' || secureServing.bindAddress === '::';
  s.advertiseAddress ??= unspecified ? '10.0.0.2' : secureServing.bindAddress;

  const [first = ''] = s.serviceClusterIPRanges.split(',');
  // Go: getServiceIPAndRanges
  const [range, refused] = parseCIDR(first === '' ? '10.0.0.0/24' : first);
  if (refused) return [undefined, new Error('service-cluster-ip-range[0] is not a valid cidr')];
  s.primaryServiceClusterIPRange = range;

  const error = secureServing.maybeDefaultWithSelfSignedCerts(s.advertiseAddress ?? '', []);
  if (error) return [undefined, new Error(`error creating self-signed certificates: ${error.message}`)];

  if (s.externalHost === '') {
    s.externalHost = s.advertiseAddress ?? os.hostname;
    klog(os).info(`external host was not specified, using ${s.externalHost}`);
  }
  return [new CompletedServerRunOptions(os.sim.observe('completed-options', os.name, s)), undefined];
}

// Mirrors: cmd/kube-apiserver/app/server.go#Run
function* run({ options }: CompletedServerRunOptions, stop: Stop, serve: Serve): Blocking<Error | undefined> {
  klog(options.os).info(`Version: ${get().gitVersion}`); // Go: none
  yield* serve({ servers: createServerChain(), stop });
  return undefined;
}

/** Three servers, built from the last to the first, each with the next one for what it does not know. */
// Mirrors: cmd/kube-apiserver/app/server.go#CreateServerChain
function createServerChain(): string[] {
  const apiExtensionsServer = ['apiextensions-apiserver'];
  const kubeAPIServer = ['kube-apiserver', ...apiExtensionsServer];
  return ['kube-aggregator', ...kubeAPIServer];
}
