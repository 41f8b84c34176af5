import type { Pod } from '../../../../api/objects.ts';
import { list } from '../../../../../../go/fmt.ts';
import type { OS } from '../../../../../../go/os.ts';
import { klog } from '../../../../../vendor/k8s.io/klog/v2/klog.ts';
import type { NodeInfo, Resource } from '../../../framework/types.ts';
import type { SchedulingQueue } from '../../queue/scheduling_queue.ts';
import type { Cache } from '../interface.ts';

/** Writes what the cache and the queue hold to the log. */
// Mirrors: pkg/scheduler/internal/cache/debugger/dumper.go#CacheDumper
export class CacheDumper {
  readonly #os: OS;
  readonly #cache: Cache;
  readonly #podQueue: SchedulingQueue;

  constructor(os: OS, cache: Cache, podQueue: SchedulingQueue) {
    this.#os = os;
    this.#cache = cache;
    this.#podQueue = podQueue;
  }

  // Mirrors: pkg/scheduler/internal/cache/debugger/dumper.go#CacheDumper.DumpAll
  dumpAll(): void {
    this.#dumpNodes();
    this.#dumpSchedulingQueue();
  }

  /** A line of the log for each node. Upstream has them in any order. */
  // Mirrors: pkg/scheduler/internal/cache/debugger/dumper.go#CacheDumper.dumpNodes
  #dumpNodes(): void {
    const dump = this.#cache.dump();
    klog(this.#os).info('Dump of cached NodeInfo');
    for (const [name, nodeInfo] of dump.nodes) klog(this.#os).info(this.#printNodeInfo(name, nodeInfo));
  }

  // Mirrors: pkg/scheduler/internal/cache/debugger/dumper.go#CacheDumper.dumpSchedulingQueue
  #dumpSchedulingQueue(): void {
    const podData = this.#podQueue.pendingPods().map(printPod).join('');
    klog(this.#os).info(`Dump of scheduling queue:\n${podData}`);
  }

  // Mirrors: pkg/scheduler/internal/cache/debugger/dumper.go#CacheDumper.printNodeInfo
  #printNodeInfo(name: string, n: NodeInfo): string {
    const nodeData = [
      `\nNode name: ${name}\nDeleted: ${n.node() === undefined}\n`,
      `Requested Resources: ${resource(n.requested)}\nAllocatable Resources:${resource(n.allocatable)}\n`,
      `Scheduled Pods(number: ${n.pods.length}):\n`,
      ...n.pods.map(({ pod }) => printPod(pod)),
    ];
    const nominatedPods = this.#podQueue.nominatedPodsForNode(name);
    if (nominatedPods.length > 0)
      nodeData.push(`Nominated Pods(number: ${nominatedPods.length}):\n`, ...nominatedPods.map(printPod));
    return nodeData.join('');
  }
}

// Mirrors: pkg/scheduler/internal/cache/debugger/dumper.go#printPod
function printPod({ metadata: { name, namespace, uid }, status }: Pod): string {
  const { phase = '', nominatedNodeName = '' } = status;
  return `name: ${name}, namespace: ${namespace}, uid: ${uid}, phase: ${phase}, nominated node: ${nominatedNodeName}\n`;
}

/** As `%+v` prints a pointer to it: fields by their names, and a map by its sorted keys. */
function resource(r: Resource): string {
  const scalars = [...r.scalarResources].sort(([a], [b]) => (a < b ? -1 : 1));
  const map = list(scalars.map(([name, quantity]) => `${name}:${quantity}`));
  const amounts = `MilliCPU:${r.milliCPU} Memory:${r.memory} EphemeralStorage:${r.ephemeralStorage}`;
  return `&{${amounts} AllowedPodNumber:${r.allowedPodNumber} ScalarResources:map${map}}`;
}
