import {
  type StatusError,
  isNotFound,
  newInternalError,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type {
  Draft,
  Pod,
  PriorityClass,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { defaultPriorityWhenNoDefaultClassExists } from '../../../../pkg/apis/scheduling/types.ts';
import { newForbiddenRequest } from '../../../../staging/src/k8s.io/apiserver/pkg/admission/errors.ts';
import type {
  Attributes,
  ClusterReader,
  Interface,
  PluginFactory,
} from '../../../../staging/src/k8s.io/apiserver/pkg/admission/interfaces.ts';
import type { Result } from '../../../../../go/result.ts';

/** What a class says of a pod. */
interface Priority {
  readonly className: string;
  readonly priority: number;
  readonly preemptionPolicy: string | undefined;
}

/** Turns the class that a pod names into a number in its spec, and keeps the classes to one default. */
// Mirrors: plugin/pkg/admission/priority/admission.go#Plugin
class Plugin implements Interface {
  readonly #cluster: ClusterReader;

  constructor(cluster: ClusterReader) {
    this.#cluster = cluster;
  }

  // Mirrors: plugin/pkg/admission/priority/admission.go#Plugin.Admit
  admit(attributes: Attributes): StatusError | undefined {
    const { operation, resource, subresource } = attributes;
    if (subresource !== '' || resource.resource !== 'pods' || operation === 'delete') return undefined;
    return this.#admitPod(attributes);
  }

  // Mirrors: plugin/pkg/admission/priority/admission.go#Plugin.Validate
  validate(attributes: Attributes): StatusError | undefined {
    const { operation, resource, subresource } = attributes;
    if (subresource !== '' || resource.resource !== 'priorityclasses' || operation === 'delete')
      return undefined;
    return this.#validatePriorityClass(attributes);
  }

  /** The priority is decided once, when the pod is made: an update keeps it. */
  // Mirrors: plugin/pkg/admission/priority/admission.go#Plugin.admitPod
  #admitPod(attributes: Attributes): StatusError | undefined {
    const spec = ((attributes.object as Draft<Pod>).spec ??= { containers: [] });
    if (attributes.operation === 'update') {
      const old = (attributes.oldObject as Pod | undefined)?.spec;
      if (old?.priority !== undefined) spec.priority ??= old.priority;
      if (old?.preemptionPolicy !== undefined) spec.preemptionPolicy ??= old.preemptionPolicy;
      return undefined;
    }

    const [decided, err] = spec.priorityClassName
      ? this.#priorityOf(attributes, spec.priorityClassName)
      : this.#getDefaultPriority();
    if (err) return err;
    const { className, priority, preemptionPolicy } = decided;
    if (className !== '') spec.priorityClassName = className;
    // Go: none
    const computed = (what: string, given: string | number, found: string | number): StatusError => {
      // Go: none
      const says = `must not be provided in pod spec; priority admission controller computed ${found} from the given`;
      return newForbiddenRequest(attributes, new Error(`${what} (${given}) ${says} PriorityClass name`));
    };
    if (spec.priority !== undefined && spec.priority !== priority)
      return computed('the integer value of priority', spec.priority, priority);
    spec.priority = priority;
    if (preemptionPolicy === undefined) return undefined;
    if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy)
      return computed('the string value of PreemptionPolicy', spec.preemptionPolicy, preemptionPolicy);
    spec.preemptionPolicy = preemptionPolicy;
    return undefined;
  }

  // Part of: plugin/pkg/admission/priority/admission.go#Plugin.admitPod
  #priorityOf(attributes: Attributes, className: string): Result<Priority, StatusError> {
    const [pc, err] = this.#cluster.get('priorityclasses', className) as Result<PriorityClass, StatusError>;
    if (!err) {
      const { value, preemptionPolicy } = pc; // Go: pc
      return [{ className, priority: value, preemptionPolicy }, undefined]; // Go: none
    }
    if (isNotFound(err)) {
      const none = new Error(`no PriorityClass with name ${className} was found`);
      return [undefined, newForbiddenRequest(attributes, none)];
    }
    const failed = `failed to get PriorityClass with name ${className}: ${err.message}`;
    return [undefined, newInternalError(new Error(failed))];
  }

  /** At most one class is the default. */
  // Mirrors: plugin/pkg/admission/priority/admission.go#Plugin.validatePriorityClass
  #validatePriorityClass(attributes: Attributes): StatusError | undefined {
    const pc = attributes.object as PriorityClass;
    if (!pc.globalDefault) return undefined;
    const [dpc, err] = this.#getDefaultPriorityClass();
    if (err) return newInternalError(new Error(`failed to get default priority class: ${err.message}`));
    const name = dpc?.metadata.name;
    if (name === undefined) return undefined;
    if (attributes.operation !== 'create' && name === pc.metadata.name) return undefined;
    const one = `PriorityClass ${name} is already marked as default. Only one default can exist`;
    return newForbiddenRequest(attributes, new Error(one));
  }

  /** Should a race have made several, the lowest counts. */
  // Mirrors: plugin/pkg/admission/priority/admission.go#Plugin.getDefaultPriorityClass
  #getDefaultPriorityClass(): Result<PriorityClass | undefined, StatusError> {
    const [list, err] = this.#cluster.list('priorityclasses');
    if (err) return [undefined, err];
    let defaultPC: PriorityClass | undefined;
    for (const pci of list.items as readonly PriorityClass[]) {
      if (pci.globalDefault && (!defaultPC || defaultPC.value > pci.value)) defaultPC = pci;
    }
    return [defaultPC, undefined];
  }

  // Mirrors: plugin/pkg/admission/priority/admission.go#Plugin.getDefaultPriority
  #getDefaultPriority(): Result<Priority, StatusError> {
    const [dpc, err] = this.#getDefaultPriorityClass();
    if (err)
      return [undefined, newInternalError(new Error(`failed to get default priority class: ${err.message}`))];
    const { value, preemptionPolicy, metadata } = dpc ?? {
      value: defaultPriorityWhenNoDefaultClassExists,
      preemptionPolicy: 'PreemptLowerPriority',
    };
    return [{ className: metadata?.name ?? '', priority: value, preemptionPolicy }, undefined];
  }
}

/** The plugin `Priority`. */
// Mirrors: plugin/pkg/admission/priority/admission.go#NewPlugin
export const newPriority: PluginFactory = (cluster) => new Plugin(cluster);
