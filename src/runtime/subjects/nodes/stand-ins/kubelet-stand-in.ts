import type { PodStatus } from 'kubernetes-types/core/v1';
import type { Node, Pod } from '../../../kubernetes/pkg/api/objects.ts';
import { isPodReady } from '../../../kubernetes/pkg/api/v1/pod/util.ts';
import {
  isAlreadyExists,
  isNotFound,
} from '../../../kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { Clientset } from '../../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { EventRecorder } from '../../../kubernetes/staging/src/k8s.io/client-go/tools/record/event.ts';
import type {
  PodAdmitHandler,
  PodAdmitResult,
} from '../../../kubernetes/pkg/kubelet/lifecycle/interfaces.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { Sim } from '../../../sim/sim.ts';
import { Cond, type Mutex } from '../../../sim/sync.ts';
import { hostIPOf, type KubeletNode, newNode, podIPOf } from './kubelet-node.ts';
import {
  type Addresses,
  ended,
  endedStatus,
  isAlive,
  planOf,
  rejection,
  runningStatus,
  statusPatch,
  waitingStatus,
} from './kubelet-status.ts';
import { follow, oldestFirst, retryMs } from './list-and-watch.ts';

/** How a kubelet stand-in behaves; a pod's annotations may say otherwise. All times are virtual ms. */
export interface KubeletSettings {
  /** From binding to Running. */
  readonly startMs: number;
  /** From Running to Ready; 0 makes them one step. */
  readonly readyMs: number;
  /** From deletion to gone, at most the grace period. */
  readonly stopMs: number;
  /** Lets one pod of all nodes change at a time, as in the recordings of a real control plane. */
  readonly serial?: SerialTransitions;
  /** Makes what decides whether the node takes a pod; it takes every one if left out. */
  readonly newAdmitHandler?: (getNode: () => Node | undefined) => PodAdmitHandler;
}

/** Kubelets that share `turn` take turns: 100 ms of quiet, one transition of one pod, then `gapMs` of quiet. */
interface SerialTransitions {
  readonly turn: Mutex;
  readonly gapMs: number;
}

const quietMs = 100;

/** How often a status is sent again before the stand-in gives up. */
const maxRetries = 20;

/**
 * Stands in for the kubelet of one node: registers the node, refuses pods for which it has no room, reports the others
 * Running and then Ready, and ends those that are deleted. It runs no containers and probes nothing.
 */
export class KubeletStandIn {
  readonly program: string;
  readonly #sim: Sim;
  readonly #clientset: Clientset;
  readonly #nodeName: string;
  readonly #index: number;
  readonly #initialNode: Node;
  readonly #settings: KubeletSettings;
  readonly #admitHandler: PodAdmitHandler | undefined;
  readonly #recorder: EventRecorder | undefined;
  /** Its node, as the watch last told of it. */
  #node: Node | undefined;
  /** The pods of this node, by uid, as the watch last told of them. */
  readonly #pods = new Map<string, Pod>();
  readonly #started = new Set<string>();
  readonly #stopping = new Set<string>();
  readonly #rejected = new Set<string>();
  #addressCount = 0;

  /** With a recorder, each pod that is refused is recorded as an event. */
  constructor(
    sim: Sim,
    clientset: Clientset,
    node: KubeletNode,
    settings: KubeletSettings,
    recorder?: EventRecorder,
  ) {
    this.program = `kubelet-stand-in/${node.name}`;
    this.#sim = sim;
    this.#clientset = clientset;
    this.#nodeName = node.name;
    this.#index = node.index;
    this.#initialNode = newNode(sim, node) as Node;
    this.#settings = settings;
    this.#admitHandler = settings.newAdmitHandler?.(() => this.#node ?? this.#initialNode);
    this.#recorder = recorder;
  }

