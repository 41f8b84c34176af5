import { bindLeaderElectionFlags } from '../../component-base/config/options/leaderelectionconfig.ts';
import { DebuggingConfiguration } from '../../component-base/config/types.ts';
import type { NamedFlagSets } from '../../component-base/cli/flag/sectioned.ts';
import { pointerTo } from '../../../../../../go/pointer.ts';
import { quote } from '../../../../../../go/strconv.ts';
import { copyStruct } from '../../../../../../go/struct.ts';
import type { GenericControllerManagerConfiguration } from '../config/types.ts';
import { DebuggingOptions } from './debugging.ts';

/** What all controller-managers have: which controllers they run, how they ask, and how they elect a leader. */
// Mirrors: staging/src/k8s.io/controller-manager/options/generic.go#GenericControllerManagerConfigurationOptions
export class GenericControllerManagerConfigurationOptions {
  readonly config: GenericControllerManagerConfiguration;
  readonly debugging: DebuggingOptions;

  // Mirrors: staging/src/k8s.io/controller-manager/options/generic.go#NewGenericControllerManagerConfigurationOptions
  constructor(config: GenericControllerManagerConfiguration) {
    this.config = config; // Go: GenericControllerManagerConfiguration
    const debugging = new DebuggingConfiguration();
    debugging.enableProfiling = true; // Go: Debugging
    this.debugging = new DebuggingOptions(debugging);
  }

  // Mirrors: staging/src/k8s.io/controller-manager/options/generic.go#GenericControllerManagerConfigurationOptions.AddFlags
  addFlags(
    sets: NamedFlagSets,
    allControllers: readonly string[],
    disabledByDefault: readonly string[],
  ): void {
    const o = this.config;
    this.debugging.addFlags(sets.flagSet('debugging'));
    const generic = sets.flagSet('generic');
    generic.durationVar(
      pointerTo(o, 'minResyncPeriod'),
      'min-resync-period',
      o.minResyncPeriod,
      'The resync period in reflectors will be random between MinResyncPeriod and 2*MinResyncPeriod.',
    );
    generic.stringVar(
      pointerTo(o.clientConnection, 'contentType'),
      'kube-api-content-type',
      o.clientConnection.contentType,
      'Content type of requests sent to apiserver.',
    );
    generic.float32Var(
      pointerTo(o.clientConnection, 'qps'),
      'kube-api-qps',
      o.clientConnection.qps,
      'QPS to use while talking with kubernetes apiserver.',
    );
    generic.int32Var(
      pointerTo(o.clientConnection, 'burst'),
      'kube-api-burst',
      o.clientConnection.burst,
      'Burst to use while talking with kubernetes apiserver.',
    );
    generic.durationVar(
      pointerTo(o, 'controllerStartInterval'),
      'controller-start-interval',
      o.controllerStartInterval,
      'Interval between starting controller managers.',
    );
    generic.stringSliceVar(
      pointerTo(o, 'controllers'),
      'controllers',
      o.controllers,
      `A list of controllers to enable. '*' enables all on-by-default controllers, 'foo' enables the controller named 'foo', '-foo' disables the controller named 'foo'.\nAll controllers: ${allControllers.join(', ')}\nDisabled-by-default controllers: ${disabledByDefault.join(', ')}`,
    );
    bindLeaderElectionFlags(o.leaderElection, generic);
  }

  // Mirrors: staging/src/k8s.io/controller-manager/options/generic.go#GenericControllerManagerConfigurationOptions.ApplyTo
  applyTo(config: GenericControllerManagerConfiguration): void {
    const o = this.config;
    this.debugging.applyTo(config.debugging);
    config.port = o.port;
    config.address = o.address;
    config.minResyncPeriod = o.minResyncPeriod;
    copyStruct(config.clientConnection, o.clientConnection);
    config.controllerStartInterval = o.controllerStartInterval;
    copyStruct(config.leaderElection, o.leaderElection);
    config.controllers = o.controllers;
  }

  /** Each name must be known. A star stands for all, and a hyphen before a name turns it off. */
  // Mirrors: staging/src/k8s.io/controller-manager/options/generic.go#GenericControllerManagerConfigurationOptions.Validate
  validate(allControllers: readonly string[]): Error[] {
    const errors = this.debugging.validate();
    for (const entry of this.config.controllers) {
      if (entry === '*') continue;
      const controller = entry.replace(/^-/, '');
      if (!allControllers.includes(controller))
        errors.push(new Error(`${quote(controller)} is not in the list of known controllers`));
    }
    return errors;
  }
}
