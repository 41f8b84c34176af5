import { describe, expect, test } from 'vitest';
import type { Pod, PodDisruptionBudget } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  newConflict,
  newServiceUnavailable,
} from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { statefulSetResource } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/apps/v1/statefulset.ts';
import {
  type DisruptionController,
  newDisruptionController,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/disruption/disruption.ts';
import { DeletedFinalStateUnknown } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import { podDisruptionBudgets } from '../../../../../../src/runtime/kubernetes/pkg/registry/policy/poddisruptionbudget/strategy.ts';
import { Bed } from '../bed.ts';

const labels = { foo: 'bar' };
const selector = { matchLabels: labels };

interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly spec: object;
}

const owner = (apiVersion: string, kind: string, name: string, replicas: number): Owner & object => ({
  apiVersion,
  kind,
  metadata: { name, uid: `uid-of-${name}`, namespace: 'default' } as Owner['metadata'],
  spec: { replicas, selector: labels },
});
const controller = (replicas: number, name = 'rc'): Owner =>
  owner('v1', 'ReplicationController', name, replicas);
const replicaSet = (replicas: number): Owner => owner('apps/v1', 'ReplicaSet', 'rs', replicas);
const statefulSet = (replicas: number): Owner => owner('apps/v1', 'StatefulSet', 'ss', replicas);

/** A controller whose caches are filled by hand, before an API server that has the budget. */
class Board {
  readonly bed = new Bed();
  readonly dc: DisruptionController;
  readonly #informers;

  constructor() {
    const { sim, server, informers, client } = this.bed;
    server.install(podDisruptionBudgets);
    const v1 = informers.core().v1();
    this.#informers = {
      pods: v1.pods(),
      pdbs: informers.policy().v1beta1().podDisruptionBudgets(),
      rcs: v1.replicationControllers(),
      rss: informers.apps().v1().replicaSets(),
      sss: informers.of(statefulSetResource),
    };
    this.dc = newDisruptionController(sim, this.#informers, client);
  }

  budget(spec: object): this {
    const body = { metadata: { name: 'pdb' }, spec: { selector, ...spec } };
    this.#known(this.bed.create<PodDisruptionBudget>('poddisruptionbudgets', body));
    return this;
  }

  owns(object: Owner): this {
    const { rcs, rss, sss } = this.#informers;
    const informer = { ReplicationController: rcs, ReplicaSet: rss, StatefulSet: sss }[object.kind];
    informer
      ?.informer()
      .getIndexer()
      .add(object as never);
    return this;
  }

  /** A pod that is ready, unless it says something else. */
  pod(name: string, of?: Owner, more: { metadata?: object; ready?: boolean } = {}): this {
    const ref = of && {
      apiVersion: of.apiVersion,
      kind: of.kind,
      name: of.metadata.name,
      uid: of.metadata.uid,
      controller: true,
    };
    const status = more.ready === false ? 'False' : 'True';
    const made = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name,
        namespace: 'default',
        labels,
        ...(ref ? { ownerReferences: [ref] } : {}),
        ...more.metadata,
      },
      spec: { containers: [] },
      status: { conditions: [{ type: 'Ready', status }] },
    };
    this.#informers.pods
      .informer()
      .getIndexer()
      .add(made as unknown as Pod);
    return this;
  }

  /** What the status is after a look: allowed, healthy, desired and expected. */
  sync(): readonly (number | undefined)[] {
    this.bed.run(this.dc.sync('default/pdb'));
    const { disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods } = this.pdb().status ?? {};
    return [disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods];
  }

  pdb(): PodDisruptionBudget {
    const pdb = this.bed.get<PodDisruptionBudget>('poddisruptionbudgets', 'pdb');
    this.#known(pdb);
    return pdb;
  }

  setStatus(status: object): void {
    const body = { ...this.pdb(), status: { ...this.pdb().status, ...status } };
    this.bed.do('update', 'poddisruptionbudgets', { name: 'pdb', subresource: 'status', body });
    this.pdb();
  }

  #known(pdb: PodDisruptionBudget): void {
    this.#informers.pdbs.informer().getIndexer().update(pdb);
  }
}

