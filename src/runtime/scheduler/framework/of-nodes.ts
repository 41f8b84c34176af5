import type { NodeInfoLister } from './listers.ts';
import type { NodeInfo } from './types.ts';

/** What is found by going over all nodes. It is kept until a node comes, goes or changes itself. */
export class OfNodes<T> {
  readonly #find: (nodes: readonly NodeInfo[]) => T;
  #found: { readonly nodesGeneration: number; readonly value: T } | undefined;

  constructor(find: (nodes: readonly NodeInfo[]) => T) {
    this.#find = find;
  }

  of(nodeInfos: NodeInfoLister): T {
    const nodesGeneration = nodeInfos.nodesGeneration();
    if (this.#found?.nodesGeneration !== nodesGeneration)
      this.#found = { nodesGeneration, value: this.#find(nodeInfos.list()) };
    return this.#found.value;
  }
}
