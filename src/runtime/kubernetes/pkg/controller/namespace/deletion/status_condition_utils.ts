import type { NamespaceCondition } from 'kubernetes-types/core/v1';
import type { Namespace } from '../../../api/objects.ts';
import type { GroupVersionResource } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import { isGroupDiscoveryFailedError } from '../../../../staging/src/k8s.io/client-go/discovery/discovery_client.ts';
import type { Sim } from '../../../../../sim/sim.ts';

/** What is left in a namespace: by resource how many objects, and by finalizer how many objects it holds. */
export interface AllGVRDeletionMetadata {
  readonly gvrToNumRemaining: ReadonlyMap<GroupVersionResource, number>;
  readonly finalizersToNumRemaining: ReadonlyMap<string, number>;
}

/** The conditions of a namespace that ends, with what they say while all is well: reason and message. */
const okConditions: readonly (readonly [type: string, reason: string, message: string])[] = [
  ['NamespaceDeletionDiscoveryFailure', 'ResourcesDiscovered', 'All resources successfully discovered'],
  [
    'NamespaceDeletionGroupVersionParsingFailure',
    'ParsedGroupVersions',
    'All legacy kube types successfully parsed',
  ],
  [
    'NamespaceDeletionContentFailure',
    'ContentDeleted',
    'All content successfully deleted, may be waiting on finalization',
  ],
  ['NamespaceContentRemaining', 'ContentRemoved', 'All content successfully removed'],
  ['NamespaceFinalizersRemaining', 'ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
];

/** Gathers what went wrong while a namespace was emptied, and says it in the conditions of its status. */
// Mirrors: pkg/controller/namespace/deletion/status_condition_utils.go#namespaceConditionUpdater
export class NamespaceConditionUpdater {
  readonly #sim: Sim;
  readonly newConditions: NamespaceCondition[] = [];
  readonly #deleteContentErrors: Error[] = [];

  constructor(sim: Sim) {
    this.#sim = sim;
  }

  // Mirrors: pkg/controller/namespace/deletion/status_condition_utils.go#namespaceConditionUpdater.ProcessGroupVersionErr
  processGroupVersionErr(err: Error): void {
    const type = 'NamespaceDeletionGroupVersionParsingFailure';
    this.#add(type, 'GroupVersionParsingFailed', err.message);
  }

  // Mirrors: pkg/controller/namespace/deletion/status_condition_utils.go#namespaceConditionUpdater.ProcessDiscoverResourcesErr
  processDiscoverResourcesErr(err: Error): void {
    const message = isGroupDiscoveryFailedError(err)
      ? `Discovery failed for some groups, ${err.groups.size} failing: ${err.message}`
      : err.message;
    this.#add('NamespaceDeletionDiscoveryFailure', 'DiscoveryFailed', message);
  }

  /** Says what is left, if anything is. */
  // Mirrors: pkg/controller/namespace/deletion/status_condition_utils.go#namespaceConditionUpdater.ProcessContentTotals
  processContentTotals({ gvrToNumRemaining, finalizersToNumRemaining }: AllGVRDeletionMetadata): void {
    if (gvrToNumRemaining.size > 0) {
      const told = [...gvrToNumRemaining]
        .filter(([, remaining]) => remaining !== 0)
        .map(([gvr, remaining]) => `${gvr.resource}.${gvr.group} has ${remaining} resource instances`);
      const message = `Some resources are remaining: ${told.sort().join(', ')}`;
      this.#add('NamespaceContentRemaining', 'SomeResourcesRemain', message);
    }
    if (finalizersToNumRemaining.size > 0) {
      const told = [...finalizersToNumRemaining]
        .filter(([, remaining]) => remaining !== 0)
        .map(([finalizer, remaining]) => `${finalizer} in ${remaining} resource instances`);
      const message = `Some content in the namespace has finalizers remaining: ${told.sort().join(', ')}`;
      this.#add('NamespaceFinalizersRemaining', 'SomeFinalizersRemain', message);
    }
  }

  // Mirrors: pkg/controller/namespace/deletion/status_condition_utils.go#namespaceConditionUpdater.ProcessDeleteContentErr
  processDeleteContentErr(err: Error): void {
    this.#deleteContentErrors.push(err);
  }

  /** The namespace with its new conditions; undefined if they say what they said before. */
  // Mirrors: pkg/controller/namespace/deletion/status_condition_utils.go#namespaceConditionUpdater.Update
  update(ns: Namespace): Namespace | undefined {
    const known = this.newConditions.some(({ type }) => type === 'NamespaceDeletionContentFailure');
    const errors = this.#deleteContentErrors;
    // Mirrors: pkg/controller/namespace/deletion/status_condition_utils.go#makeDeleteContentCondition
    if (!known && errors.length > 0) {
      const messages = errors.map(({ message }) => message).sort();
      const message = `Failed to delete all resource types, ${errors.length} remaining: ${messages.join(', ')}`;
      this.#add('NamespaceDeletionContentFailure', 'ContentDeletionFailed', message);
    }
    const conditions = updateConditions(this.#sim, ns.status?.conditions ?? [], this.newConditions);
    return conditions && { ...ns, status: { ...ns.status, conditions } };
  }

  #add(type: string, reason: string, message: string): void {
    const lastTransitionTime = this.#sim.timestamp();
    this.newConditions.push({ type, status: 'True', lastTransitionTime, reason, message });
  }
}

/**
 * The conditions with the new ones in them, each type that is not among these being well; undefined if nothing
 * changes.
 */
// Mirrors: pkg/controller/namespace/deletion/status_condition_utils.go#updateConditions
export function updateConditions(
  sim: Sim,
  old: readonly NamespaceCondition[],
  newConditions: readonly NamespaceCondition[],
): NamespaceCondition[] | undefined {
  const conditions = [...old];
  let hasChanged = false;
  for (const [type, reason, message] of okConditions) {
    const fresh = newConditions.find((condition) => condition.type === type) ?? {
      type,
      status: 'False',
      lastTransitionTime: sim.timestamp(),
      reason,
      message,
    };
    const at = conditions.findIndex((condition) => condition.type === type);
    const before = conditions[at];
    if (!before) {
      conditions.push(fresh);
      hasChanged = true;
    } else if (
      before.status !== fresh.status ||
      before.message !== fresh.message ||
      before.reason !== fresh.reason
    ) {
      const turned = before.status !== fresh.status;
      const lastTransitionTime = turned ? sim.timestamp() : before.lastTransitionTime;
      conditions[at] = { ...fresh, lastTransitionTime };
      hasChanged = true;
    }
  }
  return hasChanged ? conditions : undefined;
}
