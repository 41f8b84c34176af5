import type { Mux } from '../../apiserver/pkg/server/healthz/healthz.ts';
import { plainHandler } from '../../../../../../go/http.ts';
import { type OS, packageVariable } from '../../../../../../go/os.ts';
import type { Result } from '../../../../../../go/result.ts';
import { quote } from '../../../../../../go/strconv.ts';

/** A value that is to be seen under a name. */
// Mirrors: staging/src/k8s.io/component-base/configz/configz.go#Config
export class Config {
  #val: unknown;

  // Mirrors: staging/src/k8s.io/component-base/configz/configz.go#Config.Set
  set(val: unknown): void {
    this.#val = val;
  }

  // Mirrors: staging/src/k8s.io/component-base/configz/configz.go#Config.MarshalJSON
  toJSON(): unknown {
    return this.#val;
  }
}

// Mirrors: staging/src/k8s.io/component-base/configz/configz.go#configs
const configs = packageVariable(() => new Map<string, Config>());

/** Shows `/configz`: every value of the program, by name. */
// Mirrors: staging/src/k8s.io/component-base/configz/configz.go#InstallHandler
export function installHandler(os: OS, mux: Mux): void {
  mux.handle(
    '/configz',
    plainHandler((w) => {
      w.header.set('Content-Type', 'application/json');
      w.header.set('X-Content-Type-Options', 'nosniff');
      w.write(JSON.stringify(Object.fromEntries([...configs(os)].sort(([a], [b]) => (a < b ? -1 : 1)))));
    }),
  );
}

/** A place for a value, observed as `configz`. A name can be taken once. */
// Mirrors: staging/src/k8s.io/component-base/configz/configz.go#New
export function newConfig(os: OS, name: string): Result<Config> {
  if (configs(os).has(name)) return [undefined, new Error(`register config ${quote(name)} twice`)];
  const config = os.sim.observe('configz', name, new Config());
  configs(os).set(name, config);
  return [config, undefined];
}

// Mirrors: staging/src/k8s.io/component-base/configz/configz.go#Delete
export function deleteConfig(os: OS, name: string): void {
  configs(os).delete(name);
}
