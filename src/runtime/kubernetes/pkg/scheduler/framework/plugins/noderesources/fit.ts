import type { Pod } from '../../../../api/objects.ts';
import { validateLabelName } from '../../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.ts';
import {
  invalid,
  toAggregate,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import { isExtendedResourceName } from '../../../../apis/core/v1/helper/helpers.ts';
import type { NodeResourcesFitArgs } from '../../../apis/config/types_pluginargs.ts';
import type { CycleState, StateData } from '../../cycle_state.ts';
import {
  type Answer,
  type FilterPlugin,
  type PreFilterPlugin,
  type Status,
  newStatus,
} from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import { type NodeInfo, type ResourceList, Resource } from '../../types.ts';
import { readState } from '../helper/read.ts';

// Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#FitName
export const fitName = 'NodeResourcesFit';

// Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#preFilterStateKey
const preFilterStateKey = `PreFilter${fitName}`;

/** What the pod asks for. */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#preFilterState
class PreFilterState implements StateData {
  readonly request = new Resource();

  // Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#preFilterState.Clone
  clone(): StateData {
    return this;
  }
}

/** Keeps a pod off nodes that have not enough left of what it asks for. */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#Fit
export class Fit implements PreFilterPlugin, FilterPlugin {
  readonly #ignoredResources: ReadonlySet<string>;
  readonly #ignoredResourceGroups: ReadonlySet<string>;
  /** By the reason, where there is one: thousands of nodes may be refused for the same. */
  readonly #refusals = new Map<string, Status>();

  constructor({ ignoredResources, ignoredResourceGroups }: NodeResourcesFitArgs) {
    this.#ignoredResources = new Set(ignoredResources);
    this.#ignoredResourceGroups = new Set(ignoredResourceGroups);
  }

  // Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#Fit.Name
  name(): string {
    return fitName;
  }

  // Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#Fit.PreFilter
  preFilter(state: CycleState, pod: Pod): Answer {
    state.write(preFilterStateKey, computePodResourceRequest(pod));
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#Fit.PreFilterExtensions
  preFilterExtensions(): undefined {
    return undefined;
  }

  /** Names everything that is short, not only what was found first. */
  // Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#Fit.Filter
  filter(state: CycleState, _pod: Pod, nodeInfo: NodeInfo): Answer {
    const [s, err] = readState<PreFilterState>(state, preFilterStateKey);
    if (err) return err;
    const insufficient = fitsRequest(s, nodeInfo, this.#ignoredResources, this.#ignoredResourceGroups);
    if (insufficient.length === 0) return undefined;
    return this.#refusal(insufficient);
  }

  #refusal(insufficient: readonly InsufficientResource[]): Status {
    const reasons = insufficient.map(({ reason }) => reason);
    const [reason] = reasons;
    if (reason === undefined || reasons.length > 1) return newStatus('Unschedulable', ...reasons);
    let status = this.#refusals.get(reason);
    if (!status) this.#refusals.set(reason, (status = newStatus('Unschedulable', reason)));
    return status;
  }
}

/**
 * All containers together, or one init container if that is more, since those run one by one before; and what the pod
 * itself costs.
 */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#computePodResourceRequest
function computePodResourceRequest({ spec }: Pod): PreFilterState {
  const result = new PreFilterState();
  for (const container of spec.containers) result.request.add(container.resources?.requests);
  for (const container of spec.initContainers ?? [])
    result.request.setMaxResource(container.resources?.requests);
  result.request.add(spec.overhead as ResourceList | undefined);
  return result;
}

/** A resource of which a node has not enough left. */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#InsufficientResource
export interface InsufficientResource {
  readonly resourceName: string;
  readonly reason: string;
  readonly requested: number;
  readonly used: number;
  readonly capacity: number;
}

// Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#Fits
export function fits(pod: Pod, nodeInfo: NodeInfo): readonly InsufficientResource[] {
  return fitsRequest(computePodResourceRequest(pod), nodeInfo, new Set(), new Set());
}

// Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#fitsRequest
function fitsRequest(
  { request }: PreFilterState,
  { allocatable, requested, pods }: NodeInfo,
  ignoredExtendedResources: ReadonlySet<string>,
  ignoredResourceGroups: ReadonlySet<string>,
): readonly InsufficientResource[] {
  // Most nodes lack nothing, so the list is made with the first resource that is short.
  let insufficient: InsufficientResource[] | undefined;
  if (pods.length + 1 > allocatable.allowedPodNumber)
    insufficient = [short('pods', 'Too many pods', 1, pods.length, allocatable.allowedPodNumber)];

  const { milliCPU, memory, ephemeralStorage, scalarResources } = request;
  if (milliCPU === 0 && memory === 0 && ephemeralStorage === 0 && scalarResources.size === 0)
    return insufficient ?? none;

  if (allocatable.milliCPU < milliCPU + requested.milliCPU)
    (insufficient ??= []).push(
      short('cpu', 'Insufficient cpu', milliCPU, requested.milliCPU, allocatable.milliCPU),
    );
  if (allocatable.memory < memory + requested.memory)
    (insufficient ??= []).push(
      short('memory', 'Insufficient memory', memory, requested.memory, allocatable.memory),
    );
  if (allocatable.ephemeralStorage < ephemeralStorage + requested.ephemeralStorage) {
    const [used, capacity] = [requested.ephemeralStorage, allocatable.ephemeralStorage];
    const reason = 'Insufficient ephemeral-storage'; // Go: none
    (insufficient ??= []).push(short('ephemeral-storage', reason, ephemeralStorage, used, capacity));
  }
  if (scalarResources.size === 0) return insufficient ?? none;
  for (const [rName, rQuant] of scalarResources) {
    if (isExtendedResourceName(rName)) {
      // An extended resource has a slash in its name, so it has a group.
      const group = rName.split('/')[0] as string;
      if (ignoredExtendedResources.has(rName) || ignoredResourceGroups.has(group)) continue;
    }
    const [used, capacity] = [requested.scalar(rName), allocatable.scalar(rName)];
    if (capacity < rQuant + used)
      (insufficient ??= []).push(short(rName, `Insufficient ${rName}`, rQuant, used, capacity));
  }
  return insufficient ?? none;
}

const none: readonly InsufficientResource[] = [];

const short = (
  resourceName: string,
  reason: string,
  requested: number,
  used: number,
  capacity: number,
): InsufficientResource => ({ resourceName, reason, requested, used, capacity });

// Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#NewFit
export const newFit: PluginFactory = (plArgs) => {
  const args = (plArgs ?? {}) as NodeResourcesFitArgs;
  const err = validateFitArgs(args);
  return err ? [undefined, err] : [new Fit(args), undefined];
};

// Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#validateFitArgs
function validateFitArgs({ ignoredResources = [], ignoredResourceGroups = [] }: NodeResourcesFitArgs) {
  const resPath = newPath('ignoredResources');
  const allErrs = ignoredResources.flatMap((res, i) => validateLabelName(res, resPath.index(i)));
  for (const [i, group] of ignoredResourceGroups.entries()) {
    const path = newPath('ignoredResourceGroups').index(i);
    if (group.includes('/')) allErrs.push(invalid(path, group, "resource group name can't contain '/'"));
    allErrs.push(...validateLabelName(group, path));
  }
  return toAggregate(allErrs);
}
