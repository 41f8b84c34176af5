import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newQOSContainerManager } from '../../../../src/runtime/kubernetes/pkg/kubelet/cm/qos_container_manager_linux.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { toldCgroups } from '../../kubelet/cgroups.ts';

interface Question {
  readonly Pods: readonly Pod[];
  readonly Allocatable: Readonly<Record<string, string>>;
  readonly Reserved: Readonly<Record<string, number>>;
  readonly Gate: boolean;
}

/** What the classes of pods get. */
export function answer(question: unknown): unknown {
  const { Pods, Allocatable, Reserved, Gate } = question as Question;
  const told: unknown[] = [];
  const manager = newQOSContainerManager({
    sim: new Sim(),
    gates: { enabled: (name) => name === 'QOSReserved' && Gate },
    cgroupManager: toldCgroups(told, true),
    cgroupRoot: ['kubepods'],
    qosReserved: Reserved,
    hugePageSizes: [],
  });
  manager.start(
    () => Allocatable,
    () => Pods,
  );
  told.length = 0;
  manager.updateCgroups();
  return told;
}

/** The two stand in a map upstream. */
export const comparable = (out: unknown): unknown =>
  (out as readonly (readonly [string, string])[]).toSorted(([, a], [, b]) => (a < b ? -1 : 1));
