import type { Result } from '../../../../go/result.ts';
import { mustParse } from '../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import { labelSelectorAsSelector } from '../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import type { Selector } from '../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { Node, Pod } from '../../api/objects.ts';
import { getNonzeroRequests } from '../util/non_zero.ts';
import { getNamespacesFromPodAffinityTerm } from '../util/topologies.ts';
import { getPodAffinityTerms, getPodAntiAffinityTerms, isScalarResourceName } from '../util/utils.ts';
import type { PodAffinityTerm, WeightedPodAffinityTerm } from 'kubernetes-types/core/v1';

/** A pod in the queue of the scheduler. Times are in ms of the program's clock. */
// Mirrors: pkg/scheduler/framework/types.go#QueuedPodInfo
export interface QueuedPodInfo {
  pod: Pod;
  /** When it was put into the queue last. */
  timestamp: number;
  /** How often it was tried. */
  attempts: number;
  /** When it was put into the queue for the first time. */
  readonly initialAttemptTimestamp: number;
}

/** A pod, and its terms of affinity read once. */
// Mirrors: pkg/scheduler/framework/types.go#PodInfo
export interface PodInfo {
  readonly pod: Pod;
  readonly requiredAffinityTerms: readonly AffinityTerm[];
  readonly requiredAntiAffinityTerms: readonly AffinityTerm[];
  readonly preferredAffinityTerms: readonly WeightedAffinityTerm[];
  readonly preferredAntiAffinityTerms: readonly WeightedAffinityTerm[];
  /** Why terms could not be read. */
  readonly parseError: Error | undefined;
  /** What it asks for. */
  readonly resource: CalculatedResource;
}

// Mirrors: pkg/scheduler/framework/types.go#AffinityTerm
export interface AffinityTerm {
  readonly namespaces: ReadonlySet<string>;
  readonly selector: Selector;
  readonly topologyKey: string;
}

// Mirrors: pkg/scheduler/framework/types.go#WeightedAffinityTerm
export interface WeightedAffinityTerm extends AffinityTerm {
  readonly weight: number;
}

// Mirrors: pkg/scheduler/framework/types.go#newAffinityTerm
function newAffinityTerm(pod: Pod, term: PodAffinityTerm): Result<AffinityTerm> {
  const [selector, err] = labelSelectorAsSelector(term.labelSelector);
  if (err) return [undefined, err];
  const namespaces = getNamespacesFromPodAffinityTerm(pod, term);
  return [{ namespaces, selector, topologyKey: term.topologyKey }, undefined];
}

// Mirrors: pkg/scheduler/framework/types.go#getAffinityTerms
function getAffinityTerms(pod: Pod, v1Terms: readonly PodAffinityTerm[]): Result<AffinityTerm[]> {
  const terms: AffinityTerm[] = [];
  for (const term of v1Terms) {
    const [parsed, err] = newAffinityTerm(pod, term);
    if (err) return [undefined, err];
    terms.push(parsed);
  }
  return [terms, undefined];
}

// Mirrors: pkg/scheduler/framework/types.go#getWeightedAffinityTerms
function getWeightedAffinityTerms(
  pod: Pod,
  v1Terms: readonly WeightedPodAffinityTerm[],
): Result<WeightedAffinityTerm[]> {
  const terms: WeightedAffinityTerm[] = [];
  for (const { podAffinityTerm, weight } of v1Terms) {
    const [parsed, err] = newAffinityTerm(pod, podAffinityTerm);
    if (err) return [undefined, err];
    terms.push({ ...parsed, weight });
  }
  return [terms, undefined];
}

const none: readonly never[] = [];

/** A pod never changes, so what was read of it stays true; and while it is tried who would have to go, it is read often. */
const known = new WeakMap<Pod, PodInfo>();

// Mirrors: pkg/scheduler/framework/types.go#NewPodInfo
export function newPodInfo(pod: Pod): PodInfo {
  let podInfo = known.get(pod);
  if (!podInfo) {
    podInfo = readPod(pod);
    known.set(pod, podInfo);
  }
  return podInfo;
}

