import type { Result } from '../../../../../../../../go/result.ts';
import { quote } from '../../../../../../../../go/strconv.ts';
import type { Authorizer } from '../authorizer/interfaces.ts';

/** Allows these paths to everybody. One with an asterisk at its end stands for all that begin so. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/authorization/path/path.go#NewAuthorizer
export function newAuthorizer(alwaysAllowPaths: readonly string[]): Result<Authorizer> {
  const prefixes: string[] = [];
  const paths = new Set<string>();
  for (const each of alwaysAllowPaths) {
    const path = each.replace(/^\//, '');
    if (path.slice(0, -1).includes('*'))
      return [undefined, new Error(`only trailing * allowed in ${quote(path)}`)];
    if (path.endsWith('*')) prefixes.push(path.slice(0, -1));
    else paths.add(path);
  }
  const authorizer: Authorizer = {
    name: `paths ${alwaysAllowPaths.join(', ')}`,
    authorize({ isResourceRequest, path }) {
      const asked = path.replace(/^\//, '');
      const allowed = paths.has(asked) || prefixes.some((prefix) => asked.startsWith(prefix));
      return [!isResourceRequest && allowed ? 'allow' : 'no opinion', '', undefined];
    },
  };
  return [authorizer, undefined];
}
