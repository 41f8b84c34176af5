import type { ContainerStatus } from 'kubernetes-types/core/v1';
import { parseContainerID } from '../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import {
  type ProbeType,
  newManager,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/prober/prober_manager.ts';
import {
  type Result,
  newManager as newResultsManager,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/prober/results/results_manager.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { epoch, gatesWith, livePod, recorderOf, run } from '../../kubelet/runtime-manager.ts';
import { noNetwork } from '../../kubelet/no-network.ts';

interface Question {
  readonly Workers: readonly { readonly Container: string; readonly Type: ProbeType }[];
  readonly Results: readonly { readonly ID: string; readonly Type: ProbeType; readonly Result: Result }[];
  readonly Statuses: readonly ContainerStatus[];
  readonly Inits: readonly ContainerStatus[];
}

/** Whether containers have started, and are ready, by what is known of their probes. */
export function answer(question: unknown): unknown {
  const { Workers, Results, Statuses, Inits } = question as Question;
  const sim = new Sim({ epoch });
  const [liveness, startup] = [newResultsManager('liveness'), newResultsManager('startup')];
  const statusManager = {
    getPodStatus: () => undefined,
    setContainerReadiness: () => undefined,
    setContainerStartup: () => undefined,
  };
  const recorder = recorderOf(() => undefined);
  const manager = newManager(
    sim,
    statusManager,
    liveness,
    startup,
    noNetwork,
    recorder,
    noNetwork,
    gatesWith(),
  );
  const probe = { periodSeconds: 1 };
  const names = [...new Set(Workers.map(({ Container }) => Container))];
  const has = (name: string, type: ProbeType): boolean =>
    Workers.some(({ Container, Type }) => Container === name && Type === type);
  const pod = livePod({
    spec: {
      containers: names.map((name) => ({
        name,
        ...(has(name, 'Startup') ? { startupProbe: probe } : {}),
        ...(has(name, 'Readiness') ? { readinessProbe: probe } : {}),
        ...(has(name, 'Liveness') ? { livenessProbe: probe } : {}),
      })),
    },
  });
  manager.addPod(pod);
  const managers = { Liveness: liveness, Startup: startup, Readiness: manager.readinessManager };
  for (const { ID, Type, Result } of Results)
    run(sim, managers[Type].set(parseContainerID(`test://${ID}`), Result, pod));
  const { containerStatuses = [], initContainerStatuses = [] } = manager.updatePodStatus('', {
    containerStatuses: [...Statuses],
    initContainerStatuses: [...Inits],
  });
  return {
    containers: containerStatuses.map(({ name, ready, started }) => ({ name, ready, started })),
    initContainers: initContainerStatuses.map(({ name, ready }) => ({ name, ready })),
  };
}
