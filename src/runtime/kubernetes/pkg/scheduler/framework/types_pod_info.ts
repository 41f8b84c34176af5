import type { PodAffinityTerm, WeightedPodAffinityTerm } from 'kubernetes-types/core/v1';
import type { Pod } from '../../api/objects.ts';
import { labelSelectorAsSelector } from '../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import type { Selector } from '../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { Result } from '../../../../go/result.ts';
import { type CalculatedResource, calculateResource } from './types_resource.ts';
import { getNamespacesFromPodAffinityTerm } from '../util/topologies.ts';
import { getPodAffinityTerms, getPodAntiAffinityTerms } from '../util/utils.ts';

/**
 * A pod in the queue of the scheduler. Times are in ms of the program's clock.
 *
 * Mirrors: pkg/scheduler/framework/types.go#QueuedPodInfo
 */
export interface QueuedPodInfo {
  pod: Pod;
  /** When it was put into the queue last. */
  timestamp: number;
  /** How often it was tried. */
  attempts: number;
  /** When it was put into the queue for the first time. */
  readonly initialAttemptTimestamp: number;
}

/**
 * A pod, and its terms of affinity read once.
 *
 * Mirrors: pkg/scheduler/framework/types.go#PodInfo
 */
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