/** Of several errors the last is kept, as upstream keeps it. */
function readPod(pod: Pod): PodInfo {
  const { affinity } = pod.spec;
  let parseError: Error | undefined;
  const kept = <T>([terms, err]: Result<readonly T[]>, field: string): readonly T[] => {
    if (err) parseError = new Error(`${field}: ${err.message}`, { cause: err });
    return terms ?? none;
  };
  const preferred = affinity?.podAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? none;
  const antiPreferred = affinity?.podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? none;
  const required = getAffinityTerms(pod, getPodAffinityTerms(affinity));
  const antiRequired = getAffinityTerms(pod, getPodAntiAffinityTerms(affinity));
  const requiredAffinityTerms = kept(required, 'requiredAffinityTerms');
  const requiredAntiAffinityTerms = kept(antiRequired, 'requiredAntiAffinityTerms');
  const weighted = getWeightedAffinityTerms(pod, preferred);
  const antiWeighted = getWeightedAffinityTerms(pod, antiPreferred);
  const preferredAffinityTerms = kept(weighted, 'preferredAffinityTerms');
  const preferredAntiAffinityTerms = kept(antiWeighted, 'preferredAntiAffinityTerms');
  return {
    pod,
    requiredAffinityTerms,
    requiredAntiAffinityTerms,
    preferredAffinityTerms,
    preferredAntiAffinityTerms,
    parseError,
    resource: calculateResource(pod),
  };
}

/** Quantities by the name of their resource, as an object has them. */
export type ResourceList = Readonly<Record<string, string>>;

/**
 * Amounts of resources: processor in thousandths, memory and storage in bytes, and the others, by name, in whole ones.
 * Kubernetes counts in 64 bits; here a number counts exactly up to 2^53.
 */
// Mirrors: pkg/scheduler/framework/types.go#Resource
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

  // Mirrors: pkg/scheduler/framework/types.go#Resource.SetScalar
  #setScalar(name: string, quantity: number): void {
    this.#scalarResources ??= new Map();
    this.#scalarResources.set(name, quantity);
  }

  scalar(name: string): number {
    return this.#scalarResources?.get(name) ?? 0;
  }

  /** Raises each amount to what the list has, where that is more. */
  // Mirrors: pkg/scheduler/framework/types.go#Resource.SetMaxResource
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

/** All containers together, or one init container if that is more, and what the pod itself costs. */
// Mirrors: pkg/scheduler/framework/types.go#calculateResource
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

/** What is known of an image that is on a node. */
// Mirrors: pkg/scheduler/framework/types.go#ImageStateSummary
export interface ImageStateSummary {
  /** In bytes. */
  readonly size: number;
  /** How many nodes have it. */
  readonly numNodes: number;
}

/** What upstream keeps in a package variable: each cache has its own, so that no run counts on from another. */
// Mirrors: pkg/scheduler/framework/types.go#generation
export class Generations {
  #last = 0;

  /**
   * Grows with each change of any NodeInfo of the cache, so that a node which comes back under its old name is not taken for the
   * one that was copied before.
   */
  // Mirrors: pkg/scheduler/framework/types.go#nextGeneration
  next(): number {
    this.#last++;
    return this.#last;
  }
}

/** A node with the sums over its pods, those included that are assumed to be on their way to it. */
// Mirrors: pkg/scheduler/framework/types.go#NodeInfo
export class NodeInfo {
  #node: Node | undefined;
  /** Where its changes are counted: copies count on where what they were made from does. */
  readonly #generations: Generations;
  /** The name of the node; empty while there is none. */
  name = '';
  generation: number;
  /** Its place in the list of the snapshot that it belongs to; -1 for all others. */
  index = -1;
  pods: PodInfo[] = [];
  /** Those of the pods that have affinity or anti-affinity to pods. */
  podsWithAffinity: PodInfo[] = [];
  podsWithRequiredAntiAffinity: PodInfo[] = [];
  usedPorts = new HostPortInfo();
  requested = new Resource();
  /** As `requested`, with a least amount of processor and memory for each container: for scores only. */
  nonZeroRequested = new Resource();
  allocatable = new Resource();
  /** By the name of the image. */
  imageStates: ReadonlyMap<string, ImageStateSummary> = new Map();

  /** What belongs to no cache counts for itself. */
  constructor(generations = new Generations()) {
    this.#generations = generations;
    this.generation = generations.next();
  }

