import type { ContainerState, PodStatus, Probe } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { Prober } from '../../../../src/runtime/kubernetes/pkg/kubelet/prober/prober.ts';
import {
  ProbeManager,
  type ProbeType,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/prober/prober_manager.ts';
import { newManager as newResultsManager } from '../../../../src/runtime/kubernetes/pkg/kubelet/prober/results/results_manager.ts';
import { newWorker } from '../../../../src/runtime/kubernetes/pkg/kubelet/prober/worker.ts';
import { newProber as newHTTPProber } from '../../../../src/runtime/kubernetes/pkg/probe/http/http.ts';
import type { Probed } from '../../../../src/runtime/kubernetes/pkg/probe/probe.ts';
import { newProber as newTCPProber } from '../../../../src/runtime/kubernetes/pkg/probe/tcp/tcp.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { noNetwork } from '../../kubelet/no-network.ts';
import { epoch, gatesWith, livePod, recorderOf, run } from '../../kubelet/runtime-manager.ts';

interface Step {
  readonly Phase: string;
  readonly ID: string;
  readonly State: 'running' | 'waiting' | 'terminated';
  readonly RunningS: number;
  readonly Started: boolean;
  readonly Result: 'Success' | 'Warning' | 'Failure' | 'Unknown' | 'Error' | 'Panic';
  readonly NoContainer?: boolean;
  readonly NoStatus?: boolean;
}

interface Question {
  readonly Type: ProbeType;
  readonly Probe: Probe;
  readonly RestartPolicy: string;
  readonly Steps: readonly Step[];
}

const probed: Readonly<Record<Exclude<Step['Result'], 'Panic'>, Probed>> = {
  Success: ['success', 'ok', undefined],
  Warning: ['warning', 'careful', undefined],
  Failure: ['failure', 'not ok', undefined],
  Unknown: ['unknown', 'dunno', undefined],
  Error: ['unknown', '', new Error('cannot exec')],
};

function statusOf(step: Step, sim: Sim): PodStatus | undefined {
  if (step.NoStatus) return undefined;
  const startedAt = sim.timestamp(sim.now - step.RunningS * 1000);
  const states: Readonly<Record<Step['State'], ContainerState>> = {
    running: { running: { startedAt } },
    waiting: { waiting: {} },
    terminated: { terminated: { exitCode: 1 } },
  };
  const container = {
    name: 'web',
    containerID: step.ID === '' ? '' : `test://${step.ID}`,
    state: states[step.State],
    started: step.Started,
    ready: false,
    restartCount: 0,
    image: '',
    imageID: '',
  };
  return { phase: step.Phase, containerStatuses: step.NoContainer ? [] : [container] };
}

/** A world with one pod of one container, which is probed by a command in one way. */
function worldOf({ Type, Probe: spec, RestartPolicy }: Question) {
  const sim = new Sim({ epoch });
  const now: { step?: Step; probes: number; events: string[] } = { probes: 0, events: [] };
  const recorder = recorderOf(({ fieldPath }, type, reason, message) =>
    now.events.push(`${fieldPath} ${type} ${reason}: ${message}`),
  );
  const exec = {
    *probe(): Generator<never, Probed> {
      const result = now.step?.Result ?? 'Success';
      now.probes++;
      if (result === 'Panic') throw new Error('panic');
      return probed[result];
    },
  };
  const probers = { exec, http: newHTTPProber(noNetwork), tcp: newTCPProber(noNetwork) };
  const prober = new Prober(probers, noNetwork, recorder, gatesWith());
  const probe = { ...spec, exec: { command: ['probe'] } };
  const fields = { Liveness: 'livenessProbe', Readiness: 'readinessProbe', Startup: 'startupProbe' } as const;
  const container = { name: 'web', [fields[Type]]: probe };
  const pod: Pod = livePod({ spec: { restartPolicy: RestartPolicy, containers: [container] } });
  const statusManager = {
    getPodStatus: () => now.step && statusOf(now.step, sim),
    setContainerReadiness: () => undefined,
    setContainerStartup: () => undefined,
  };
  const results = { Liveness: newResultsManager('liveness'), Startup: newResultsManager('startup') };
  const manager = new ProbeManager(sim, statusManager, results.Liveness, results.Startup, prober);
  const resultsManager = { ...results, Readiness: manager.readinessManager }[Type];
  return { sim, now, worker: newWorker(manager, Type, pod, container), resultsManager };
}

/** What a worker does each time that it is to probe. */
export function answer(question: unknown): unknown {
  const asked = question as Question;
  const { sim, now, worker, resultsManager } = worldOf(asked);
  return asked.Steps.map((step) => {
    now.step = step;
    now.probes = 0;
    now.events = [];
    const keepGoing = run(sim, worker.doProbe());
    const updates: string[] = [];
    for (;;) {
      const [update] = resultsManager.updates().tryReceive() ?? [];
      if (!update) break;
      updates.push(`${update.containerID.id} ${told(update.result)}`);
    }
    const cached = resultsManager.get(worker.containerID);
    return {
      cached: cached === undefined ? 'none' : told(cached),
      containerID: worker.containerID.id,
      events: now.events,
      keepGoing,
      onHold: worker.onHold,
      probes: now.probes,
      resultRun: worker.resultRun,
      updates,
    };
  });
}

/** As Go tells a result. */
const told = (result: string): string => (result === 'Unknown' ? 'UNKNOWN' : result);
