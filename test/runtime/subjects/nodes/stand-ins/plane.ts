import type { Pod } from '../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { Interface as WatchInterface } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/watch.ts';
import type { StatusError } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { APIRequest } from '../../../../../src/runtime/wire.ts';
import {
  APIServer,
  type KubeObject,
} from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { newSharedInformerFactory } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import {
  type Clientset,
  newForConfig,
} from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { Transport } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import {
  burstReplicas,
  newReplicaSetController,
} from '../../../../../src/runtime/kubernetes/pkg/controller/replicaset/replica_set.ts';
import { EventSinkImpl } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.ts';
import { newBroadcaster } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/event.ts';
import type { NodeShape } from '../../../../../src/runtime/subjects/nodes/stand-ins/kubelet-node.ts';
import {
  type KubeletSettings,
  KubeletStandIn,
} from '../../../../../src/runtime/subjects/nodes/stand-ins/kubelet-stand-in.ts';
import { GarbageCollectorStandIn } from '../../../../../src/runtime/subjects/nodes/stand-ins/garbage-collector-stand-in.ts';
import { SchedulerStandIn } from '../../../../../src/runtime/subjects/nodes/stand-ins/scheduler-stand-in.ts';
import { plane } from '../../../../../src/runtime/subjects/control-loop/planes/replicaset.ts';
import type { Result } from '../../../../../src/runtime/go/result.ts';
import { coreKinds } from '../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { Chan } from '../../../../../src/runtime/sim/chan.ts';
import type { Blocking } from '../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';

/** One way to the API server, in virtual ms. */
const latencyMs = 1;

/** An API server and what tests start on it, with a line in `lines` for each write that they follow. */
export class Plane {
  readonly sim = new Sim({ seed: 1 });
  readonly server = new APIServer(this.sim, { kinds: [...coreKinds, ...(plane.kinds ?? [])] });
  readonly lines: string[] = [];
  readonly kubelets = new Map<string, KubeletStandIn>();
  /** Asked before each request of a stand-in; what it gives is the answer. */
  refuse: (request: APIRequest) => StatusError | undefined = () => undefined;

  constructor(...follow: readonly string[]) {
    for (const resource of follow) {
      const [watch] = this.server.watch({ verb: 'watch', resource, userAgent: 'test' });
      if (watch) this.sim.go(`test/${resource}`, this.#write(watch));
    }
  }

  startKubelet(node: string, settings: Partial<KubeletSettings> = {}, shape?: NodeShape): void {
    const all = { startMs: 100, readyMs: 200, stopMs: 300, ...settings };
    const program = `kubelet-stand-in/${node}`;
    const client = this.clientset(program);
    const broadcaster = newBroadcaster(this.sim);
    broadcaster.startRecordingToSink(new EventSinkImpl(client.coreV1().events('')));
    const recorder = broadcaster.newRecorder({ component: 'kubelet', host: node });
    const of = { name: node, index: this.kubelets.size, shape };
    const kubelet = new KubeletStandIn(this.sim, client, of, all, recorder);
    this.kubelets.set(node, kubelet);
    this.sim.go(program, kubelet.run(), program);
  }

  startScheduler(): void {
    const program = 'scheduler-stand-in';
    this.sim.go(program, new SchedulerStandIn(this.sim, this.clientset(program)).run(), program);
  }

  startGarbageCollector(): void {
    const program = 'garbage-collector-stand-in';
    this.sim.go(program, new GarbageCollectorStandIn(this.sim, this.clientset(program)).run(), program);
  }

  startController(): void {
    const program = 'kube-controller-manager';
    const { sim } = this;
    const client = this.clientset(program);
    const main = function* (): Blocking<void> {
      const informers = newSharedInformerFactory(sim, client, { program });
      const rsInformer = informers.apps().v1().replicaSets();
      const podInformer = informers.core().v1().pods();
      const controller = newReplicaSetController(sim, rsInformer, podInformer, client, burstReplicas);
      const stop = new Chan<never>('stop');
      informers.start(stop);
      yield* controller.run(2, stop);
    };
    sim.go(program, main(), program);
  }

  clientset(userAgent: string): Clientset {
    const { sim, server } = this;
    const refuse = (request: APIRequest): StatusError | undefined => this.refuse(request);
    const transport: Transport = {
      *do(request) {
        yield* sim.sleep(latencyMs);
        const refused = refuse(request);
        const result: Result<KubeObject, StatusError> = refused ? [undefined, refused] : server.do(request);
        yield* sim.sleep(latencyMs);
        return result;
      },
      *watch(request) {
        yield* sim.sleep(latencyMs);
        return server.watch(request);
      },
    };
    return newForConfig(sim, { transport, userAgent, qps: -1 });
  }

  /** Asks the API server at once; throws if it refuses. */
  do(request: Omit<APIRequest, 'userAgent'>): KubeObject {
    const [object, err] = this.server.do({ ...request, userAgent: 'kubectl' });
    if (err) throw err;
    return object;
  }

  create(resource: string, object: object): void {
    this.do({ verb: 'create', resource, namespace: 'default', body: object });
  }

  delete(resource: string, name: string, body?: object): void {
    this.do({ verb: 'delete', resource, namespace: 'default', name, body });
  }

  /** What somebody else than the kubelet writes of a pod. */
  patchStatus(name: string, status: object): void {
    const patchType = 'application/strategic-merge-patch+json';
    const of = { resource: 'pods', subresource: 'status', namespace: 'default', name } as const;
    this.do({ verb: 'patch', ...of, patchType, body: { status } });
  }

  pods(): Pod[] {
    const list = this.do({ verb: 'list', resource: 'pods', namespace: 'default' });
    return [...(list as unknown as { readonly items: readonly Pod[] }).items];
  }

  /** The lines since the last call, after `ms` more. */
  after(ms: number): string[] {
    this.sim.runFor(ms);
    return this.lines.splice(0);
  }

  *#write(watch: WatchInterface): Blocking<void> {
    for (;;) {
      const [event, open] = yield* watch.resultChan().receive();
      if (!open) return;
      const { type, object } = event;
      this.lines.push(`${String(this.sim.now).padStart(5)}  ${type.toLowerCase()} ${told(object)}`);
    }
  }
}

function told(object: KubeObject): string {
  const { kind, metadata } = object;
  const { status, spec } = object as Pod;
  const words = [kind, metadata.name];
  if (kind === 'Pod') {
    const ready = status.conditions?.find((c) => c.type === 'Ready')?.status === 'True';
    words.push(spec.nodeName ? `on ${spec.nodeName}` : '', status.phase ?? '', ready ? 'ready' : '');
  }
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers = [], ownerReferences = [] } = metadata;
  if (ownerReferences.length > 0) words.push(`of ${ownerReferences.map((ref) => ref.name).join(' and ')}`);
  if (finalizers.length > 0) words.push(`held by ${finalizers.join(' and ')}`);
  if (deletionTimestamp) words.push(`terminating within ${deletionGracePeriodSeconds ?? 0} s`);
  return words.filter((word) => word !== '').join(' ');
}
