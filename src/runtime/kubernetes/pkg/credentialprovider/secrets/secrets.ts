import type { Secret } from 'kubernetes-types/core/v1';
import type { Result } from '../../../../go/result.ts';
import { decodeBase64 } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/base64.ts';
import { type DockerConfig, readDockerConfig } from '../config.ts';
import { BasicDockerKeyring, type DockerKeyring, unionDockerKeyring } from '../keyring.ts';

/** What some secrets hold for registries, before what the node has anyway. */
// Mirrors: pkg/credentialprovider/secrets/secrets.go#MakeDockerKeyring
export function makeDockerKeyring(
  passedSecrets: readonly Secret[],
  defaultKeyring: DockerKeyring,
): Result<DockerKeyring> {
  const passedCredentials: DockerConfig[] = [];
  for (const { type, data = {} } of passedSecrets) {
    const isJSON = type === 'kubernetes.io/dockerconfigjson' && Boolean(data['.dockerconfigjson']);
    const isPlain = type === 'kubernetes.io/dockercfg' && Boolean(data['.dockercfg']);
    if (!isJSON && !isPlain) continue;
    const [config, err] = readConfig((isJSON ? data['.dockerconfigjson'] : data['.dockercfg']) ?? '', isJSON);
    if (err) return [undefined, err];
    passedCredentials.push(config);
  }
  if (passedCredentials.length === 0) return [defaultKeyring, undefined];
  const basicKeyring = new BasicDockerKeyring();
  for (const currCredentials of passedCredentials) basicKeyring.add(currCredentials);
  return [unionDockerKeyring(basicKeyring, defaultKeyring), undefined];
}

// Part of: pkg/credentialprovider/secrets/secrets.go#MakeDockerKeyring
function readConfig(data: string, isJSON: boolean): Result<DockerConfig> {
  try {
    const value = JSON.parse(decodeBase64(data) ?? '') as { readonly auths?: unknown };
    return readDockerConfig(isJSON ? (value.auths ?? {}) : value);
  } catch (error) {
    return [undefined, error as Error];
  }
}
