import type { Kind, Subresource } from '../registry/kind.ts';
import type { APIResource } from 'kubernetes-types/meta/v1';

/** The part of a resource that discovery tells of. */
export interface Discoverable {
  readonly kind: Kind;
  readonly subresources: ReadonlyMap<string, Subresource>;
}

/** A resource and its subresources. A verb is told of if there is something that answers it. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/installer.go#APIInstaller.registerResourceHandlers
export function apiResourcesOf({ kind, subresources }: Discoverable): APIResource[] {
  const { strategy, resource, shortNames } = kind;
  const common = { singularName: '', namespaced: strategy.namespaceScoped, kind: strategy.gvk.kind };
  const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
  const own: APIResource = {
    ...common,
    name: resource.resource,
    // A kind with a deletion of its own has none for many at once.
    verbs: kind.delete ? verbs.filter((verb) => verb !== 'deletecollection') : verbs,
    ...(shortNames ? { shortNames: [...shortNames] } : {}),
  };
  const status = { ...common, name: `${resource.resource}/status`, verbs: ['get', 'patch', 'update'] };
  const others = [...subresources].map(([name, { get, create, update, gvk }]) => {
    const has = [create && 'create', get && 'get', get && update && 'patch', update && 'update'];
    return {
      ...common,
      ...gvk,
      name: `${resource.resource}/${name}`,
      verbs: has.filter((verb) => verb !== undefined),
    };
  });
  return [own, ...(kind.statusStrategy ? [status] : []), ...others];
}
