/** What stands in a kubeconfig file, as far as it is used here. */
// Mirrors: staging/src/k8s.io/client-go/tools/clientcmd/api/v1/types.go#Config
export interface KubeConfig {
  readonly 'current-context'?: string;
  readonly contexts?: readonly Named<'context', { readonly cluster?: string; readonly user?: string }>[];
  readonly clusters?: readonly Named<'cluster', Cluster>[];
  readonly users?: readonly Named<'user', AuthInfo>[];
}

// Mirrors: staging/src/k8s.io/client-go/tools/clientcmd/api/v1/types.go#Cluster
export interface Cluster {
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

export type Named<K extends string, T> = { readonly name: string } & { readonly [key in K]?: T };
