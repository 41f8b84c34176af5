import { CheckStatus, type Checker, type CheckResult } from '@stryker-mutator/api/check';
import type { Mutant, StrykerOptions } from '@stryker-mutator/api/core';
import { PluginKind, commonTokens, declareClassPlugin, tokens } from '@stryker-mutator/api/plugin';
import { keyOf, mutantOf } from './mutant-scores.ts';

/** Options beyond Stryker's own. */
export interface SamplerOptions {
  /** Keys of the mutants to run. */
  readonly drawn: readonly string[];
}

/** Stryker itself has no samples. Before a mutant runs it asks a checker whether it compiles: those that were not drawn do not. */
class Sampler implements Checker {
  static inject = tokens(commonTokens.options);
  readonly #drawn: ReadonlySet<string>;

  constructor(options: StrykerOptions) {
    this.#drawn = new Set((options as StrykerOptions & SamplerOptions).drawn);
  }

  async init(): Promise<void> {}

  async group(mutants: Mutant[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    const verdict = (mutant: Mutant): CheckResult =>
      this.#drawn.has(keyOf(mutantOf(mutant, 0)))
        ? { status: CheckStatus.Passed }
        : { status: CheckStatus.CompileError, reason: 'not in the sample' };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, verdict(mutant)]));
  }
}

/** By this name Stryker finds what a module adds to it. */
export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sampler', Sampler)];

/** By this name Stryker finds which options a module knows. */
export const strykerValidationSchema = { properties: { drawn: { type: 'array' } } };
