import {
  getCgroupConfig,
  getNodeAllocatableAbsolute,
  getNodeAllocatableInternalAbsolute,
  getNodeAllocatableReservation,
  validateNodeAllocatable,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/cm/node_container_manager_linux.ts';
import type { Signal } from '../../../../src/runtime/kubernetes/pkg/kubelet/eviction/api/types.ts';
import { mustParse } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import { toldConfig } from '../../kubelet/cgroups.ts';

type Amounts = Readonly<Record<string, string>>;

interface Question {
  readonly Capacity: Amounts;
  readonly Internal: Amounts;
  readonly KubeReserved?: Amounts;
  readonly SystemReserved?: Amounts;
  readonly Hard?: readonly {
    readonly Signal: Signal;
    readonly Percentage?: number;
    readonly Quantity?: string;
  }[];
}

/** How much of a node is left for pods. */
export function answer(question: unknown): unknown {
  const { Capacity, Internal, KubeReserved = {}, SystemReserved = {}, Hard = [] } = question as Question;
  const cm = {
    capacity: Capacity,
    internalCapacity: Internal,
    nodeConfig: {
      cgroupsPerQOS: true,
      enforceNodeAllocatable: new Set(['pods']),
      kubeReservedCgroupName: '',
      systemReservedCgroupName: '',
      kubeReserved: KubeReserved,
      systemReserved: SystemReserved,
      hardEvictionThresholds: Hard.map(({ Signal: signal, Percentage = 0, Quantity }) => ({
        signal,
        operator: 'LessThan' as const,
        gracePeriodMs: 0,
        value: {
          percentage: Math.fround(Percentage),
          quantity: Quantity === undefined ? undefined : mustParse(Quantity),
        },
      })),
    },
  };
  return {
    absolute: getNodeAllocatableAbsolute(cm),
    cgroup: toldConfig(getCgroupConfig(getNodeAllocatableInternalAbsolute(cm))),
    invalid: validateNodeAllocatable(cm)?.message,
    reservation: getNodeAllocatableReservation(cm),
  };
}

/** Resources stand in a map upstream. */
export function comparable(out: unknown): unknown {
  const told = out as { readonly invalid?: string };
  return { ...told, invalid: told.invalid?.split(/ (?=Resource )/).toSorted() };
}
