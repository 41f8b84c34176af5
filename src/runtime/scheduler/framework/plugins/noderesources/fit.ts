import type { Pod } from '../../../../api/objects.ts';
import { validateLabelName } from '../../../../apimachinery/pkg/apis/meta/v1/validation/validation.ts';
import { invalid, toAggregate } from '../../../../apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../apimachinery/pkg/util/validation/field/path.ts';
import { isExtendedResourceName } from '../../../../apis/core/v1/helper/helpers.ts';
import type { NodeResourcesFitArgs } from '../../../apis/config/types_pluginargs.ts';
import type { CycleState, StateData } from '../../cycle_state.ts';
import type { Answer, FilterPlugin, PreFilterPlugin } from '../../interface.ts';
import { newStatus } from '../../interface_status.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import type { NodeInfo } from '../../types.ts';
import { Resource, type ResourceList } from '../../types_resource.ts';
import { readState } from '../helper/read.ts';

// Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#FitName
export const fitName = 'NodeResourcesFit';

// Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#preFilterStateKey
const preFilterStateKey = `PreFilter${fitName}`;

/**
 * What the pod asks for.
 *
 * Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#preFilterState
 */
class PreFilterState implements StateData {
  readonly request = new Resource();

  clone(): StateData {
    return this;
  }
}

/**
 * Keeps a pod off nodes that have not enough left of what it asks for.
 *
 * Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#Fit
 */
class Fit implements PreFilterPlugin, FilterPlugin {
  readonly #ignoredResources: ReadonlySet<string>;
  readonly #ignoredResourceGroups: ReadonlySet<string>;

  constructor({ ignoredResources, ignoredResourceGroups }: NodeResourcesFitArgs) {
    this.#ignoredResources = new Set(ignoredResources);
    this.#ignoredResourceGroups = new Set(ignoredResourceGroups);
  }

  name(): string {
    return fitName;
  }

  // Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#Fit.PreFilter
  preFilter(state: CycleState, pod: Pod): Answer {
    state.write(preFilterStateKey, computePodResourceRequest(pod));
    return undefined;
  }

  preFilterExtensions(): undefined {
    return undefined;
  }

  /**
   * Names everything that is short, not only what was found first.
   *
   * Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#Fit.Filter
   */
  filter(state: CycleState, _pod: Pod, nodeInfo: NodeInfo): Answer {
    const [s, err] = readState<PreFilterState>(state, preFilterStateKey);
    if (err) return err;
    const insufficient = fitsRequest(s, nodeInfo, this.#ignoredResources, this.#ignoredResourceGroups);
    if (insufficient.length === 0) return undefined;
    return newStatus('Unschedulable', ...insufficient.map(({ reason }) => reason));
  }
}

/**
 * All containers together, or one init container if that is more, since those run one by one before; and what the pod
 * itself costs.
 *
 * Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#computePodResourceRequest
 */
function computePodResourceRequest({ spec }: Pod): PreFilterState {
  const result = new PreFilterState();
  for (const container of spec.containers) result.request.add(container.resources?.requests);
  for (const container of spec.initContainers ?? [])
    result.request.setMaxResource(container.resources?.requests);
  result.request.add(spec.overhead as ResourceList | undefined);
  return result;
}

/**
 * A resource of which a node has not enough left.
 *
 * Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#InsufficientResource
 */
export interface InsufficientResource {
  readonly resourceName: string;
  readonly reason: string;
  readonly requested: number;
  readonly used: number;
  readonly capacity: number;
}

// Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#Fits
export function fits(pod: Pod, nodeInfo: NodeInfo): InsufficientResource[] {
  return fitsRequest(computePodResourceRequest(pod), nodeInfo, new Set(), new Set());
}

// Mirrors: pkg/scheduler/framework/plugins/noderesources/fit.go#fitsRequest
function fitsRequest(
  { request }: PreFilterState,
  { allocatable, requested, pods }: NodeInfo,
  ignoredExtendedResources: ReadonlySet<string>,
  ignoredResourceGroups: ReadonlySet<string>,
): InsufficientResource[] {
  const insufficient: InsufficientResource[] = [];
  const check = (resourceName: string, wanted: number, used: number, capacity: number, reason: string) => {
    if (capacity < wanted + used)
      insufficient.push({ resourceName, reason, requested: wanted, used, capacity });
  };
  check('pods', 1, pods.length, allocatable.allowedPodNumber, 'Too many pods');
  const { milliCPU, memory, ephemeralStorage, scalarResources } = request;
  if (milliCPU === 0 && memory === 0 && ephemeralStorage === 0 && scalarResources.size === 0)
    return insufficient;

  check('cpu', milliCPU, requested.milliCPU, allocatable.milliCPU, 'Insufficient cpu');
  check('memory', memory, requested.memory, allocatable.memory, 'Insufficient memory');
  check(
    'ephemeral-storage',
    ephemeralStorage,
    requested.ephemeralStorage,
    allocatable.ephemeralStorage,
    'Insufficient ephemeral-storage',
  );
  for (const [rName, rQuant] of scalarResources) {
    if (isExtendedResourceName(rName)) {
      // An extended resource has a slash in its name, so it has a group.
      const group = rName.split('/')[0] as string;
      if (ignoredExtendedResources.has(rName) || ignoredResourceGroups.has(group)) continue;
    }
    check(rName, rQuant, requested.scalar(rName), allocatable.scalar(rName), `Insufficient ${rName}`);
  }
  return insufficient;
}

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
