import type { ContainerStatus, PodCondition, PodSpec } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  generateContainersReadyCondition,
  generatePodInitializedCondition,
  generatePodReadyCondition,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/status/generate.ts';
import { needToReconcilePodReadiness } from '../../../../src/runtime/kubernetes/pkg/kubelet/status/status_manager.ts';
import { withoutEmpty } from '../../without-empty.ts';

interface Question {
  readonly Spec: PodSpec;
  readonly Conditions: PodCondition[];
  readonly Statuses: ContainerStatus[] | null;
  readonly Inits: ContainerStatus[] | null;
  readonly Phase: string;
}

/** The conditions that a kubelet makes of a spec and statuses. */
export function answer(question: unknown): unknown {
  const { Spec, Conditions, Statuses, Inits, Phase } = question as Question;
  const containerStatuses = Statuses ?? undefined;
  const status = { conditions: Conditions, containerStatuses, phase: Phase };
  return {
    containersReady: generateContainersReadyCondition(Spec, containerStatuses, Phase),
    initialized: generatePodInitializedCondition(Spec, Inits ?? undefined, Phase),
    needToReconcileReadiness: needToReconcilePodReadiness({ spec: Spec, status } as Pod),
    ready: generatePodReadyCondition(Spec, Conditions, containerStatuses, Phase),
  };
}

export const comparable = withoutEmpty;
