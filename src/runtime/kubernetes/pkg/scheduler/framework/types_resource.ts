import { mustParse } from '../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import type { Pod } from '../../api/objects.ts';
import { getNonzeroRequests } from '../util/non_zero.ts';
import { isScalarResourceName } from '../util/utils.ts';

/** Quantities by the name of their resource, as an object has them. */
export type ResourceList = Readonly<Record<string, string>>;

/**
 * Amounts of resources: processor in thousandths, memory and storage in bytes, and the others, by name, in whole ones.
 * Kubernetes counts in 64 bits; here a number counts exactly up to 2^53.
 *
 * Mirrors: pkg/scheduler/framework/types.go#Resource
 */
export class Resource {
  milliCPU = 0;
  memory = 0;
  ephemeralStorage = 0;
  /** How many pods a node takes, kept here because a node says it among its resources. */
  allowedPodNumber = 0;
  /** Made with the first of them: most pods and nodes have none. */
  #scalarResources: Map<string, number> | undefined;

  get scalarResources(): ReadonlyMap<string, number> {
    return this.#scalarResources ?? noScalars;
  }

  // Mirrors: pkg/scheduler/framework/types.go#Resource.Add
  add(rl: ResourceList | undefined): void {
    for (const [rName, rQuant] of Object.entries(rl ?? {})) {
      const quantity = mustParse(rQuant);
      if (rName === 'cpu') this.milliCPU += quantity.milliValue();
      else if (rName === 'memory') this.memory += quantity.value();
      else if (rName === 'pods') this.allowedPodNumber += quantity.value();
      else if (rName === 'ephemeral-storage') this.ephemeralStorage += quantity.value();
      else if (isScalarResourceName(rName)) this.addScalar(rName, quantity.value());
    }
  }

  // Mirrors: pkg/scheduler/framework/types.go#Resource.AddScalar
  addScalar(name: string, quantity: number): void {
    this.#setScalar(name, this.scalar(name) + quantity);
  }

  #setScalar(name: string, quantity: number): void {
    this.#scalarResources ??= new Map();
    this.#scalarResources.set(name, quantity);
  }

  scalar(name: string): number {
    return this.#scalarResources?.get(name) ?? 0;
  }

  /**
   * Raises each amount to what the list has, where that is more.
   *
   * Mirrors: pkg/scheduler/framework/types.go#Resource.SetMaxResource
   */
  setMaxResource(rl: ResourceList | undefined): void {
    for (const [rName, rQuant] of Object.entries(rl ?? {})) {
      const quantity = mustParse(rQuant);
      const value = quantity.value();
      if (rName === 'memory') this.memory = Math.max(this.memory, value);
      else if (rName === 'cpu') this.milliCPU = Math.max(this.milliCPU, quantity.milliValue());
      else if (rName === 'ephemeral-storage') this.ephemeralStorage = Math.max(this.ephemeralStorage, value);
      else if (isScalarResourceName(rName) && value > this.scalar(rName)) this.#setScalar(rName, value);
    }
  }

  /** Adds what another has, or takes it away with a sign of -1. The number of pods is left as it is. */
  sum(other: Resource, sign: 1 | -1): void {
    this.milliCPU += sign * other.milliCPU;
    this.memory += sign * other.memory;
    this.ephemeralStorage += sign * other.ephemeralStorage;
    if (!other.#scalarResources) return;
    for (const [rName, rQuant] of other.#scalarResources) this.addScalar(rName, sign * rQuant);
  }

  // Mirrors: pkg/scheduler/framework/types.go#Resource.Clone
  clone(): Resource {
    const res = new Resource();
    res.milliCPU = this.milliCPU;
    res.memory = this.memory;
    res.allowedPodNumber = this.allowedPodNumber;
    res.ephemeralStorage = this.ephemeralStorage;
    if (this.#scalarResources) res.#scalarResources = new Map(this.#scalarResources);
    return res;
  }
}

const noScalars: ReadonlyMap<string, number> = new Map();

// Mirrors: pkg/scheduler/framework/types.go#NewResource
export function newResource(rl: ResourceList | undefined): Resource {
  const r = new Resource();
  r.add(rl);
  return r;
}

/** What a pod asks for, and what it counts as in scores. */
export interface CalculatedResource {
  readonly res: Resource;
  readonly non0CPU: number;
  readonly non0Mem: number;
}

/**
 * All containers together, or one init container if that is more, and what the pod itself costs.
 *
 * Mirrors: pkg/scheduler/framework/types.go#calculateResource
 */
export function calculateResource({ spec }: Pod): CalculatedResource {
  const res = new Resource();
  let non0CPU = 0;
  let non0Mem = 0;
  for (const c of spec.containers) {
    res.add(c.resources?.requests);
    const [non0CPUReq, non0MemReq] = getNonzeroRequests(c.resources?.requests);
    non0CPU += non0CPUReq;
    non0Mem += non0MemReq;
  }
  for (const ic of spec.initContainers ?? []) {
    res.setMaxResource(ic.resources?.requests);
    const [non0CPUReq, non0MemReq] = getNonzeroRequests(ic.resources?.requests);
    non0CPU = Math.max(non0CPU, non0CPUReq);
    non0Mem = Math.max(non0Mem, non0MemReq);
  }
  const overhead = spec.overhead as ResourceList | undefined;
  if (overhead) {
    res.add(overhead);
    if (overhead.cpu !== undefined) non0CPU += mustParse(overhead.cpu).milliValue();
    if (overhead.memory !== undefined) non0Mem += mustParse(overhead.memory).value();
  }
  return { res, non0CPU, non0Mem };
}
