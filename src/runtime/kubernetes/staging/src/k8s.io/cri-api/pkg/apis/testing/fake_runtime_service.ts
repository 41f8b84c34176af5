import type { Result } from '../../../../../../../../go/result.ts';
import { quote } from '../../../../../../../../go/strconv.ts';
import type { Blocking } from '../../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../../sim/sim.ts';
import type {
  AttachResponse,
  Container,
  ContainerConfig,
  ContainerFilter,
  ContainerStats,
  ContainerStatsFilter,
  ContainerStatus,
  ExecResponse,
  LinuxContainerResources,
  PodSandbox,
  PodSandboxConfig,
  PodSandboxFilter,
  PodSandboxStatus,
  PortForwardResponse,
  RuntimeStatus,
  VersionResponse,
} from '../runtime/v1alpha2/api.pb.ts';
import type { Done, RuntimeService } from '../services.ts';
import { buildContainerName, buildSandboxName, filterInLabels } from './utils.ts';

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeVersion
export const fakeVersion = '0.1.0';
// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeName
export const fakeRuntimeName = 'fakeRuntime';
// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakePodSandboxIPs
const fakePodSandboxIP = '192.168.192.168';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakePodSandbox
export type FakePodSandbox = Mutable<PodSandboxStatus>;

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeContainer
export interface FakeContainer extends Mutable<ContainerStatus> {
  readonly sandboxID: string;
  readonly linuxResources?: LinuxContainerResources;
}

/** A runtime for tests: it keeps what it was told to make, runs nothing, and fails where a test wants it to. It never parks. */
// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService
export class FakeRuntimeService implements RuntimeService {
  readonly called: string[] = [];
  readonly errors = new Map<string, Error[]>();
  readonly containers = new Map<string, FakeContainer>();
  readonly sandboxes = new Map<string, FakePodSandbox>();
  readonly fakeContainerStats = new Map<string, ContainerStats>();
  fakeStatus: RuntimeStatus = { conditions: [] };
  readonly #sim: Sim;

  constructor(sim: Sim) {
    this.#sim = sim;
  }

