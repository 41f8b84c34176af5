import type { Scenario } from '../../src/runtime/stage/scenario.ts';

const program = 'kube-controller-manager';
const kubeconfig = '--kubeconfig=/etc/kubernetes/controller-manager.conf';
const others = ['kube-controller-manager-in-pod', 'kube-apiserver', 'kubelet', 'kube-scheduler', 'kubectl'];

/** One program, four command lines: a question, a mistake, another mistake, and one that is right. */
const fourLines: Scenario = {
  id: 'playground/command-line',
  title: 'Four command lines',
  summary:
    'The controller-manager is asked for its version, given a flag that there is not, given a controller that there is not, and at last started.',
  seed: 1,
  plane: 'command-line/cli',
  offers: ['start-with', 'terminate', 'crash'],
  settings: { idle: [program, ...others] },
  shows: [
    'kubernetes/cmd/kube-controller-manager/controller-manager.ts',
    'kubernetes/cmd/kube-controller-manager/app/controllermanager.ts',
    'kubernetes/vendor/github.com/spf13/cobra/command.ts',
  ],
  endsAtMs: 20_000,
  *story(user) {
    const start = (...args: string[]): void => void user.act({ kind: 'start', program, args });
    start('--version');
    yield* user.sleep(1000);
    start(kubeconfig, '--leader_elect=false');
    yield* user.sleep(1000);
    start(kubeconfig, '--controllers=*,-podgc,pogdc');
    yield* user.sleep(1000);
    start(kubeconfig, '--controllers=*,-podgc', '--kube-api-burst=60', '--logtostderr=false');
    yield* user.sleep(6000);
    user.act({ kind: 'terminate', program });
    yield* user.sleep(1000);
  },
};

export const scenarios: readonly Scenario[] = [fourLines];
