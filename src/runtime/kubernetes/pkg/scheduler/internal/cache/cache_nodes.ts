import type { Node } from '../../../api/objects.ts';
import { type ImageStateSummary, type NodeInfo, newNodeInfo } from '../../framework/types.ts';

/**
 * A node in a list that is doubly linked.
 *
 * Mirrors: pkg/scheduler/internal/cache/cache.go#nodeInfoListItem
 */
export interface NodeInfoListItem {
  readonly info: NodeInfo;
  next: NodeInfoListItem | undefined;
  prev: NodeInfoListItem | undefined;
}

/**
 * The nodes by their names, and in a list of which the head was changed last. So those that changed since some moment
 * are found without looking at the others.
 */
export class NodeInfoList {
  readonly nodes = new Map<string, NodeInfoListItem>();
  headNode: NodeInfoListItem | undefined;

  /** The node of that name, made if it is not known. Put it at the head then. */
  of(name: string): NodeInfo {
    const known = this.nodes.get(name);
    if (known) return known.info;
    const item = newNodeInfoListItem(newNodeInfo());
    this.nodes.set(name, item);
    return item.info;
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.moveNodeInfoToHead
  moveNodeInfoToHead(name: string): void {
    const ni = this.nodes.get(name);
    if (!ni || ni === this.headNode) return;
    this.#unlink(ni);
    if (this.headNode) this.headNode.prev = ni;
    ni.next = this.headNode;
    ni.prev = undefined;
    this.headNode = ni;
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.removeNodeInfoFromList
  removeNodeInfoFromList(name: string): void {
    const ni = this.nodes.get(name);
    if (!ni) return;
    this.#unlink(ni);
    if (ni === this.headNode) this.headNode = ni.next;
    this.nodes.delete(name);
  }

  #unlink({ prev, next }: NodeInfoListItem): void {
    if (prev) prev.next = next;
    if (next) next.prev = prev;
  }
}

// Mirrors: pkg/scheduler/internal/cache/cache.go#newNodeInfoListItem
export function newNodeInfoListItem(info: NodeInfo): NodeInfoListItem {
  return { info, next: undefined, prev: undefined };
}

// Mirrors: pkg/scheduler/internal/cache/cache.go#imageState
interface ImageState {
  /** In bytes. */
  readonly size: number;
  /** The names of the nodes that have the image. */
  readonly nodes: Set<string>;
}

/** The images that nodes have, by each of their names. */
export class ImageStates {
  readonly #imageStates = new Map<string, ImageState>();

  /**
   * Notes the images of a node, and what is known of each of them now. Other nodes with the same image learn of this one
   * when they change themselves, as upstream's do.
   *
   * Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.addNodeImageStates
   */
  addNodeImageStates(node: Node, nodeInfo: NodeInfo): void {
    const newSum = new Map<string, ImageStateSummary>();
    for (const image of node.status?.images ?? []) {
      for (const name of image.names ?? []) {
        let state = this.#imageStates.get(name);
        if (!state) {
          state = { size: image.sizeBytes ?? 0, nodes: new Set() };
          this.#imageStates.set(name, state);
        }
        state.nodes.add(node.metadata.name);
        if (!newSum.has(name)) newSum.set(name, createImageStateSummary(state));
      }
    }
    nodeInfo.imageStates = newSum;
  }

  /**
   * Forgets images that no node has any more.
   *
   * Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.removeNodeImageStates
   */
  removeNodeImageStates(node: Node | undefined): void {
    for (const image of node?.status?.images ?? []) {
      for (const name of image.names ?? []) {
        const state = this.#imageStates.get(name);
        state?.nodes.delete(node?.metadata.name ?? '');
        if (state?.nodes.size === 0) this.#imageStates.delete(name);
      }
    }
  }

  /** The nodes that have an image. */
  nodesWith(name: string): ReadonlySet<string> {
    return this.#imageStates.get(name)?.nodes ?? none;
  }
}

const none: ReadonlySet<string> = new Set();

// Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.createImageStateSummary
function createImageStateSummary({ size, nodes }: ImageState): ImageStateSummary {
  return { size, numNodes: nodes.size };
}
