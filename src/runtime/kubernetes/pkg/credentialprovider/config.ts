import { isMap } from '../../../go/map.ts';
import type { Result } from '../../../go/result.ts';
import { decodeBase64 } from '../../staging/src/k8s.io/apimachinery/pkg/runtime/base64.ts';

/** Who somebody is at a registry. */
// Mirrors: pkg/credentialprovider/config.go#DockerConfigEntry
export interface DockerConfigEntry {
  readonly username: string;
  readonly password: string;
}

/** By registry, or by a part of one. */
// Mirrors: pkg/credentialprovider/config.go#DockerConfig
export type DockerConfig = Readonly<Record<string, DockerConfigEntry>>;

/** Reads what docker keeps in a file: names and passwords, plain or both in base64 as `auth`. */
// Part of: pkg/credentialprovider/config.go#DockerConfigEntry.UnmarshalJSON
export function readDockerConfig(value: unknown): Result<DockerConfig> {
  if (!isMap(value))
    return [undefined, new Error('json: cannot unmarshal into Go value of type DockerConfig')];
  const config: Record<string, DockerConfigEntry> = {};
  for (const [registry, entry] of Object.entries(value)) {
    const { username = '', password = '', auth = '' } = isMap(entry) ? (entry as Entry) : {};
    const [decoded, err] =
      auth === '' ? [{ username, password }, undefined] : decodeDockerConfigFieldAuth(auth);
    if (err) return [undefined, err];
    config[registry] = decoded;
  }
  return [config, undefined];
}

type Entry = Readonly<Partial<Record<'username' | 'password' | 'auth', string>>>;

// Mirrors: pkg/credentialprovider/config.go#decodeDockerConfigFieldAuth
function decodeDockerConfigFieldAuth(field: string): Result<DockerConfigEntry> {
  const decoded = decodeBase64(field);
  const [username = '', ...password] = (decoded ?? '').split(':');
  if (password.length === 0) {
    const text = 'unable to parse auth field, must be formatted as base64(username:password)';
    return [undefined, new Error(text)];
  }
  return [{ username, password: password.join(':') }, undefined];
}
