import type { Pod } from '../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  APIServer,
  type KubeObject,
} from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import type { APIRequest } from '../../../../../src/runtime/wire.ts';
import { newForConfig } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { Transport } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import type { EventRecorder } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/events/interfaces.ts';
import { sprintf } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/sprintf.ts';
import { coreKinds } from '../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { schedulerKinds } from '../../../../../src/runtime/kubernetes/pkg/registry/scheduler-kinds.ts';
import {
  type Scheduler,
  type SchedulerOptions,
  newInformerFactory,
  newScheduler,
} from '../../../../../src/runtime/kubernetes/pkg/scheduler/scheduler.ts';
import { Chan } from '../../../../../src/runtime/sim/chan.ts';
import { background } from '../../../../../src/runtime/sim/context.ts';
import type { Observe } from '../../../../../src/runtime/sim/observe.ts';
import { Sim, type SimOptions } from '../../../../../src/runtime/sim/sim.ts';

/** One way to the API server, in virtual ms. */
const latencyMs = 2;

/** A recorder that keeps a line for each event. */
export function newFakeRecorder(): EventRecorder & { readonly events: string[] } {
  const events: string[] = [];
  return {
    events,
    eventf: (_regarding, _related, type, reason, _action, note, ...args) => {
      events.push(`${type} ${reason} ${sprintf(note, ...args)}`);
    },
  };
}

/** An API server with a scheduler on it, and nobody else. */
export class SchedulerStage {
  readonly sim: Sim;
  readonly server: APIServer;
  readonly recorder = newFakeRecorder();
  sched: Scheduler;
  readonly #options: SchedulerOptions;
  /** What the scheduler asked for, such as `create pods/binding web`. */
  readonly requests: string[] = [];
  /** What the scheduler is refused, by the first words of its request. */
  readonly refuse = new Map<string, Error>();

  constructor(options: SchedulerOptions = {}, sim: SimOptions & { readonly observe?: Observe } = {}) {
    this.#options = options;
    this.sim = new Sim({ seed: 1, ...sim });
    if (sim.observe) this.sim.observe = sim.observe;
    this.server = new APIServer(this.sim, { kinds: [...coreKinds, ...schedulerKinds] });
    this.sched = this.#start();
    this.sim.runFor(1000);
  }

  /** The scheduler ends as by a crash, and begins again with nothing in memory. */
  restart(): void {
    this.sim.crash('scheduler');
    this.sched = this.#start();
    this.sim.runFor(100);
  }

  #start(): Scheduler {
    const { sim, recorder } = this;
    const client = newForConfig(sim, {
      transport: this.#transport(),
      userAgent: 'kube-scheduler',
      qps: -1,
    });
    const informers = newInformerFactory(sim, client, 'kube-scheduler', 0);
    const stop = new Chan<never>('stop');
    const [sched, err] = newScheduler(sim, client, informers, () => recorder, stop, this.#options);
    if (err) throw err;
    sim.go(
      'scheduler',
      (function* () {
        informers.start(stop);
        yield* informers.waitForCacheSync(stop);
        yield* sched.run(background);
      })(),
      'scheduler',
    );
    return sched;
  }

  #transport(): Transport {
    const { sim, server, requests, refuse } = this;
    const name = ({ verb, resource, subresource, name: of = '' }: APIRequest): string =>
      `${verb} ${resource}${subresource ? `/${subresource}` : ''} ${of}`.trim();
    return {
      *do(request) {
        const text = name(request);
        if (!/^(list|watch)/.test(text)) requests.push(text);
        yield* sim.sleep(latencyMs);
        const refused = [...refuse].find(([words]) => text.startsWith(words))?.[1];
        const answer = refused ? ([undefined, refused as never] as const) : server.do(request);
        yield* sim.sleep(latencyMs);
        return [...answer] as typeof answer as never;
      },
      *watch(request) {
        yield* sim.sleep(latencyMs);
        return server.watch(request);
      },
    };
  }

  do(request: Omit<APIRequest, 'userAgent'>): KubeObject {
    const [object, err] = this.server.do({ ...request, userAgent: 'kubectl' });
    if (err) throw err;
    return object;
  }

  node(
    name: string,
    allocatable: Readonly<Record<string, string>> = {},
    more: object = {},
    labels: Readonly<Record<string, string>> = {},
  ): void {
    const room = { cpu: '4', memory: '8Gi', pods: '110', ...allocatable };
    const metadata = { name, labels: { 'kubernetes.io/hostname': name, ...labels } };
    const body = { kind: 'Node', apiVersion: 'v1', metadata, spec: more, status: { allocatable: room } };
    this.do({ verb: 'create', resource: 'nodes', body });
    this.sim.runFor(10);
  }

  /** Creates a pod that requests processors, and lets the scheduler run for a while. */
  pod(name: string, cpu = '0', spec: object = {}, ms = 100, labels?: Readonly<Record<string, string>>): void {
    const containers = [{ name: 'c', image: 'i', resources: { requests: { cpu } } }];
    const body = {
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: labels ? { name, labels } : { name },
      spec: { containers, priority: 0, ...spec },
    };
    this.do({ verb: 'create', resource: 'pods', namespace: 'default', body });
    this.sim.runFor(ms);
  }

  delete(name: string, gracePeriodSeconds = 0): void {
    const body = { gracePeriodSeconds };
    this.do({ verb: 'delete', resource: 'pods', namespace: 'default', name, body });
  }

  /** The pods that the store holds, by name. */
  pods(): ReadonlyMap<string, Pod> {
    const list = this.do({ verb: 'list', resource: 'pods', namespace: 'default' });
    const { items } = list as unknown as { readonly items: readonly Pod[] };
    return new Map(items.map((pod) => [pod.metadata.name, pod]));
  }

  on(name: string): string | undefined {
    return this.pods().get(name)?.spec.nodeName;
  }
}
