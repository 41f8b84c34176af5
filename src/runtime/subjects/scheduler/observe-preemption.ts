import { podPriority } from '../../kubernetes/staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';
import {
  type PreemptionSteps,
  maxInt32Plus1,
} from '../../kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
import type { Candidate } from '../../kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/candidate.ts';
import { getEarliestPodStartTime } from '../../kubernetes/pkg/scheduler/util/utils.ts';
import { overriding } from '../../stage/overriding.ts';
import { type SchedulerRecorder, keyOf } from './recorder.ts';
import type { PreemptionCandidate } from './world.ts';

/** Which nodes preemption tried, and how it chose. */
export function observePreemption(recorder: SchedulerRecorder, steps: PreemptionSteps): PreemptionSteps {
  let counts = { potential: 0, all: 0 };
  return overriding(steps, {
    *findCandidates(state, pod, m) {
      const all = recorder.attempt(keyOf(pod))?.filters?.order.length ?? m.size;
      let hopeless = 0;
      for (const status of m.values()) if (status.code === 'UnschedulableAndUnresolvable') hopeless++;
      counts = { potential: all - hopeless, all };
      return yield* steps.findCandidates(state, pod, m);
    },
    selectCandidate(pod, found, now) {
      const chosen = steps.selectCandidate(pod, found, now);
      const candidates = found.map((candidate) => candidateOf(candidate, now));
      const node = chosen?.name ?? '';
      const victims = (chosen?.victims.pods ?? []).map(keyOf);
      recorder.tell(
        'postFilter',
        {
          kind: 'sched.preempt',
          pod: keyOf(pod),
          node,
          victims,
          violations: chosen?.victims.numPDBViolations ?? 0,
          candidates: candidates.length,
          potential: counts.potential,
        },
        { preemption: { ...counts, candidates, node } },
      );
      return chosen;
    },
  });
}

/** As upstream measures it: the first of the victims is the most important. */
function candidateOf(
  { name, victims: { pods, numPDBViolations } }: Candidate,
  now: number,
): PreemptionCandidate {
  const priorities = pods.map(podPriority);
  return {
    node: name,
    victims: pods.map((pod, i) => ({ pod: keyOf(pod), priority: priorities[i] ?? 0 })),
    violations: numPDBViolations,
    highest: priorities[0] ?? 0,
    sum: priorities.reduce((sum, priority) => sum + priority + maxInt32Plus1, 0),
    count: pods.length,
    earliestStart: pods.length > 0 ? getEarliestPodStartTime(pods, now) : 0,
  };
}
