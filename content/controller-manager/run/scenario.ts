import { replicaSet } from '../../../src/runtime/subjects/api/objects.ts';
import type { Scenario } from '../../../src/runtime/stage/scenario.ts';

const manager = 'kube-controller-manager';
const [first, second] = [`${manager}-0`, `${manager}-1`];
const [secure, insecure] = [10257, 10252];

const file = '/etc/kubernetes/controller-manager.conf';
const line = (controllers: string, ...more: readonly string[]): string[] => [
  `--kubeconfig=${file}`,
  `--controllers=${controllers}`,
  ...more,
];

/** Two replicas start, and one leads. What leads is cut off; what takes over has a mistake in its command line. */
const run: Scenario = {
  id: 'controller-manager/run',
  title: 'Two replicas, and requests to both',
  summary:
    'Two replicas start, and one leads. Both are asked over HTTP. The leader is cut off; the other takes over, and cannot start.',
  seed: 1,
  plane: 'command-line/controller-manager',
  view: 'command-line/run',
  offers: ['request', 'partition', 'pause', 'crash', 'terminate', 'start-with'],
  settings: {
    nodes: [],
    replicas: 2,
    idle: [second],
    args: {
      [first]: line('garbagecollector,replicaset', `--authentication-kubeconfig=${file}`),
      // The period is one that the controller refuses when it is started, and nobody before.
      [second]: line(
        'attachdetach,replicaset',
        '--attach-detach-reconcile-sync-period=100ms',
        '--profiling=false',
      ),
    },
  },
  shows: [
    'kubernetes/cmd/kube-controller-manager/app/controllermanager.ts',
    'kubernetes/staging/src/k8s.io/controller-manager/app/serve.ts',
    'kubernetes/staging/src/k8s.io/apiserver/pkg/endpoints/filters/authentication.ts',
    'kubernetes/staging/src/k8s.io/apiserver/pkg/endpoints/filters/authorization.ts',
  ],
  endsAtMs: 34_800,
  *story(user) {
    const get = (program: string, path: string, port = insecure, token?: string): void =>
      void user.act({ kind: 'request', program, path, port, token });
    yield* user.sleep(300);
    user.act({ kind: 'start', program: second });
    yield* user.sleep(200);
    for (const path of [
      '/healthz?verbose',
      '/configz',
      '/metrics',
      '/debug/controllers/garbagecollector/graph',
    ])
      for (const program of [second, first]) {
        get(program, path);
        yield* user.sleep(5);
      }
    get(first, '/healthz', secure);
    yield* user.sleep(5);
    get(first, '/metrics', secure);
    yield* user.sleep(5);
    get(first, '/metrics', secure, 'stale');
    yield* user.sleep(500);
    user.act({ kind: 'partition', program: first, forMs: 16_000 });
    yield* user.sleep(17_000);
    user.act({ kind: 'start', program: first });
    yield* user.sleep(60_000);
  },
};

/** One replica and no election, with a ReplicaSet for its controller. */
const alone: Scenario = {
  ...run,
  id: 'controller-manager/run#alone',
  title: 'Without an election',
  summary:
    'One replica with the election switched off. It works at once, and its health has nothing to check.',
  settings: { nodes: ['node-a'], args: { [manager]: line('replicaset', '--leader-elect=false') } },
  endsAtMs: 4000,
  *story(user) {
    yield* user.sleep(500);
    for (const path of ['/healthz?verbose', '/livez']) {
      user.act({ kind: 'request', program: manager, path, port: insecure });
      yield* user.sleep(250);
    }
    user.act({ kind: 'apply', object: replicaSet('web', 2) });
    yield* user.sleep(3000);
  },
};

/** The same, for a start that readers put in order. */
const ordered: Scenario = {
  ...alone,
  id: 'controller-manager/run#in-order',
  title: 'One controller and one ReplicaSet',
  summary: 'The controller-manager starts with the ReplicaSet controller alone. The user asks for two pods.',
};

/** A leader that stands still for so long that its own health check gives it up. */
const stuck: Scenario = {
  ...alone,
  id: 'controller-manager/run#stuck',
  title: 'A leader that stands still',
  summary: 'The only replica leads, and stands still for 40 seconds. A probe asks for its health meanwhile.',
  settings: { nodes: [], args: { [manager]: line('replicaset') } },
  endsAtMs: 45_000,
  *story(user) {
    const healthz = (): void =>
      void user.act({ kind: 'request', program: manager, path: '/healthz', port: insecure });
    yield* user.sleep(1000);
    user.act({ kind: 'pause', program: manager, forMs: 40_000 });
    yield* user.sleep(30_000);
    healthz();
    yield* user.sleep(12_000);
    healthz();
    yield* user.sleep(2000);
  },
};

/** The insecure port is off. */
const onePort: Scenario = {
  ...alone,
  id: 'controller-manager/run#one-port',
  title: 'One port',
  summary:
    'The insecure port is switched off. The paths of controllers are added to the other, where no user may see them.',
  settings: { nodes: [], args: { [manager]: line('garbagecollector', '--port=0') } },
  endsAtMs: 600,
  *story(user) {
    yield* user.sleep(500);
    const path = '/debug/controllers/garbagecollector/graph';
    user.act({ kind: 'request', program: manager, path, port: insecure });
    user.act({ kind: 'request', program: manager, path, port: secure });
    yield* user.sleep(100);
  },
};

const own = (...more: readonly string[]): Partial<Scenario['settings']> => ({
  nodes: ['node-a'],
  args: {
    [manager]: line('serviceaccount-token,replicaset', '--use-service-account-credentials', ...more),
  },
});

/** Every controller asks under a name of its own, with tokens that it requests. */
const accounts: Scenario = {
  ...alone,
  id: 'controller-manager/run#accounts',
  title: 'A name for each controller',
  summary:
    'Controllers ask under names of their own. The ReplicaSet controller requests a token when it first asks.',
  settings: own('--service-account-private-key-file=/etc/kubernetes/pki/sa.key'),
};

/** The same with an API server that makes no tokens on request. */
const secrets: Scenario = {
  ...accounts,
  id: 'controller-manager/run#secrets',
  title: 'Tokens from Secrets',
  summary:
    'The API server makes no tokens on request, so the token controller has to, and each client waits for its own.',
  plane: 'command-line/no-token-requests',
};

export const scenarios: readonly Scenario[] = [run, alone, ordered, stuck, onePort, accounts, secrets];
