import type { Node, Pod } from '../../kubernetes/pkg/api/objects.ts';
import { podPriority } from '../../kubernetes/staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';
import { type NodeInfo, calculateResource } from '../../kubernetes/pkg/scheduler/framework/types.ts';
import type { SchedulerCache } from '../../kubernetes/pkg/scheduler/internal/cache/cache.ts';
import { emptyMap, mapGet, mapRemove, mapSet } from '../../sim/pmap.ts';
import type { Said } from '../../sim/because.ts';
import { causeNow, noCause, withCause } from '../../sim/process.ts';
import { overriding } from '../../stage/overriding.ts';
import { type SchedulerRecorder, amountsOf, keyOf } from './recorder.ts';
import type { CachedNode, PodOnNode } from './world.ts';

/** Shows the nodes as the cache has them, and tells of what it assumes, and of what it copies to the snapshot. */
export function observeCache(recorder: SchedulerRecorder, cache: SchedulerCache): SchedulerCache {
  recorder.change({
    nodes: emptyMap(),
    assumed: emptyMap(),
    snapshot: { generation: 0, nodes: 0, copied: 0 },
  });
  const view = new CacheView(recorder, cache);
  return overriding(cache, { ...ofPods(view), ...ofNodes(view) });
}

/** What the trace shows of a cache. */
class CacheView {
  readonly recorder: SchedulerRecorder;
  readonly cache: SchedulerCache;

  constructor(recorder: SchedulerRecorder, cache: SchedulerCache) {
    this.recorder = recorder;
    this.cache = cache;
  }

  show(name: string): void {
    const { nodes } = this.recorder.state;
    const info = this.cache.nodes.nodes.get(name)?.info;
    this.recorder.change({
      nodes: info ? mapSet(nodes, name, cachedNode(name, info)) : mapRemove(nodes, name),
    });
  }

  showOf(pod: Pod): void {
    this.show(nodeOf(pod));
  }

  /** The pod is assumed no longer. */
  end(kind: 'sched.forget' | 'sched.confirm' | 'sched.expire', pod: string): void {
    const { recorder } = this;
    const node = mapGet(recorder.state.assumed, pod) ?? '';
    recorder.change({ assumed: mapRemove(recorder.state.assumed, pod) });
    if (kind === 'sched.confirm') recorder.amend(pod, { result: 'bound', phase: 'done' });
    recorder.trace.record({ kind, pod, node });
  }
}

function ofPods(view: CacheView): Partial<SchedulerCache> {
  const { cache, recorder } = view;
  /** What ended the binding of a pod: from then on it may expire. */
  const boundBy = new Map<string, { readonly cause: number; readonly at: number }>();
  return {
    assumePod(pod) {
      const err = cache.assumePod(pod);
      if (err) return err;
      const [key, node] = [keyOf(pod), nodeOf(pod)];
      view.showOf(pod);
      recorder.change({ assumed: mapSet(recorder.state.assumed, key, node) });
      recorder.trace.stage({ kind: 'sched.assume', pod: key, node });
      return undefined;
    },
    finishBinding(pod) {
      boundBy.set(keyOf(pod), { cause: causeNow(), at: recorder.sim.now });
      return cache.finishBinding(pod);
    },
    forgetPod(pod) {
      const err = cache.forgetPod(pod);
      if (err) return err;
      view.showOf(pod);
      view.end('sched.forget', keyOf(pod));
      return undefined;
    },
    addPod(pod) {
      const key = keyOf(pod);
      const assumed = cache.isAssumedPod(pod)[0] ? mapGet(recorder.state.assumed, key) : undefined;
      const err = cache.addPod(pod);
      if (err) return err;
      if (assumed !== undefined && assumed !== nodeOf(pod)) view.show(assumed);
      view.showOf(pod);
      if (assumed !== undefined) view.end(assumed === nodeOf(pod) ? 'sched.confirm' : 'sched.forget', key);
      return undefined;
    },
    updatePod(oldPod, newPod) {
      const err = cache.updatePod(oldPod, newPod);
      view.showOf(newPod);
      return err;
    },
    removePod(pod) {
      const err = cache.removePod(pod);
      view.showOf(pod);
      return err;
    },
    cleanupAssumedPods(now) {
      const before = [...cache.assumedPods].map((key) => cache.podStates.get(key));
      cache.cleanupAssumedPods(now);
      if (before.length === cache.assumedPods.size) return;
      for (const { pod, deadline = now } of before.flatMap((state) => state ?? [])) {
        if (cache.isAssumedPod(pod)[0]) continue;
        view.showOf(pod);
        const key = keyOf(pod);
        const bound = boundBy.get(key);
        const said = notHeardOf(deadline - (bound?.at ?? now));
        const because = recorder.trace.decisions.add(bound?.cause ?? noCause, said);
        withCause(because, () => view.end('sched.expire', key));
      }
    },
  };
}

