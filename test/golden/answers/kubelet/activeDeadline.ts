import type { PodStatus } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newActiveDeadlineHandler } from '../../../../src/runtime/kubernetes/pkg/kubelet/active_deadline.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { recorderOf } from '../../kubelet/recorder.ts';

interface Question {
  readonly Pod: Pod;
  readonly Cached?: PodStatus;
  readonly NowS: number;
}

/** Whether a pod is past its deadline, and what becomes of it then. */
export function answer(question: unknown): unknown {
  const { Pod, Cached, NowS } = question as Question;
  const sim = new Sim({ epoch: Date.parse('2021-01-01T00:00:00Z') + NowS * 1000 });
  const events: unknown[] = [];
  const recorder = recorderOf(({ name, type, reason, message }) =>
    events.push(['event', { message, object: name, reason, type }]),
  );
  const handler = newActiveDeadlineHandler(sim, { getPodStatus: () => Cached }, recorder);
  const shouldSync = handler.shouldSync(Pod);
  return { shouldSync, ...handler.shouldEvict(Pod), events };
}
