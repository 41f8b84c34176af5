import { commandLineTold } from '../../command-line/told.ts';
import { initPolicy, newInformerFactory, newScheduler } from '../../../kubernetes/pkg/scheduler/scheduler.ts';
import { main } from '../../../kubernetes/cmd/kube-scheduler/scheduler.ts';
import { run, setup } from '../../../kubernetes/cmd/kube-scheduler/app/server.ts';
import { leases } from '../../../kubernetes/pkg/registry/coordination/lease/strategy.ts';
import { schedulerCallObservers } from '../observe-calls.ts';
import { schedulerStartObservers } from '../start.ts';
import { runCommand } from '../../command-line/command-program.ts';
import { type Plane, type Program, replicaNames } from '../../../stage/program.ts';
import type { Settings } from '../../../stage/settings.ts';
import { kubelets } from '../../nodes/stand-ins/programs.ts';
import { plane as scheduler } from './scheduler.ts';
import { leaderElection } from '../../leader-election/subject.ts';

/** Where the configuration is that the settings bring, or the policy. */
const configFile = '/etc/kubernetes/scheduler-config.json';

/**
 * The whole kube-scheduler with its command line, its servers and its election, in one replica or several, and a stand-in
 * for each kubelet.
 */
export const plane: Plane = {
  ...scheduler,
  subjects: [...scheduler.subjects, leaderElection, commandLineTold],
  kinds: [...scheduler.kinds, leases],
  programsOf: (settings) => [
    ...kubelets(settings),
    ...replicaNames('kube-scheduler', settings.replicas).map((name) => command(name, settings)),
  ],
  observers: { ...scheduler.observers, ...schedulerCallObservers, ...schedulerStartObservers },
};

const schedulerPackage = { initPolicy, newInformerFactory, newScheduler };

/** As kubeadm starts it, as far as it matters here. In a file of configuration the way to the API server is told too. */
function command(name: string, { schedulerConfig }: Settings): Program {
  const kubeconfig = '/etc/kubernetes/scheduler.conf';
  const clientConnection = { kubeconfig, ...(schedulerConfig?.['clientConnection'] as object | undefined) };
  const isPolicy = schedulerConfig?.['kind'] === 'Policy';
  const file = JSON.stringify(isPolicy ? schedulerConfig : { ...schedulerConfig, clientConnection });
  const policyArgs = isPolicy ? [`--policy-config-file=${configFile}`] : [];
  return {
    name,
    args:
      schedulerConfig && !isPolicy
        ? [`--config=${configFile}`]
        : [`--kubeconfig=${kubeconfig}`, ...policyArgs],
    *main(host) {
      const files: Record<string, string> = schedulerConfig ? { [configFile]: file } : {};
      yield* runCommand(
        host,
        'kube-scheduler',
        (os) => main(os, { setup: (ctx, opts) => setup(schedulerPackage, ctx, opts), run }),
        { files },
      );
    },
  };
}
