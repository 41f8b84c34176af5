import type { NodeInfo, PodInfo } from '../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import type { SchedulerCache } from '../../src/runtime/kubernetes/pkg/scheduler/internal/cache/cache.ts';
import type { Snapshot } from '../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';

/** The pods of a node, from one update of the snapshot on. */
interface Since {
  readonly update: number;
  readonly pods: readonly PodInfo[];
}

/**
 * The pods that each node of a scheduler's snapshot had, so that once the scheduler is done the snapshot can be as it was for
 * any pod. An update of the snapshot makes new lists of pods and leaves the old ones as they are: they are kept, not copied.
 */
export class SnapshotHistory {
  /** How often the snapshot was brought up to date. */
  updates = 0;
  #snapshot: Snapshot | undefined;
  readonly #nodes = new Map<NodeInfo, Since[]>();
  /** What each node has now. */
  readonly #shown = new Map<NodeInfo, Since>();

  /** Brings a snapshot up to date, always the same one, and notes what is new in it. */
  update(cache: SchedulerCache, snapshot: Snapshot): Error | undefined {
    const changed: string[] = [];
    for (let item = cache.nodes.headNode; item; item = item.next) {
      if (item.info.generation <= snapshot.generation) break;
      changed.push(item.info.node()?.metadata.name ?? '');
    }
    const failed = cache.updateSnapshot(snapshot);
    this.#snapshot = snapshot;
    this.updates++;
    for (const name of changed) {
      const info = snapshot.nodeInfoMap.get(name);
      if (!info) continue;
      const since = { update: this.updates, pods: info.pods };
      this.#shown.set(info, since);
      const all = this.#nodes.get(info);
      if (all) all.push(since);
      else this.#nodes.set(info, [since]);
    }
    return failed;
  }

  /** Makes the snapshot what it was after so many updates. Nodes stay: only pods come and go. */
  goTo(update: number): void {
    const snapshot = this.#snapshot;
    if (!snapshot) return;
    for (const [info, all] of this.#nodes) {
      const then = all.findLast((since) => since.update <= update) ?? { update: 0, pods: [] };
      const now = this.#shown.get(info) ?? then;
      if (then.update === now.update) continue;
      this.#shown.set(info, then);
      const next = info.clone();
      for (const podInfo of now.pods) if (!then.pods.includes(podInfo)) next.removePod(podInfo.pod);
      for (const podInfo of then.pods) if (!now.pods.includes(podInfo)) next.addPod(podInfo.pod);
      info.assign(next);
    }
    snapshot.forgetAffinityLists();
  }
}