  /** Runs until its process is crashed. */
  *run(): Blocking<void> {
    yield* this.#register();
    if (this.#admitHandler) yield* this.#followNode();
    const follower = {
      changed: (pod: unknown) => this.#changed(pod as Pod),
      removed: (pod: unknown) => this.#removed(pod as Pod),
    };
    const pods = oldestFirst(this.#clientset.coreV1().pods(''));
    yield* follow(this.#sim, pods, follower, `spec.nodeName=${this.#nodeName}`);
  }

  /** Reports a pod Failed, as if its containers had. An error says why that cannot be. */
  fail(namespace: string, name: string): Error | undefined {
    const pods = [...this.#pods.values()];
    const pod = pods.find(({ metadata: of }) => of.namespace === namespace && of.name === name);
    if (pod === undefined) return new Error(`pod ${namespace}/${name} is not on node ${this.#nodeName}`);
    if (!isAlive(pod)) return new Error(`pod ${namespace}/${name} has ended or is terminating`);
    const status = endedStatus(this.#sim, pod, 1, pod.status);
    this.#sim.go(
      `${this.program}/fail ${name}`,
      this.#report(pod, status, `reports ${name} failed`),
      this.program,
    );
    return undefined;
  }

  *#register(): Blocking<void> {
    for (;;) {
      const [, err] = yield* this.#clientset.coreV1().nodes().create(this.#initialNode);
      if (!err || isAlreadyExists(err)) return;
      yield* this.#sim.sleep(retryMs);
    }
  }

  /** Returns when the node is known, and goes on to learn of its changes. */
  *#followNode(): Blocking<void> {
    const known = new Cond('the node to be known');
    const follower = {
      changed: (node: unknown) => {
        this.#node = node as Node;
        known.broadcast();
      },
      removed: () => void (this.#node = undefined),
    };
    const nodes = this.#clientset.coreV1().nodes();
    const selector = `metadata.name=${this.#nodeName}`;
    this.#sim.go(`${this.program}/node`, follow(this.#sim, nodes, follower, selector), this.program);
    while (!this.#node) yield* known.wait();
  }

  #changed(pod: Pod): void {
    const { uid, name, deletionTimestamp, annotations } = pod.metadata;
    const isNew = !this.#pods.has(uid);
    if (isNew && deletionTimestamp === undefined && !ended(pod)) {
      const refusal = this.#refusalOf(pod);
      if (refusal) this.#reject(pod, refusal);
    }
    this.#pods.set(uid, pod);
    if (deletionTimestamp !== undefined) {
      if (this.#stopping.has(uid)) return;
      this.#stopping.add(uid);
      this.#sim.go(`${this.program}/stop ${name}`, this.#stop(pod));
    } else if (!this.#started.has(uid) && !ended(pod) && annotations?.['fake/manual'] === undefined) {
      this.#started.add(uid);
      this.#sim.go(`${this.program}/start ${name}`, this.#start(pod));
    }
  }

  /** Asked once for each pod, and again for all of them when the kubelet restarts. */
  // Part of: pkg/kubelet/kubelet.go#Kubelet.HandlePodAdditions
  #refusalOf(pod: Pod): PodAdmitResult | undefined {
    if (!this.#admitHandler) return undefined;
    const { uid } = pod.metadata;
    const otherPods = [...this.#pods.values()].filter(
      (other) => other.metadata.uid !== uid && !this.#over(other),
    );
    // It makes no room for anybody, so that it never waits.
    const { done, value } = this.#admitHandler.admit({ pod, otherPods }).next();
    return !done || value.admit ? undefined : value;
  }

  /** Whether a pod takes no room any more: it has ended, or was refused. */
  #over(pod: Pod): boolean {
    return ended(pod) || this.#rejected.has(pod.metadata.uid);
  }

  #reject(pod: Pod, { reason, message }: PodAdmitResult): void {
    const { name, uid } = pod.metadata;
    this.#rejected.add(uid);
    this.#started.add(uid);
    this.#recorder?.event(pod, 'Warning', reason, message);
    const status = rejection(this.#sim, pod, reason, message);
    const text = `refuses ${name}: ${reason}`;
    this.#sim.go(`${this.program}/reject ${name}`, this.#report(pod, status, text), this.program);
  }

  #removed(pod: Pod): void {
    const { uid } = pod.metadata;
    this.#pods.delete(uid);
    this.#started.delete(uid);
    this.#stopping.delete(uid);
    this.#rejected.delete(uid);
  }

  /** Brings a pod to Running and to Ready; one that a kubelet before it had begun is taken on from there. */
  *#start(pod: Pod): Blocking<void> {
    const { name } = pod.metadata;
    const plan = planOf(pod, this.#settings);
    const addresses = this.#addressesFor(pod);
    const up = (ready: boolean): Blocking<void> => {
      const text = ready ? `reports ${name} ready` : `reports ${name} running`;
      return this.#report(pod, runningStatus(this.#sim, pod, ready, addresses), text);
    };
    if (pod.status.phase !== 'Running') {
      yield* this.#sim.sleep(this.#settings.startMs);
      if (plan.pullFails)
        return yield* this.#report(
          pod,
          waitingStatus(this.#sim, pod, addresses),
          `cannot pull the image of ${name}`,
        );
      if (plan.readyMs > 0 && plan.runningFirst) yield* up(false);
    }
    if (plan.exitMs !== undefined)
      this.#sim.go(`${this.program}/exit ${name}`, this.#exit(pod, plan.exitMs, plan.exitCode));
    if (plan.readyMs === Infinity || isPodReady(pod)) return;
    yield* this.#sim.sleep(plan.readyMs);
    yield* this.#inTurn(() => up(true));
  }

  *#exit(pod: Pod, exitMs: number, exitCode: number): Blocking<void> {
    yield* this.#sim.sleep(exitMs);
    const { name } = pod.metadata;
    const status = endedStatus(
      this.#sim,
      pod,
      exitCode,
      this.#pods.get(pod.metadata.uid)?.status ?? pod.status,
    );
    yield* this.#inTurn(() => this.#report(pod, status, `reports ${name} ended with exit code ${exitCode}`));
  }

  *#stop(pod: Pod): Blocking<void> {
    const { namespace, name, uid, deletionGracePeriodSeconds = 0 } = pod.metadata;
    const { stopMs } = planOf(pod, this.#settings);
    if (stopMs === Infinity) return;
    yield* this.#sim.sleep(Math.min(stopMs, deletionGracePeriodSeconds * 1000));
    const gapMs = Math.min(quietMs, this.#settings.serial?.gapMs ?? 0);
    yield* this.#inTurn(() => this.#delete(namespace, name, uid), gapMs);
  }

  *#delete(namespace: string, name: string, uid: string): Blocking<void> {
    this.#tell(`ends ${name}`, namespace, name);
    for (;;) {
      const options = { gracePeriodSeconds: 0, preconditions: { uid } };
      const err = yield* this.#clientset.coreV1().pods(namespace).delete(name, options);
      if (!err || isNotFound(err) || !this.#pods.has(uid)) return;
      yield* this.#sim.sleep(retryMs);
    }
  }

  /**
   * Sends a pod's status, unless the pod has ended or is terminating. The API server takes it only if the pod still is
   * what that was decided on; after a write in between, and after any error, the pod is read and decided on again.
   */
  *#report(pod: Pod, status: PodStatus, text: string): Blocking<void> {
    const { namespace, name, uid } = pod.metadata;
    const pods = this.#clientset.coreV1().pods(namespace);
    let current = this.#pods.get(uid);
    if (isAlive(current)) this.#tell(text, namespace, name);
    for (let tries = 1; tries <= maxRetries && isAlive(current); tries++) {
      const patch = statusPatch(current, status);
      const [, err] = yield* pods.patch(name, 'application/strategic-merge-patch+json', patch, 'status');
      if (!err || isNotFound(err)) return;
      yield* this.#sim.sleep(50 * tries);
      const [read, readErr] = yield* pods.get(name);
      if (!readErr || isNotFound(readErr)) current = read?.metadata.uid === uid ? (read as Pod) : undefined;
    }
  }

  #tell(text: string, namespace: string, name: string): void {
    this.#sim.trace?.stage({ kind: 'stand-in', program: this.program, text, key: `${namespace}/${name}` });
  }

  *#inTurn(transition: () => Blocking<void>, gapMs = this.#settings.serial?.gapMs ?? 0): Blocking<void> {
    const { serial } = this.#settings;
    if (serial === undefined) return yield* transition();
    yield* serial.turn.lock();
    yield* this.#sim.travel(quietMs);
    yield* transition();
    yield* this.#sim.travel(gapMs);
    serial.turn.unlock();
  }

  #addressesFor(pod: Pod): Addresses {
    const { hostIP = hostIPOf(this.#index), startTime = this.#sim.timestamp() } = pod.status;
    const podIP = pod.status.podIP ?? podIPOf(this.#index, this.#addressCount++);
    return { hostIP, startTime, podIP };
  }
}