function ofNodes(view: CacheView): Partial<SchedulerCache> {
  const { cache, recorder } = view;
  return {
    addNode(node: Node) {
      cache.addNode(node);
      view.show(node.metadata.name);
    },
    updateNode(oldNode, newNode) {
      cache.updateNode(oldNode, newNode);
      view.show(newNode.metadata.name);
    },
    removeNode(node) {
      const err = cache.removeNode(node);
      view.show(node.metadata.name);
      return err;
    },
    updateSnapshot(snapshot) {
      let copied = 0;
      for (let node = cache.nodes.headNode; node; node = node.next) {
        if (node.info.generation <= snapshot.generation) break;
        if (node.info.node()) copied++;
      }
      const err = cache.updateSnapshot(snapshot);
      const { generation } = snapshot;
      const nodes = snapshot.numNodes();
      if (copied === 0) return err;
      recorder.change({ snapshot: { generation, nodes, copied } });
      recorder.trace.stage({ kind: 'sched.snapshot', copied, nodes, generation });
      return err;
    },
  };
}

/** Why the cache forgets an assumed pod. */
const notHeardOf = (ms: number): Said => ({
  text: 'it was bound {0} ago, and no watch has told the cache of it',
  values: [{ ms }],
});

const nodeOf = ({ spec }: Pod): string => spec.nodeName ?? '';

const noLabels: Readonly<Record<string, string>> = {};

/** A node as the world has it. */
export function cachedNode(name: string, info: NodeInfo): CachedNode {
  const node = info.node();
  const labels = node?.metadata.labels ?? noLabels;
  return {
    name,
    known: node !== undefined,
    generation: info.generation,
    zone: labelOf(labels, 'zone'),
    region: labelOf(labels, 'region'),
    labels,
    taints: (node?.spec?.taints ?? []).map(
      ({ key, value, effect }) => `${key}${value ? `=${value}` : ''}:${effect}`,
    ),
    unschedulable: node?.spec?.unschedulable ?? false,
    allocatable: amountsOf(info.allocatable, info.allocatable.allowedPodNumber),
    requested: amountsOf(info.requested, info.pods.length),
    pods: info.pods.map(({ pod }) => podOnNode(pod)),
  };
}

/** The label of today, or the one that it had before. */
function labelOf(labels: Readonly<Record<string, string>>, what: 'zone' | 'region'): string {
  return (
    labels[`topology.kubernetes.io/${what}`] ?? labels[`failure-domain.beta.kubernetes.io/${what}`] ?? ''
  );
}

const podsOnNodes = new WeakMap<Pod, PodOnNode>();

function podOnNode(pod: Pod): PodOnNode {
  let known = podsOnNodes.get(pod);
  if (!known) {
    const { milliCPU, memory } = calculateResource(pod).res;
    const labels = pod.metadata.labels ?? noLabels;
    known = { pod: keyOf(pod), priority: podPriority(pod), milliCPU, memory, labels };
    podsOnNodes.set(pod, known);
  }
  return known;
}