  /** Undefined while pods are known of a node that is not. */
  // Mirrors: pkg/scheduler/framework/types.go#NodeInfo.Node
  node(): Node | undefined {
    return this.#node;
  }

  // Mirrors: pkg/scheduler/framework/types.go#NodeInfo.Clone
  clone(): NodeInfo {
    const clone = this.another();
    clone.assign(this);
    return clone;
  }

  /** A new one whose changes are counted where those of this one are. */
  another(): NodeInfo {
    return new NodeInfo(this.#generations);
  }

  /** Becomes a copy of another, as upstream assigns what a pointer points to. */
  assign(other: NodeInfo): void {
    this.#node = other.#node;
    this.name = other.name;
    this.pods = [...other.pods];
    this.podsWithAffinity = [...other.podsWithAffinity];
    this.podsWithRequiredAntiAffinity = [...other.podsWithRequiredAntiAffinity];
    this.usedPorts = other.usedPorts.clone();
    this.requested = other.requested.clone();
    this.nonZeroRequested = other.nonZeroRequested.clone();
    // Each change of the node makes another one, so it can be shared.
    this.allocatable = other.allocatable;
    this.imageStates = other.imageStates;
    this.generation = other.generation;
  }

  // Mirrors: pkg/scheduler/framework/types.go#NodeInfo.AddPod
  addPod(pod: Pod): void {
    const podInfo = newPodInfo(pod);
    this.#count(podInfo, 1);
    this.pods.push(podInfo);
    if (podWithAffinity(pod)) this.podsWithAffinity.push(podInfo);
    if (podWithRequiredAntiAffinity(pod)) this.podsWithRequiredAntiAffinity.push(podInfo);
    this.#updateUsedPorts(pod, true);
    this.generation = this.#generations.next();
  }

  /** An error if the pod is not among those of the node. */
  // Mirrors: pkg/scheduler/framework/types.go#NodeInfo.RemovePod
  removePod(pod: Pod): Error | undefined {
    const [k, err] = getPodKey(pod);
    if (err) return err;
    if (podWithAffinity(pod)) removeFromSlice(this.podsWithAffinity, k);
    if (podWithRequiredAntiAffinity(pod)) removeFromSlice(this.podsWithRequiredAntiAffinity, k);
    const removed = removeFromSlice(this.pods, k);
    if (!removed) {
      return new Error(`no corresponding pod ${pod.metadata.name} in pods of node ${this.name}`);
    }
    this.#count(removed.pod === pod ? removed : newPodInfo(pod), -1);
    this.#updateUsedPorts(pod, false);
    this.generation = this.#generations.next();
    return undefined;
  }

  #count({ resource: { res, non0CPU, non0Mem } }: PodInfo, sign: 1 | -1): void {
    this.requested.sum(res, sign);
    this.nonZeroRequested.milliCPU += sign * non0CPU;
    this.nonZeroRequested.memory += sign * non0Mem;
  }

  // Mirrors: pkg/scheduler/framework/types.go#NodeInfo.updateUsedPorts
  #updateUsedPorts(pod: Pod, add: boolean): void {
    for (const container of pod.spec.containers) {
      for (const { hostIP, protocol, hostPort } of container.ports ?? []) {
        if (add) this.usedPorts.add(hostIP, protocol, hostPort);
        else this.usedPorts.remove(hostIP, protocol, hostPort);
      }
    }
  }

  // Mirrors: pkg/scheduler/framework/types.go#NodeInfo.SetNode
  setNode(node: Node): void {
    this.#node = node;
    this.name = node.metadata.name;
    this.allocatable = newResource(node.status?.allocatable as ResourceList | undefined);
    this.generation = this.#generations.next();
  }

  /** Forgets the node, and keeps what is known of its pods. */
  // Mirrors: pkg/scheduler/framework/types.go#NodeInfo.RemoveNode
  removeNode(): void {
    this.#node = undefined;
    this.name = '';
    this.generation = this.#generations.next();
  }
}

// Mirrors: pkg/scheduler/framework/types.go#NewNodeInfo
export function newNodeInfo(...pods: readonly Pod[]): NodeInfo {
  const info = new NodeInfo();
  for (const pod of pods) info.addPod(pod);
  return info;
}

