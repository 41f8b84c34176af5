import type { OS } from '../../../../../../../go/os.ts';
import type { Result } from '../../../../../../../go/result.ts';
import type { KubeConfig } from './api/v1/types.ts';

/** A kubeconfig file. It must be written as JSON, which is YAML too. */
// Mirrors: staging/src/k8s.io/client-go/tools/clientcmd/loader.go#ClientConfigLoadingRules.Load
export function load(os: OS, path: string): Result<KubeConfig> {
  if (path === '') return [{}, undefined];
  const text = os.files.get(path);
  if (text === undefined) return [undefined, new Error(`stat ${path}: no such file or directory`)];
  try {
    return [JSON.parse(text) as KubeConfig, undefined];
  } catch (error) {
    const why = error instanceof Error ? error.message : 'no JSON';
    return [undefined, new Error(`error loading config file "${path}": ${why}`)];
  }
}
