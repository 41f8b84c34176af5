import { newAggregate } from '../../../apimachinery/pkg/util/errors/errors.ts';
import type { OS } from '../../../../../../../go/os.ts';
import type { Result } from '../../../../../../../go/result.ts';
import { quote } from '../../../../../../../go/strconv.ts';
import { klog } from '../../../../../../vendor/k8s.io/klog/v2/klog.ts';
import { type Config, inClusterConfig } from '../../rest/config.ts';

/** What stands in a kubeconfig file, as far as it is used here. */
// Mirrors: staging/src/k8s.io/client-go/tools/clientcmd/api/v1/types.go#Config
interface KubeConfig {
  readonly 'current-context'?: string;
  readonly contexts?: readonly Named<'context', { readonly cluster?: string; readonly user?: string }>[];
  readonly clusters?: readonly Named<'cluster', Cluster>[];
  readonly users?: readonly Named<'user', AuthInfo>[];
}

type Named<K extends string, T> = { readonly name: string } & { readonly [key in K]?: T };

// Mirrors: staging/src/k8s.io/client-go/tools/clientcmd/api/v1/types.go#Cluster
interface Cluster {
  readonly server?: string;
  readonly 'certificate-authority'?: string;
  readonly 'tls-server-name'?: string;
}

// Mirrors: staging/src/k8s.io/client-go/tools/clientcmd/api/v1/types.go#AuthInfo
interface AuthInfo {
  readonly token?: string;
  readonly username?: string;
  readonly 'client-certificate'?: string;
  readonly 'client-key'?: string;
}

// Mirrors: staging/src/k8s.io/client-go/tools/clientcmd/validation.go#ErrEmptyConfig
const errEmptyConfig = new Error(
  'no configuration has been provided, try setting KUBERNETES_MASTER environment variable',
);

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

/** A kubeconfig file. It must be written as JSON, which is YAML too. */
// Mirrors: staging/src/k8s.io/client-go/tools/clientcmd/loader.go#ClientConfigLoadingRules.Load
function load(os: OS, path: string): Result<KubeConfig> {
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

// Mirrors: staging/src/k8s.io/client-go/tools/clientcmd/validation.go#validateClusterInfo
function validateClusterInfo(os: OS, name: string, cluster: Cluster): Error[] {
  if (Object.values(cluster).every((value) => !value)) return [errEmptyConfig];
  const errors: Error[] = [];
  if (!cluster.server)
    errors.push(
      new Error(
        name === '' ? 'default cluster has no server defined' : `no server found for cluster ${quote(name)}`,
      ),
    );
  const ca = cluster['certificate-authority'];
  if (ca && !os.files.has(ca))
    errors.push(
      new Error(
        `unable to read certificate-authority ${ca} for ${name} due to open ${ca}: no such file or directory`,
      ),
    );
  return errors;
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
