import type { OS } from '../../../../../../go/os.ts';
import { klog } from '../../../../../vendor/k8s.io/klog/v2/klog.ts';
import type { Config } from './config.ts';

const folder = '/var/run/secrets/kubernetes.io/serviceaccount';

// Mirrors: staging/src/k8s.io/client-go/rest/config.go#ErrNotInCluster
export const errNotInCluster = new Error(
  'unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined',
);

/**
 * How a container of a pod reaches the API server: by the service's address in its environment, with the token of its
 * service account.
 */
// Mirrors: staging/src/k8s.io/client-go/rest/config.go#InClusterConfig
export function inClusterConfig(os: OS): readonly [Config, undefined] | readonly [undefined, Error] {
  const tokenFile = `${folder}/token`;
  const rootCAFile = `${folder}/ca.crt`;
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '' } = os.env;
  if (host === '' || port === '') return [undefined, errNotInCluster];
  const token = os.files.get(tokenFile);
  if (token === undefined) return [undefined, new Error(`open ${tokenFile}: no such file or directory`)];
  const hasCA = os.files.has(rootCAFile);
  if (!hasCA)
    klog(os).error(
      `Expected to load root CA config from ${rootCAFile}, but got err: open ${rootCAFile}: no such file or directory`,
    );
  const address = `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return [
    {
      transport: os.dial(address),
      userAgent: os.name,
      host: address,
      bearerToken: token,
      bearerTokenFile: tokenFile,
      ...(hasCA ? { caFile: rootCAFile } : {}),
    },
    undefined,
  ];
}
