import type { Result } from '../../../src/runtime/go/result.ts';
import type {
  Container,
  ContainerFilter,
  PodSandbox,
  PodSandboxFilter,
} from '../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import { FakeRuntimeService } from '../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';

const byID = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

/** The fake runtime as questions were put to it: its lists are in the order of ids, and a container that is stopped exits with 137. */
export class SortedRuntimeService extends FakeRuntimeService {
  override *listPodSandbox(filter?: PodSandboxFilter): Blocking<Result<readonly PodSandbox[]>> {
    const [items, err] = yield* super.listPodSandbox(filter);
    return err ? [undefined, err] : [items.toSorted(byID), undefined];
  }

  override *listContainers(filter?: ContainerFilter): Blocking<Result<readonly Container[]>> {
    const [containers, err] = yield* super.listContainers(filter);
    return err ? [undefined, err] : [containers.toSorted(byID), undefined];
  }

  override *stopContainer(containerID: string, timeoutS: number): Blocking<Error | undefined> {
    const container = this.containers.get(containerID);
    const running = container?.state === 'CONTAINER_RUNNING';
    const err = yield* super.stopContainer(containerID, timeoutS);
    if (!err && container && running) container.exitCode = 137;
    return err;
  }
}
