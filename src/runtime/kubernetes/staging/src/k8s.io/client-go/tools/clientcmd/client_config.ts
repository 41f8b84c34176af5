import { newAggregate } from '../../../apimachinery/pkg/util/errors/errors.ts';
import type { OS } from '../../../../../../../go/os.ts';
import type { Result } from '../../../../../../../go/result.ts';
import { klog } from '../../../../../../vendor/k8s.io/klog/v2/klog.ts';
import { type Config, inClusterConfig } from '../../rest/config.ts';
import type { KubeConfig } from './api/v1/types.ts';
import { validateClusterInfo } from './validation.ts';
import { load } from './loader.ts';

/**
 * How to reach the API server. Without flags, as a pod of the cluster would; if that fails, by the default rules, which
 * know no file here, and so fail too. With a kubeconfig file by what it says; an address overrules the one in the file.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/clientcmd/client_config.go#BuildConfigFromFlags
export function buildConfigFromFlags(os: OS, masterUrl: string, kubeconfigPath: string): Result<Config> {
  if (kubeconfigPath === '' && masterUrl === '') {
    const log = klog(os);
    log.warning(
      'Neither --kubeconfig nor --master was specified.  Using the inClusterConfig.  This might not work.',
    );
    const [config, error] = inClusterConfig(os);
    if (error === undefined) return [config, undefined];
    log.warning(`error creating inClusterConfig, falling back to default config: ${error.message}`);
  }
  const [file, missing] = load(os, kubeconfigPath);
  if (missing) return [undefined, missing];
  return clientConfig(os, file, masterUrl);
}

// Mirrors: staging/src/k8s.io/client-go/tools/clientcmd/client_config.go#DirectClientConfig.ClientConfig
function clientConfig(os: OS, config: KubeConfig, masterUrl: string): Result<Config> {
  const contextName = config['current-context'] ?? '';
  const context = config.contexts?.find(({ name }) => name === contextName)?.context;
  const { cluster: clusterName = '', user = '' } = context ?? {};
  const authInfo = config.users?.find(({ name }) => name === user)?.user ?? {};
  const inFile = config.clusters?.find(({ name }) => name === clusterName)?.cluster ?? {};
  const cluster = masterUrl === '' ? inFile : { ...inFile, server: masterUrl, 'tls-server-name': '' };
  const errors: Error[] = [];
  if (contextName !== '' && context === undefined)
    errors.push(new Error(`context was not found for specified context: ${contextName}`));
  errors.push(...validateClusterInfo(os, clusterName, cluster));
  if (errors.length > 0)
    return [undefined, new Error(`invalid configuration: ${newAggregate(errors)?.message}`)];
  const host = cluster.server ?? '';
  const base = { transport: os.dial(host), userAgent: os.name, host };
  // Credentials go only where nobody listens in.
  if (!host.startsWith('https://')) return [base, undefined];
  return [
    {
      ...base,
      ...(authInfo.token ? { bearerToken: authInfo.token } : {}),
      ...(authInfo.username ? { username: authInfo.username } : {}),
      ...(authInfo['client-certificate'] ? { certFile: authInfo['client-certificate'] } : {}),
      ...(authInfo['client-key'] ? { keyFile: authInfo['client-key'] } : {}),
      ...(cluster['certificate-authority'] ? { caFile: cluster['certificate-authority'] } : {}),
      ...(cluster['tls-server-name'] ? { serverName: cluster['tls-server-name'] } : {}),
    },
    undefined,
  ];
}

/**
 * What a configuration proves to the server who asks with.
 * Ours: for readers, who should see the kind and never the secret.
 */
export function credentialsKind({ bearerToken, bearerTokenFile, certFile, username }: Config): string {
  if (bearerTokenFile) return `service account token from ${bearerTokenFile}`;
  if (bearerToken) return 'bearer token';
  if (certFile) return 'client certificate';
  return username ? 'username and password' : 'none';
}
