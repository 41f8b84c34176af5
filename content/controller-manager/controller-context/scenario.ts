import { replicaSet } from '../../../src/runtime/subjects/api/objects.ts';
import type { StoredObject } from '../../../src/runtime/subjects/api/world.ts';
import type { Scenario } from '../../../src/runtime/stage/scenario.ts';

const program = 'kube-controller-manager';
/** As kubeadm starts it, but alone, and with few controllers. */
const alone = [
  '--kubeconfig=/etc/kubernetes/controller-manager.conf',
  '--service-account-private-key-file=/etc/kubernetes/pki/sa.key',
  '--root-ca-file=/etc/kubernetes/pki/ca.crt',
  '--leader-elect=false',
];
const startedWith = (...more: readonly string[]): Scenario['settings'] => ({
  nodes: ['node-a'],
  args: { [program]: [...alone, ...more] },
});

const context: Scenario = {
  id: 'controller-manager/controller-context',
  title: 'Eleven fields',
  summary: 'The controller-manager gathers what its controllers share, and starts two of them with it.',
  seed: 1,
  plane: 'command-line/controller-manager',
  view: 'command-line/controller-context',
  offers: ['crash', 'start-with', 'refuse', 'partition'],
  settings: startedWith('--controllers=serviceaccount-token,replicaset,service,route'),
  shows: [
    'kubernetes/cmd/kube-controller-manager/app/apps.ts',
    'kubernetes/cmd/kube-controller-manager/app/controllermanager.ts',
  ],
  endsAtMs: 200,
  *story(user) {
    yield* user.sleep(200);
  },
};

const accounts: Scenario = {
  ...context,
  id: 'controller-manager/controller-context#accounts',
  title: 'An account for each controller',
  summary:
    'The same start with --use-service-account-credentials: the client of a controller asks by a name of its own.',
  settings: startedWith(
    '--controllers=serviceaccount-token,replicaset,garbagecollector',
    '--use-service-account-credentials=true',
  ),
};

const unwell: Scenario = {
  ...context,
  id: 'controller-manager/controller-context#unwell',
  title: 'An API server that is not ready',
  summary:
    'The API server says for two and a half seconds that it is not well. The controller-manager asks each second.',
  endsAtMs: 3_100,
  *story(user) {
    user.act({ kind: 'refuse', path: '/healthz', forMs: 2_500 });
    yield* user.sleep(3_100);
  },
};

const group: Scenario = {
  ...context,
  id: 'controller-manager/controller-context#group',
  title: 'A group that could not be discovered',
  summary:
    'While the controller-manager starts, no server answers for the group apps. Later one does, and the user wants a ReplicaSet.',
  settings: startedWith('--controllers=serviceaccount-token,replicaset,garbagecollector'),
  endsAtMs: 45_000,
  *story(user) {
    user.act({ kind: 'refuse', path: '/apis/apps/v1', forMs: 20_000 });
    yield* user.sleep(40_000);
    user.act({ kind: 'apply', object: replicaSet('web', 2) });
    yield* user.sleep(5_000);
  },
};

const lost: Scenario = {
  ...context,
  id: 'controller-manager/controller-context#lost',
  title: 'Leading ends',
  summary:
    'A controller-manager that leads is cut off from the API server. When it gives up, the channel Stop closes.',
  settings: {
    nodes: ['node-a'],
    args: { [program]: [...alone.slice(0, -1), '--controllers=replicaset'] },
  },
  endsAtMs: 15_000,
  *story(user) {
    yield* user.sleep(3_000);
    user.act({ kind: 'partition', program, forMs: 20_000 });
    yield* user.sleep(12_000);
  },
};

const mapper: Scenario = {
  ...context,
  id: 'controller-manager/controller-context#mapper',
  title: 'What the mapper knows',
  summary:
    'The garbage collector asks the mapper for kinds. The first question leads to discovery, and every 30 seconds all is forgotten.',
  settings: startedWith('--controllers=garbagecollector'),
  endsAtMs: 36_000,
  *story(user) {
    yield* user.sleep(5_000);
    for (const name of ['app-config', 'db-config']) {
      user.act({ kind: 'apply', object: configMap(name) });
      const owner = user.list('configmaps', 'default').find(({ metadata }) => metadata.name === name);
      user.act({ kind: 'apply', object: configMap(`of-${name}`, owner) });
    }
    yield* user.sleep(5_000);
    user.act({ kind: 'delete', resource: 'configmaps', namespace: 'default', name: 'app-config' });
    yield* user.sleep(25_000);
    user.act({ kind: 'delete', resource: 'configmaps', namespace: 'default', name: 'db-config' });
    yield* user.sleep(1_000);
  },
};

/** A ConfigMap that is to go when its owner does. */
function configMap(name: string, owner?: StoredObject): Readonly<Record<string, unknown>> {
  const { kind = '', apiVersion = '', metadata } = owner ?? {};
  const reference = { kind, apiVersion, name: metadata?.name, uid: metadata?.uid };
  const ownerReferences = owner ? [reference] : [];
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'default', name, ownerReferences } };
}

const resync: Scenario = {
  ...context,
  id: 'controller-manager/controller-context#resync',
  title: 'A short period',
  summary:
    'The least resync period is set to ten seconds. Both informers draw level with each other, and no list is sent.',
  settings: startedWith('--controllers=replicaset', '--min-resync-period=10s'),
  endsAtMs: 45_000,
  *story(user) {
    yield* user.sleep(2_000);
    user.act({ kind: 'apply', object: replicaSet('web', 1) });
    yield* user.sleep(43_000);
  },
};

/** For the exercise: a start for which one group fails, one for which all fails, and one that goes well. */
const patchy: Scenario = {
  ...context,
  id: 'controller-manager/controller-context#patchy',
  title: 'Three starts',
  summary:
    'The first time a group cannot be discovered, the second time nothing can, and the third time all is well.',
  settings: startedWith('--controllers=replicaset,job'),
  endsAtMs: 9_000,
  *story(user) {
    user.act({ kind: 'refuse', path: '/apis/apps/v1', forMs: 2_000 });
    yield* user.sleep(3_000);
    user.act({ kind: 'crash', program });
    user.act({ kind: 'refuse', path: '/api', forMs: 2_000 });
    user.act({ kind: 'refuse', path: '/apis', forMs: 2_000 });
    user.act({ kind: 'start', program });
    yield* user.sleep(3_000);
    user.act({ kind: 'start', program });
    yield* user.sleep(3_000);
  },
};

const whole: Scenario = {
  ...context,
  id: 'controller-manager/controller-context#whole',
  title: 'From main() to running controllers',
  summary:
    'The controller-manager with the flags that kubeadm gives it: every call of its start, up to the informers.',
  settings: { nodes: ['node-a'] },
  shows: [
    'kubernetes/cmd/kube-controller-manager/controller-manager.ts',
    'kubernetes/cmd/kube-controller-manager/app/controllermanager.ts',
  ],
  endsAtMs: 60,
  *story(user) {
    yield* user.sleep(50);
  },
};

export const scenarios: readonly Scenario[] = [
  context,
  accounts,
  unwell,
  mapper,
  group,
  resync,
  lost,
  patchy,
  whole,
];
