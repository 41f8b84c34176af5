import { quote } from '../../../../../go/strconv.ts';
import type { Node } from '../../../api/objects.ts';
import { getZoneKey } from '../../../util/node/node.ts';

/**
 * The names of nodes by zone, to go through them one of each zone in turn. Kubernetes keeps lists; here a zone is a
 * set in order of arrival, so that a node is found without a search.
 */
// Mirrors: pkg/scheduler/internal/cache/node_tree.go#nodeTree
export class NodeTree {
  /** A map keeps the order in which zones came. */
  readonly #tree = new Map<string, Set<string>>();
  numNodes = 0;

  // Mirrors: pkg/scheduler/internal/cache/node_tree.go#nodeTree.addNode
  addNode(n: Node): void {
    const zone = getZoneKey(n);
    const names = this.#tree.get(zone);
    if (names?.has(n.metadata.name)) return;
    if (names) names.add(n.metadata.name);
    else this.#tree.set(zone, new Set([n.metadata.name]));
    this.numNodes++;
  }

  // Mirrors: pkg/scheduler/internal/cache/node_tree.go#nodeTree.removeNode
  removeNode(n: Node): Error | undefined {
    const zone = getZoneKey(n);
    const names = this.#tree.get(zone);
    if (!names?.delete(n.metadata.name))
      return new Error(`node ${quote(n.metadata.name)} in group ${quote(zone)} was not found`);
    if (names.size === 0) this.#tree.delete(zone);
    this.numNodes--;
    return undefined;
  }

  /** Moves a node whose zone has changed; where the old one is not known, the new one is only added. */
  // Mirrors: pkg/scheduler/internal/cache/node_tree.go#nodeTree.updateNode
  updateNode(old: Node | undefined, next: Node): void {
    if ((old ? getZoneKey(old) : '') === getZoneKey(next)) return;
    if (old) this.removeNode(old);
    this.addNode(next);
  }

  /** The first of each zone, then the second of each zone that has one, and so on. */
  // Mirrors: pkg/scheduler/internal/cache/node_tree.go#nodeTree.list
  list(): string[] {
    const zones = [...this.#tree.values()].map((names) => [...names]);
    const nodesList: string[] = [];
    for (let nodeIndex = 0; nodesList.length < this.numNodes; nodeIndex++) {
      for (const names of zones) {
        const name = names[nodeIndex];
        if (name !== undefined) nodesList.push(name);
      }
    }
    return nodesList;
  }
}

// Mirrors: pkg/scheduler/internal/cache/node_tree.go#newNodeTree
export function newNodeTree(nodes: readonly Node[]): NodeTree {
  const tree = new NodeTree();
  for (const n of nodes) tree.addNode(n);
  return tree;
}
