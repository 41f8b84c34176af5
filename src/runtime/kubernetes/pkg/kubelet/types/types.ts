import type { ContainerStatus } from 'kubernetes-types/core/v1';
import type { HTTPResponse } from '../../../../go/http-client.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import type { Pod } from '../../api/objects.ts';

/** Asks a server on the network. What came back may come with an error. */
// Mirrors: pkg/kubelet/types/types.go#HTTPGetter
export interface HTTPGetter {
  get(url: string): Blocking<[resp: HTTPResponse | undefined, err: Error | undefined]>;
}

/** A moment, which is written with all nine digits of its nanoseconds. */
// Mirrors: pkg/kubelet/types/types.go#Timestamp
export class Timestamp {
  /** ms since 1970. */
  readonly #time: number;

  constructor(time: number) {
    this.#time = time;
  }

  // Mirrors: pkg/kubelet/types/types.go#Timestamp.Get
  get(): number {
    return this.#time;
  }

  // Mirrors: pkg/kubelet/types/types.go#Timestamp.GetString
  getString(): string {
    return new Date(this.#time).toISOString().replace('Z', '000000Z');
  }
}

// Mirrors: pkg/kubelet/types/types.go#NewTimestamp
export function newTimestamp(sim: Sim): Timestamp {
  return new Timestamp(sim.epoch + sim.now);
}

/** Reads what a timestamp wrote. */
// Mirrors: pkg/kubelet/types/types.go#ConvertToTimestamp
export function convertToTimestamp(timeString: string): Timestamp {
  return new Timestamp(Date.parse(timeString));
}

/** Orders by the names of the containers. */
// Mirrors: pkg/kubelet/types/types.go#SortedContainerStatuses.Less
export const byContainerName = (a: ContainerStatus, b: ContainerStatus): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;

/** Puts statuses into the order in which the pod names its init containers, in place. */
// Mirrors: pkg/kubelet/types/types.go#SortInitContainerStatuses
export function sortInitContainerStatuses(p: Pod, statuses: ContainerStatus[]): void {
  let current = 0;
  for (const container of p.spec.initContainers ?? []) {
    const j = statuses.findIndex(({ name }, at) => at >= current && name === container.name);
    if (j < 0) continue;
    [statuses[current], statuses[j]] = [statuses[j]!, statuses[current]!];
    current++;
  }
}

// Mirrors: pkg/kubelet/types/types.go#SortStatusesOfInitContainers
export function sortStatusesOfInitContainers(
  p: Pod,
  statusMap: ReadonlyMap<string, ContainerStatus>,
): ContainerStatus[] {
  return (p.spec.initContainers ?? []).flatMap(({ name }) => statusMap.get(name) ?? []);
}
