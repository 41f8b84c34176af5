import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  type PodConfigNotificationMode,
  newPodConfig,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/config/config.ts';
import type { PodOperation } from '../../../../src/runtime/kubernetes/pkg/kubelet/types/pod_update.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { recorderOf } from '../../kubelet/recorder.ts';

interface Question {
  readonly Sources: readonly string[];
  readonly Mode: PodConfigNotificationMode;
  readonly Steps: readonly {
    readonly Source: string;
    readonly Op: PodOperation;
    readonly Pods: readonly Pod[];
  }[];
}

/** What is sent and recorded after each update of a source, and whether all have then said what they have. */
export function answer(question: unknown): unknown {
  const { Sources, Mode, Steps } = question as Question;
  const sim = new Sim();
  let events: string[] = [];
  const recorder = recorderOf(({ name, type, reason, message }) =>
    events.push(`${name} ${type} ${reason}: ${message}`),
  );
  const config = newPodConfig(sim, Mode, recorder);
  for (const source of Sources) config.channel(source);
  return Steps.map(({ Source, Op, Pods }) => {
    events = [];
    sim.go('source', config.channel(Source).send({ source: Source, op: Op, pods: Pods }));
    sim.runUntilIdle();
    const updates: unknown[] = [];
    for (let sent = config.updates().tryReceive(); sent?.[0]; sent = config.updates().tryReceive()) {
      const { op, source, pods } = sent[0];
      const sorted = op === 'REMOVE' || op === 'SET' ? pods.toSorted(byUid) : pods;
      updates.push({ op, source, pods: sorted.map(told) });
    }
    return { events, seenAll: config.seenAllSources(new Set(Sources)), updates };
  });
}

const byUid = (a: Pod, b: Pod): number => (a.metadata.uid < b.metadata.uid ? -1 : 1);

function told({ metadata, spec, status }: Pod): unknown {
  const { annotations, deletionGracePeriodSeconds, labels, name, uid } = metadata;
  const seen = annotations?.['kubernetes.io/config.seen'] && { 'kubernetes.io/config.seen': '<seen>' };
  return {
    annotations: { ...annotations, ...seen },
    deletionGracePeriodSeconds: deletionGracePeriodSeconds ?? null,
    image: spec.containers[0]?.image ?? '',
    labels: labels ?? null,
    name,
    phase: status.phase ?? '',
    uid,
  };
}
