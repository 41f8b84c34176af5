import type { Node, Pod } from '../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { everything } from '../kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import { nonSlidingUntil } from '../kubernetes/staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { PodInformer } from '../kubernetes/staging/src/k8s.io/client-go/informers/core/v1/pod.ts';
import type { Clientset } from '../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { EventSinkImpl } from '../kubernetes/staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.ts';
import type { PodLister } from '../kubernetes/staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import {
  type InformerSynced,
  waitForNamedCacheSync,
} from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import {
  type EventBroadcaster,
  type EventRecorder,
  newBroadcaster,
} from '../kubernetes/staging/src/k8s.io/client-go/tools/record/event.ts';
import type { Chan } from '../sim/chan.ts';
import type { Blocking } from '../sim/process.ts';
import type { Sim } from '../sim/sim.ts';
import { type Print, masterLabel, withPodCount } from './pod-count.ts';

/** From the beginning of one round to that of the next. */
const periodMs = 10_000;

/**
 * Counts the pods of the cluster every ten seconds, writes the number on every master node, and records an event
 * about every pod. It compares nothing: each round does all of it again.
 */
// In Go: content/your-own/first-controller/go/client-go/controller.go#PodController
export class PodController {
  readonly kubeClient: Clientset;
  /** Kept, and used by nothing. */
  readonly clusterName: string;
  readonly podLister: PodLister;
  readonly podListerSynced: InformerSynced;
  readonly broadcaster: EventBroadcaster;
  readonly recorder: EventRecorder;
  readonly #sim: Sim;
  readonly #print: Print;

  /** Asks the factory for the informer of pods, and so has it registered. */
  // In Go: content/your-own/first-controller/go/client-go/controller.go#NewPodController
  constructor(sim: Sim, podInformer: PodInformer, kubeClient: Clientset, clusterName: string, print: Print) {
    this.#sim = sim;
    this.#print = print;
    this.broadcaster = newBroadcaster(sim);
    this.broadcaster.startLogging(print);
    this.recorder = this.broadcaster.newRecorder({ component: 'pod-controller' });
    this.kubeClient = kubeClient;
    this.clusterName = clusterName;
    this.podLister = podInformer.lister();
    this.podListerSynced = () => podInformer.informer().hasSynced();
  }

  /** Runs until `stop` closes. */
  // In Go: content/your-own/first-controller/go/client-go/controller.go#PodController.Run
  *run(stop: Chan<never>): Blocking<void> {
    try {
      this.#print('Starting pod controller');
      if (!(yield* this.waitForCache(stop))) return;
      this.broadcaster.startRecordingToSink(new EventSinkImpl(this.kubeClient.coreV1().events('')));
      this.#sim.go(
        'pods/rounds',
        nonSlidingUntil(this.#sim, () => this.reconcilePods(), periodMs, stop),
      );
      yield* stop.receive();
    } finally {
      this.#print('Shutting down pod controller');
    }
  }

  *waitForCache(stop: Chan<never>): Blocking<boolean> {
    return yield* waitForNamedCacheSync(this.#sim, 'pods', stop, this.podListerSynced);
  }

  /** One round. What fails is printed, and tried again by the next. */
  // In Go: content/your-own/first-controller/go/client-go/controller.go#PodController.reconcilePods
  *reconcilePods(): Blocking<void> {
    const [pods, err] = this.podLister.list(everything());
    if (err) return this.#print(`list pods: ${err.message}`);
    for (const { metadata } of pods) this.#print(`pod ${metadata.namespace}/${metadata.name}`);
    yield* this.#labelMasters(pods.length);
    for (const pod of pods) this.#recordCount(pod, pods.length);
  }

  /** Master nodes are read from the API server each time: this controller has no cache of nodes. */
  // In Go: content/your-own/first-controller/go/client-go/controller.go#PodController.labelNodes
  *#labelMasters(count: number): Blocking<void> {
    const [masters, err] = yield* this.kubeClient.coreV1().nodes().list({ labelSelector: masterLabel });
    if (err) return this.#print(`list nodes: ${err.message}`);
    for (const node of masters.items) yield* this.#label(node, count);
  }

  *#label(node: Node, count: number): Blocking<void> {
    const [, err] = yield* this.kubeClient.coreV1().nodes().update(withPodCount(node, count));
    if (err) this.#print(`update node ${node.metadata.name}: ${err.message}`);
  }

  #recordCount(pod: Pod, count: number): void {
    this.recorder.eventf(pod, 'Normal', 'Counted', 'one of %d pods', count);
  }
}
