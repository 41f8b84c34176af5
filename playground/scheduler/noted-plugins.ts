import { overriding } from '../../src/runtime/observe/overriding.ts';
import type { Handle, Plugin, ScorePlugin } from '../../src/runtime/scheduler/framework/interface.ts';
import { Registry } from '../../src/runtime/scheduler/framework/runtime/registry.ts';

/** The plugins of each profile, and what each gives a node before that is normalized. */
export class NotedPlugins {
  readonly #made = new Map<Handle, Map<string, Plugin>>();
  /** By plugin and node, while it is noted. */
  #raw: Map<string, Map<string, number>> | undefined;

  /** The same plugins, noted as they are made. */
  registry(base: Registry): Registry {
    const noting = new Registry();
    for (const [name, factory] of base.entries()) {
      noting.register(name, (args, handle) => {
        const [plugin, err] = factory(args, handle);
        if (err) return [undefined, err];
        const noted = 'score' in plugin ? this.#noting(name, plugin as ScorePlugin) : plugin;
        const made = this.#made.get(handle) ?? new Map<string, Plugin>();
        this.#made.set(handle, made.set(name, noted));
        return [noted, undefined];
      });
    }
    return noting;
  }

  /** Of the profile that has this handle. */
  of(handle: Handle, name: string): Plugin | undefined {
    return this.#made.get(handle)?.get(name);
  }

  /** What each plugin gives each node while `score` runs. */
  rawOf<T>(score: () => T): {
    readonly result: T;
    readonly raw: ReadonlyMap<string, ReadonlyMap<string, number>>;
  } {
    const raw = (this.#raw = new Map<string, Map<string, number>>());
    const result = score();
    this.#raw = undefined;
    return { result, raw };
  }

  #noting(name: string, plugin: ScorePlugin): Plugin {
    return overriding<ScorePlugin>(plugin, {
      score: (state, pod, nodeName) => {
        const given = plugin.score(state, pod, nodeName);
        if (this.#raw) {
          const of = this.#raw.get(name) ?? new Map<string, number>();
          this.#raw.set(name, of.set(nodeName, given[0]));
        }
        return given;
      },
    });
  }
}
