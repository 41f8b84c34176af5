import type { Container, ResourceFieldSelector } from 'kubernetes-types/core/v1';
import type { Result } from '../../../../../go/result.ts';
import {
  type Quantity,
  mustParse,
  newQuantity,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import type { Pod } from '../../objects.ts';
import { isHugePageResourceName } from '../../../apis/core/v1/helper/helpers.ts';

/** Amounts by the name of their resource. */
export type Quantities = Map<string, Quantity>;

/**
 * What a pod asks for, and what it may have at most: all containers together, or one init container if that is more, and
 * what the pod itself costs. The latter adds to limits that there are; it makes none.
 */
// Mirrors: pkg/api/v1/resource/helpers.go#PodRequestsAndLimits
export function podRequestsAndLimits({ spec }: Pod): {
  readonly reqs: Quantities;
  readonly limits: Quantities;
} {
  const reqs: Quantities = new Map();
  const limits: Quantities = new Map();
  for (const { resources } of spec.containers) {
    addResourceList(reqs, resources?.requests);
    addResourceList(limits, resources?.limits);
  }
  for (const { resources } of spec.initContainers ?? []) {
    maxResourceList(reqs, resources?.requests);
    maxResourceList(limits, resources?.limits);
  }
  addResourceList(reqs, spec.overhead);
  for (const [name, quantity] of Object.entries(spec.overhead ?? {})) {
    const value = limits.get(name);
    if (value && !value.isZero()) limits.set(name, value.add(mustParse(quantity)));
  }
  return { reqs, limits };
}

type ResourceList = Readonly<Record<string, string>> | undefined;

// Mirrors: pkg/api/v1/resource/helpers.go#addResourceList
function addResourceList(list: Quantities, newList: ResourceList): void {
  for (const [name, text] of Object.entries(newList ?? {})) {
    const [quantity, value] = [mustParse(text), list.get(name)];
    list.set(name, value ? value.add(quantity) : quantity);
  }
}

// Mirrors: pkg/api/v1/resource/helpers.go#maxResourceList
function maxResourceList(list: Quantities, newList: ResourceList): void {
  for (const [name, text] of Object.entries(newList ?? {})) {
    const [quantity, value] = [mustParse(text), list.get(name)];
    if (!value || quantity.cmp(value) > 0) list.set(name, quantity);
  }
}

/**
 * How much of one resource a pod asks for: all containers together, or one init container if that is more, and what the pod itself
 * costs where it asks for anything at all.
 */
// Mirrors: pkg/api/v1/resource/helpers.go#GetResourceRequestQuantity
export function getResourceRequestQuantity({ spec }: Pod, resourceName: string): Quantity {
  const binary = ['memory', 'storage', 'ephemeral-storage'].includes(resourceName);
  let requestQuantity = newQuantity(0, binary ? 'BinarySI' : 'DecimalSI');
  for (const { resources } of spec.containers) {
    const rQuantity = resources?.requests?.[resourceName];
    if (rQuantity !== undefined) requestQuantity = requestQuantity.add(mustParse(rQuantity));
  }
  for (const { resources } of spec.initContainers ?? []) {
    const rQuantity = resources?.requests?.[resourceName];
    if (rQuantity !== undefined && requestQuantity.cmp(mustParse(rQuantity)) < 0)
      requestQuantity = mustParse(rQuantity);
  }
  const podOverhead = spec.overhead?.[resourceName];
  if (podOverhead === undefined || requestQuantity.isZero()) return requestQuantity;
  return requestQuantity.add(mustParse(podOverhead));
}

/** The same as a number: of processors in thousandths, of pods one. */
// Mirrors: pkg/api/v1/resource/helpers.go#GetResourceRequest
export function getResourceRequest(pod: Pod, resource: string): number {
  if (resource === 'pods') return 1;
  const requestQuantity = getResourceRequestQuantity(pod, resource);
  return resource === 'cpu' ? requestQuantity.milliValue() : requestQuantity.value();
}

// Mirrors: pkg/api/v1/resource/helpers.go#ExtractResourceValueByContainerName
export function extractResourceValueByContainerName(
  fs: ResourceFieldSelector,
  pod: Pod,
  containerName: string,
): Result<string> {
  const [container, err] = findContainerInPod(pod, containerName);
  return err ? [undefined, err] : extractContainerResourceValue(fs, container);
}

/** How often a divisor goes into what a container asks for or may have at most, and a part counts as a whole. */
// Mirrors: pkg/api/v1/resource/helpers.go#ExtractContainerResourceValue
export function extractContainerResourceValue(
  { divisor: given = '0', resource }: ResourceFieldSelector,
  { resources }: Container,
): Result<string> {
  const divisor = mustParse(mustParse(given).isZero() ? '1' : given);
  const [, list, name] = /^(limits|requests)\.(.*)$/su.exec(resource) ?? [];
  const known = name !== undefined && (extractable.has(name) || isHugePageResourceName(name));
  if (!known) return [undefined, new Error(`unsupported container resource : ${resource}`)];
  const quantity = mustParse(resources?.[list as 'limits' | 'requests']?.[name] ?? '0');
  const count =
    name === 'cpu' ? quantity.milliValue() / divisor.milliValue() : quantity.value() / divisor.value();
  return [String(Math.ceil(count)), undefined];
}

const extractable: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

// Mirrors: pkg/api/v1/resource/helpers.go#findContainerInPod
function findContainerInPod({ spec }: Pod, containerName: string): Result<Container> {
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  const container = containers.find(({ name }) => name === containerName);
  return container ? [container, undefined] : [undefined, new Error(`container ${containerName} not found`)];
}

/** A container that may have at most all that a node has, of what it sets no limit for. */
// Mirrors: pkg/api/v1/resource/helpers.go#MergeContainerResourceLimits
export function mergeContainerResourceLimits(container: Container, allocatable: ResourceList): Container {
  const limits = { ...container.resources?.limits };
  for (const resource of extractable) {
    const cap = allocatable?.[resource];
    if (cap !== undefined && mustParse(limits[resource] ?? '0').isZero()) limits[resource] = cap;
  }
  return { ...container, resources: { ...container.resources, limits } };
}
