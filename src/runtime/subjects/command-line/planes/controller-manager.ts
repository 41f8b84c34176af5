import type { OS } from '../../../go/os.ts';
import { commandLineTold } from '../told.ts';
import { main } from '../../../kubernetes/cmd/kube-controller-manager/controller-manager.ts';
import {
  controllersDisabledByDefault,
  knownControllers,
  run,
} from '../../../kubernetes/cmd/kube-controller-manager/app/controllermanager.ts';
import { controllerManagerObservers } from '../controller-manager.ts';
import { controllersObservers } from '../../control-loop/controller-tables.ts';
import { bareKinds } from '../../../kubernetes/pkg/registry/bare-kinds.ts';
import { controllerKinds } from '../../../kubernetes/pkg/registry/controller-kinds.ts';
import { leases } from '../../../kubernetes/pkg/registry/coordination/lease/strategy.ts';
import { serviceAccounts } from '../../../kubernetes/pkg/registry/core/serviceaccount/strategy.ts';
import { serviceAccountsWithTokens } from '../../../kubernetes/pkg/registry/core/serviceaccount/storage/token.ts';
import type { Blocking } from '../../../sim/process.ts';
import { runCommand } from '../command-program.ts';
import { pki } from '../host-os.ts';
import { type Plane, type Program, replicaNames } from '../../../stage/program.ts';
import { kubelets, scheduler } from '../../nodes/stand-ins/programs.ts';
import { api } from '../../api/subject.ts';
import { controlLoop } from '../../control-loop/subject.ts';
import { nodes } from '../../nodes/subject.ts';
import { leaderElection } from '../../leader-election/subject.ts';
import { collector } from '../../collector/subject.ts';

/** How kubeadm starts it, as far as it matters here. */
export const defaultArgs: readonly string[] = [
  '--kubeconfig=/etc/kubernetes/controller-manager.conf',
  `--service-account-private-key-file=${pki}/sa.key`,
  `--root-ca-file=${pki}/ca.crt`,
  `--cluster-signing-cert-file=${pki}/ca.crt`,
  `--cluster-signing-key-file=${pki}/ca.key`,
];

/** The whole controller-manager, in one replica or several, each with its own command line. */
export const plane = {
  subjects: [api, controlLoop, nodes, leaderElection, collector, commandLineTold],
  kinds: [
    ...controllerKinds.filter((kind) => kind !== serviceAccounts),
    serviceAccountsWithTokens,
    leases,
    ...bareKinds,
  ],
  programsOf: (settings) => [
    ...kubelets(settings),
    scheduler,
    ...replicaNames('kube-controller-manager', settings.replicas).map((name) => controllerManager(name)),
  ],
  observers: { ...controllersObservers, ...controllerManagerObservers },
} satisfies Plane;

/** The program of that name. `prepare` is what a binary's `init` functions do before its main. */
export function controllerManager(name: string, prepare?: (os: OS) => Blocking<void>): Program {
  return {
    name,
    args: defaultArgs,
    *main(host) {
      yield* runCommand(host, 'kube-controller-manager', function* (os) {
        if (prepare) yield* prepare(os);
        yield* main(os, {
          knownControllers: knownControllers(os),
          controllersDisabledByDefault: [...controllersDisabledByDefault],
          run,
        });
      });
    },
  };
}
