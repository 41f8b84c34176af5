import { parseThresholdConfig } from '../../../../src/runtime/kubernetes/pkg/kubelet/eviction/helpers.ts';
import { byText, toldThreshold } from '../../kubelet/thresholds.ts';

type Statements = Readonly<Record<string, string>>;

interface Question {
  readonly Allocatable: readonly string[];
  readonly Hard: Statements;
  readonly Soft: Statements;
  readonly SoftGrace: Statements;
  readonly Reclaim: Statements;
}

/** What the flags of a kubelet say of when pods are evicted. */
export function answer(question: unknown): unknown {
  const { Allocatable, Hard, Soft, SoftGrace, Reclaim } = question as Question;
  const [thresholds, err] = parseThresholdConfig(Allocatable, Hard, Soft, SoftGrace, Reclaim);
  if (err) throw err;
  return thresholds.map(toldThreshold);
}

/** A map of flags has no order. */
export const comparable = (out: unknown): unknown => (out as readonly unknown[]).toSorted(byText);
