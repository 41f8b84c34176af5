import { StatusError } from '../../../src/runtime/kubernetes/vendor/google.golang.org/grpc/status/status.ts';
import type {
  AuthConfig,
  ContainerConfig,
  ContainerFilter,
  ImageFilter,
  ImageSpec,
  PodSandboxConfig,
  PodSandboxFilter,
} from '../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import { FakeImageService } from '../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/testing/fake_image_service.ts';
import type { Sim } from '../../../src/runtime/sim/sim.ts';
import { criJSON } from './cri-json.ts';
import { SortedRuntimeService } from './sorted-runtime-service.ts';
import { withoutEmpty } from '../without-empty.ts';

/** What happened, in order: a name, and what goes with it. */
export type Calls = [name: string, args: unknown][];

/** An error as questions write it: one that came over the wire says so. */
export function errorOf(text: string): Error {
  const [, message] = /^rpc error: code = Unknown desc = (.*)$/s.exec(text) ?? [];
  return message === undefined ? new Error(text) : new StatusError({ code: 'Unknown', message });
}

/** The fake runtime; every call is told. */
export class WatchedRuntime extends SortedRuntimeService {
  calls: Calls = [];
  readonly #ip: () => string;

  constructor(sim: Sim, ip: () => string) {
    super(sim);
    this.#ip = ip;
  }

  override *runPodSandbox(config: PodSandboxConfig, runtimeHandler: string) {
    const { name, namespace, uid, attempt } = config.metadata;
    const { portMappings = [], hostname = '', logDirectory } = config;
    this.calls.push([
      'RunPodSandbox',
      {
        attempt,
        hostname,
        logDirectory,
        name,
        namespace,
        network: config.linux?.securityContext?.namespaceOptions?.network ?? 'POD',
        ...(portMappings.length > 0 ? { portMappings: withoutEmpty(criJSON(portMappings)) } : {}),
        runtimeHandler,
        uid,
      },
    ]);
    const ran = yield* super.runPodSandbox(config, runtimeHandler);
    const sandbox = this.sandboxes.get(ran[0] ?? '');
    if (sandbox) sandbox.network = { ip: this.#ip() };
    return ran;
  }

  override *stopPodSandbox(id: string) {
    this.calls.push(['StopPodSandbox', { id }]);
    return yield* super.stopPodSandbox(id);
  }

  override *removePodSandbox(id: string) {
    this.calls.push(['RemovePodSandbox', { id }]);
    return yield* super.removePodSandbox(id);
  }

  override *podSandboxStatus(id: string) {
    this.calls.push(['PodSandboxStatus', { id }]);
    return yield* super.podSandboxStatus(id);
  }

  override *listPodSandbox(filter?: PodSandboxFilter) {
    this.calls.push(['ListPodSandbox', { labelSelector: filter?.labelSelector }]);
    return yield* super.listPodSandbox(filter);
  }

  override *listContainers(filter?: ContainerFilter) {
    this.calls.push(['ListContainers', { labelSelector: filter?.labelSelector }]);
    return yield* super.listContainers(filter);
  }

  override *createContainer(podSandboxID: string, config: ContainerConfig) {
    const { metadata, command = [], args = [], image, logPath } = config;
    const listed = (texts: readonly string[]): unknown => (texts.length === 0 ? null : texts);
    this.calls.push([
      'CreateContainer',
      {
        ...metadata,
        args: listed(args),
        command: listed(command),
        image: image.image,
        logPath,
        sandbox: podSandboxID,
      },
    ]);
    return yield* super.createContainer(podSandboxID, config);
  }

  override *startContainer(id: string) {
    this.calls.push(['StartContainer', { id }]);
    return yield* super.startContainer(id);
  }

  override *stopContainer(id: string, timeout: number) {
    this.calls.push(['StopContainer', { id, timeout }]);
    return yield* super.stopContainer(id, timeout);
  }

  override *removeContainer(id: string) {
    this.calls.push(['RemoveContainer', { id }]);
    return yield* super.removeContainer(id);
  }

  override *containerStatus(id: string) {
    this.calls.push(['ContainerStatus', { id }]);
    return yield* super.containerStatus(id);
  }

  override *execSync(id: string, cmd: readonly string[], timeoutMs: number) {
    this.calls.push(['ExecSync', { cmd, id, timeoutS: timeoutMs / 1000 }]);
    return yield* super.execSync(id, cmd, timeoutMs);
  }
}

/** The fake images; every call is told to the same list as those of a runtime. */
export class WatchedImages extends FakeImageService {
  readonly #runtime: WatchedRuntime;

  constructor(runtime: WatchedRuntime) {
    super();
    this.#runtime = runtime;
  }

  override *imageStatus({ image, annotations }: ImageSpec) {
    this.#runtime.calls.push(['ImageStatus', { image }]);
    return yield* super.imageStatus({ image, annotations });
  }

  override *pullImage(image: ImageSpec, auth: AuthConfig | undefined) {
    const username = auth ? { username: auth.username } : {};
    this.#runtime.calls.push(['PullImage', { image: image.image, ...username }]);
    return yield* super.pullImage(image, auth);
  }

  override *listImages(filter?: ImageFilter) {
    this.#runtime.calls.push(['ListImages', {}]);
    return yield* super.listImages(filter);
  }
}
