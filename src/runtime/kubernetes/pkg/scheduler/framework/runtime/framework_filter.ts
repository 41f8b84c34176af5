import type { Pod } from '../../../api/objects.ts';
import { quote } from '../../../../../go/strconv.ts';
import type { CycleState } from '../cycle_state.ts';
import type { FilterPlugin } from '../interface.ts';
import {
  type PluginToStatus,
  type Status,
  isSuccess,
  isUnschedulable,
  newStatus,
} from '../interface_status.ts';
import type { NodeInfo } from '../types.ts';
import type { EquivalenceCache, EquivalenceClass } from './equivalence-cache.ts';

/**
 * The failures by plugin: the first only, unless all filters are to run.
 *
 * Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunFilterPlugins
 */
export function runFilterPlugins(
  plugins: readonly FilterPlugin[],
  runAllFilters: boolean,
  state: CycleState,
  pod: Pod,
  nodeInfo: NodeInfo,
): PluginToStatus {
  let statuses: Map<string, Status> | undefined;
  for (const pl of plugins) {
    const status = pl.filter(state, pod, nodeInfo);
    if (status === undefined || isSuccess(status)) continue;
    if (!isUnschedulable(status)) {
      const what = `running ${quote(pl.name())} filter plugin for pod ${quote(pod.metadata.name)}`;
      return new Map([[pl.name(), newStatus('Error', `${what}: ${status.message()}`)]]);
    }
    if (!runAllFilters) return refusedBy(pl.name(), status); // Go: none
    statuses ??= new Map();
    statuses.set(pl.name(), status);
  }
  return statuses ?? noFailures;
}

const noFailures: PluginToStatus = new Map();

let refused: PluginToStatus = noFailures;

/** Of many nodes one after the other the same may be said, with the same status. */
function refusedBy(plugin: string, status: Status): PluginToStatus {
  if (refused.get(plugin) !== status) refused = new Map([[plugin, status]]);
  return refused;
}

/** The filters that a pod needs. */
interface FiltersOfPod {
  readonly pod: Pod;
  /** Those that come first and look at one node alone, if what they say is remembered. */
  readonly locals: readonly FilterPlugin[];
  readonly others: readonly FilterPlugin[];
  readonly equivalenceClass: EquivalenceClass | undefined;
}

/** What PreFilter found, as long as nobody tried on a copy of it what would be if; and what that leaves to do. */
interface Cycle {
  readonly state: CycleState;
  readonly others: readonly FilterPlugin[];
  /** What the others say is the same on all nodes of a domain. */
  readonly ofDomains: { readonly domains: Int32Array; readonly statuses: PluginToStatus[] } | undefined;
}

/** The filters of a profile. Only those run that can have something to say that is not known yet. */
export class Filters {
  readonly #plugins: readonly FilterPlugin[];
  readonly #runAllFilters: boolean;
  readonly #equivalenceCache: EquivalenceCache | undefined;
  #last: FiltersOfPod | undefined;
  #cycle: Cycle | undefined;

  constructor(
    plugins: readonly FilterPlugin[],
    runAllFilters: boolean,
    equivalenceCache: EquivalenceCache | undefined,
  ) {
    this.#plugins = plugins;
    this.#runAllFilters = runAllFilters;
    this.#equivalenceCache = runAllFilters ? undefined : equivalenceCache;
  }

  get length(): number {
    return this.#plugins.length;
  }

  /** To be called when the PreFilter plugins have run. */
  begin(state: CycleState, pod: Pod): void {
    this.#last = undefined;
    const { others: needed, equivalenceClass } = this.#of(pod);
    this.#equivalenceCache?.begin(pod);
    const others = needed.filter((pl) => !pl.ignores?.(pod, state));
    const cache = equivalenceClass && this.#equivalenceCache;
    const keys = cache && topologyKeysOf(others, state);
    const division = keys && cache.divisions.by(keys);
    // Where each node is a domain of its own, there is nothing to remember.
    const worthwhile = division && division.numDomains < division.domains.length;
    const ofDomains = worthwhile ? { domains: division.domains, statuses: [] } : undefined;
    this.#cycle = { state, others, ofDomains };
  }

  run(state: CycleState, pod: Pod, nodeInfo: NodeInfo): PluginToStatus {
    const filters = this.#of(pod);
    const remembered = filters.equivalenceClass?.filtered;
    let statuses = remembered?.get(nodeInfo);
    if (remembered && !statuses) {
      statuses = runFilterPlugins(filters.locals, false, state, pod, nodeInfo);
      // An error has the name of the pod.
      if (isNoError(statuses)) remembered.set(nodeInfo, statuses);
    }
    if (statuses && statuses.size > 0) return statuses;
    if (this.#cycle?.state === state) return this.#runOthers(this.#cycle, pod, nodeInfo);
    return runFilterPlugins(filters.others, this.#runAllFilters, state, pod, nodeInfo);
  }

  #runOthers({ state, others, ofDomains }: Cycle, pod: Pod, nodeInfo: NodeInfo): PluginToStatus {
    if (others.length === 0) return noFailures;
    const domain = ofDomains?.domains[nodeInfo.index];
    const known = domain === undefined ? undefined : ofDomains?.statuses[domain];
    if (known) return known;
    const statuses = runFilterPlugins(others, this.#runAllFilters, state, pod, nodeInfo);
    if (ofDomains && domain !== undefined) ofDomains.statuses[domain] = statuses;
    return statuses;
  }

  /** Undefined if a filter has a say that looks at more than one node. */
  remembered(state: CycleState, pod: Pod): EquivalenceClass | undefined {
    if (this.#cycle?.state !== state || this.#cycle.others.length > 0) return undefined;
    return this.#of(pod).equivalenceClass;
  }

  /** One pod is filtered after the other, so those of the last are kept at hand. */
  #of(pod: Pod): FiltersOfPod {
    if (this.#last?.pod === pod) return this.#last;
    const needed = this.#plugins.filter((pl) => !pl.ignores?.(pod));
    const equivalenceClass = this.#equivalenceCache?.classOf(pod);
    const firstOther = needed.findIndex(({ local }) => !local);
    const count = equivalenceClass ? (firstOther < 0 ? needed.length : firstOther) : 0;
    this.#last = { pod, locals: needed.slice(0, count), others: needed.slice(count), equivalenceClass };
    return this.#last;
  }
}

/** Undefined if one of the plugins looks at more than labels, or if there are none. */
function topologyKeysOf(plugins: readonly FilterPlugin[], state: CycleState): readonly string[] | undefined {
  const keys = new Set<string>();
  for (const pl of plugins) {
    if (!pl.topologyKeys) return undefined;
    for (const key of pl.topologyKeys(state)) keys.add(key);
  }
  return keys.size > 0 ? [...keys] : undefined;
}

function isNoError(statuses: PluginToStatus): boolean {
  for (const status of statuses.values()) if (!isUnschedulable(status)) return false;
  return true;
}
