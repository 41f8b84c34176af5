import type { Container, Secret } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { convertPodStatusToRunningPod } from '../../../../src/runtime/kubernetes/pkg/kubelet/container/helpers.ts';
import type { PodStatus } from '../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import type { PodSyncResult } from '../../../../src/runtime/kubernetes/pkg/kubelet/container/sync_result.ts';
import type { KubeGenericRuntimeManager } from '../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.ts';
import type { Result } from '../../../../src/runtime/kubernetes/pkg/kubelet/prober/results/results_manager.ts';
import {
  type Backoff,
  newBackOff,
} from '../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/backoff.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { inOrder } from '../../kubelet/call-order.ts';
import { podActionsAnswer } from '../../kubelet/pod-actions.ts';
import { epoch, livePod, managerWith, noFiles, recorderOf, run } from '../../kubelet/runtime-manager.ts';
import { WatchedImages, WatchedRuntime, errorOf } from '../../kubelet/watched-runtime.ts';

interface Step {
  readonly AdvanceS?: number;
  readonly Action?: 'kill' | 'gc';
  readonly GraceOverride?: number;
  readonly Exit?: readonly { readonly Container: string; readonly Code: number; readonly Reason: string }[];
  readonly LoseSandbox?: boolean;
  readonly NoIP?: boolean;
  readonly SetUnknown?: readonly string[];
  readonly SetImage?: Readonly<Record<string, string>>;
  readonly DropImages?: readonly string[];
  readonly Liveness?: Readonly<Record<string, Result>>;
  readonly Startup?: Readonly<Record<string, Result>>;
  readonly Inject?: readonly { readonly Call: string; readonly Error: string }[];
  readonly HTTPError?: string;
  readonly RestartPolicy?: string;
  readonly Delete?: number;
}

interface Question {
  readonly Pod: Partial<Pod>;
  readonly Images: readonly string[];
  readonly Secrets?: readonly Secret[];
  readonly IP?: string;
  readonly Steps: readonly Step[];
}

const imageCalls = ['ImageStatus', 'PullImage', 'ListImages', 'RemoveImage'];

/** A node on which one pod is synced again and again, while things happen to it. */
class World {
  readonly sim = new Sim({ epoch });
  readonly runtime: WatchedRuntime;
  readonly images: WatchedImages;
  readonly manager: KubeGenericRuntimeManager;
  readonly backOff: Backoff;
  pod: Pod;
  httpError: string | undefined;
  readonly #liveness = new Map<string, Result>();
  readonly #startup = new Map<string, Result>();

  constructor({ Pod: asked, Images, IP = '10.0.0.7' }: Question) {
    this.pod = livePod(asked);
    this.runtime = new WatchedRuntime(this.sim, () => IP);
    this.images = new WatchedImages(this.runtime);
    this.images.setFakeImages(Images);
    this.backOff = newBackOff(this.sim, 10_000, 300_000);
    const tell = (name: string, args: unknown): undefined => void this.runtime.calls.push([name, args]);
    this.manager = managerWith({
      sim: this.sim,
      runtimeService: this.runtime,
      imageService: this.images,
      recorder: recorderOf(({ fieldPath = '' }, type, reason, message) =>
        tell('event', { fieldPath, message: message.replace(/ in \d\S*s$/, ' in <took>'), reason, type }),
      ),
      osInterface: {
        ...noFiles,
        mkdirAll: (path) => tell('mkdir', { path }),
        symlink: (to, from) => tell('symlink', { from, to }),
      },
      httpClient: {
        get: function* (this: void, url: string) {
          tell('http', { get: url });
          return ask();
        },
      },
      livenessManager: { get: ({ id }) => this.#liveness.get(id) },
      startupManager: { get: ({ id }) => this.#startup.get(id) },
      podStateProvider: { isPodDeleted: () => true, isPodTerminated: () => true },
    });
    const ask = (): [{ statusCode: number; body: string } | undefined, Error | undefined] =>
      this.httpError === undefined
        ? [{ statusCode: 200, body: '' }, undefined]
        : [undefined, new Error(this.httpError)];
  }

  /** What happens to the pod before it is synced. */
  change(step: Step): void {
    this.sim.runFor((step.AdvanceS ?? 0) * 1000);
    for (const { Container: name, Code, Reason } of step.Exit ?? []) {
      const container = this.#newest(name);
      if (!container) continue;
      const ended = { state: 'CONTAINER_EXITED', exitCode: Code, reason: Reason, finishedAt: this.sim.now };
      Object.assign(container, ended);
    }
    for (const name of step.SetUnknown ?? []) {
      const container = this.#newest(name);
      if (container) container.state = 'CONTAINER_UNKNOWN';
    }
    const sandbox = [...this.runtime.sandboxes.values()].at(-1);
    if (sandbox && step.LoseSandbox) {
      sandbox.state = 'SANDBOX_NOTREADY';
      for (const c of this.runtime.containers.values())
        if (c.sandboxID === sandbox.id && c.state === 'CONTAINER_RUNNING')
          Object.assign(c, { state: 'CONTAINER_EXITED', exitCode: 137, finishedAt: this.sim.now });
    }
    if (sandbox && step.NoIP) sandbox.network = { ip: '' };
    this.#changePod(step);
    for (const image of step.DropImages ?? []) this.images.images.delete(image);
    for (const [name, result] of Object.entries(step.Liveness ?? {}))
      this.#liveness.set(this.#newest(name)?.id ?? '', result);
    for (const [name, result] of Object.entries(step.Startup ?? {}))
      this.#startup.set(this.#newest(name)?.id ?? '', result);
    this.httpError = step.HTTPError;
  }

  #newest(name: string) {
    return [...this.runtime.containers.values()].filter((c) => c.metadata?.name === name).at(-1);
  }

  #changePod({ SetImage = {}, RestartPolicy, Delete }: Step): void {
    const { metadata, spec } = this.pod;
    const withImage = (c: Container): Container => ({ ...c, image: SetImage[c.name] ?? c.image });
    this.pod = {
      ...this.pod,
      metadata: {
        ...metadata,
        ...(Delete === undefined
          ? {}
          : { deletionTimestamp: this.sim.timestamp(), deletionGracePeriodSeconds: Delete }),
      },
      spec: {
        ...spec,
        restartPolicy: RestartPolicy ?? spec.restartPolicy,
        containers: spec.containers.map(withImage),
        initContainers: spec.initContainers?.map(withImage),
      },
    };
  }

