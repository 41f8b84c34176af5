import type { ObjectReference } from 'kubernetes-types/core/v1';
import { PathError } from '../../../src/runtime/go/fs.ts';
import type { Pod } from '../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { OSInterface } from '../../../src/runtime/kubernetes/pkg/kubelet/container/os.ts';
import {
  KubeGenericRuntimeManager,
  type Parts,
} from '../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.ts';
import { LogCleaner } from '../../../src/runtime/kubernetes/pkg/kubelet/logs/container_log_manager.ts';
import type { EventRecorder } from '../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/event.ts';
import { sprintf } from '../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/sprintf.ts';
import { newBackOff } from '../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/backoff.ts';
import { FakeImageService } from '../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/testing/fake_image_service.ts';
import { FakeRuntimeService } from '../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';
import { Sim } from '../../../src/runtime/sim/sim.ts';

/** The moment from which questions count their seconds. */
export const epoch = Date.UTC(2021, 0, 1);

/** A pod as questions have it, with what every stored object has. */
export function livePod(pod: Partial<Pod>): Pod {
  const { metadata, spec, status } = pod;
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: '', namespace: '', uid: '', resourceVersion: '', ...metadata },
    spec: spec ?? { containers: [] },
    status: status ?? {},
  };
}

/** What a process gives that does not have to wait. */
export function run<T>(sim: Sim, body: Blocking<T>): T {
  let out: [T] | undefined;
  const ask = function* (): Blocking<void> {
    out = [yield* body];
  };
  sim.go('question', ask());
  sim.runFor(0);
  if (!out) throw new Error('expected an answer at once, found that it waits');
  return out[0];
}

/** All is off but what is named, and what v1.20.2 has on. */
export const gatesWith = (...on: readonly string[]) => ({
  enabled: (feature: string): boolean => on.includes(feature) || feature === 'Sysctls',
});

/** An event, as it is told to `record`. */
export type Recorded = (ref: ObjectReference, type: string, reason: string, message: string) => void;

export function recorderOf(record: Recorded): EventRecorder {
  return {
    event: (object, type, reason, message) => record(object as ObjectReference, type, reason, message),
    eventf: (object, type, reason, format, ...args) =>
      record(object as ObjectReference, type, reason, sprintf(format, ...args)),
    annotatedEventf: (object, _annotations, type, reason, format, ...args) =>
      record(object as ObjectReference, type, reason, sprintf(format, ...args)),
  };
}

/** Files that nobody has: every call does well, and there is nothing to read. */
export const noFiles: OSInterface = {
  mkdirAll: () => undefined,
  symlink: () => undefined,
  stat: () => undefined,
  remove: () => undefined,
  removeAll: () => undefined,
  create: () => undefined,
  chmod: () => undefined,
  readDir: () => [[], undefined],
  glob: () => [[], undefined],
  readFile: (path) => [undefined, new PathError('open', path, 'ENOENT')],
};

/** A manager over the fake services, in which all that is not given is empty. */
export function managerWith(given: Partial<Parts>): KubeGenericRuntimeManager {
  return new KubeGenericRuntimeManager(partsWith(given), 'fakeRuntime');
}

/** What such a manager is made of. */
export function partsWith(given: Partial<Parts>): Parts {
  const sim = given.sim ?? new Sim({ epoch });
  const runtimeService = given.runtimeService ?? new FakeRuntimeService(sim);
  const osInterface = given.osInterface ?? noFiles;
  return {
    sim,
    gates: gatesWith(),
    recorder: recorderOf(() => undefined),
    livenessManager: { get: () => undefined },
    startupManager: { get: () => undefined },
    seccompProfileRoot: '/seccomp',
    machineInfo: { machineID: 'machine', memoryCapacity: 8 * 2 ** 30, hugePageSizes: [] },
    podStateProvider: { isPodDeleted: () => false, isPodTerminated: () => false },
    osInterface,
    runtimeHelper: {
      *generateRunContainerOptions() {
        const opts = { envs: [], mounts: [], devices: [], annotations: [], podContainerDir: '' };
        return [[opts, undefined], undefined];
      },
      getPodDNS: () => [{}, undefined],
      getPodCgroupParent: () => '',
      getPodDir: () => '',
      generatePodHostNameAndDomain: ({ metadata, spec }) => [[spec.hostname ?? metadata.name, ''], undefined],
      getExtraSupplementalGroupsForPod: () => [],
    },
    httpClient: {
      *get() {
        return [undefined, new Error('no network')];
      },
    },
    imageBackOff: newBackOff(sim, 10_000, 300_000),
    serializeImagePulls: true,
    imagePullQPS: 0,
    imagePullBurst: 0,
    cpuCFSQuota: false,
    cpuCFSQuotaPeriodUs: 100_000,
    runtimeService,
    imageService: new FakeImageService(),
    internalLifecycle: {
      preStartContainer: () => undefined,
      preStopContainer: () => undefined,
      postStopContainer: () => undefined,
    },
    logManager: new LogCleaner(runtimeService, osInterface),
    ...given,
  };
}
