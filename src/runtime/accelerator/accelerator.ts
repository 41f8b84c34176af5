import { overriding } from '../stage/overriding.ts';
import {
  type GenericScheduler,
  type GenericSchedulerSteps,
  podPassesFiltersOnNode,
} from '../kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import type { Fits, Framework, PreemptHandle } from '../kubernetes/pkg/scheduler/framework/interface.ts';
import type {
  CheckNode,
  PreemptionSteps,
} from '../kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
import { FrameworkImpl } from '../kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import type { SchedulerCache } from '../kubernetes/pkg/scheduler/internal/cache/cache.ts';
import { Snapshot } from '../kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { type Observe, type ObservedKind, unobserved } from '../sim/observe.ts';
import { FastFramework } from './fast-framework.ts';
import { Nominations } from './nominations.ts';
import { inTreeTraits } from './plugins/in-tree.ts';
import { SnapshotFacts } from './snapshot-facts.ts';
import type { TraitsOf } from './traits.ts';

const passed: Fits = [true, undefined, undefined];

/** Makes the schedulers of a run fast, from outside. What they decide, and what they say of it, stays the same. */
export class Accelerator {
  readonly #traits: TraitsOf;
  readonly #facts = new WeakMap<Snapshot, SnapshotFacts>();
  readonly #frameworks = new WeakMap<Framework, FastFramework>();
  readonly #handles = new WeakMap<PreemptHandle, FastFramework>();
  /** It is asked for each node, and by one handle after the other for many. */
  #last: { readonly ph: PreemptHandle; readonly fast: FastFramework | undefined } | undefined;
  #refused: Fits = [false, undefined, undefined];

  constructor(traits: TraitsOf = inTreeTraits) {
    this.#traits = traits;
  }

  /**
   * Puts the fast parts round the components of schedulers, and the given observer round those. Not for an observer of
   * single plugins: not all are called.
   */
  observe(observer: Observe = unobserved): Observe {
    return (kind, name, component) => {
      const over = this.#over[kind] as ((plain: typeof component) => typeof component) | undefined;
      return observer(kind, name, over ? over(component) : component);
    };
  }

  /** The framework itself, which calls every plugin. */
  plain(fwk: Framework): FrameworkImpl {
    const plain = this.#frameworks.get(fwk)?.plain ?? fwk;
    if (plain instanceof FrameworkImpl) return plain;
    throw new Error('expected the framework of a scheduler, found another');
  }

  readonly #over: Partial<Record<ObservedKind, unknown>> = {
    framework: (fwk: Framework) => this.#framework(fwk),
    'generic-scheduler': (g: GenericScheduler) => overriding(g, this.#steps(g)),
    'pod-nominator': () => new Nominations(),
    preemption: (steps: PreemptionSteps) => overriding(steps, { checkNode: this.#checkNode(steps) }),
    'scheduler-cache': (cache: SchedulerCache) =>
      overriding(cache, { updateSnapshot: (snapshot) => this.#factsOf(snapshot).update(cache) }),
  };

  #factsOf(snapshot: Snapshot): SnapshotFacts {
    const facts = this.#facts.get(snapshot) ?? new SnapshotFacts(snapshot);
    this.#facts.set(snapshot, facts);
    return facts;
  }

  /** One that runs all filters is to hear from each of them. */
  #framework(fwk: Framework): Framework {
    const snapshot = fwk.snapshotSharedLister();
    if (!(fwk instanceof FrameworkImpl) || fwk.runAllFilters || !(snapshot instanceof Snapshot)) return fwk;
    const fast = new FastFramework(fwk, this.#traits, this.#factsOf(snapshot));
    this.#frameworks.set(fast.framework, fast);
    this.#handles.set(fast.preemptHandle, fast);
    // Plugins have the handle of the framework that they were made for.
    this.#handles.set(fwk.preemptHandle(), fast);
    return fast.framework;
  }

  #of(ph: PreemptHandle): FastFramework | undefined {
    if (this.#last?.ph !== ph) this.#last = { ph, fast: this.#handles.get(ph) };
    return this.#last.fast;
  }

  #steps(g: GenericScheduler): Pick<GenericSchedulerSteps, 'prioritizeNodes' | 'podPassesFiltersOnNode'> {
    return {
      prioritizeNodes: (fwk, state, pod, nodes) =>
        g.prioritizeNodes(this.#frameworks.get(fwk)?.forSums ?? fwk, state, pod, nodes),
      podPassesFiltersOnNode: (ph, state, pod, info) => {
        const fast = this.#of(ph);
        const remembered = fast?.remembered(state, pod)?.fits;
        if (!remembered) return podPassesFiltersOnNode(ph, state, pod, info);
        const nominatedPods = fast.nominatedPods(info);
        const known = remembered.get(pod, info, nominatedPods);
        if (known) return known;
        const fits = podPassesFiltersOnNode(ph, state, pod, info);
        if (!fits[2]) remembered.set(pod, info, nominatedPods, this.#once(fits));
        return fits;
      },
    };
  }

  /** Of many nodes one after the other the same is said, with the same status: it is kept once. */
  #once(fits: Fits): Fits {
    if (fits[0]) return passed;
    if (this.#refused[1] !== fits[1]) this.#refused = fits;
    return this.#refused;
  }

  #checkNode(steps: PreemptionSteps): CheckNode {
    return (ph, state, pod, info, pdbs, now) => {
      const fast = this.#of(ph);
      const handle = fast?.preemptHandle ?? ph;
      const remembered = fast?.remembered(state, pod)?.victims(pdbs);
      if (!fast || !remembered) return steps.checkNode(handle, state, pod, info, pdbs, now);
      const nominatedPods = fast.nominatedPods(info);
      const known = remembered.get(pod, info, nominatedPods);
      if (known !== undefined) return known ?? undefined;
      const victims = steps.checkNode(handle, state, pod, info, pdbs, now);
      remembered.set(pod, info, nominatedPods, victims ?? null);
      return victims;
    };
  }
}
