import { pod, replicaSet } from '../../../src/runtime/subjects/api/objects.ts';
import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';

const program = 'kube-controller-manager';

const metadata = (name: string, namespace: string) => ({ name, namespace });
const labels = { app: 'web' };

const service = (namespace: string): Readonly<Record<string, unknown>> => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: metadata('web', namespace),
  spec: { selector: labels, ports: [{ port: 80 }] },
});

const replicationController = (namespace: string): Readonly<Record<string, unknown>> => ({
  apiVersion: 'v1',
  kind: 'ReplicationController',
  metadata: metadata('web', namespace),
  spec: {
    replicas: 1,
    selector: labels,
    template: { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'app:v1' }] } },
  },
});

/** A pod that somebody assigned to a node that there is not. */
function lostPod(): Readonly<Record<string, unknown>> {
  const made = pod('batch-7', {});
  return { ...made, spec: { ...(made['spec'] as object), nodeName: 'node-z' } };
}

/** Nine controllers have something to do, from a namespace that is made to one that is deleted. */
const atWork: Scenario = {
  id: 'controller-manager/table-of-controllers',
  title: 'Nine controllers at work',
  summary:
    'A namespace is made and filled, a ReplicaSet goes, a pod is on a node that there is not, and at last the namespace goes.',
  seed: 1,
  plane: 'control-loop/controllers',
  view: 'control-loop/controllers',
  offers: ['delete', 'relabel', 'cut-watch', 'delay-watch', 'crash', 'start'],
  settings: { nodes: ['node-a'] },
  shows: ['kubernetes/pkg/controller/podgc/gc_controller.ts'],
  endsAtMs: 100_000,
  *story(user) {
    yield* user.sleep(2000);
    user.act({ kind: 'apply', object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } } });
    yield* user.sleep(2000);
    user.act({ kind: 'apply', object: service('shop') });
    user.act({ kind: 'apply', object: replicationController('shop') });
    yield* user.sleep(4000);
    user.act({ kind: 'apply', object: replicaSet('cart', 1) });
    yield* user.sleep(3000);
    user.act({ kind: 'delete', resource: 'replicasets', ...metadata('cart', 'default') });
    yield* user.sleep(3000);
    user.act({ kind: 'apply', object: lostPod() });
    yield* user.sleep(68_000);
    user.act({ kind: 'delete', resource: 'namespaces', namespace: '', name: 'shop' });
  },
};

/** A pod gets the label that a Service selects by, and loses it at once. */
const inAndOut: Scenario = {
  ...atWork,
  id: 'controller-manager/table-of-controllers#in-and-out',
  title: 'Into a Service, and out',
  summary: 'A pod gets the label that a Service selects by, and loses it again a fifth of a second later.',
  offers: ['relabel', 'delete', 'delay-watch', 'cut-watch'],
  shows: ['kubernetes/pkg/controller/endpoint/endpoints_controller.ts'],
  endsAtMs: 12_000,
  *story(user) {
    yield* user.sleep(1000);
    user.act({ kind: 'apply', object: service('default') });
    user.act({ kind: 'apply', object: pod('canary', { app: 'test' }) });
    yield* user.sleep(4000);
    relabel(user, 'web');
    yield* user.sleep(200);
    relabel(user, 'test');
  },
};

function relabel(user: User, app: string): void {
  user.act({ kind: 'relabel', resource: 'pods', ...metadata('canary', 'default'), labels: { app } });
}

/** Nobody sees a Secret go, and its history is gone when somebody looks. */
const lostToken: Scenario = {
  ...atWork,
  id: 'controller-manager/table-of-controllers#lost-token',
  title: 'A Secret that goes unseen',
  summary:
    'The watch of Secrets is cut, a token is deleted meanwhile, and when the line is back the history of it is gone.',
  offers: ['cut-watch', 'crash', 'start'],
  shows: [],
  endsAtMs: 850_000,
  *story(user) {
    yield* user.sleep(2000);
    user.act({ kind: 'cut-watch', program, resource: 'secrets', forMs: 12 * 60_000 });
    const [token] = user.list('secrets', 'default');
    user.act({ kind: 'delete', resource: 'secrets', ...metadata(token?.metadata.name ?? '', 'default') });
    yield* user.sleep(13 * 60_000);
    user.act({
      kind: 'relabel',
      resource: 'serviceaccounts',
      ...metadata('default', 'default'),
      labels: { look: 'again' },
    });
  },
};

