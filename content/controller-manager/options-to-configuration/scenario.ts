import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';

const manager = 'kube-controller-manager';
const inPod = 'kube-controller-manager-in-pod';
const kubeconfig = '--kubeconfig=/etc/kubernetes/controller-manager.conf';
const programs = [manager, inPod, 'kube-apiserver', 'kubelet', 'kube-scheduler', 'kubectl'];

/** Types a command line, and waits a second. */
function* type(user: User, program: string, ...args: string[]): Blocking<void> {
  user.act({ kind: 'start', program, args });
  yield* user.sleep(1000);
}

/** Ends a program as `kill` does, and waits a second. */
function* end(user: User, program: string): Blocking<void> {
  user.act({ kind: 'terminate', program });
  yield* user.sleep(1000);
}

/** From defaults to Run; then two lines that do not get as far, one that has its configuration from its pod, and help. */
const toRun: Scenario = {
  id: 'controller-manager/options-to-configuration',
  title: 'From defaults to Run',
  summary:
    'A command line becomes a configuration, cell by cell. Then one has two mistakes in it, one does not say where the API server is, and one is of a program in a pod.',
  seed: 1,
  plane: 'command-line/cli',
  view: 'command-line/options',
  offers: ['start-with', 'terminate', 'crash'],
  settings: { idle: programs },
  shows: [
    'kubernetes/cmd/kube-controller-manager/app/options/options.ts',
    'kubernetes/cmd/kube-controller-manager/app/controllermanager.ts',
  ],
  endsAtMs: 20_000,
  *story(user) {
    yield* type(user, manager, kubeconfig, '--kube-api-burst=60', '--concurrent-gc-syncs=3');
    yield* end(user, manager);
    yield* type(user, manager, kubeconfig, '--controllers=*,-podgc,pogdc', '--max-endpoints-per-slice=-1');
    yield* type(user, manager);
    yield* type(user, inPod);
    yield* end(user, inPod);
    yield* type(user, manager, '--help');
  },
};

/** The same way in the API server, where its parts come in another order, and where a signal closes the channel. */
const apiServer: Scenario = {
  ...toRun,
  id: 'controller-manager/options-to-configuration#api-server',
  title: 'The API server: complete, validate, run',
  summary:
    'kube-apiserver gets a line with three mistakes, then one that is right: it completes, validates, runs, and stops when it is told to.',
  settings: { idle: programs },
  shows: ['kubernetes/cmd/kube-apiserver/app/server.ts'],
  *story(user) {
    const apiserver = 'kube-apiserver';
    yield* type(user, apiserver, '--service-cluster-ip-range=10.0.0.0/16,fd00::/108,10.1.0.0/16');
    yield* type(
      user,
      apiserver,
      '--etcd-servers=http://127.0.0.1:2379',
      '--service-account-issuer=https://kubernetes.default.svc',
      '--service-account-signing-key-file=/etc/kubernetes/pki/sa.key',
    );
    yield* end(user, apiserver);
  },
};

/** Lists of controllers, right and wrong, one after the other. */
const lists: Scenario = {
  ...toRun,
  id: 'controller-manager/options-to-configuration#lists',
  title: 'Lists of controllers',
  summary:
    'Six lists of controllers: four can be run, and two have names in them that the program does not know.',
  order: 'seeded',
  shows: ['kubernetes/staging/src/k8s.io/controller-manager/options/generic.ts'],
  *story(user) {
    const right = ['*,-podgc', 'ttl,job', '-ttl', '*,-ttl-after-finished'];
    for (const list of [...right, '*,pogdc,-nobody,cron', 'podgc,-*,--job']) {
      yield* type(user, manager, kubeconfig, `--controllers=${list}`);
      user.act({ kind: 'crash', program: manager });
      yield* user.sleep(1000);
    }
  },
};

export const scenarios: readonly Scenario[] = [toRun, apiServer, lists];
