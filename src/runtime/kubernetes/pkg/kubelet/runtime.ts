import type { Sim } from '../../../sim/sim.ts';
import {
  type Aggregate,
  newAggregate,
} from '../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import { errNetworkUnknown } from './errors.ts';

/** Undefined if all is well. */
// Mirrors: pkg/kubelet/runtime.go#healthCheckFnType
export type HealthCheckFnType = () => Error | undefined;

/**
 * What the kubelet knows of its runtime: when it last answered, and what is wrong. While it has an error no pod is looked
 * at, and the node is not ready.
 */
// Mirrors: pkg/kubelet/runtime.go#runtimeState
export class RuntimeState {
  readonly #sim: Sim;
  /** In virtual ms; undefined if it has never answered. */
  #lastBaseRuntimeSync: number | undefined;
  readonly #baseRuntimeSyncThresholdMs: number;
  #networkError: Error | undefined = errNetworkUnknown;
  #runtimeError: Error | undefined;
  #storageError: Error | undefined;
  #cidr = '';
  readonly #healthChecks: { readonly name: string; readonly fn: HealthCheckFnType }[] = [];

  constructor(sim: Sim, baseRuntimeSyncThresholdMs: number) {
    this.#sim = sim;
    this.#baseRuntimeSyncThresholdMs = baseRuntimeSyncThresholdMs;
  }

  // Mirrors: pkg/kubelet/runtime.go#runtimeState.addHealthCheck
  addHealthCheck(name: string, f: HealthCheckFnType): void {
    this.#healthChecks.push({ name, fn: f });
  }

  // Mirrors: pkg/kubelet/runtime.go#runtimeState.setRuntimeSync
  setRuntimeSync(t: number): void {
    this.#lastBaseRuntimeSync = t;
  }

  // Mirrors: pkg/kubelet/runtime.go#runtimeState.setNetworkState
  setNetworkState(err: Error | undefined): void {
    this.#networkError = err;
  }

  // Mirrors: pkg/kubelet/runtime.go#runtimeState.setRuntimeState
  setRuntimeState(err: Error | undefined): void {
    this.#runtimeError = err;
  }

  // Mirrors: pkg/kubelet/runtime.go#runtimeState.setStorageState
  setStorageState(err: Error | undefined): void {
    this.#storageError = err;
  }

  // Mirrors: pkg/kubelet/runtime.go#runtimeState.setPodCIDR
  setPodCIDR(cidr: string): void {
    this.#cidr = cidr;
  }

  // Mirrors: pkg/kubelet/runtime.go#runtimeState.podCIDR
  podCIDR(): string {
    return this.#cidr;
  }

  // Mirrors: pkg/kubelet/runtime.go#runtimeState.runtimeErrors
  runtimeErrors(): Aggregate | undefined {
    const errs: (Error | undefined)[] = [];
    const last = this.#lastBaseRuntimeSync;
    if (last === undefined) errs.push(new Error('container runtime status check may not have completed yet'));
    else if (last + this.#baseRuntimeSyncThresholdMs <= this.#sim.now)
      errs.push(new Error('container runtime is down'));
    for (const { name, fn } of this.#healthChecks) {
      const err = fn();
      if (err) errs.push(new Error(`${name} is not healthy: ${err.message}`));
    }
    return newAggregate([...errs, this.#runtimeError]);
  }

  // Mirrors: pkg/kubelet/runtime.go#runtimeState.networkErrors
  networkErrors(): Aggregate | undefined {
    return newAggregate([this.#networkError]);
  }

  // Mirrors: pkg/kubelet/runtime.go#runtimeState.storageErrors
  storageErrors(): Aggregate | undefined {
    return newAggregate([this.#storageError]);
  }
}

// Mirrors: pkg/kubelet/runtime.go#newRuntimeState
export function newRuntimeState(sim: Sim, runtimeSyncThresholdMs: number): RuntimeState {
  return new RuntimeState(sim, runtimeSyncThresholdMs);
}
