import type { Authorizer } from '../authorizer/interfaces.ts';

/** Allows all to members of these groups. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/authorization/authorizerfactory/builtin.go#NewPrivilegedGroups
export function newPrivilegedGroups(...groups: readonly string[]): Authorizer {
  return {
    name: `groups ${groups.join(', ')}`,
    // Mirrors: staging/src/k8s.io/apiserver/pkg/authorization/authorizerfactory/builtin.go#privilegedGroupAuthorizer.Authorize
    authorize({ user }) {
      if (user === undefined) return ['no opinion', 'Error', new Error('no user on request.')];
      return [user.groups.some((group) => groups.includes(group)) ? 'allow' : 'no opinion', '', undefined];
    },
  };
}
