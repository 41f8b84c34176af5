import { replicaSet } from '../../../src/runtime/subjects/api/objects.ts';
import type { Scenario } from '../../../src/runtime/stage/scenario.ts';

const program = 'kube-controller-manager';
const files = '/etc/kubernetes';
const kubeconfig = `--kubeconfig=${files}/controller-manager.conf`;
const key = `--service-account-private-key-file=${files}/pki/sa.key`;
/** As kubeadm starts it, except that it does not elect: there is only one, and another chapter tells of that. */
const usual = [
  kubeconfig,
  key,
  `--root-ca-file=${files}/pki/ca.crt`,
  `--cluster-signing-cert-file=${files}/pki/ca.crt`,
  `--cluster-signing-key-file=${files}/pki/ca.key`,
  '--leader-elect=false',
];
const withArgs = (...args: string[]): Scenario['settings'] => ({
  nodes: ['node-a'],
  args: { [program]: args },
});

const nothing = function* (): ReturnType<Scenario['story']> {};

/** A start, and a question to the one controller that answers any. */
const start: Scenario = {
  id: 'controller-manager/starting-controllers',
  title: 'Thirty-eight names, one start',
  summary:
    'The controller-manager starts its controllers, one after another. Two are left out, six skip themselves, and one answers a question.',
  seed: 1,
  plane: 'command-line/controller-manager',
  view: 'command-line/starting-controllers',
  offers: ['request', 'crash', 'start-with', 'terminate'],
  settings: withArgs(...usual),
  shows: [
    'kubernetes/cmd/kube-controller-manager/app/controllermanager.ts',
    'kubernetes/cmd/kube-controller-manager/app/apps.ts',
    'kubernetes/staging/src/k8s.io/controller-manager/app/helper.ts',
  ],
  endsAtMs: 900,
  *story(user) {
    yield* user.sleep(800);
    user.act({ kind: 'request', program, path: '/debug/controllers/garbagecollector/graph', port: 10252 });
  },
};

/** The same once more: another seed is another order of the map. */
const again: Scenario = {
  ...start,
  id: 'controller-manager/starting-controllers#again',
  title: 'The same start, once more',
  summary: 'The same program with the same flags starts again, and its controllers come in another order.',
  seed: 2,
  endsAtMs: 100,
  story: nothing,
};

/** Nobody gave it a private key, so that it can sign no tokens. */
const noKey: Scenario = {
  ...start,
  id: 'controller-manager/starting-controllers#no-key',
  title: 'A start without a private key',
  summary:
    'The service-account token controller has no key to sign with. It skips itself, and the others start.',
  settings: withArgs(
    kubeconfig,
    '--leader-elect=false',
    '--controllers=serviceaccount-token,serviceaccount,replicaset,ttl',
  ),
  endsAtMs: 500,
  story: nothing,
};

/** The token controller alone: an account comes and goes. */
const accounts: Scenario = {
  ...start,
  id: 'controller-manager/starting-controllers#accounts',
  title: 'An account comes and goes',
  summary:
    'The token controller alone: the user makes an account, deletes its Secret, and at last the account.',
  settings: withArgs(...usual, '--controllers=serviceaccount-token'),
  shows: [],
  endsAtMs: 9000,
  *story(user) {
    yield* user.sleep(2000);
    const metadata = { name: 'robot', namespace: 'default' };
    user.act({ kind: 'apply', object: { apiVersion: 'v1', kind: 'ServiceAccount', metadata } });
    yield* user.sleep(2000);
    const secret = user.list('secrets', 'default')[0]?.metadata.name ?? '';
    user.act({ kind: 'delete', resource: 'secrets', namespace: 'default', name: secret });
    yield* user.sleep(2000);
    user.act({ kind: 'delete', resource: 'serviceaccounts', ...metadata });
  },
};

/** On a cloud, and with an API server that serves little. */
const cloud: Scenario = {
  ...start,
  id: 'controller-manager/starting-controllers#cloud',
  title: 'A start on a cloud',
  summary:
    'The program was built with a made-up cloud. It gets the client builder when the token controller runs.',
  plane: 'command-line/small-cloud',
  settings: withArgs(
    ...usual,
    '--cloud-provider=sample',
    '--controllers=serviceaccount-token,service,route,cloud-node-lifecycle',
  ),
  endsAtMs: 500,
  story: nothing,
};

/** A pause before each. */
const pauses: Scenario = {
  ...start,
  id: 'controller-manager/starting-controllers#pauses',
  title: 'A start with pauses',
  summary:
    'With an interval of two seconds, each start waits for two to four. So does one that skips itself.',
  settings: withArgs(...usual, '--controller-start-interval=2s', '--controllers=endpoint,service,podgc,ttl'),
  endsAtMs: 60_000,
  story: nothing,
};

/** One of them finds a flag that it cannot live with. */
const fails: Scenario = {
  ...start,
  // With this one it has its turn late.
  seed: 4,
  id: 'controller-manager/starting-controllers#fails',
  title: 'One start that fails',
  summary: 'A period is too short for one controller. Its error ends the program, with all that had started.',
  settings: withArgs(...usual, '--attach-detach-reconcile-sync-period=100ms'),
  endsAtMs: 500,
  story: nothing,
};

/** One controller, and something for it to do. */
const one: Scenario = {
  ...start,
  id: 'controller-manager/starting-controllers#one',
  title: 'One controller alone',
  summary: 'Of all controllers only that of ReplicaSets is started, and a ReplicaSet asks for two pods.',
  settings: withArgs(...usual, '--controllers=replicaset'),
  shows: ['kubernetes/cmd/kube-controller-manager/app/apps.ts'],
  endsAtMs: 2500,
  *story(user) {
    yield* user.sleep(500);
    user.act({ kind: 'apply', object: replicaSet('web', 2) });
  },
};

export const scenarios: readonly Scenario[] = [start, again, noKey, accounts, cloud, pauses, fails, one];