// Mirrors: pkg/scheduler/framework/types.go#podWithAffinity
function podWithAffinity({ spec }: Pod): boolean {
  return spec.affinity?.podAffinity !== undefined || spec.affinity?.podAntiAffinity !== undefined;
}

// Mirrors: pkg/scheduler/framework/types.go#podWithRequiredAntiAffinity
function podWithRequiredAntiAffinity({ spec }: Pod): boolean {
  const terms = spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return terms !== undefined && terms.length > 0;
}

/** The last of the list takes the place of the one that goes, as upstream does it: later order depends on it. */
// Mirrors: pkg/scheduler/framework/types.go#removeFromSlice
function removeFromSlice(s: PodInfo[], k: string): PodInfo | undefined {
  const i = s.findIndex(({ pod }) => pod.metadata.uid === k);
  const removed = s[i];
  if (!removed) return undefined;
  const last = s.pop() as PodInfo;
  if (i < s.length) s[i] = last;
  return removed;
}

/** What tells a pod from all others, also from one that had its name before: its uid. */
// Mirrors: pkg/scheduler/framework/types.go#GetPodKey
export function getPodKey(pod: Pod): Result<string> {
  const { uid } = pod.metadata;
  return uid ? [uid, undefined] : [undefined, new Error('Cannot get cache key for pod with empty UID')];
}

/** The address of a port that is open on all addresses of a node. */
// Mirrors: pkg/scheduler/framework/types.go#DefaultBindAllHostIP
export const defaultBindAllHostIP = '0.0.0.0';

/**
 * The ports of a node that are taken, by address. A pair of protocol and port is one text here, such as `TCP/80`,
 * because a map tells texts apart by what they say.
 */
// Mirrors: pkg/scheduler/framework/types.go#HostPortInfo
export class HostPortInfo {
  /** Made with the first port: most nodes have none that is taken. */
  #ports: Map<string, Set<string>> | undefined;

  // Mirrors: pkg/scheduler/framework/types.go#HostPortInfo.Add
  add(ip: string | undefined, protocol: string | undefined, port: number | undefined): void {
    if (!port || port <= 0) return;
    const address = ip || defaultBindAllHostIP;
    this.#ports ??= new Map();
    const ports = this.#ports.get(address);
    if (ports) ports.add(protocolPort(protocol, port));
    else this.#ports.set(address, new Set([protocolPort(protocol, port)]));
  }

  // Mirrors: pkg/scheduler/framework/types.go#HostPortInfo.Remove
  remove(ip: string | undefined, protocol: string | undefined, port: number | undefined): void {
    if (!port || port <= 0) return;
    const address = ip || defaultBindAllHostIP;
    const ports = this.#ports?.get(address);
    ports?.delete(protocolPort(protocol, port));
    if (ports?.size === 0) this.#ports?.delete(address);
  }

  // Mirrors: pkg/scheduler/framework/types.go#HostPortInfo.Len
  get length(): number {
    let length = 0;
    for (const ports of this.#ports?.values() ?? []) length += ports.size;
    return length;
  }

  /** True if the port is taken: on that address or on all; for all addresses, on any. */
  // Mirrors: pkg/scheduler/framework/types.go#HostPortInfo.CheckConflict
  checkConflict(ip: string | undefined, protocol: string | undefined, port: number | undefined): boolean {
    if (!port || port <= 0 || !this.#ports) return false;
    const address = ip || defaultBindAllHostIP;
    const wanted = protocolPort(protocol, port);
    if (address === defaultBindAllHostIP) {
      for (const ports of this.#ports.values()) if (ports.has(wanted)) return true;
      return false;
    }
    return [defaultBindAllHostIP, address].some((key) => this.#ports?.get(key)?.has(wanted));
  }

  clone(): HostPortInfo {
    const copy = new HostPortInfo();
    if (this.#ports) copy.#ports = new Map([...this.#ports].map(([ip, ports]) => [ip, new Set(ports)]));
    return copy;
  }
}

// Mirrors: pkg/scheduler/framework/types.go#NewProtocolPort
function protocolPort(protocol: string | undefined, port: number): string {
  return `${protocol || 'TCP'}/${port}`;
}
