/** Who asks. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/authentication/user/user.go#Info
export interface Info {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/authentication/user/user.go#SystemPrivilegedGroup
export const systemPrivilegedGroup = 'system:masters';
// Mirrors: staging/src/k8s.io/apiserver/pkg/authentication/user/user.go#APIServerUser
export const apiServerUser = 'system:apiserver';
// Mirrors: staging/src/k8s.io/apiserver/pkg/authentication/user/user.go#Anonymous
export const anonymous = 'system:anonymous';
// Mirrors: staging/src/k8s.io/apiserver/pkg/authentication/user/user.go#AllUnauthenticated
export const allUnauthenticated = 'system:unauthenticated';