  /** The next call of that name fails. */
  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.InjectError
  injectError(f: string, err: Error): void {
    this.errors.set(f, [...(this.errors.get(f) ?? []), err]);
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.popError
  #popError(f: string): Error | undefined {
    this.called.push(f);
    return this.errors.get(f)?.shift();
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.SetFakeSandboxes
  setFakeSandboxes(sandboxes: readonly FakePodSandbox[]): void {
    this.sandboxes.clear();
    for (const sandbox of sandboxes) this.sandboxes.set(sandbox.id, sandbox);
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.SetFakeContainers
  setFakeContainers(containers: readonly FakeContainer[]): void {
    this.containers.clear();
    for (const c of containers) this.containers.set(c.id, c);
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.Version
  *version(): Blocking<Result<VersionResponse>> {
    const err = this.#popError('Version');
    if (err) return [undefined, err];
    const version = {
      version: fakeVersion,
      runtimeName: fakeRuntimeName,
      runtimeVersion: fakeVersion,
      runtimeApiVersion: fakeVersion,
    };
    return [version, undefined];
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.Status
  *status(): Blocking<Result<RuntimeStatus>> {
    const err = this.#popError('Status');
    return err ? [undefined, err] : [this.fakeStatus, undefined];
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.RunPodSandbox
  *runPodSandbox(config: PodSandboxConfig, runtimeHandler: string): Blocking<Result<string>> {
    const err = this.#popError('RunPodSandbox');
    if (err) return [undefined, err];
    const podSandboxID = buildSandboxName(config.metadata);
    const options = config.linux?.securityContext?.namespaceOptions;
    this.sandboxes.set(podSandboxID, {
      id: podSandboxID,
      metadata: config.metadata,
      state: 'SANDBOX_READY',
      createdAt: this.#sim.now,
      network: { ip: fakePodSandboxIP },
      linux: { namespaces: { options } },
      labels: config.labels,
      annotations: config.annotations,
      runtimeHandler,
    });
    return [podSandboxID, undefined];
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.StopPodSandbox
  *stopPodSandbox(podSandboxID: string): Blocking<Done> {
    const err = this.#popError('StopPodSandbox');
    if (err) return err;
    const s = this.sandboxes.get(podSandboxID);
    if (!s) return new Error(`pod sandbox ${podSandboxID} not found`);
    s.state = 'SANDBOX_NOTREADY';
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.RemovePodSandbox
  *removePodSandbox(podSandboxID: string): Blocking<Done> {
    const err = this.#popError('RemovePodSandbox');
    if (err) return err;
    this.sandboxes.delete(podSandboxID);
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.PodSandboxStatus
  *podSandboxStatus(podSandboxID: string): Blocking<Result<PodSandboxStatus>> {
    const err = this.#popError('PodSandboxStatus');
    if (err) return [undefined, err];
    const s = this.sandboxes.get(podSandboxID);
    return s ? [{ ...s }, undefined] : [undefined, new Error(`pod sandbox ${quote(podSandboxID)} not found`)];
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.ListPodSandbox
  *listPodSandbox(filter: PodSandboxFilter = {}): Blocking<Result<readonly PodSandbox[]>> {
    const err = this.#popError('ListPodSandbox');
    if (err) return [undefined, err];
    const { id = '', state, labelSelector = {} } = filter;
    const result = [...this.sandboxes.values()].filter(
      (s) =>
        (id === '' || id === s.id) &&
        (!state || state.state === s.state) &&
        filterInLabels(labelSelector, s.labels),
    );
    return [result.map((s) => ({ ...s })), undefined];
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.PortForward
  *portForward(): Blocking<Result<PortForwardResponse>> {
    const err = this.#popError('PortForward');
    return err ? [undefined, err] : [{ url: '' }, undefined];
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.CreateContainer
  *createContainer(podSandboxID: string, config: ContainerConfig): Blocking<Result<string>> {
    const err = this.#popError('CreateContainer');
    if (err) return [undefined, err];
    const containerID = buildContainerName(config.metadata, podSandboxID);
    this.containers.set(containerID, {
      id: containerID,
      metadata: config.metadata,
      image: config.image,
      imageRef: config.image.image,
      createdAt: this.#sim.now,
      startedAt: 0,
      finishedAt: 0,
      exitCode: 0,
      state: 'CONTAINER_CREATED',
      labels: config.labels,
      annotations: config.annotations,
      sandboxID: podSandboxID,
      linuxResources: config.linux?.resources,
    });
    return [containerID, undefined];
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.StartContainer
  *startContainer(containerID: string): Blocking<Done> {
    const err = this.#popError('StartContainer');
    if (err) return err;
    const c = this.containers.get(containerID);
    if (!c) return new Error(`container ${containerID} not found`);
    c.state = 'CONTAINER_RUNNING';
    c.startedAt = this.#sim.now;
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.StopContainer
  *stopContainer(containerID: string, _timeoutS: number): Blocking<Done> {
    const err = this.#popError('StopContainer');
    if (err) return err;
    const c = this.containers.get(containerID);
    if (!c) return new Error(`container ${quote(containerID)} not found`);
    c.state = 'CONTAINER_EXITED';
    c.finishedAt = this.#sim.now;
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.RemoveContainer
  *removeContainer(containerID: string): Blocking<Done> {
    const err = this.#popError('RemoveContainer');
    if (err) return err;
    this.containers.delete(containerID);
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.ListContainers
  *listContainers(filter: ContainerFilter = {}): Blocking<Result<readonly Container[]>> {
    const err = this.#popError('ListContainers');
    if (err) return [undefined, err];
    const { state } = filter;
    const result = [...this.containers.values()].filter(
      (s) => isWanted(s, filter) && (!state || state.state === s.state),
    );
    return [result.map((s) => ({ ...s, podSandboxId: s.sandboxID })), undefined];
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.ContainerStatus
  *containerStatus(containerID: string): Blocking<Result<ContainerStatus>> {
    const err = this.#popError('ContainerStatus');
    if (err) return [undefined, err];
    const c = this.containers.get(containerID);
    return c ? [{ ...c }, undefined] : [undefined, new Error(`container ${quote(containerID)} not found`)];
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.UpdateContainerResources
  *updateContainerResources(): Blocking<Done> {
    return this.#popError('UpdateContainerResources');
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.ExecSync
  *execSync(
    _containerID: string,
    _cmd: readonly string[],
    _timeoutMs: number,
  ): Blocking<[output: { stdout: string; stderr: string }, err: Done]> {
    return [{ stdout: '', stderr: '' }, this.#popError('ExecSync')];
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.Exec
  *exec(): Blocking<Result<ExecResponse>> {
    const err = this.#popError('Exec');
    return err ? [undefined, err] : [{ url: '' }, undefined];
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.Attach
  *attach(): Blocking<Result<AttachResponse>> {
    const err = this.#popError('Attach');
    return err ? [undefined, err] : [{ url: '' }, undefined];
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.UpdateRuntimeConfig
  *updateRuntimeConfig(): Blocking<Done> {
    return this.#popError('UpdateRuntimeConfig');
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.ContainerStats
  *containerStats(containerID: string): Blocking<Result<ContainerStats>> {
    const err = this.#popError('ContainerStats');
    if (err) return [undefined, err];
    const s = this.fakeContainerStats.get(containerID);
    return s ? [s, undefined] : [undefined, new Error(`no stats for container ${quote(containerID)}`)];
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.ListContainerStats
  *listContainerStats(filter: ContainerStatsFilter = {}): Blocking<Result<readonly ContainerStats[]>> {
    const err = this.#popError('ListContainerStats');
    if (err) return [undefined, err];
    const wanted = [...this.containers.values()].filter((c) => isWanted(c, filter));
    return [wanted.flatMap(({ id }) => this.fakeContainerStats.get(id) ?? []), undefined];
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.go#FakeRuntimeService.ReopenContainerLog
  *reopenContainerLog(): Blocking<Done> {
    return this.#popError('ReopenContainerLog');
  }
}

function isWanted(c: FakeContainer, filter: ContainerStatsFilter): boolean {
  const { id = '', podSandboxId = '', labelSelector = {} } = filter;
  return (
    (id === '' || id === c.id) &&
    (podSandboxId === '' || podSandboxId === c.sandboxID) &&
    filterInLabels(labelSelector, c.labels)
  );
}
