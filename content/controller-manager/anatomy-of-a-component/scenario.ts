import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';

const manager = 'kube-controller-manager';
const kubeconfig = '--kubeconfig=/etc/kubernetes/controller-manager.conf';
const servers = ['kube-apiserver', 'kubelet', 'kube-scheduler'];
const programs = [manager, 'kube-controller-manager-in-pod', ...servers, 'kubectl'];

/** Types a command line, and waits a second. */
function* type(user: User, program: string, ...args: string[]): Blocking<void> {
  user.act({ kind: 'start', program, args });
  yield* user.sleep(1000);
}

/** One program, six command lines: one that is right, three that are wrong, each in its own way, and two questions. */
const sixLines: Scenario = {
  id: 'controller-manager/anatomy-of-a-component',
  title: 'Six command lines',
  summary:
    'The controller-manager is started, and ended by a signal. Then it gets three lines with a mistake, and is asked for its version and for help.',
  seed: 1,
  plane: 'command-line/cli',
  view: 'command-line/options',
  offers: ['start-with', 'terminate', 'crash'],
  settings: { idle: programs },
  shows: [
    'kubernetes/cmd/kube-controller-manager/controller-manager.ts',
    'kubernetes/cmd/kube-controller-manager/app/controllermanager.ts',
    'kubernetes/vendor/github.com/spf13/cobra/command.ts',
  ],
  endsAtMs: 20_000,
  *story(user) {
    yield* type(user, manager, kubeconfig);
    yield* user.sleep(1000);
    user.act({ kind: 'terminate', program: manager });
    yield* user.sleep(1000);
    yield* type(user, manager, kubeconfig, '--leader_elect=false');
    yield* type(user, manager, kubeconfig, '--leader-elect', 'false');
    yield* type(user, manager, kubeconfig, '--controllers=*,pogdc');
    yield* type(user, manager, '--version');
    yield* type(user, manager, '--help');
  },
};

/** A program that is a tree of commands: verbs, nouns, flags for one and for all. */
const kubectl: Scenario = {
  ...sixLines,
  id: 'controller-manager/anatomy-of-a-component#kubectl',
  title: 'A tree of commands',
  summary:
    'kubectl finds the command that a line names, wherever its flags stand; then it gets a name mistyped, a flag too few, and an underscore.',
  shows: ['kubernetes/vendor/github.com/spf13/cobra/command.ts'],
  *story(user) {
    const server = '--server=https://10.0.0.1:6443';
    yield* type(user, 'kubectl', '-n', 'kube-system', 'get', 'pods', server);
    yield* type(user, 'kubectl', 'gte', 'pods');
    yield* type(user, 'kubectl', 'scale', 'replicasets', 'web');
    yield* type(user, 'kubectl', 'get', 'pods', '--request_timeout=5s', server);
  },
};

/** The log goes to files, where lines wait to be written; then a start that fails takes them along. */
const logFiles: Scenario = {
  ...sixLines,
  id: 'controller-manager/anatomy-of-a-component#log-files',
  title: 'Lines that wait',
  summary:
    'The log goes into files, in which lines wait for the next flush. Then a start fails, and what waited is lost.',
  shows: [
    'kubernetes/cmd/kube-controller-manager/controller-manager.ts',
    'kubernetes/cmd/kube-controller-manager/app/controllermanager.ts',
  ],
  endsAtMs: 40_000,
  *story(user) {
    yield* type(user, manager, kubeconfig, '--logtostderr=false', '--log-flush-frequency=1s');
    yield* user.sleep(23_000);
    user.act({ kind: 'terminate', program: manager });
    yield* user.sleep(1000);
    yield* type(user, manager, '--logtostderr=false');
  },
};

/** Two starts that fail, one that only tells its version, and one that succeeds, in any order of the goroutines. */
const failures: Scenario = {
  ...logFiles,
  id: 'controller-manager/anatomy-of-a-component#failures',
  title: 'Two starts that fail',
  summary:
    'Twice the program cannot start, once because it finds no API server, once for a controller that there is not. Then it is asked for its version, and at last it runs.',
  order: 'seeded',
  shows: ['kubernetes/cmd/kube-controller-manager/app/controllermanager.ts'],
  endsAtMs: 20_000,
  *story(user) {
    yield* type(user, manager, '--logtostderr=false');
    yield* type(user, manager, kubeconfig, '--logtostderr=false', '-v=1', '--controllers=*,pogdc');
    yield* type(user, manager, '--version');
    yield* type(user, manager, kubeconfig, '--logtostderr=false');
  },
};

/** Every program of the cluster reads its command line in its own way, and then gets SIGTERM. */
const everyProgram: Scenario = {
  ...sixLines,
  id: 'controller-manager/anatomy-of-a-component#every-program',
  title: 'Four programs and a signal',
  summary:
    'Four programs of the cluster read their command lines, each in its own way, and get SIGTERM: two hear it, two are simply ended.',
  settings: { idle: ['kube-controller-manager-in-pod', 'kubectl'] },
  shows: [
    'kubernetes/cmd/kube-controller-manager/controller-manager.ts',
    'kubernetes/vendor/github.com/spf13/cobra/command.ts',
  ],
  *story(user) {
    yield* user.sleep(1000);
    for (const program of [manager, ...servers]) {
      user.act({ kind: 'terminate', program });
      yield* user.sleep(500);
    }
    yield* type(user, 'kube-scheduler', '--leader_elect=false');
    yield* type(user, 'kubelet', '--max_pods=20', '--config=/var/lib/kubelet/config.json');
  },
};

export const scenarios: readonly Scenario[] = [sixLines, kubectl, logFiles, failures, everyProgram];
