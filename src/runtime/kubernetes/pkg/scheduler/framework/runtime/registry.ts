import type { Result } from '../../../../../go/result.ts';
import type { Handle, Plugin } from '../interface.ts';

/** Makes a plugin. The arguments are those of the profile, else the default ones; undefined for a plugin without any. */
// Mirrors: pkg/scheduler/framework/runtime/registry.go#PluginFactory
export type PluginFactory = (configuration: object | undefined, handle: Handle) => Result<Plugin>;

/** All plugins that a profile may name. */
// Mirrors: pkg/scheduler/framework/runtime/registry.go#Registry
export class Registry {
  readonly #factories = new Map<string, PluginFactory>();

  constructor(factories: Readonly<Record<string, PluginFactory>> = {}) {
    for (const [name, factory] of Object.entries(factories)) this.#factories.set(name, factory);
  }

  // Mirrors: pkg/scheduler/framework/runtime/registry.go#Registry.Register
  register(name: string, factory: PluginFactory): Error | undefined {
    if (this.#factories.has(name)) return new Error(`a plugin named ${name} already exists`);
    this.#factories.set(name, factory);
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/runtime/registry.go#Registry.Unregister
  unregister(name: string): Error | undefined {
    return this.#factories.delete(name) ? undefined : new Error(`no plugin named ${name} exists`);
  }

  // Mirrors: pkg/scheduler/framework/runtime/registry.go#Registry.Merge
  merge(other: Registry): Error | undefined {
    for (const [name, factory] of other.entries()) {
      const err = this.register(name, factory);
      if (err) return err;
    }
    return undefined;
  }

  has(name: string): boolean {
    return this.#factories.has(name);
  }

  entries(): Iterable<[string, PluginFactory]> {
    return this.#factories.entries();
  }
}
