import type { Condition } from 'kubernetes-types/meta/v1';
import { semanticDeepEqual } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import type { PodPool, PodPoolStatus } from './types.ts';

/** The status of a pool with so many ready pods; the one that it has, if nothing differs. */
// In Go: content/your-own/custom-resource/go/client-go/controller.go#setStatus
export function poolStatus(pool: PodPool, ready: number, now: string): PodPoolStatus {
  const { size } = pool.spec;
  const { generation = 0 } = pool.metadata;
  const all = ready === size;
  const condition: Condition = {
    type: 'Ready',
    status: all ? 'True' : 'False',
    reason: all ? 'AllReady' : ready < size ? 'PodsMissing' : 'PodsTooMany',
    message: `${ready}/${size} pods ready`,
    observedGeneration: generation,
    lastTransitionTime: now,
  };
  const status = {
    observedGeneration: generation,
    ready,
    conditions: withCondition(pool.status?.conditions ?? [], condition),
  };
  return pool.status && semanticDeepEqual(status, pool.status) ? pool.status : status;
}

/** Replaces the condition of that type. Its time is when its status last became another, and not when it was written. */
function withCondition(conditions: readonly Condition[], condition: Condition): Condition[] {
  const before = conditions.find(({ type }) => type === condition.type);
  const since =
    before?.status === condition.status ? before.lastTransitionTime : condition.lastTransitionTime;
  const others = conditions.filter(({ type }) => type !== condition.type);
  return [...others, { ...condition, lastTransitionTime: since }];
}