test('TestNoSelector: a budget that selects everything is about nothing', () => {
  const board = new Board().budget({ minAvailable: 3, selector: {} });
  expect(board.sync()).toEqual([0, 0, 3, 0]);
  expect(board.pod('p').sync()).toEqual([0, 0, 3, 0]);
});

test('of what is gone unseen the last state counts, if there is one', () => {
  const board = new Board().budget({ minAvailable: 3 }).pod('p');
  const { bed, dc } = board;
  bed.sim.go('worker', dc.worker());
  const healthy = (): number | undefined => {
    bed.sim.runFor(100);
    return board.pdb().status?.currentHealthy;
  };
  dc.deletePod(new DeletedFinalStateUnknown<never>('default/q', undefined));
  dc.removeDb(new DeletedFinalStateUnknown<never>('default/pdb', undefined));
  expect(healthy()).toBe(0);
  const gone: Pod = {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: 'q', namespace: 'default', uid: 'q', resourceVersion: '1', labels },
    spec: { containers: [] },
    status: {},
  };
  dc.deletePod(new DeletedFinalStateUnknown('default/q', gone));
  expect(healthy()).toBe(1);
  dc.removeDb(new DeletedFinalStateUnknown('default/pdb', board.pod('r').pdb()));
  expect(healthy()).toBe(2);
});

test('TestUnavailable', () => {
  const board = new Board().budget({ minAvailable: 3 });
  expect(board.sync()).toEqual([0, 0, 3, 0]);
  for (const [i, allowed] of [0, 0, 0, 1].entries()) {
    expect(board.pod(`yo-yo-yo ${i}`).sync()).toEqual([allowed, i + 1, 3, i + 1]);
  }
  // Now one is not ready any more.
  expect(board.pod('yo-yo-yo 3', undefined, { ready: false }).sync()).toEqual([0, 3, 3, 4]);
});

test('TestIntegerMaxUnavailable: pods without a controller may not be disturbed', () => {
  const board = new Board().budget({ maxUnavailable: 1 });
  expect(board.sync()).toEqual([0, 0, 0, 0]);
  expect(board.pod('naked').sync()).toEqual([0, 0, 0, 0]);
});

test('TestIntegerMaxUnavailableWithScaling', () => {
  const board = new Board().budget({ maxUnavailable: 2 }).owns(replicaSet(7)).pod('pod', replicaSet(7));
  expect(board.sync()).toEqual([0, 1, 5, 7]);
  // A smaller ReplicaSet needs fewer.
  expect(board.owns(replicaSet(5)).sync()).toEqual([0, 1, 3, 5]);
});

test('TestPercentageMaxUnavailableWithScaling: shares are rounded up', () => {
  const board = new Board().budget({ maxUnavailable: '30%' }).owns(replicaSet(7)).pod('pod', replicaSet(7));
  expect(board.sync()).toEqual([0, 1, 4, 7]);
  expect(board.owns(replicaSet(3)).sync()).toEqual([0, 1, 2, 3]);
});

test('TestNakedPod: a share of what nobody controls is nothing', () => {
  const board = new Board().budget({ minAvailable: '28%' });
  expect(board.sync()).toEqual([0, 0, 0, 0]);
  expect(board.pod('naked').sync()[0]).toBe(0);
});

test('TestReplicaSet', () => {
  const board = new Board().budget({ minAvailable: '20%' }).owns(replicaSet(10)).pod('pod', replicaSet(10));
  expect(board.sync()).toEqual([0, 1, 2, 10]);
});

test('TestMultipleControllers', () => {
  const board = new Board().budget({ minAvailable: '1%' }).pod('pod 0').pod('pod 1');
  expect(board.sync()[0]).toBe(0);
  const rc = controller(1);
  // 200% of what is wanted is healthy.
  expect(board.owns(rc).pod('pod 0', rc).pod('pod 1', rc).sync()[0]).toBe(1);
});

test.each([
  ['TestReplicationController', controller(3)],
  ['TestStatefulSetController', statefulSet(3)],
])('%s: a rogue pod without a controller stops everything', (_name, of) => {
  const board = new Board().budget({ minAvailable: '34%' }).owns(of);
  expect(board.sync()).toEqual([0, 0, 0, 0]);
  for (const [i, allowed] of [0, 0, 1].entries())
    expect(board.pod(`foobar ${i}`, of).sync()).toEqual([allowed, i + 1, 2, 3]);
  expect(board.pod('rogue').sync()[0]).toBe(0);
});

