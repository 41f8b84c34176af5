import type { Pod } from '../kubernetes/pkg/api/objects.ts';
import type { CycleState } from '../kubernetes/pkg/scheduler/framework/cycle_state.ts';
import {
  type FilterPlugin,
  type PluginToStatus,
  isUnschedulable,
} from '../kubernetes/pkg/scheduler/framework/interface.ts';
import type { FrameworkImpl } from '../kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import type { NodeInfo } from '../kubernetes/pkg/scheduler/framework/types.ts';
import type { Divisions } from './domains.ts';
import type { EquivalenceCache, EquivalenceClass } from './equivalence-cache.ts';
import type { Traits } from './traits.ts';

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

const noFailures: PluginToStatus = new Map();

/** The filters of a profile. Only those run that can have something to say that is not known yet. */
export class Filters {
  readonly #fwk: FrameworkImpl;
  readonly #traitsOf: (plugin: FilterPlugin) => Traits;
  readonly #equivalenceCache: EquivalenceCache;
  readonly #divisions: Divisions;
  #last: FiltersOfPod | undefined;
  #cycle: Cycle | undefined;
  #refused = noFailures;

  constructor(
    fwk: FrameworkImpl,
    traitsOf: (plugin: FilterPlugin) => Traits,
    equivalenceCache: EquivalenceCache,
    divisions: Divisions,
  ) {
    this.#fwk = fwk;
    this.#traitsOf = traitsOf;
    this.#equivalenceCache = equivalenceCache;
    this.#divisions = divisions;
  }

  /** To be called when the PreFilter plugins have run. */
  begin(state: CycleState, pod: Pod): void {
    this.#last = undefined;
    const { others: needed, equivalenceClass } = this.#of(pod);
    const others = needed.filter((pl) => !this.#traitsOf(pl).ignores?.(pod, state));
    const keys = equivalenceClass && this.#topologyKeysOf(others, state);
    const division = keys && this.#divisions.by(keys);
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
      statuses = this.#once(this.#fwk.runFilterPlugins(state, pod, nodeInfo, filters.locals));
      // An error has the name of the pod.
      if (isNoError(statuses)) remembered.set(nodeInfo, statuses);
    }
    if (statuses && statuses.size > 0) return statuses;
    if (this.#cycle?.state === state) return this.#runOthers(this.#cycle, pod, nodeInfo);
    return this.#fwk.runFilterPlugins(state, pod, nodeInfo, filters.others);
  }

  #runOthers({ state, others, ofDomains }: Cycle, pod: Pod, nodeInfo: NodeInfo): PluginToStatus {
    if (others.length === 0) return noFailures;
    const domain = ofDomains?.domains[nodeInfo.index];
    const known = domain === undefined ? undefined : ofDomains?.statuses[domain];
    if (known) return known;
    const statuses = this.#fwk.runFilterPlugins(state, pod, nodeInfo, others);
    if (ofDomains && domain !== undefined) ofDomains.statuses[domain] = statuses;
    return statuses;
  }

  /** Of many nodes one after the other the same is said, with the same status: it is kept once. */
  #once(statuses: PluginToStatus): PluginToStatus {
    if (statuses.size === 0) return noFailures;
    for (const [plugin, status] of statuses)
      if (this.#refused.get(plugin) !== status) this.#refused = statuses;
    return this.#refused;
  }

  /** What was found out on each node for pods like this one; undefined if a filter has a say that looks at more than one. */
  remembered(state: CycleState, pod: Pod): EquivalenceClass | undefined {
    if (this.#cycle?.state !== state || this.#cycle.others.length > 0) return undefined;
    return this.#of(pod).equivalenceClass;
  }

  /** One pod is filtered after the other, so those of the last are kept at hand. */
  #of(pod: Pod): FiltersOfPod {
    if (this.#last?.pod === pod) return this.#last;
    const needed = this.#fwk.plugins.filter.filter((pl) => !this.#traitsOf(pl).ignores?.(pod));
    const equivalenceClass = this.#equivalenceCache.classOf(pod);
    const firstOther = needed.findIndex((pl) => !this.#traitsOf(pl).local);
    const count = equivalenceClass ? (firstOther < 0 ? needed.length : firstOther) : 0;
    this.#last = { pod, locals: needed.slice(0, count), others: needed.slice(count), equivalenceClass };
    return this.#last;
  }

  /** Undefined if one of the plugins looks at more than labels, or if there are none. */
  #topologyKeysOf(plugins: readonly FilterPlugin[], state: CycleState): readonly string[] | undefined {
    const keys = new Set<string>();
    for (const pl of plugins) {
      const { topologyKeys } = this.#traitsOf(pl);
      if (!topologyKeys) return undefined;
      for (const key of topologyKeys(state)) keys.add(key);
    }
    return keys.size > 0 ? [...keys] : undefined;
  }
}

function isNoError(statuses: PluginToStatus): boolean {
  for (const status of statuses.values()) if (!isUnschedulable(status)) return false;
  return true;
}
