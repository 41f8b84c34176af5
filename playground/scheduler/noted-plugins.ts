import type { Handle, Plugin } from '../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { Registry } from '../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';

/** The plugins of each profile, so that each can be asked by itself. */
export class NotedPlugins {
  readonly #made = new Map<Handle, Map<string, Plugin>>();

  /** The same plugins, noted as they are made. */
  registry(base: Registry): Registry {
    const noting = new Registry();
    for (const [name, factory] of base.entries()) {
      noting.register(name, (args, handle) => {
        const [plugin, err] = factory(args, handle);
        if (err) return [undefined, err];
        const made = this.#made.get(handle) ?? new Map<string, Plugin>();
        this.#made.set(handle, made.set(name, plugin));
        return [plugin, undefined];
      });
    }
    return noting;
  }

  /** Of the profile that has this handle. */
  of(handle: Handle, name: string): Plugin | undefined {
    return this.#made.get(handle)?.get(name);
  }
}
