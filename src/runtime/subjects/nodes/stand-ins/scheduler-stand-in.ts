import type { Pod } from '../../../kubernetes/pkg/api/objects.ts';
import { isNotFound } from '../../../kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { Node } from '../../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Clientset } from '../../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { EventRecorder } from '../../../kubernetes/staging/src/k8s.io/client-go/tools/record/event.ts';
import { type Blocking, causeNow, setCause } from '../../../sim/process.ts';
import type { Sim } from '../../../sim/sim.ts';
import { Cond } from '../../../sim/sync.ts';
import { follow, retryMs } from './list-and-watch.ts';

const program = 'scheduler-stand-in';

/** The scheduler that a pod names if it names none. */
const schedulerName = 'default-scheduler';

/**
 * Stands in for kube-scheduler: binds every pod that has no node to the node with the fewest pods, the first by
 * name among equals. It knows nothing of resources, affinity, taints or priority.
 */
export class SchedulerStandIn {
  readonly #sim: Sim;
  readonly #clientset: Clientset;
  readonly #recorder: EventRecorder | undefined;
  /** Pods on each node, with those whose binding is under way. */
  readonly #podsOn = new Map<string, number>();
  /** The node of each pod that has one, by the pod's uid. */
  readonly #nodeOf = new Map<string, string>();
  /** Pods that need a node, by uid, in the order in which they came, with the trace entry that told of each. */
  readonly #pending = new Map<string, { readonly pod: Pod; readonly cause: number }>();
  readonly #work = new Cond('a pod to bind');

  /** With a recorder, each binding is recorded as the event Scheduled. */
  constructor(sim: Sim, clientset: Clientset, recorder?: EventRecorder) {
    this.#sim = sim;
    this.#clientset = clientset;
    this.#recorder = recorder;
  }

  /** Runs until its process is crashed. */
  *run(): Blocking<void> {
    const nodes = follow(this.#sim, this.#clientset.coreV1().nodes(), {
      changed: (node) => this.#nodeChanged(node),
      removed: (node) => void this.#podsOn.delete(node.metadata.name ?? ''),
    });
    this.#sim.go(`${program}/nodes`, nodes);
    const pods = follow(this.#sim, this.#clientset.coreV1().pods(''), {
      changed: (pod) => this.#podChanged(pod as Pod),
      removed: (pod) => this.#podRemoved(pod as Pod),
    });
    this.#sim.go(`${program}/pods`, pods);
    for (;;) {
      while (this.#pending.size === 0 || this.#podsOn.size === 0) yield* this.#work.wait();
      const [next] = this.#pending.values();
      if (!next) continue;
      setCause(next.cause);
      yield* this.#bind(next.pod, this.#emptiestNode());
    }
  }

  #nodeChanged(node: Node): void {
    const name = node.metadata.name ?? '';
    if (node.spec?.unschedulable) {
      this.#podsOn.delete(name);
    } else if (!this.#podsOn.has(name)) {
      let pods = 0;
      for (const nodeName of this.#nodeOf.values()) if (nodeName === name) pods++;
      this.#podsOn.set(name, pods);
      this.#work.signal();
    }
  }

  #podChanged(pod: Pod): void {
    const { uid, deletionTimestamp } = pod.metadata;
    const { nodeName } = pod.spec;
    const ended = pod.status.phase === 'Succeeded' || pod.status.phase === 'Failed';
    if (ended || (!nodeName && deletionTimestamp)) {
      this.#podRemoved(pod);
    } else if (nodeName) {
      this.#pending.delete(uid);
      this.#assume(uid, nodeName);
    } else if (pod.spec.schedulerName === schedulerName && !this.#nodeOf.has(uid)) {
      this.#pending.set(uid, { pod, cause: causeNow() });
      this.#work.signal();
    }
  }

  #podRemoved(pod: Pod): void {
    this.#pending.delete(pod.metadata.uid);
    this.#assume(pod.metadata.uid, undefined);
  }

  /** Counts a pod on a node, or no longer on any. */
  #assume(uid: string, nodeName: string | undefined): void {
    const before = this.#nodeOf.get(uid);
    if (before === nodeName) return;
    const count = (node: string, by: number): void => {
      const pods = this.#podsOn.get(node);
      if (pods !== undefined) this.#podsOn.set(node, pods + by);
    };
    if (before !== undefined) count(before, -1);
    if (nodeName === undefined) {
      this.#nodeOf.delete(uid);
    } else {
      count(nodeName, 1);
      this.#nodeOf.set(uid, nodeName);
    }
  }

  #emptiestNode(): string {
    let best = '';
    let fewest = Infinity;
    for (const [node, pods] of this.#podsOn) {
      if (pods < fewest || (pods === fewest && node < best)) {
        best = node;
        fewest = pods;
      }
    }
    return best;
  }

  *#bind(pod: Pod, nodeName: string): Blocking<void> {
    const { namespace, name, uid } = pod.metadata;
    this.#pending.delete(uid);
    // Counted at once: the watch tells of it only later, and the next pod should not be sent to the same node.
    this.#assume(uid, nodeName);
    const text = `binds ${name} to ${nodeName}, the node with the fewest pods`;
    this.#sim.trace?.stage({ kind: 'stand-in', program, text, key: `${namespace}/${name}` });
    const err = yield* this.#clientset
      .coreV1()
      .pods(namespace)
      .bind({
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { namespace, name, uid },
        target: { apiVersion: 'v1', kind: 'Node', name: nodeName },
      });
    if (!err) {
      const message = `Successfully assigned ${namespace}/${name} to ${nodeName}`;
      this.#recorder?.event(pod, 'Normal', 'Scheduled', message);
      return;
    }
    this.#assume(uid, undefined);
    if (isNotFound(err)) return;
    this.#sim.after(retryMs, () => {
      if (this.#nodeOf.has(uid)) return;
      this.#pending.set(uid, { pod, cause: causeNow() });
      this.#work.signal();
    });
  }
}
