/** So many changes are kept. */
const maxChanges = 4096;

/** What changes in which pods are nominated to which nodes, for those who remember what followed from it. */
export class Nominations {
  /** The name of the node by the pod's uid. */
  readonly nominatedPodToNode = new Map<string, string>();
  #changed: string[] = [];
  #dropped = 0;

  /** How many changes there were. */
  get count(): number {
    return this.#dropped + this.#changed.length;
  }

  /** To be called when other pods are nominated to the node. */
  changed(nodeName: string): void {
    if (this.#changed.length === maxChanges) {
      this.#dropped += maxChanges;
      this.#changed = [];
    }
    this.#changed.push(nodeName);
  }

  /** The names of the nodes of all changes but the first `count`. Undefined if that is too long ago to be known. */
  since(count: number): readonly string[] | undefined {
    return count < this.#dropped ? undefined : this.#changed.slice(count - this.#dropped);
  }
}
