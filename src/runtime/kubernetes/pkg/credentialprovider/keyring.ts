import { splitHostPort } from '../../../go/net.ts';
import type { AuthConfig } from '../../staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import type { DockerConfig } from './config.ts';

/** Knows what to show to registries. */
// Mirrors: pkg/credentialprovider/keyring.go#DockerKeyring
export interface DockerKeyring {
  /** All that may fit an image, the best first, and whether there is any. */
  lookup(image: string): [creds: readonly AuthConfig[], found: boolean];
}

// Mirrors: pkg/credentialprovider/keyring.go#defaultRegistryHost
const defaultRegistryHost = 'index.docker.io';

/** Credentials by where they are good for. */
// Mirrors: pkg/credentialprovider/keyring.go#BasicDockerKeyring
export class BasicDockerKeyring implements DockerKeyring {
  /** The most specific first. */
  #index: readonly string[] = [];
  readonly #creds = new Map<string, AuthConfig[]>();

  // Mirrors: pkg/credentialprovider/keyring.go#BasicDockerKeyring.Add
  add(cfg: DockerConfig): void {
    for (const [loc, { username, password }] of Object.entries(cfg)) {
      const [, host = '', path = ''] = /^(?:https?:\/\/)?([^/?#]*)([^?#]*)/.exec(loc) ?? [];
      // A version of the registry's interface is no part of a name.
      const effectivePath = /^\/v[12]\//.test(path) ? path.slice(3) : path;
      const key = host + (effectivePath === '/' ? '' : effectivePath);
      this.#creds.set(key, [...(this.#creds.get(key) ?? []), { username, password }]);
    }
    this.#index = [...this.#creds.keys()].sort().reverse();
  }

  // Mirrors: pkg/credentialprovider/keyring.go#BasicDockerKeyring.Lookup
  lookup(image: string): [creds: readonly AuthConfig[], found: boolean] {
    const ret = this.#index.filter((k) => urlsMatch(k, image)).flatMap((k) => this.#creds.get(k) ?? []);
    if (ret.length > 0) return [ret, true];
    const auth = isDefaultRegistryMatch(image) ? this.#creds.get(defaultRegistryHost) : undefined;
    return auth ? [auth, true] : [[], false];
  }
}

/** Whether an image comes from the registry that is asked where no other is named. */
// Mirrors: pkg/credentialprovider/keyring.go#isDefaultRegistryMatch
export function isDefaultRegistryMatch(image: string): boolean {
  const [first = '', ...more] = image.split('/');
  if (first.length === 0) return false;
  if (more.length === 0 || first === 'docker.io' || first === 'index.docker.io') return true;
  return !/[.:]/.test(first);
}

/** Host, by its parts, port and path. */
// Mirrors: pkg/credentialprovider/keyring.go#SplitURL
function splitURL(url: string): {
  readonly parts: readonly string[];
  readonly port: string;
  readonly path: string;
} {
  const [, hostport = '', path = ''] = /^([^/]*)(.*)$/.exec(url) ?? [];
  const [host, port, err] = splitHostPort(hostport);
  return { parts: (err ? hostport : host).split('.'), port: err ? '' : port, path };
}

/** Whether a place, in whose host a `*` may stand for a part or some of it, holds what is asked for. */
// Mirrors: pkg/credentialprovider/keyring.go#URLsMatch
export function urlsMatch(globURL: string, targetURL: string): boolean {
  const [glob, target] = [splitURL(globURL), splitURL(targetURL)];
  if (glob.port !== target.port) return false;
  if (glob.parts.length !== target.parts.length) return false;
  if (!target.path.startsWith(glob.path)) return false;
  return glob.parts.every((globURLPart, k) => matches(globURLPart, target.parts[k] ?? ''));
}

/** As `filepath.Match` does where a pattern has no other signs than `*` and `?`. */
function matches(pattern: string, name: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`).test(name);
}

/** All that several keyrings know. */
// Mirrors: pkg/credentialprovider/keyring.go#UnionDockerKeyring
export function unionDockerKeyring(...keyrings: readonly DockerKeyring[]): DockerKeyring {
  return {
    // Mirrors: pkg/credentialprovider/keyring.go#UnionDockerKeyring.Lookup
    lookup(image) {
      const authConfigs = keyrings.flatMap((subKeyring) => subKeyring.lookup(image)[0]);
      return [authConfigs, authConfigs.length > 0];
    },
  };
}
