import type { Pod } from '../kubernetes/pkg/api/objects.ts';
import type { NodeInfoLister } from '../kubernetes/pkg/scheduler/framework/listers.ts';
import type { NodeInfo } from '../kubernetes/pkg/scheduler/framework/types.ts';
import { NominatedPodMap } from '../kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';

/**
 * The nominated pods, to be found by the place of a node too: to look up the names of thousands of nodes for each pod would
 * take longer than what is remembered of them spares.
 */
export class Nominations extends NominatedPodMap {
  /** The nodes of the snapshot that the places are of. */
  #list: readonly NodeInfo[] = [];
  #ofPlaces: (readonly Pod[] | undefined)[] = [];
  /** The names of nodes whose pods may be other ones than those of their places. */
  #changed: string[] = [];

  /** The same list for as long as the same pods are nominated to the node, which is one of the snapshot's. */
  of({ index }: NodeInfo, nodes: NodeInfoLister): readonly Pod[] {
    const list = nodes.list();
    if (list !== this.#list) this.#begin(list);
    if (this.#changed.length > 0) this.#catchUp(nodes);
    return this.#ofPlaces[index] ?? none;
  }

  override addNominatedPod(pod: Pod, nodeName: string): void {
    this.#note(pod);
    super.addNominatedPod(pod, nodeName);
    this.#note(pod);
  }

  override deleteNominatedPodIfExists(pod: Pod): void {
    this.#note(pod);
    super.deleteNominatedPodIfExists(pod);
  }

  override updateNominatedPod(oldPod: Pod, newPod: Pod): void {
    this.#note(oldPod);
    this.#note(newPod);
    super.updateNominatedPod(oldPod, newPod);
    this.#note(newPod);
  }

  #note({ metadata }: Pod): void {
    const name = this.nominatedPodToNode.get(metadata.uid);
    if (name !== undefined) this.#changed.push(name);
  }

  #begin(list: readonly NodeInfo[]): void {
    this.#list = list;
    this.#ofPlaces = Array.from({ length: list.length });
    this.#changed = [...this.nominatedPods.keys()];
  }

  #catchUp(nodes: NodeInfoLister): void {
    for (const name of this.#changed) {
      const [info] = nodes.get(name);
      if (info) this.#ofPlaces[info.index] = this.nominatedPods.get(name);
    }
    this.#changed = [];
  }
}

const none: readonly Pod[] = [];
