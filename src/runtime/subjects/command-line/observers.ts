import type { Observers } from '../../stage/observer.ts';
import { observeCommand } from './command.ts';
import { observeScheme } from './defaults.ts';
import { observeFlags } from './flags.ts';
import { observeLog } from './log.ts';
import { observeConfig, observeKubeconfig, observeOptions } from './options.ts';
import { observeRandom } from './process.ts';
import { observeServerOptions } from './server-options.ts';

/** How the command line of a program is watched, from main to Run: each part a table, each step a `startup`. */
export const commandLineObservers: Observers = {
  random: observeRandom,
  log: observeLog,
  scheme: observeScheme,
  options: observeOptions,
  'flag-sets': observeFlags,
  command: observeCommand,
  kubeconfig: observeKubeconfig,
  'completed-options': observeServerOptions,
  config: observeConfig,
};
