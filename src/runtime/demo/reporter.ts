import type { ObjectReference } from 'kubernetes-types/core/v1';
import type { Pod } from '../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Clientset } from '../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { EventSinkImpl } from '../kubernetes/staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.ts';
import {
  type EventBroadcaster,
  type EventRecorder,
  newBroadcaster,
} from '../kubernetes/staging/src/k8s.io/client-go/tools/record/event.ts';
import type { Blocking } from '../sim/process.ts';
import type { Sim } from '../sim/sim.ts';
import type { Print } from './pod-count.ts';

/** The command line of a reporter. */
export interface ReporterFlags {
  /** Whether events are written to its log, and to the API server. */
  readonly log: boolean;
  readonly sink: boolean;
  /** Whose events its sink may write; those of all namespaces if empty. */
  readonly namespace: string;
}

/** What it is asked to tell, and how often. */
export interface Report {
  readonly namespace: string;
  readonly pod: string;
  readonly type: string;
  readonly reason: string;
  /** `#` in it stands for the number of the event, from 1. */
  readonly message: string;
  readonly times: number;
  /** Between two of them; 0 for all at once. */
  readonly everyMs: number;
  /** The reference to the pod is written by hand, in place of one that is made from the pod. */
  readonly byHand: boolean;
}

/** Itself, as whoever writes the program would put it: it has no object of its own to refer to. */
const itself: ObjectReference = { kind: 'Pod', namespace: 'default', name: 'reporter' };

/** Records events about pods, as it is asked to, and nothing else. */
export class Reporter {
  readonly #sim: Sim;
  readonly #kubeClient: Clientset;
  readonly #flags: ReporterFlags;
  readonly #broadcaster: EventBroadcaster;
  readonly #recorder: EventRecorder;
  /** Each pod as it was when it was last asked about. */
  readonly #seen = new Map<string, Pod>();

  constructor(sim: Sim, kubeClient: Clientset, flags: ReporterFlags, print: Print) {
    this.#sim = sim;
    this.#kubeClient = kubeClient;
    this.#flags = flags;
    this.#broadcaster = newBroadcaster(sim);
    if (flags.log) this.#broadcaster.startLogging(print);
    this.#recorder = this.#broadcaster.newRecorder({ component: 'reporter' });
  }

  /** Begins: says that it has started, and connects its events to the API server once that answers. */
  *start(): Blocking<void> {
    this.#recorder.event(itself, 'Normal', 'Started', 'reporter is up');
    while (!(yield* this.#serverAnswers())) yield* this.#sim.sleep(1000);
    if (!this.#flags.sink) return;
    const events = this.#kubeClient.coreV1().events(this.#flags.namespace);
    this.#broadcaster.startRecordingToSink(new EventSinkImpl(events));
  }

  *#serverAnswers(): Blocking<boolean> {
    const [, err] = yield* this.#kubeClient.coreV1().namespaces().get('default');
    return err === undefined;
  }

  /** Records the events of a report. */
  *report({ namespace, pod, type, reason, message, times, everyMs, byHand }: Report): Blocking<void> {
    const about = yield* this.#objectOf(namespace, pod, byHand);
    for (let i = 1; i <= times; i++) {
      if (i > 1 && everyMs > 0) yield* this.#sim.sleep(everyMs);
      this.#recorder.event(about, type, reason, message.replaceAll('#', String(i)));
    }
  }

  /** The pod, or a reference to it; of a pod that it has never seen there is only a name. */
  *#objectOf(namespace: string, name: string, byHand: boolean): Blocking<Pod | ObjectReference> {
    const key = `${namespace}/${name}`;
    const [found] = yield* this.#kubeClient.coreV1().pods(namespace).get(name);
    if (found) this.#seen.set(key, found);
    const pod = found ?? this.#seen.get(key);
    if (pod && !byHand) return pod;
    const byName: ObjectReference = { kind: 'Pod', namespace, name };
    return pod ? { ...byName, uid: pod.metadata.uid } : byName;
  }
}
