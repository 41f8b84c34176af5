import type { DeleteOptions } from 'kubernetes-types/meta/v1';
import {
  type StatusError,
  newForbidden,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type {
  KubeObject,
  PriorityClass,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { systemPriorityClasses } from '../../../../apis/scheduling/v1/helpers.ts';
import type { Store } from '../../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.ts';
import type { RequestContext } from '../../../../../staging/src/k8s.io/apiserver/pkg/storage/interfaces.ts';
import type { Result } from '../../../../../../go/result.ts';
import type { Sim } from '../../../../../../sim/sim.ts';

/** Deletes a class, unless it is one of the system's. */
// Mirrors: pkg/registry/scheduling/priorityclass/storage/storage.go#REST.Delete
export function deletePriorityClass(
  _sim: Sim,
  store: Store<PriorityClass>,
  ctx: RequestContext,
  name: string,
  options: DeleteOptions,
): Result<KubeObject, StatusError> {
  if (systemPriorityClasses.some(({ metadata }) => metadata.name === name)) {
    const why = new Error('this is a system priority class and cannot be deleted');
    return [undefined, newForbidden(store.resource, name, why)];
  }
  return store.delete(ctx, name, options);
}