test('TestTwoControllers: what they want together counts', () => {
  // 28% of 11 is 3.08: four.
  const rc = controller(11);
  const board = new Board().budget({ minAvailable: '28%' }).owns(rc);
  for (let i = 0; i < 11; i++) board.pod(`ready ${i}`, rc, { ready: i < 4 });
  expect(board.sync()).toEqual([0, 4, 4, 11]);
  expect(board.pod('ready 4', rc).sync()).toEqual([1, 5, 4, 11]);
  const rs = replicaSet(11);
  // 28% of 22 is 6.16: seven.
  expect(board.owns(rs).pod('other', rs, { ready: false }).sync()).toEqual([0, 5, 7, 22]);
});

test('TestPDBNotExist', () => {
  const board = new Board().budget({ minAvailable: 1 });
  expect(board.bed.run(board.dc.sync('default/notExist'))).toBeUndefined();
});

test('TestUpdateDisruptedPods: whom an eviction has begun to delete does not count, for two minutes', () => {
  const board = new Board().budget({ minAvailable: 1 });
  const { sim } = board.bed;
  const now = sim.timestamp();
  const long = sim.timestamp(sim.now - 5 * 60_000);
  board.setStatus({ disruptedPods: { p1: now, p2: long, p3: now, notthere: now } });
  board
    .pod('p1', undefined, { metadata: { deletionTimestamp: now } })
    .pod('p2')
    .pod('p3');
  expect(board.sync()).toEqual([0, 1, 1, 3]);
  expect(board.pdb().status?.disruptedPods).toEqual({ p3: now });
});

describe('TestBasicFinderFunctions', () => {
  const board = new Board().owns(replicaSet(10)).owns(controller(12)).owns(statefulSet(14));
  test.each<[string, string, string, string, number | undefined]>([
    ['apps/v1', 'ReplicaSet', 'rs', 'uid-of-rs', 10],
    ['extensions/v1beta1', 'ReplicaSet', 'rs', 'uid-of-rs', 10],
    ['invalid/v1', 'ReplicaSet', 'rs', 'uid-of-rs', undefined],
    ['apps/v1', 'BadReplicaSet', 'rs', 'uid-of-rs', undefined],
    ['apps/v1', 'ReplicaSet', 'rs', 'another uid', undefined],
    ['v1', 'ReplicationController', 'rc', 'uid-of-rc', 12],
    ['v1', 'ReplicationController', 'other', 'uid-of-rc', undefined],
    ['apps/v1', 'ReplicationController', 'rc', 'uid-of-rc', undefined],
    ['v1', 'ReplicationController', 'rc', 'another uid', undefined],
    ['apps/v1', 'StatefulSet', 'ss', 'uid-of-ss', 14],
    ['policy/v1', 'StatefulSet', 'ss', 'uid-of-ss', undefined],
  ])('%s %s %s %s', (apiVersion, kind, name, uid, scale) => {
    expect(board.dc.findController({ apiVersion, kind, name, uid }, 'default')?.scale).toBe(scale);
  });
});

test('TestUpdatePDBStatusRetries: who comes too late tries again; who fails otherwise lets nobody go', () => {
  const board = new Board().budget({ minAvailable: 1 }).pod('a').pod('b').pod('c');
  const resource = { group: 'policy', resource: 'poddisruptionbudgets' };
  board.bed.refuse = ({ verb }) =>
    verb === 'update' ? newConflict(resource, 'pdb', new Error('late')) : undefined;
  expect(board.bed.run(board.dc.sync('default/pdb'))?.message).toContain('late');
  expect(board.bed.requests).toEqual(['update poddisruptionbudgets/status pdb']);
  board.bed.refuse = () => undefined;
  expect(board.sync()).toEqual([2, 3, 1, 3]);

  board.pod('d');
  let failures = 1;
  board.bed.refuse = ({ verb }) =>
    verb === 'update' && failures-- > 0 ? newServiceUnavailable('not now') : undefined;
  expect(board.sync()[0]).toBe(0);
});
