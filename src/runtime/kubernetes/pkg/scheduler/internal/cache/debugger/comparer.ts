import type { Node, Pod } from '../../../../api/objects.ts';
import { everything } from '../../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { NodeLister } from '../../../../../staging/src/k8s.io/client-go/listers/core/v1/node.ts';
import type { PodLister } from '../../../../../staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import { list } from '../../../../../../go/fmt.ts';
import type { OS } from '../../../../../../go/os.ts';
import { klog } from '../../../../../vendor/k8s.io/klog/v2/klog.ts';
import type { NodeInfo } from '../../../framework/types.ts';
import type { SchedulingQueue } from '../../queue/scheduling_queue.ts';
import type { Cache } from '../interface.ts';

/** What the cache lacks, and what it has too much. */
type Compared = readonly [missed: readonly string[], redundant: readonly string[]];

/** Compares nodes and pods as the informers have them with those of the cache and the queue. */
// Mirrors: pkg/scheduler/internal/cache/debugger/comparer.go#CacheComparer
export class CacheComparer {
  readonly #os: OS;
  readonly #nodeLister: NodeLister;
  readonly #podLister: PodLister;
  readonly #cache: Cache;
  readonly #podQueue: SchedulingQueue;

  constructor(os: OS, nodeLister: NodeLister, podLister: PodLister, cache: Cache, podQueue: SchedulingQueue) {
    this.#os = os;
    this.#nodeLister = nodeLister;
    this.#podLister = podLister;
    this.#cache = cache;
    this.#podQueue = podQueue;
  }

  /** The log says how they differ, if they do. */
  // Mirrors: pkg/scheduler/internal/cache/debugger/comparer.go#CacheComparer.Compare
  compare(): Error | undefined {
    const log = klog(this.#os);
    log.v(3)?.info('cache comparer started');
    const err = this.#compare();
    log.v(3)?.info('cache comparer finished');
    return err;
  }

  // Part of: pkg/scheduler/internal/cache/debugger/comparer.go#CacheComparer.Compare
  #compare(): Error | undefined {
    const [nodes, err] = this.#nodeLister.list(everything());
    if (err) return err;
    const [pods, failed] = this.#podLister.list(everything());
    if (failed) return failed;

    const dump = this.#cache.dump();
    const pendingPods = this.#podQueue.pendingPods();
    this.#warn('nodes', compareNodes(nodes, dump.nodes));
    this.#warn('pods', comparePods(pods, pendingPods, dump.nodes));
    return undefined;
  }

  #warn(what: string, [missed, redundant]: Compared): void {
    if (missed.length + redundant.length === 0) return;
    const text = `missed ${what}: ${list(missed)}; redundant ${what}: ${list(redundant)}`;
    klog(this.#os).warning(`cache mismatch: ${text}`);
  }
}

/** By name. A node of which only pods are known counts as cached. */
// Mirrors: pkg/scheduler/internal/cache/debugger/comparer.go#CacheComparer.CompareNodes
export function compareNodes(
  nodes: readonly Node[],
  nodeinfos: ReadonlyMap<string, Pick<NodeInfo, 'pods'>>,
): Compared {
  const actual = nodes.map(({ metadata }) => metadata.name);
  return compareStrings(actual, [...nodeinfos.keys()]);
}

/** By uid. A pod is in the cache or waits in the queue. */
// Mirrors: pkg/scheduler/internal/cache/debugger/comparer.go#CacheComparer.ComparePods
export function comparePods(
  pods: readonly Pod[],
  waitingPods: readonly Pod[],
  nodeinfos: ReadonlyMap<string, Pick<NodeInfo, 'pods'>>,
): Compared {
  const actual = pods.map(({ metadata }) => metadata.uid);
  const cached: string[] = [];
  for (const { pods: onNode } of nodeinfos.values())
    cached.push(...onNode.map(({ pod }) => pod.metadata.uid));
  cached.push(...waitingPods.map(({ metadata }) => metadata.uid));
  return compareStrings(actual, cached);
}

/** Goes through both in order, side by side. */
// Mirrors: pkg/scheduler/internal/cache/debugger/comparer.go#compareStrings
function compareStrings(actual: string[], cached: string[]): Compared {
  const missed: string[] = [];
  const redundant: string[] = [];
  actual.sort();
  cached.sort();
  let i = 0;
  let j = 0;
  for (;;) {
    const [left, right] = [actual[i], cached[j]];
    if (left === undefined && right === undefined) return [missed, redundant];
    if (right === undefined || (left !== undefined && left < right)) {
      missed.push(left as string);
      i++;
    } else if (left === undefined || left > right) {
      redundant.push(right);
      j++;
    } else {
      i++;
      j++;
    }
  }
}
