import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { generateContainerConfig } from '../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.ts';
import { FakeImageService } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/testing/fake_image_service.ts';
import { criJSON } from '../../kubelet/cri-json.ts';
import { gatesWith, livePod, managerWith, run } from '../../kubelet/runtime-manager.ts';
import { withoutEmpty } from '../../without-empty.ts';

interface Question {
  readonly Pod: Partial<Pod>;
  readonly Container: string;
  readonly RestartCount: number;
  readonly CFSQuota: boolean;
  readonly CFSPeriodGate: boolean;
  readonly CFSPeriodUs: number;
  readonly MemoryCapacity: number;
  readonly ImageUid?: number;
  readonly ImageUser?: string;
}

/** What a runtime is told of a container, but for large pages, which hang on the machine. */
export function answer(question: unknown): unknown {
  const asked = question as Question;
  const pod = livePod(asked.Pod);
  const { containers, initContainers = [] } = pod.spec;
  const container = [...containers, ...initContainers].find(({ name }) => name === asked.Container)!;
  const { image = '' } = container;
  const imageService = new FakeImageService();
  const uid = asked.ImageUid === undefined ? {} : { uid: { value: asked.ImageUid } };
  imageService.images.set(image, { id: image, size: 0, username: asked.ImageUser, ...uid });
  const manager = managerWith({
    imageService,
    gates: gatesWith(...(asked.CFSPeriodGate ? ['CustomCPUCFSQuotaPeriod'] : [])),
    cpuCFSQuota: asked.CFSQuota,
    cpuCFSQuotaPeriodUs: asked.CFSPeriodUs,
    machineInfo: { machineID: '', memoryCapacity: asked.MemoryCapacity, hugePageSizes: [] },
  });
  const where = { pod, podIP: '', podIPs: [] };
  const [config, , err] = run(
    manager.sim,
    generateContainerConfig(manager, container, asked.RestartCount, image, undefined, where),
  );
  if (err) throw err;
  return criJSON(config);
}

export const comparable = withoutEmpty;
