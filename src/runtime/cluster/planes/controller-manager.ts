import { newRequest } from '../../go/http.ts';
import { listening } from '../../go/listen.ts';
import { OS } from '../../go/os.ts';
import { main } from '../../controller-manager/controller_manager.ts';
import { run } from '../../controller-manager/app/controllermanager.ts';
import { controllersDisabledByDefault } from '../../controller-manager/app/controllermanager_context.ts';
import { knownControllers } from '../../controller-manager/app/controllermanager_initializers.ts';
import { controllerManagerObservers } from '../../observe/controller-manager.ts';
import { controllersObservers } from '../../observe/controllers.ts';
import { leaderObservers } from '../../observe/leader.ts';
import { bareKinds } from '../../registry/bare-kinds.ts';
import { controllerKinds } from '../../registry/controller-kinds.ts';
import { leases } from '../../registry/coordination/lease/strategy.ts';
import { serviceAccountsWithTokens } from '../../registry/core/serviceaccount/storage/token.ts';
import type { Kind } from '../../registry/kind.ts';
import type { Blocking } from '../../sim/process.ts';
import type { Host } from '../host.ts';
import { type Plane, type Program, replicaNames } from '../program.ts';
import { kubelets, scheduler } from '../stand-ins/programs.ts';

const pki = '/etc/kubernetes/pki';

/** How kubeadm starts it, as far as it matters here. */
export const defaultArgs: readonly string[] = [
  '--kubeconfig=/etc/kubernetes/controller-manager.conf',
  `--service-account-private-key-file=${pki}/sa.key`,
  `--root-ca-file=${pki}/ca.crt`,
  `--cluster-signing-cert-file=${pki}/ca.crt`,
  `--cluster-signing-key-file=${pki}/ca.key`,
];

/** The whole controller-manager, in one replica or several, each with its own command line. */
export const plane: Plane = {
  kinds: [
    ...controllerKinds.filter(({ resource }) => resource.resource !== 'serviceaccounts'),
    serviceAccountsWithTokens,
    leases,
    ...bareKinds,
  ] as readonly unknown[] as readonly Kind[],
  programsOf: (settings) => [
    ...kubelets(settings),
    scheduler,
    ...replicaNames('kube-controller-manager', settings.replicas).map(controllerManager),
  ],
  observers: { ...leaderObservers, ...controllerManagerObservers, ...controllersObservers },
};

function controllerManager(name: string): Program {
  return {
    name,
    args: defaultArgs,
    *main(host) {
      const os = new HostOS(host);
      const servers = listening(os);
      servers.onServe = (port) =>
        host.listen(port, function* (request) {
          const w = yield* servers.answer(port, newRequest('GET', request.path));
          return { status: w?.statusCode || 200, body: w?.body ?? '' };
        });
      yield* main(os, {
        knownControllers: knownControllers(os),
        controllersDisabledByDefault: [...controllersDisabledByDefault],
        run,
      });
    },
  };
}

/** The operating system of a program of a cluster. */
class HostOS extends OS {
  readonly #host: Host;
  #lastLine = '';

  constructor(host: Host) {
    const write = (text: string): void => {
      this.#lastLine = text.trim() || this.#lastLine;
      host.print(text, 'stderr');
    };
    super(host.sim, {
      args: ['kube-controller-manager', ...host.args],
      name: host.name,
      hostname: host.name,
      dial: () => host.transport,
      files,
      stdout: { write: (text) => host.print(text) },
      stderr: { write },
    });
    this.#host = host;
  }

  override *exit(code: number): Blocking<never> {
    this.exitCode = code;
    return yield* this.#host.exit(this.#lastLine.replace(/^[IWEF]\d{4} \S+ +\d+\] /, ''), code);
  }
}

/** What the command line names. Nothing is signed or encrypted here, so that keys and certificates are empty shells. */
const shell = (what: string): string => `-----BEGIN ${what}-----\n-----END ${what}-----\n`;

const files: Readonly<Record<string, string>> = {
  '/etc/kubernetes/controller-manager.conf': JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'kubernetes',
    contexts: [
      { name: 'kubernetes', context: { cluster: 'kubernetes', user: 'system:kube-controller-manager' } },
    ],
    clusters: [
      {
        name: 'kubernetes',
        cluster: { server: 'https://10.0.0.1:6443', 'certificate-authority': `${pki}/ca.crt` },
      },
    ],
    users: [
      {
        name: 'system:kube-controller-manager',
        user: { username: 'system:kube-controller-manager' },
      },
    ],
  }),
  [`${pki}/ca.crt`]: shell('CERTIFICATE'),
  [`${pki}/ca.key`]: shell('RSA PRIVATE KEY'),
  [`${pki}/sa.key`]: shell('RSA PRIVATE KEY'),
};
