import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { toSystemd } from '../../../../src/runtime/kubernetes/pkg/kubelet/cm/cgroup_manager_linux.ts';
import { resourceConfigForPod } from '../../../../src/runtime/kubernetes/pkg/kubelet/cm/helpers_linux.ts';
import { newPodContainerManager } from '../../../../src/runtime/kubernetes/pkg/kubelet/cm/pod_container_manager_linux.ts';
import { toldCgroups, toldConfig } from '../../kubelet/cgroups.ts';

interface Question {
  readonly Pod: Pod;
  readonly Enforce: boolean;
  /** In microseconds. */
  readonly Period: number;
  readonly PeriodGate: boolean;
  readonly PidsLimit: number;
}

/** The cgroup of a pod: what it gives, and where it is. */
export function answer(question: unknown): unknown {
  const { Pod: pod, Enforce, Period, PeriodGate, PidsLimit } = question as Question;
  const gates = { enabled: (name: string) => name === 'CPUCFSQuotaPeriod' && PeriodGate };
  const ensureExists: unknown[] = [];
  const manager = newPodContainerManager({
    gates,
    qosContainersInfo: {
      guaranteed: ['kubepods'],
      burstable: ['kubepods', 'burstable'],
      bestEffort: ['kubepods', 'besteffort'],
    },
    cgroupManager: toldCgroups(ensureExists, false),
    podPidsLimit: PidsLimit,
    enforceCPULimits: Enforce,
    cpuCFSQuotaPeriodUs: Period,
  });
  const [name, cgroupfs] = manager.getPodContainerName(pod);
  manager.ensureExists(pod);
  const uid = manager.isPodCgroup(cgroupfs);
  return {
    cgroupfs,
    config: toldConfig(resourceConfigForPod(gates, pod, Enforce, Period)),
    ensureExists,
    isPodCgroup: uid !== undefined,
    name,
    systemd: toSystemd(name),
    uid: uid ?? '',
  };
}
