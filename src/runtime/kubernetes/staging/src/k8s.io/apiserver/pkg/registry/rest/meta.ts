import type { Draft, KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import type { Sim } from '../../../../../../../../sim/sim.ts';
import type { RequestContext } from '../../storage/interfaces.ts';

/** Gives a new object its creation time and its uid. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/rest/meta.go#FillObjectMetaSystemFields
export function fillObjectMetaSystemFields(sim: Sim, object: Draft<KubeObject>): void {
  object.metadata.creationTimestamp = sim.timestamp();
  object.metadata.uid = sim.random.uuid();
  delete object.metadata.selfLink;
}

/** True if the object is in the namespace of the request; one without namespace is put there. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/rest/meta.go#ValidNamespace
export function validNamespace(ctx: RequestContext, object: Draft<KubeObject>): boolean {
  object.metadata.namespace ||= ctx.namespace;
  return object.metadata.namespace === ctx.namespace;
}
