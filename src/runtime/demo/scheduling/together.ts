import type { Pod } from '../../kubernetes/pkg/api/objects.ts';
import type { CycleState } from '../../kubernetes/pkg/scheduler/framework/cycle_state.ts';
import {
  type Answer,
  type Handle,
  type PermitPlugin,
  type ReservePlugin,
  type WaitingPod,
  newStatus,
} from '../../kubernetes/pkg/scheduler/framework/interface.ts';
import type { PluginFactory } from '../../kubernetes/pkg/scheduler/framework/runtime/registry.ts';

export const name = 'Together';

/** The group of a pod, and how many belong to it, are labels. */
const groupLabel = 'demo.example/group';
const sizeLabel = 'demo.example/size';

/** How long a pod waits for the others of its group, in ms. */
const patienceMs = 10_000;

/** Binds pods of a group together or not at all: each has to wait at Permit until there is a place for the last. */
class Together implements PermitPlugin, ReservePlugin {
  readonly #handle: Handle;

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  name(): string {
    return name;
  }

  permit(_state: CycleState, pod: Pod): [Answer, number] {
    const { [groupLabel]: group, [sizeLabel]: size } = pod.metadata.labels ?? {};
    if (group === undefined) return [undefined, 0];
    const waiting = this.#waiting(group);
    if (waiting.length + 1 < Number(size)) return [newStatus('Wait'), patienceMs];
    for (const other of waiting) other.allow(name);
    return [undefined, 0];
  }

  reserve(): Answer {
    return undefined;
  }

  /** One of a group has lost its place: the others have nobody to wait for. */
  unreserve(_state: CycleState, pod: Pod): void {
    const { [groupLabel]: group } = pod.metadata.labels ?? {};
    if (group === undefined) return;
    for (const other of this.#waiting(group)) other.reject(`${pod.metadata.name} of its group has no place`);
  }

  #waiting(group: string): WaitingPod[] {
    const waiting: WaitingPod[] = [];
    this.#handle.iterateOverWaitingPods((other) => {
      if (other.getPod().metadata.labels?.[groupLabel] === group) waiting.push(other);
    });
    return waiting;
  }
}

export const newPlugin: PluginFactory = (_args, handle) => [new Together(handle), undefined];
