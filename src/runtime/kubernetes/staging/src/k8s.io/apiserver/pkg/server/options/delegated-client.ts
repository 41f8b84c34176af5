import { type Config, errNotInCluster, inClusterConfig } from '../../../../client-go/rest/config.ts';
import { buildConfigFromFlags } from '../../../../client-go/tools/clientcmd/client_config.ts';
import type { OS } from '../../../../../../../../go/os.ts';
import { klog } from '../../../../../../../vendor/k8s.io/klog/v2/klog.ts';

interface Remote {
  readonly remoteKubeConfigFile: string;
  readonly remoteKubeConfigFileOptional: boolean;
  /** In ms. */
  readonly clientTimeoutMs: number;
}

type Answer = readonly [Config | undefined, Error | undefined];

/**
 * How to ask the API server about those who ask: by the file that is named, else as a pod of the cluster would. Where
 * neither is there and none is needed, nobody can be asked. Upstream has it twice, once for each kind of question.
 */
export function delegatedClient(os: OS, what: string, remote: Remote): Answer {
  const [config, error] =
    remote.remoteKubeConfigFile === ''
      ? inClusterConfig(os)
      : buildConfigFromFlags(os, '', remote.remoteKubeConfigFile);
  if (error === undefined)
    return [{ ...config, qps: 200, burst: 400, timeoutMs: remote.clientTimeoutMs }, undefined];
  if (remote.remoteKubeConfigFile === '' && remote.remoteKubeConfigFileOptional) {
    if (error !== errNotInCluster)
      klog(os).warning(`failed to read in-cluster kubeconfig for delegated ${what}: ${error.message}`);
    return [undefined, undefined];
  }
  return [undefined, new Error(`failed to get delegated ${what} kubeconfig: ${error.message}`)];
}
