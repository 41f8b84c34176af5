import { describe, expect, test } from 'vitest';
import type { Event } from '../../src/runtime/stage/events.ts';
import { eventKinds } from '../../src/recording/subjects.ts';
import { actLabel } from '../../src/recording/act-words.ts';
import { tell } from '../../src/recording/tell.ts';
import { object } from './sample.ts';
import { toldOfScheduler } from './told-scheduler.ts';

const pods = { informer: 'kube-controller-manager/pods', key: 'default/web-x' } as const;
const watch = { watch: 'kubelet-stand-in/node-a/pods', key: 'pods/default/web-x' } as const;
const write = { kind: 'store.write', resource: 'pods', key: 'pods/default/web-x', revision: 31 } as const;
const program = 'kube-controller-manager/replicaset-controller';
const lock = 'kube-system/kcm';
const pod = (ready: boolean, rest: object = {}): ReturnType<typeof object> =>
  object('Pod', 'web-x', { status: { phase: ready ? 'Running' : 'Pending', ready }, ...rest });

/** Each event, as a sentence; an act also in a few letters. */
const told: readonly (readonly [event: Event, sentence: string, short?: string])[] = [
  ...toldOfScheduler,
  [
    { kind: 'act', act: { kind: 'scale', namespace: 'default', name: 'web', replicas: 3 }, by: 'reader' },
    'You scale ReplicaSet default/web to 3 replicas',
    'scale web → 3',
  ],
  [
    {
      kind: 'act',
      act: { kind: 'delete', resource: 'pods', namespace: 'default', name: 'web-x' },
      by: 'story',
      error: 'pods "web-x" not found',
    },
    'The user deletes pod default/web-x, which fails: pods "web-x" not found',
    'delete web-x',
  ],
  [
    { kind: 'act', act: { kind: 'fail', namespace: 'default', name: 'web-x' }, by: 'reader' },
    'You let pod default/web-x fail',
    'fail web-x',
  ],
  [
    {
      kind: 'act',
      act: {
        kind: 'relabel',
        resource: 'pods',
        namespace: 'default',
        name: 'web-x',
        labels: { app: null, a: 'b' },
      },
      by: 'reader',
    },
    'You label pod default/web-x: without app, a=b',
    'relabel web-x',
  ],
  [
    {
      kind: 'act',
      act: { kind: 'label-node', node: 'node-a', labels: { disk: 'ssd' } },
      by: 'story',
      error: "'disk' already has a value (ssd), and --overwrite is false",
    },
    "The user labels node node-a: disk=ssd, which fails: 'disk' already has a value (ssd), and --overwrite is false",
    'label node node-a',
  ],
  [
    {
      kind: 'act',
      act: { kind: 'taint', node: 'node-a', taints: ['k=v:NoSchedule', 'x-'] },
      by: 'reader',
    },
    'You taint node node-a: k=v:NoSchedule, x-',
    'taint node-a',
  ],
  [
    { kind: 'act', act: { kind: 'cordon', node: 'node-a', unschedulable: true }, by: 'story' },
    'The user cordons node node-a',
    'cordon node-a',
  ],
  [
    { kind: 'act', act: { kind: 'cordon', node: 'node-a', unschedulable: false }, by: 'reader' },
    'You uncordon node node-a',
    'uncordon node-a',
  ],
  [
    {
      kind: 'act',
      act: { kind: 'add-node', node: 'big', allocatable: { cpu: '16' }, taints: ['k:NoExecute'] },
      by: 'reader',
    },
    'You add node big with cpu=16, k:NoExecute',
    'add node big',
  ],
  [
    { kind: 'act', act: { kind: 'node-pool', nodes: 250 }, by: 'story' },
    'The user sets the pool of nodes to 250',
    'pool → 250',
  ],
  [
    {
      kind: 'act',
      act: {
        kind: 'profile',
        program: 'kube-scheduler',
        profile: 'default-scheduler',
        weights: { ImageLocality: 5, NodeAffinity: 0 },
        without: ['TaintToleration'],
      },
      by: 'reader',
    },
    'You start kube-scheduler with ImageLocality 5, NodeAffinity 0, TaintToleration ✕',
    'profile kube-scheduler',
  ],
  [
    { kind: 'act', act: { kind: 'add-node', node: 'big' }, by: 'story' },
    'The user adds node big',
    'add node big',
  ],
  [
    {
      kind: 'act',
      act: { kind: 'apply', object: { kind: 'Node', metadata: { name: 'node-a' } } },
      by: 'story',
    },
    'The user applies Node node-a',
    'apply node-a',
  ],
  [
    {
      kind: 'act',
      act: { kind: 'cut-watch', program: 'kube-controller-manager', resource: 'pods', forMs: 2000 },
      by: 'reader',
    },
    'You cut the watch of kube-controller-manager on pods for 2 s',
    'cut watch pods',
  ],
  [
    {
      kind: 'act',
      act: { kind: 'delay-watch', program: 'kube-controller-manager', resource: 'pods', delayMs: 0 },
      by: 'reader',
    },
    'You mend the watch of kube-controller-manager on pods: events arrive without delay again',
    'delay watch pods',
  ],
  [
    {
      kind: 'act',
      act: { kind: 'delay-watch', program: 'kube-scheduler', resource: 'nodes', delayMs: 2000 },
      by: 'story',
    },
    'The user delays the watch of kube-scheduler on nodes by 2 s',
    'delay watch nodes',
  ],
  [
    {
      kind: 'act',
      act: { kind: 'lose-event', program: 'kube-controller-manager', resource: 'pods', times: 1 },
      by: 'story',
    },
    'The user loses the next event of the watch of kube-controller-manager on pods',
    'lose event pods',
  ],
  [
    { kind: 'watch.lost', type: 'DELETED', ...watch, revision: 31 },
    'An event is lost on its way to the kubelet stand-in on node-a: pod default/web-x was deleted (revision 31)',
  ],
  [
    { kind: 'act', act: { kind: 'refuse', path: '/apis/apps/v1', forMs: 20_000 }, by: 'story' },
    'The user makes the API server answer 503 to /apis/apps/v1 for 20 s',
    'refuse /apis/apps/v1',
  ],
  [
    { kind: 'act', act: { kind: 'conflict', resource: 'replicasets', times: 2 }, by: 'reader' },
    'You make the next 2 updates of replicasets conflict',
    'conflict replicasets',
  ],
  [
    { kind: 'act', act: { kind: 'crash', program: 'kubelet-stand-in/node-a' }, by: 'reader' },
    'You crash the kubelet stand-in on node-a',
    'crash kubelet-stand-in/node-a',
  ],
  [{ kind: 'program.start', program: 'scheduler-stand-in' }, 'The scheduler stand-in starts'],
  [
    { kind: 'program.crash', program: 'kube-controller-manager' },
    'kube-controller-manager crashes: all that it held in memory is gone',
  ],
  [
    {
      kind: 'api.request',
      program,
      verb: 'update',
      resource: 'replicasets',
      key: 'default/web',
      subresource: 'status',
    },
    'kube-controller-manager asks the API server to update the status of ReplicaSet default/web',
  ],
  [
    { kind: 'workqueue.add', queue: 'serviceaccount', key: 'default', merged: false },
    'The workqueue serviceaccount takes in default',
  ],
  [
    { kind: 'api.request', program, verb: 'list', resource: 'pods', key: 'pods/default' },
    'kube-controller-manager asks the API server to list pods in default',
  ],
  [
    {
      kind: 'api.error',
      program,
      verb: 'create',
      resource: 'pods',
      key: 'default/web-x',
      code: 409,
      reason: 'AlreadyExists',
      message: 'it exists',
    },
    'The API server refuses to let kube-controller-manager create pod default/web-x: 409 AlreadyExists, "it exists"',
  ],
  [
    { kind: 'api.throttle', program, waitMs: 50 },
    'kube-controller-manager waits 50 ms: its own rate limit holds the request back',
  ],
  [
    { ...write, verb: 'create', program, object: pod(false) },
    'The API server stores pod default/web-x (revision 31), which kube-controller-manager creates',
  ],
  [
    { ...write, verb: 'update', program: 'kubelet-stand-in/node-a', object: pod(true), previous: pod(false) },
    'The API server stores pod default/web-x (revision 31), which the kubelet stand-in on node-a updates: ' +
      'status.phase Pending → Running, status.ready false → true',
  ],
  [
    {
      ...write,
      verb: 'update',
      program: 'kubectl',
      object: pod(true, { a: 1, b: [2], c: 'x' }),
      previous: pod(false),
    },
    'The API server stores pod default/web-x (revision 31), which kubectl updates: status.phase Pending → Running, a nothing → 1, b nothing → [2] and 2 more',
  ],
  [
    { ...write, verb: 'update', program: 'kubectl', object: pod(true), previous: pod(true) },
    'The API server stores pod default/web-x (revision 31), which kubectl updates: nothing in it changed',
  ],
  [
    { ...write, verb: 'delete', program: 'garbage-collector-stand-in', object: pod(true) },
    'The API server removes pod default/web-x (revision 31), which the garbage collector stand-in deletes',
  ],
  [{ kind: 'store.compact', revision: 9 }, 'The API server forgets its history up to revision 9'],
  [
    { kind: 'watch.open', watch: watch.watch, revision: 3 },
    'The kubelet stand-in on node-a watches pods from revision 3 on',
  ],
  [
    { kind: 'watch.close', watch: watch.watch, reason: 'it was cut' },
    'The watch of the kubelet stand-in on node-a on pods ends: it was cut',
  ],
  [
    { kind: 'watch.event', type: 'ADDED', ...watch, revision: 31 },
    'The watch tells the kubelet stand-in on node-a: pod default/web-x was added (revision 31)',
  ],
  [
    { kind: 'watch.event', type: 'BOOKMARK', watch: watch.watch, key: '', revision: 31 },
    'The watch of the kubelet stand-in on node-a on pods brings a bookmark: nothing new up to revision 31',
  ],
  [
    { kind: 'reflector.list', informer: pods.informer, count: 1, revision: 4 },
    'The reflector of kube-controller-manager lists 1 pod at revision 4',
  ],
  [
    { kind: 'reflector.resync', informer: pods.informer },
    'The reflector of pods in kube-controller-manager resyncs: it hands out every cached object again',
  ],
  [
    { kind: 'reflector.error', informer: pods.informer, message: 'gone' },
    'The reflector of pods in kube-controller-manager fails and will try again: gone',
  ],
  [
    { kind: 'fifo.add', ...pods, delta: 'Added' },
    'The DeltaFIFO of pods in kube-controller-manager notes Added for pod default/web-x',
  ],
  [
    { kind: 'fifo.pop', ...pods, deltas: ['Added', 'Updated'] },
    'The informer of pods in kube-controller-manager takes pod default/web-x from its DeltaFIFO: Added, Updated',
  ],
  [
    { kind: 'indexer.write', ...pods, verb: 'add', revision: 31 },
    'The cache of pods in kube-controller-manager gains pod default/web-x (revision 31)',
  ],
  [
    { kind: 'indexer.write', ...pods, verb: 'delete', revision: 31 },
    'The cache of pods in kube-controller-manager drops pod default/web-x',
  ],
  [
    { kind: 'handler.call', ...pods, verb: 'add' },
    'The event handler for pods of kube-controller-manager hears: pod default/web-x was added',
  ],
  [
    { kind: 'workqueue.add', queue: 'replicaset', key: 'default/web', merged: false },
    'The workqueue replicaset takes in default/web',
  ],
  [
    { kind: 'workqueue.add', queue: 'replicaset', key: 'default/web', merged: true },
    'The workqueue replicaset has default/web already, and keeps it once',
  ],
  [
    { kind: 'workqueue.addAfter', queue: 'replicaset', key: 'default/web', delayMs: 5, failures: 1 },
    'The workqueue replicaset will take in default/web in 5 ms, after 1 failure',
  ],
  [
    { kind: 'workqueue.get', queue: 'replicaset', key: 'default/web', worker: 'replicaset/worker-1' },
    'worker-1 takes default/web from the workqueue replicaset',
  ],
  [
    { kind: 'workqueue.done', queue: 'replicaset', key: 'default/web', again: true },
    'A worker of replicaset is done with default/web, and the workqueue takes it in again: it was added meanwhile',
  ],
  [
    { kind: 'workqueue.forget', queue: 'replicaset', key: 'default/web' },
    'The workqueue replicaset forgets how often default/web has failed',
  ],
  [
    { kind: 'expectations.change', controller: 'replicaset', key: 'default/web', why: 'set', add: 2, del: 0 },
    'The controller of default/web sets its expectations, and waits to see 2 creations',
  ],
  [
    {
      kind: 'expectations.change',
      controller: 'replicaset',
      key: 'default/web',
      why: 'creation observed',
      add: 0,
      del: 0,
    },
    'The controller of default/web sees a creation, and waits for nothing more',
  ],
  [
    {
      kind: 'expectations.change',
      controller: 'replicaset',
      key: 'default/web',
      why: 'deleted',
      add: 0,
      del: 0,
    },
    'The controller forgets what it expected of default/web',
  ],
  [
    {
      kind: 'expectations.check',
      controller: 'replicaset',
      key: 'default/web',
      satisfied: false,
      why: 'still waiting',
    },
    'The controller checks its expectations of default/web: its cache does not show yet what it did, so it must not create or delete',
  ],
  [
    { kind: 'gc.graph', verb: 'add', object: 'Pod/default/web-x', virtual: false },
    "The garbage collector's graph takes in Pod/default/web-x",
  ],
  [
    { kind: 'gc.graph', verb: 'delete', object: 'Pod/default/web-x', virtual: true },
    "The garbage collector's graph hears that Pod/default/web-x is not there",
  ],
  [
    {
      kind: 'gc.classify',
      object: 'Pod/default/web-x',
      solid: [],
      dangling: ['ReplicaSet/web'],
      waiting: [],
    },
    'The garbage collector finds no owner of Pod/default/web-x, since ReplicaSet/web is gone: it must go',
  ],
  [
    {
      kind: 'gc.classify',
      object: 'Pod/default/web-x',
      solid: ['Node/a'],
      dangling: ['Node/b'],
      waiting: [],
    },
    'The garbage collector finds an owner of Pod/default/web-x, Node/a: it stays, without its other owners',
  ],
  [
    { kind: 'gc.error', object: 'Pod/default/web-x', message: 'unable to get REST mapping for x/v1/Y.' },
    'The garbage collector is not done with Pod/default/web-x: "unable to get REST mapping for x/v1/Y."',
  ],
  [
    { kind: 'namespace.content', namespace: 'shop', resource: 'pods', remaining: 2, estimateSeconds: 30 },
    'The namespace controller finds 2 of pods left in shop, and expects them to be gone in 30 s',
  ],
  [
    { kind: 'namespace.content', namespace: 'shop', resource: 'pods', remaining: 0, estimateSeconds: 0 },
    'The namespace controller finds no pods left in shop',
  ],
  [
    {
      kind: 'event.record',
      program,
      type: 'Normal',
      reason: 'SuccessfulCreate',
      message: 'Created pod: web-x',
      about: 'ReplicaSet/web',
    },
    'kube-controller-manager records an Event about ReplicaSet web: SuccessfulCreate, "Created pod: web-x"',
  ],
  [
    {
      kind: 'event.retry',
      program,
      about: 'ReplicaSet/web',
      reason: 'SuccessfulCreate',
      attempt: 1,
      error: 'no connection',
    },
    'kube-controller-manager could not write an Event about ReplicaSet web, SuccessfulCreate, and will try again: no connection',
  ],
  [
    {
      kind: 'event.drop',
      program,
      about: 'ReplicaSet/web',
      reason: 'SuccessfulCreate',
      message: 'Created pod: web-x',
      why: 'given up',
    },
    'kube-controller-manager gives up writing an Event about ReplicaSet web, SuccessfulCreate: it has tried often enough',
  ],
  [
    {
      kind: 'event.drop',
      program,
      about: 'ReplicaSet/web',
      reason: 'SuccessfulCreate',
      message: 'Created pod: web-x',
      why: 'refused',
    },
    'kube-controller-manager drops an Event about ReplicaSet web, SuccessfulCreate: the API server refused it',
  ],
  [
    {
      kind: 'stand-in',
      program: 'scheduler-stand-in',
      text: 'binds pod default/web-x to node-a',
      key: 'default/web-x',
    },
    'The scheduler stand-in binds pod default/web-x to node-a',
  ],
  [
    {
      kind: 'act',
      act: { kind: 'partition', program: 'kube-controller-manager-0', forMs: 20_000 },
      by: 'story',
    },
    'The user cuts kube-controller-manager-0 off from the API server for 20 s',
    'partition kube-controller-manager-0',
  ],
  [
    { kind: 'act', act: { kind: 'pause', program, forMs: 500 }, by: 'reader' },
    'You let kube-controller-manager stand still for 500 ms',
    `pause ${program}`,
  ],
  [
    { kind: 'act', act: { kind: 'skew-clock', program, percent: 110, aheadMs: 0 }, by: 'story' },
    'The user lets the clock of kube-controller-manager count 110 ms in 100',
    `skew clock ${program}`,
  ],
  [
    { kind: 'act', act: { kind: 'skew-clock', program, percent: 100, aheadMs: -3000 }, by: 'story' },
    'The user sets the clock of kube-controller-manager 3 s back',
    `skew clock ${program}`,
  ],
  [
    { kind: 'act', act: { kind: 'skew-clock', program, percent: 90, aheadMs: 60_000 }, by: 'reader' },
    'You set the clock of kube-controller-manager 1 min ahead, counting 90 ms in 100',
    `skew clock ${program}`,
  ],
  [
    { kind: 'act', act: { kind: 'skew-clock', program, percent: 100, aheadMs: 0 }, by: 'reader' },
    'You set the clock of kube-controller-manager right',
    `skew clock ${program}`,
  ],
  [
    { kind: 'act', act: { kind: 'terminate', program }, by: 'reader' },
    'You send SIGTERM to kube-controller-manager',
    `terminate ${program}`,
  ],
  [
    { kind: 'act', act: { kind: 'send-usr2', program: 'kube-scheduler' }, by: 'story' },
    'The user sends SIGUSR2 to kube-scheduler',
    'SIGUSR2 kube-scheduler',
  ],
  [
    { kind: 'act', act: { kind: 'start', program, args: ['--leader-elect=false'] }, by: 'story' },
    'The user starts kube-controller-manager with --leader-elect=false',
    `start ${program}`,
  ],
  [
    { kind: 'act', act: { kind: 'request', program, path: '/healthz' }, by: 'story' },
    'The user gets /healthz of kube-controller-manager',
    'get /healthz',
  ],
  [
    { kind: 'act', act: { kind: 'request', program, path: '/metrics', port: 10_252 }, by: 'reader' },
    'You get :10252/metrics of kube-controller-manager',
    'get :10252/metrics',
  ],
  [{ kind: 'program.start', program, args: ['--v=2'] }, 'kube-controller-manager starts with --v=2'],
  [{ kind: 'program.pause', program, forMs: 5000 }, 'kube-controller-manager stands still for 5 s'],
  [{ kind: 'program.resume', program }, 'kube-controller-manager goes on'],
  [{ kind: 'program.exit', program, why: '', code: 0 }, 'kube-controller-manager exits'],
  [
    { kind: 'program.output', program, stream: 'stderr', text: 'unknown flag: --x\nsee --help\n' },
    'kube-controller-manager prints: unknown flag: --x (and 1 more line)',
  ],
  [
    {
      kind: 'startup',
      program,
      phase: 'options',
      name: 'leader-elect',
      text: 'sets the option {0} to {1}',
      values: ['leader-elect', 'true'],
    },
    'kube-controller-manager sets the option leader-elect to true',
  ],
  [
    { kind: 'http.response', program, port: 10_252, path: '/healthz', status: 200, body: 'ok' },
    'kube-controller-manager answers GET /healthz with 200: ok',
  ],
  [
    { kind: 'program.exit', program, why: 'leaderelection lost', code: 1 },
    'kube-controller-manager exits: leaderelection lost',
  ],
  [
    { kind: 'leader.acquired', program, lock, from: '', transitions: 0 },
    'kube-controller-manager takes the lock kube-system/kcm, which had no holder: it leads',
  ],
  [
    {
      kind: 'leader.acquired',
      program,
      lock,
      from: 'b_c01efd63-3a07-4b32-8d6b-99067b47fb62',
      transitions: 3,
    },
    'kube-controller-manager takes the lock kube-system/kcm over from b: it leads, transition 3',
  ],
  [
    { kind: 'leader.renewed', program, lock },
    'kube-controller-manager has renewed the lock kube-system/kcm: it goes on leading',
  ],
  [
    { kind: 'leader.released', program, lock },
    'kube-controller-manager gives the lock kube-system/kcm away: anyone may take it at once',
  ],
  [
    { kind: 'leader.observed', program, lock, holder: 'b_2' },
    'kube-controller-manager sees that b_2 has written the lock kube-system/kcm, and starts its count again',
  ],
  [
    { kind: 'leader.waits', program, lock, holder: 'b_2', leftMs: 12_345 },
    'kube-controller-manager sees the lock kube-system/kcm unchanged: 12345 ms are left until it may take it from b_2',
  ],
  [
    { kind: 'leader.failed', program, lock, leading: true, what: 'Failed to update lock', message: 'no way' },
    'kube-controller-manager cannot renew the lock kube-system/kcm: no way',
  ],
  [
    {
      kind: 'leader.failed',
      program,
      lock,
      leading: false,
      what: 'Failed to update lock',
      message: 'no way',
    },
    'kube-controller-manager cannot acquire the lock kube-system/kcm: no way',
  ],
  [
    { kind: 'leader.reported', program, lock, holder: 'b_2' },
    'kube-controller-manager hears of a new leader: b_2',
  ],
  [
    { kind: 'leader.lost', program, lock, led: true },
    'kube-controller-manager no longer leads by the lock kube-system/kcm',
  ],
  [
    { kind: 'leader.lost', program, lock, led: false },
    'kube-controller-manager stops waiting for the lock kube-system/kcm',
  ],
  [
    {
      kind: 'line',
      file: 'kubernetes/pkg/controller/replicaset/replica_set.ts',
      line: 512,
      function: 'manageReplicas',
      depth: 1,
      locals: {},
    },
    'Line 512 of replica_set.ts, in manageReplicas',
  ],
];

describe('tell', () => {
  test.each(told.map(([event, sentence, short]) => ({ event, sentence, short })))(
    '$sentence',
    ({ event, sentence, short }) => {
      expect(tell(event)).toBe(sentence);
      expect(event.kind === 'act' ? actLabel(event.act) : undefined).toBe(short);
    },
  );

  test('a message that ends with a full stop brings none into the sentence, and one that breaks off stays so', () => {
    const failed = (message: string): string =>
      tell({ kind: 'leader.failed', program, lock, leading: false, what: 'Failed to update lock', message });
    expect(failed('3 Insufficient cpu.')).toMatch(/: 3 Insufficient cpu$/);
    expect(failed('3 Insufficient...')).toMatch(/: 3 Insufficient\.\.\.$/);
  });

  test('every kind of event is told here', () => {
    expect(new Set(told.map(([{ kind }]) => kind))).toEqual(new Set(eventKinds()));
  });
});
