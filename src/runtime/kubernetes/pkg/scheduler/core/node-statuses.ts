import type { NodeToStatusMap, Status } from '../framework/interface.ts';
import type { NodeInfoLister } from '../framework/listers.ts';
import type { NodeInfo } from '../framework/types.ts';

/**
 * A map of nodes by their places in the snapshot: they are gone through in its order, each time, and to hash the names of
 * thousands for each pod takes longer than to filter them.
 */
export class NodeStatuses implements NodeToStatusMap {
  readonly #nodes: NodeInfoLister;
  /** The nodes as they were: the snapshot makes another list when one comes or goes. */
  readonly #list: readonly NodeInfo[];
  #statuses: (Status | undefined)[] | undefined;
  /** What an extender says of nodes that it was not asked about. */
  readonly #ofOthers = new Map<string, Status>();
  #size = 0;

  constructor(nodes: NodeInfoLister) {
    this.#nodes = nodes;
    this.#list = nodes.list();
  }

  get size(): number {
    return this.#size + this.#ofOthers.size;
  }

  get(nodeName: string): Status | undefined {
    const place = this.#placeOf(nodeName);
    return place < 0 ? this.#ofOthers.get(nodeName) : this.#statuses?.[place];
  }

  set(nodeName: string, status: Status): void {
    const place = this.#placeOf(nodeName);
    if (place < 0) {
      this.#ofOthers.set(nodeName, status);
      return;
    }
    this.#statuses ??= Array<Status | undefined>(this.#list.length).fill(undefined);
    if (!this.#statuses[place]) this.#size++;
    this.#statuses[place] = status;
  }

  values(): Iterable<Status> {
    const statuses = this.#statuses?.filter((status) => status !== undefined) ?? [];
    return this.#ofOthers.size > 0 ? [...statuses, ...this.#ofOthers.values()] : statuses;
  }

  #placeOf(nodeName: string): number {
    if (this.#nodes.list() !== this.#list) return this.#list.findIndex(({ name }) => name === nodeName);
    const [info] = this.#nodes.get(nodeName);
    return info?.index ?? -1;
  }
}