/** An account with one token, for an exercise. */
const byHand: Scenario = {
  ...lostToken,
  id: 'controller-manager/table-of-controllers#by-hand',
  title: 'An account with one token',
  summary: 'The user makes an account, and the token controller a Secret for it.',
  endsAtMs: 8000,
  *story(user) {
    yield* user.sleep(1000);
    user.act({
      kind: 'apply',
      object: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: metadata('robot', 'default') },
    });
  },
};

const files = '/etc/kubernetes';
const signing = [
  `--cluster-signing-cert-file=${files}/pki/ca.crt`,
  `--cluster-signing-key-file=${files}/pki/ca.key`,
];
const little = [
  `--kubeconfig=${files}/controller-manager.conf`,
  `--service-account-private-key-file=${files}/pki/sa.key`,
  '--leader-elect=false',
];

/** A start, up to where all controllers have been told. */
const started = (variant: string, title: string, summary: string, args: readonly string[]): Scenario => ({
  id: `controller-manager/table-of-controllers#${variant}`,
  title,
  summary,
  seed: 1,
  plane: 'command-line/controller-manager',
  view: 'command-line/starting-controllers',
  offers: ['crash', 'start-with'],
  settings: { nodes: [], args: { [program]: args } },
  shows: [],
  endsAtMs: 60,
  *story() {},
});

const usual = started(
  'usual',
  'A usual start',
  'The controller-manager starts with the flags that kubeadm gives, and an API server that serves all.',
  [...little, ...signing],
);

const core: Scenario = {
  ...started(
    'core',
    'A start where little is served',
    'The API server serves the core group and Leases, and nothing else. A controller that looks for another resource is skipped.',
    [...little, ...signing],
  ),
  plane: 'command-line/small-cloud',
};

const cloud: Scenario = {
  ...started(
    'cloud',
    'A start on a cloud',
    'The program is built with a cloud that has machines and load balancers, and no routes.',
    [
      ...little,
      '--cloud-provider=sample',
      '--allocate-node-cidrs',
      '--cluster-cidr=10.0.0.0/16',
      '--controllers=service,route,cloud-node-lifecycle',
    ],
  ),
  plane: 'command-line/small-cloud',
};

const external = started(
  'external',
  'A start beside a cloud-controller-manager',
  'A program of its own looks after the cloud, and three names are not in the table.',
  [...little, ...signing, '--cloud-provider=external'],
);

const gates = started(
  'gates',
  'All gates the other way',
  'Every feature gate that a controller looks at stands the other way.',
  [
    ...little,
    ...signing,
    '--feature-gates=EndpointSlice=false,PodDisruptionBudget=false,ExpandPersistentVolumes=false,RootCAConfigMap=false',
    '--feature-gates=TTLAfterFinished=true,GenericEphemeralVolume=true,CronJobControllerV2=true',
    '--feature-gates=APIServerIdentity=true,StorageVersionAPI=true',
  ],
);

const flags = started(
  'flags',
  'All flags the other way',
  'Nodes get addresses, no controller signs, garbage is left, and two that are off by default are named.',
  [
    ...little,
    '--allocate-node-cidrs',
    '--cluster-cidr=10.0.0.0/16',
    '--enable-garbage-collector=false',
    '--horizontal-pod-autoscaler-use-rest-clients=false',
    '--controllers=*,bootstrapsigner,tokencleaner',
  ],
);

export const scenarios: readonly Scenario[] = [
  atWork,
  inAndOut,
  lostToken,
  byHand,
  usual,
  core,
  gates,
  flags,
  external,
  cloud,
];
