import type { PodTemplateSpec } from 'kubernetes-types/core/v1';
import type { OwnerReference } from 'kubernetes-types/meta/v1';
import type { PodControlInterface } from '../../../../../src/runtime/kubernetes/pkg/controller/controller_utils.ts';
import type { Blocking } from '../../../../../src/runtime/sim/process.ts';

/**
 * Remembers what it is asked for, and answers with `err`; from the creation after `createLimit` on, refuses those.
 *
 * Mirrors: pkg/controller/controller_utils.go#FakePodControl
 */
export class FakePodControl implements PodControlInterface {
  readonly templates: PodTemplateSpec[] = [];
  readonly controllerRefs: OwnerReference[] = [];
  readonly deletePodName: string[] = [];
  readonly patches: object[] = [];
  err: Error | undefined;
  createLimit = 0;
  createCallCount = 0;

  *createPods(_namespace: string, template: PodTemplateSpec): Blocking<Error | undefined> {
    return this.#create(template, undefined);
  }

  *createPodsOnNode(
    _nodeName: string,
    _namespace: string,
    template: PodTemplateSpec,
    _object: object,
    controllerRef: OwnerReference | undefined,
  ): Blocking<Error | undefined> {
    return this.#create(template, controllerRef);
  }

  *createPodsWithControllerRef(
    _namespace: string,
    template: PodTemplateSpec,
    _object: object,
    controllerRef: OwnerReference | undefined,
  ): Blocking<Error | undefined> {
    return this.#create(template, controllerRef);
  }

  *deletePod(_namespace: string, podID: string): Blocking<Error | undefined> {
    this.deletePodName.push(podID);
    return this.err;
  }

  *patchPod(_namespace: string, _name: string, data: object): Blocking<Error | undefined> {
    this.patches.push(data);
    return this.err;
  }

  /** What it was asked for since the last call. */
  take(): { creates: number; deletes: string[]; patches: object[] } {
    const taken = {
      creates: this.templates.length,
      deletes: [...this.deletePodName],
      patches: [...this.patches],
    };
    this.templates.length = this.controllerRefs.length = this.deletePodName.length = this.patches.length = 0;
    this.createCallCount = this.createLimit = 0;
    return taken;
  }

  #create(template: PodTemplateSpec, controllerRef: OwnerReference | undefined): Error | undefined {
    this.createCallCount++;
    if (this.createLimit !== 0 && this.createCallCount > this.createLimit) {
      const call = `create call ${this.createCallCount}`;
      return new Error(`not creating pod, limit ${this.createLimit} already reached (${call})`);
    }
    this.templates.push(template);
    if (controllerRef) this.controllerRefs.push(controllerRef);
    return this.err;
  }
}

/** Runs what must not park, and gives what it returned. */
export function now<T>(call: Blocking<T>): T {
  const { done, value } = call.next();
  if (!done) throw new Error(`expected a call that does not park, found one that waits for ${value.on}`);
  return value;
}
