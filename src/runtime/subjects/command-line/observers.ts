import type { Source } from '../../go/rand.ts';
import type { ServerRunOptions } from '../../kubernetes/cmd/kube-apiserver/app/options/options.ts';
import type { Config } from '../../kubernetes/cmd/kube-controller-manager/app/config/config.ts';
import type { KubeControllerManagerOptions } from '../../kubernetes/cmd/kube-controller-manager/app/options/options.ts';
import type { Scheme } from '../../kubernetes/pkg/controller/apis/config/scheme/scheme.ts';
import type { Config as RestConfig } from '../../kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import type { NamedFlagSets } from '../../kubernetes/staging/src/k8s.io/component-base/cli/flag/sectioned.ts';
import type { Command } from '../../kubernetes/vendor/github.com/spf13/cobra/command.ts';
import type { Logging } from '../../kubernetes/vendor/k8s.io/klog/v2/klog.ts';
import type { Observers } from '../../stage/subject.ts';
import { observeCommand } from './command.ts';
import { observeScheme } from './defaults.ts';
import { observeFlags } from './flags.ts';
import { observeLog } from './log.ts';
import { observeConfig, observeKubeconfig, observeOptions, observeSchedulerOptions } from './options.ts';
import { observeRandom } from './process.ts';
import { observeServerOptions } from './server-options.ts';

/** How the command line of a program is watched, from main to Run: each part a table, each step a `startup`. */
export const commandLineObservers: Observers = {
  random: observeRandom,
  log: observeLog,
  scheme: observeScheme,
  options: observeOptions,
  'scheduler-options': observeSchedulerOptions,
  'flag-sets': observeFlags,
  command: observeCommand,
  kubeconfig: observeKubeconfig,
  'completed-options': observeServerOptions,
  config: observeConfig,
};

declare module '../../sim/observe.ts' {
  interface ObservedMap {
    readonly random: Source;
    readonly log: Logging;
    readonly scheme: Scheme;
    readonly options: KubeControllerManagerOptions;
    readonly 'flag-sets': NamedFlagSets;
    readonly command: Command;
    readonly kubeconfig: RestConfig;
    readonly 'completed-options': ServerRunOptions;
    readonly config: Config;
  }
}
