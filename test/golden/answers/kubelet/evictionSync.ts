import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newManager } from '../../../../src/runtime/kubernetes/pkg/kubelet/eviction/eviction_manager.ts';
import { parseThresholdConfig } from '../../../../src/runtime/kubernetes/pkg/kubelet/eviction/helpers.ts';
import type { Summary } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { ended } from '../../kubelet/ended.ts';
import { recorderOf } from '../../kubelet/recorder.ts';
import { byText, toldThreshold } from '../../kubelet/thresholds.ts';

type Statements = Readonly<Record<string, string>>;

interface Question {
  readonly Config: {
    readonly Allocatable: readonly string[];
    readonly Hard: Statements;
    readonly Soft: Statements;
    readonly SoftGrace: Statements;
    readonly Reclaim: Statements;
    readonly MaxGrace: number;
    readonly TransitionS: number;
  };
  readonly ImageFs: boolean;
  readonly Pods: readonly Pod[];
  /** Pods that ask to be taken after each look. */
  readonly Admit: readonly Pod[];
  readonly Syncs: readonly {
    readonly AdvanceS: number;
    readonly Summary: Summary;
    /** What is left once all that nobody uses was taken away. */
    readonly AfterGC?: Summary;
    /** Pods that are not active any more. */
    readonly Gone?: readonly string[];
  }[];
}

/** What an eviction manager does with each look at its node. */
export function answer(question: unknown): unknown {
  const { Config: flags, ImageFs, Pods, Admit, Syncs } = question as Question;
  const { Allocatable, Hard, Soft, SoftGrace, Reclaim, MaxGrace, TransitionS } = flags;
  const [thresholds, err] = parseThresholdConfig(Allocatable, Hard, Soft, SoftGrace, Reclaim);
  if (err) throw err;
  const sim = new Sim({ epoch: Date.parse('2021-01-01T00:00:00Z') });
  let [events, kills, reclaim] = [[] as unknown[], [] as unknown[], [] as string[]];
  let [summary, afterGC] = [undefined as Summary | undefined, undefined as Summary | undefined];
  const collected = function* (what: string) {
    reclaim.push(what);
    if (afterGC) summary = afterGC;
    return undefined;
  };
  const manager = newManager({
    sim,
    gates: { enabled: (name) => name === 'LocalStorageCapacityIsolation' },
    summaryProvider: {
      *get() {
        return summary ? [summary, undefined] : [undefined, new Error('no summary')];
      },
    },
    config: {
      pressureTransitionPeriodMs: TransitionS * 1000,
      maxPodGracePeriodSeconds: MaxGrace,
      thresholds,
    },
    *killPodFunc({ metadata }, { message, phase, reason }, grace) {
      kills.push({ grace, message, phase, pod: metadata.name, reason });
      return undefined;
    },
    imageGC: { deleteUnusedImages: () => collected('DeleteUnusedImages') },
    containerGC: { deleteAllUnusedContainers: () => collected('DeleteAllUnusedContainers') },
    recorder: recorderOf(({ name, type, reason, message, annotations }) => {
      const said = annotations && Object.keys(annotations).length > 0 ? annotations : null;
      events.push({ annotations: said, message, object: name, reason, type });
    }),
    nodeRef: { kind: 'Node', name: 'node' },
    etcHostsSize: () => undefined,
  });
  let pods = Pods;
  return Syncs.map((step) => {
    sim.runFor(step.AdvanceS * 1000);
    [events, kills, reclaim] = [[], [], []];
    [summary, afterGC] = [step.Summary, step.AfterGC];
    pods = pods.filter(({ metadata }) => !step.Gone?.includes(metadata.name));
    let evicted: readonly Pod[] | undefined;
    const synchronizing = function* () {
      const images = function* () {
        return [ImageFs, undefined] as [boolean, undefined];
      };
      evicted = yield* manager.synchronize({ hasDedicatedImageFs: images }, () => pods);
    };
    sim.go('eviction-manager', synchronizing());
    while (sim.busy) sim.step();
    const verdicts = Admit.map((pod) => {
      const { admit, reason, message } = ended(manager.admit({ pod, otherPods: [] }));
      const { length } = manager.nodeConditions;
      const told = length > 1 ? `(names ${length} conditions, in the order of a map)` : message;
      return [pod.metadata.name, admit || `${reason}: ${told}`];
    });
    return {
      admit: Object.fromEntries(verdicts),
      events,
      evicted: (evicted ?? []).map(({ metadata }) => metadata.name),
      kills,
      nodeConditions: manager.nodeConditions.toSorted(),
      reclaim,
      thresholdsMet: manager.thresholdsMet.map(toldThreshold).toSorted(byText),
    };
  });
}

/** Thresholds that are met are kept in a map upstream, which has no order. */
export const comparable = (out: unknown): unknown =>
  (out as readonly { readonly thresholdsMet: readonly unknown[] }[]).map((step) => ({
    ...step,
    thresholdsMet: step.thresholdsMet.toSorted(byText),
  }));
