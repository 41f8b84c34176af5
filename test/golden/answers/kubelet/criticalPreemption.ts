import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  InsufficientResourceError,
  PredicateFailureError,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/lifecycle/predicate.ts';
import { newCriticalPodAdmissionHandler } from '../../../../src/runtime/kubernetes/pkg/kubelet/preemption/preemption.ts';
import { ended } from '../../kubelet/ended.ts';
import { recorderOf } from '../../kubelet/recorder.ts';

interface Question {
  readonly Pod: Pod;
  readonly Pods: readonly Pod[];
  readonly Reasons: readonly {
    readonly Resource?: string;
    readonly Requested?: number;
    readonly Used?: number;
    readonly Capacity?: number;
    /** What else does not hold. */
    readonly Predicate?: string;
  }[];
}

/** Which pods are ended to make room for one. */
export function answer(question: unknown): unknown {
  const { Pod: pod, Pods, Reasons } = question as Question;
  const [kills, events]: [unknown[], string[]] = [[], []];
  const handler = newCriticalPodAdmissionHandler(
    () => Pods,
    function* ({ metadata }, { message, phase, reason }, grace) {
      kills.push({ graceIsNil: grace === undefined, message, phase, pod: metadata.name, reason });
      return undefined;
    },
    recorderOf(({ name, type, reason, message }) => events.push(`${name} ${type} ${reason}: ${message}`)),
  );
  const reasons = Reasons.map(({ Resource, Requested = 0, Used = 0, Capacity = 0, Predicate = '' }) =>
    Resource === undefined
      ? new PredicateFailureError(Predicate, 'd')
      : new InsufficientResourceError(Resource, Requested, Used, Capacity),
  );
  const [left, err] = ended(handler.handleAdmissionFailure(pod, reasons));
  return { error: err?.message, events, kills, reasonsLeft: left.map((reason) => reason.getReason()) };
}
