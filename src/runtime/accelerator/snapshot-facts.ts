import type { NodeInfoLister } from '../kubernetes/pkg/scheduler/framework/listers.ts';
import type { NodeInfo } from '../kubernetes/pkg/scheduler/framework/types.ts';
import type { SchedulerCache } from '../kubernetes/pkg/scheduler/internal/cache/cache.ts';
import type { Snapshot } from '../kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { OfNodes } from './of-nodes.ts';
import { PodKinds } from './pod-kinds.ts';

/** What is counted of a snapshot along with each update, so that nobody need go over all its nodes and pods. */
export class SnapshotFacts {
  readonly nodes: NodeInfoLister;
  readonly kinds = new PodKinds();
  readonly #snapshot: Snapshot;
  /** The nodes whose pods are counted. */
  readonly #counted = new Set<NodeInfo>();
  readonly #ofNodes: OfNodes<unknown>[] = [];

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
    this.nodes = snapshot.nodeInfos();
    for (const info of this.nodes.list()) this.#count(info, []);
  }

  /** Keeps what is found by going over all nodes, until one of them comes, goes or changes itself. */
  ofNodes<T>(): OfNodes<T> {
    const made = new OfNodes<T>(this.nodes);
    this.#ofNodes.push(made);
    return made;
  }

  /** Brings the snapshot up to date, and with it what is counted. The changed nodes are at the head of the cache's list. */
  update(cache: SchedulerCache): Error | undefined {
    const snapshot = this.#snapshot;
    const before = snapshot.nodeInfoList;
    const changed = new Map<string, Pick<NodeInfo, 'pods' | 'node'>>();
    for (let item = cache.nodes.headNode; item; item = item.next) {
      const { info } = item;
      if (info.generation <= snapshot.generation) break;
      const name = info.node()?.metadata.name;
      if (name === undefined) continue;
      const known = snapshot.nodeInfoMap.get(name);
      const node = known?.node();
      changed.set(name, { pods: known?.pods ?? [], node: () => node });
    }
    const err = cache.updateSnapshot(snapshot);
    let nodesChanged = snapshot.nodeInfoList !== before;
    for (const [name, { pods, node }] of changed) {
      const info = snapshot.nodeInfoMap.get(name);
      if (!info) continue;
      if (info.node() !== node()) nodesChanged = true;
      this.#count(info, pods);
    }
    if (nodesChanged) this.#nodesChanged();
    return err;
  }

  #count(info: NodeInfo, before: NodeInfo['pods']): void {
    this.kinds.update(info, before, info.pods);
    this.#counted.add(info);
  }

  #nodesChanged(): void {
    for (const info of this.#counted)
      if (this.#snapshot.nodeInfoMap.get(info.name) !== info) {
        this.kinds.update(info, info.pods, []);
        this.#counted.delete(info);
      }
    for (const each of this.#ofNodes) each.forget();
  }
}
