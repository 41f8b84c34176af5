import { mustParse } from '../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import type { ResourceList } from '../framework/types.ts';
import { isScalarResourceName } from './utils.ts';

/**
 * What a container that asks for no processor counts as in scores, in thousandths: else all such pods would seem to
 * weigh nothing, and go to the same node.
 */
// Mirrors: pkg/scheduler/util/non_zero.go#DefaultMilliCPURequest
export const defaultMilliCPURequest = 100;

/** The same for memory: 200 MiB in bytes. */
// Mirrors: pkg/scheduler/util/non_zero.go#DefaultMemoryRequest
export const defaultMemoryRequest = 200 * 1024 * 1024;

/** `[thousandths of a processor, bytes of memory]` that a container counts as in scores. */
// Mirrors: pkg/scheduler/util/non_zero.go#GetNonzeroRequests
export function getNonzeroRequests(requests: ResourceList | undefined): [number, number] {
  return [getNonzeroRequestForResource('cpu', requests), getNonzeroRequestForResource('memory', requests)];
}

/** What a container counts as in scores for one resource. A request of zero that is written down stays zero. */
// Mirrors: pkg/scheduler/util/non_zero.go#GetNonzeroRequestForResource
export function getNonzeroRequestForResource(resource: string, requests: ResourceList | undefined): number {
  const quantity = requests?.[resource];
  switch (resource) {
    case 'cpu':
      return quantity === undefined ? defaultMilliCPURequest : mustParse(quantity).milliValue();
    case 'memory':
      return quantity === undefined ? defaultMemoryRequest : mustParse(quantity).value();
    case 'ephemeral-storage':
      return quantity === undefined ? 0 : mustParse(quantity).value();
    default:
      return quantity === undefined || !isScalarResourceName(resource) ? 0 : mustParse(quantity).value();
  }
}