  /** Gives the calls since the last time. */
  taken(): unknown {
    const { calls } = this.runtime;
    this.runtime.calls = [];
    return inOrder(calls);
  }

  after(): unknown {
    const byID = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);
    const states = (all: Iterable<{ readonly id: string; readonly state: string }>): unknown =>
      [...all].map(({ id, state }) => ({ id, state })).sort(byID);
    return {
      containers: states(this.runtime.containers.values()),
      sandboxes: states(this.runtime.sandboxes.values()),
    };
  }
}

function resultsOf({ syncResults }: PodSyncResult): unknown {
  const results = syncResults.map(({ action, target, error, message }) => ({
    action,
    target,
    ...(error ? { error: error.message, message } : {}),
  }));
  const kills = results.filter(({ action }) => action === 'KillContainer');
  kills.sort((a, b) => (a.target < b.target ? -1 : 1));
  return results.map((each) => (each.action === 'KillContainer' ? kills.shift() : each));
}

function act(world: World, step: Step, status: PodStatus, secrets: readonly Secret[]): object {
  const { manager, sim, pod } = world;
  if (step.Action === 'gc') {
    const policy = { minAgeMs: 0, maxPerPodContainer: 1, maxContainers: -1 };
    const err = run(sim, manager.garbageCollect(policy, true, false));
    return err ? { error: err.message } : {};
  }
  if (step.Action === 'kill') {
    const running = convertPodStatusToRunningPod('fakeRuntime', status);
    const err = run(sim, manager.killPod(pod, running, step.GraceOverride));
    return err ? { error: err.message } : {};
  }
  const actions = podActionsAnswer(manager.computePodActions(pod, status));
  const result = run(sim, manager.syncPod(pod, status, secrets, world.backOff));
  const aggregate = result.error();
  return {
    actions,
    results: resultsOf(result),
    ...(result.syncError ? { syncError: result.syncError.message } : {}),
    ...(aggregate ? { aggregate: aggregate.message } : {}),
  };
}

/** What a kubelet does for one pod, sync by sync. */
export function answer(question: unknown): unknown {
  const asked = question as Question;
  const world = new World(asked);
  const { name, namespace, uid } = world.pod.metadata;
  return asked.Steps.map((step) => {
    world.change(step);
    const [status, err] = run(world.sim, world.manager.getPodStatus(uid, name, namespace));
    const statusCalls = world.taken();
    if (err) return { statusCalls, error: err.message };
    for (const { Call, Error: text } of step.Inject ?? []) {
      const service = imageCalls.includes(Call) ? world.images : world.runtime;
      service.injectError(Call, errorOf(text));
    }
    const done = act(world, step, status, asked.Secrets ?? []);
    return { ...done, statusCalls, calls: world.taken(), after: world.after() };
  });
}
