import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { Signal } from '../../../../src/runtime/kubernetes/pkg/kubelet/eviction/api/types.ts';
import {
  buildSignalToRankFunc,
  evictionMessage,
  getReclaimableThreshold,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/eviction/helpers.ts';
import type { PodStats } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.ts';

interface Question {
  readonly Signal: Signal;
  readonly ImageFs: boolean;
  readonly Pods: readonly Pod[];
  readonly Stats: readonly PodStats[];
}

/** Pods in the order in which they are to go, and what each is told. */
export function answer(question: unknown): unknown {
  const { Signal: signal, ImageFs, Pods, Stats } = question as Question;
  const stats = ({ metadata }: Pod): PodStats | undefined =>
    Stats.find(({ podRef }) => podRef.uid === metadata.uid);
  const threshold = { signal, operator: 'LessThan', gracePeriodMs: 0, value: { percentage: 0 } } as const;
  const [, resource] = getReclaimableThreshold([threshold])!;
  return buildSignalToRankFunc(ImageFs)
    [signal](Pods, stats)
    .map((pod) => ({ ...evictionMessage(resource, pod, stats), name: pod.metadata.name }));
}
