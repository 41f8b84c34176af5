import type { APIResource, APIResourceList, OwnerReference } from 'kubernetes-types/meta/v1';
import { describe, expect, test } from 'vitest';
import {
  StatusError,
  newConflict,
  newNotFound,
  newServiceUnavailable,
} from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { applyPatch } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.ts';
import {
  ErrGroupDiscoveryFailed,
  type ServerResourcesInterface,
} from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/discovery/discovery_client.ts';
import { getDeletableResources } from '../../../../../../src/runtime/kubernetes/pkg/controller/garbagecollector/garbagecollector.ts';
import {
  deleteOwnerRefJSONMergePatch,
  deleteOwnerRefStrategicMergePatch,
  unblockOwnerReferencesStrategicMergePatch,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/garbagecollector/patch.ts';
import { Node } from '../../../../../../src/runtime/kubernetes/pkg/controller/garbagecollector/graph.ts';
import { ReferenceCache } from '../../../../../../src/runtime/kubernetes/pkg/controller/garbagecollector/uid_cache.ts';
import { Stage } from '../../../../../../src/runtime/stage/stage.ts';
import { plane } from '../../../../../../src/runtime/subjects/collector/planes/collector.ts';
import { replicaSets } from '../../../../../../src/runtime/kubernetes/pkg/registry/apps/replicaset/strategy.ts';
import { mapGet } from '../../../../../../src/runtime/sim/pmap.ts';
import { Bench, id, object } from './fixture.ts';

const pod1 = id('v1', 'Pod', 'ns1', 'podname1', 'poduid1');
const pod2 = id('v1', 'Pod', 'ns1', 'podname2', 'poduid2');
const pod2elsewhere = { ...pod2, namespace: 'ns2' };
const rootNode = id('v1', 'Node', '', 'nodename', 'nodeuid1');
const role = id('rbac.authorization.k8s.io/v1', 'Role', 'ns1', 'role1', 'roleuid1');
const roleBeta = { ...role, apiVersion: 'rbac.authorization.k8s.io/v1beta1' };
const deployment = id('apps/v1', 'Deployment', 'ns1', 'deployment1', 'deploymentuid1');
const deploymentOld = { ...deployment, apiVersion: 'extensions/v1beta1' };
const secret = id('v1', 'Secret', 'ns1', 'secretname', 'deploymentuid1');

describe('data that disagrees', () => {
  test('a dependent with an owner that is there stays, and nobody asks again', () => {
    const bench = new Bench();
    bench.store(object(pod1, [pod2]));
    bench.store(object(pod2));
    bench.observe('add', object(pod1, [pod2]));
    bench.attempt();
    expect(bench.actions).toEqual(['get v1 pods ns1 podname2']);
    bench.observe('add', object(pod2));
    bench.sim.runFor(1000);
    bench.settle();
    // The node was virtual when it was put in line again, so it is looked at once more, and has no owner.
    expect(bench.actions.filter((action) => action.startsWith('delete'))).toEqual([]);
    expect(bench.graph).toEqual(['v1 Pod/ns1/podname1 of Pod/podname2', 'v1 Pod/ns1/podname2']);
    expect(bench.collector.attemptToDelete.len()).toBe(0);
  });

  const message =
    'Warning OwnerRefInvalidNamespace ownerRef [v1/Pod, namespace: ns1, name: podname2, uid: poduid2] does not exist in namespace "ns1"';
  test.each([
    ['child first', [object(pod1, [pod2]), object(pod2elsewhere)]],
    ['owner first', [object(pod2elsewhere), object(pod1, [pod2])]],
  ])(
    'a dependent that names an owner in another namespace is deleted, and an Event says why: %s',
    (_name, seen) => {
      const bench = new Bench();
      for (const each of seen) bench.store(each);
      for (const each of seen) bench.observe('add', each);
      bench.settle();
      expect(bench.actions).toContain('delete v1 pods ns1 podname1');
      expect(bench.collector.absentOwnerCache.has(pod2)).toBe(true);
      bench.sim.runFor(1000);
      expect(bench.events).toEqual([message]);
      bench.observe('delete', object(pod1, [pod2]));
      expect(bench.graph).toEqual(['v1 Pod/ns2/podname2']);
    },
  );

  test.each([
    ['child first', [object(rootNode, [pod1]), object(pod1)]],
    ['owner first', [object(pod1), object(rootNode, [pod1])]],
  ])('an object without namespace that names an owner with one stays: %s', (_name, seen) => {
    const bench = new Bench();
    for (const each of seen) bench.store(each);
    for (const each of seen) {
      bench.observe('add', each);
      bench.settle(3);
    }
    bench.sim.runFor(1000);
    bench.settle();
    expect(bench.actions.filter((action) => action.startsWith('delete'))).toEqual([]);
    expect(bench.graph).toEqual(['v1 Node/nodename of Pod/podname1', 'v1 Pod/ns1/podname1']);
    expect(bench.events[0]).toContain('does not exist in namespace ""');
    expect(bench.collector.attemptToDelete.len()).toBe(0);
  });

  test('an owner named by another version that is served is found, and its end is the end of the dependent', () => {
    const bench = new Bench();
    for (const each of [object(role), object(roleBeta), object(pod1, [roleBeta])]) bench.store(each);
    bench.observe('add', object(pod1, [roleBeta]));
    bench.attempt();
    bench.observe('add', object(role));
    bench.sim.runFor(1000);
    bench.settle();
    expect(bench.graph).toEqual([
      'rbac.authorization.k8s.io/v1 Role/ns1/role1',
      'v1 Pod/ns1/podname1 of Role/role1',
    ]);
    expect(bench.actions.filter((action) => action.startsWith('delete'))).toEqual([]);
    bench.remove(role);
    bench.remove(roleBeta);
    bench.observe('delete', object(role));
    bench.settle();
    expect(bench.actions.at(-1)).toBe('delete v1 pods ns1 podname1');
    expect(bench.collector.absentOwnerCache.has(roleBeta)).toBe(true);
  });

  test.each([
    ['child first', [object(pod1, [deploymentOld]), object(deployment)]],
    ['owner first', [object(deployment), object(pod1, [deploymentOld])]],
  ])('an owner named by a version that is not served keeps its dependent: %s', (_name, seen) => {
    const bench = new Bench();
    for (const each of seen) bench.store(each);
    for (const each of seen) {
      bench.observe('add', each);
      bench.settle(3);
    }
    bench.sim.runFor(5000);
    bench.settle();
    expect(bench.actions.filter((action) => action.startsWith('delete'))).toEqual([]);
    expect(bench.graph).toEqual([
      'apps/v1 Deployment/ns1/deployment1',
      'v1 Pod/ns1/podname1 of Deployment/deployment1',
    ]);
    expect(
      bench.collector.attemptToDelete.numRequeues(
        bench.collector.dependencyGraphBuilder.uidToNode.read('poduid1')!,
      ),
    ).toBeGreaterThan(0);
  });

  test('of two dependents of an owner that is not there only the one goes whose version is served', () => {
    const bench = new Bench();
    const old = object(pod1, [deploymentOld]);
    const good = object(pod2, [deployment]);
    for (const each of [old, good]) bench.store(each);
    for (const each of [old, good]) bench.observe('add', each);
    bench.settle();
    bench.sim.runFor(1000);
    bench.settle();
    bench.observe('delete', good);
    expect(bench.actions).toContain('delete v1 pods ns1 podname2');
    expect(bench.actions).not.toContain('delete v1 pods ns1 podname1');
    expect(bench.graph).toEqual([
      'extensions/v1beta1 Deployment/ns1/deployment1?',
      'v1 Pod/ns1/podname1 of Deployment/deployment1',
    ]);
  });

  const bad = id('v1', 'Pod', 'ns1', 'badpod', 'badpoduid');
  const goodPod = id('v1', 'Pod', 'ns1', 'goodpod', 'goodpoduid');
  const badChild = object(bad, [secret]);
  const goodChild = object(goodPod, [deployment]);
  const owner = object(deployment);
  test.each([
    ['bad child, good child, owner', [badChild, goodChild, owner]],
    ['bad child, owner, good child', [badChild, owner, goodChild]],
    ['good child, bad child, owner', [goodChild, badChild, owner]],
    ['owner, bad child, good child', [owner, badChild, goodChild]],
  ])(
    'a dependent that names an object of another kind with the uid of one goes, and no other: %s',
    (_name, seen) => {
      for (const between of [0, 1, 5]) {
        const bench = new Bench();
        for (const each of seen) bench.store(each);
        for (const each of seen) {
          bench.observe('add', each);
          bench.settle(between);
        }
        bench.settle();
        bench.sim.runFor(1000);
        bench.settle();
        expect(bench.actions.filter((action) => action.startsWith('delete'))).toEqual([
          'delete v1 pods ns1 badpod',
        ]);
        bench.observe('delete', badChild);
        bench.settle();
        expect(bench.graph).toEqual([
          'apps/v1 Deployment/ns1/deployment1',
          'v1 Pod/ns1/goodpod of Deployment/deployment1',
        ]);
      }
    },
  );

  test('a virtual node takes the next identity that dependents know when one is found absent', () => {
    const bench = new Bench();
    for (const each of [badChild, goodChild, owner]) bench.store(each);
    bench.observe('add', badChild);
    bench.observe('add', goodChild);
    expect(bench.graph).toContain('v1 Secret/ns1/secretname?');
    bench.attempt();
    bench.follow();
    expect(bench.graph).toContain('apps/v1 Deployment/ns1/deployment1?');
    expect(bench.collector.absentOwnerCache.has(secret)).toBe(true);
  });
});

describe('an attempt to delete', () => {
  test('asks for an absent owner once, and forgets the one that was not heard of for longest', () => {
    const cache = new ReferenceCache(2);
    const [one, two, three] = ['1', '2', '3'].map((uid) =>
      id('v1', 'ReplicationController', 'ns1', `rc${uid}`, uid),
    );
    cache.add(one!);
    cache.add(two!);
    expect(cache.has(one!)).toBe(true);
    cache.add(three!);
    expect([cache.has(one!), cache.has(two!), cache.has(three!)]).toEqual([true, false, true]);

    const bench = new Bench();
    for (const pod of [pod1, pod2]) {
      bench.store(object(pod, [deployment]));
      bench.observe('add', object(pod, [deployment]));
    }
    bench.settle();
    expect(
      bench.actions.filter((action) => action === 'get apps/v1 deployments ns1 deployment1'),
    ).toHaveLength(1);
  });

  test('takes owners that are gone off an object that has another', () => {
    const bench = new Bench();
    bench.store(object(deployment));
    const both = object(pod1, [deployment, secret]);
    bench.store(object(pod1, [deployment, { ...secret, uid: 'secretuid' }]));
    bench.observe('add', object(deployment));
    bench.observe('add', { ...both, metadata: { ...both.metadata, ownerReferences: [] } });
    bench.collector.attemptToDelete.add(bench.collector.dependencyGraphBuilder.uidToNode.read('poduid1')!);
    bench.attempt();
    expect(bench.actions.at(-1)).toBe('patch v1 pods ns1 podname1');
    expect(bench.bodies.at(-1)).toEqual({
      metadata: { uid: 'poduid1', ownerReferences: [{ $patch: 'delete', uid: 'secretuid' }] },
    });
  });

  test.each([
    [[], 'Background'],
    [['orphan'], 'Orphan'],
    [['foregroundDeletion'], 'Foreground'],
  ])('an object with the finalizers %j goes with the policy %s', (finalizers, policy) => {
    const bench = new Bench();
    bench.store(object(pod1, [deployment], { finalizers }));
    bench.observe('add', object(pod1, [deployment]));
    bench.settle();
    expect(bench.actions.at(-1)).toBe('delete v1 pods ns1 podname1');
    expect(bench.bodies.at(-1)).toEqual({ preconditions: { uid: 'poduid1' }, propagationPolicy: policy });
  });

  test('an error has it tried again, later and later', () => {
    const bench = new Bench();
    bench.answer = () => [undefined, newServiceUnavailable('not now')];
    bench.observe('add', object(pod1, [deployment]));
    const virtual = bench.collector.dependencyGraphBuilder.uidToNode.read('deploymentuid1')!;
    bench.attempt();
    expect(bench.collector.attemptToDelete.numRequeues(virtual)).toBe(1);
    bench.sim.runFor(5);
    bench.attempt();
    expect(bench.collector.attemptToDelete.numRequeues(virtual)).toBe(2);
  });

  test('an owner that waits goes when no dependent holds it back, though one is left that does not', () => {
    const bench = new Bench();
    const more = { deletionTimestamp: '2021-01-16T12:00:00Z', finalizers: ['foregroundDeletion'] };
    bench.store(object(deployment, [], { ...more, resourceVersion: '7' }));
    bench.store(object(pod1, [{ ...deployment, blockOwnerDeletion: false }]));
    bench.observe('add', object(pod1, [{ ...deployment, blockOwnerDeletion: false }]));
    bench.observe('add', object(deployment, [], more));
    bench.settle();
    const patched = bench.actions.indexOf('patch apps/v1 deployments ns1 deployment1');
    expect(patched).toBeGreaterThan(-1);
    expect(bench.bodies[patched]).toEqual({ metadata: { resourceVersion: '7', finalizers: null } });
  });

  test('a conflict over the finalizer is tried again at once, a few times', () => {
    const bench = new Bench();
    const more = { deletionTimestamp: '2021-01-16T12:00:00Z', finalizers: ['foregroundDeletion'] };
    bench.store(object(deployment, [], more));
    bench.answer = ({ verb, resource }) =>
      verb === 'patch'
        ? [undefined, newConflict({ group: 'apps', resource }, 'deployment1', new Error('changed'))]
        : undefined;
    bench.observe('add', object(deployment, [], more));
    bench.attempt();
    expect(bench.actions.filter((action) => action.startsWith('patch'))).toHaveLength(4);
    const waiting = bench.collector.dependencyGraphBuilder.uidToNode.read('deploymentuid1')!;
    expect(bench.collector.attemptToDelete.numRequeues(waiting)).toBe(1);
  });

  test('a kind that takes no strategic merge patch gets the list of the owners that stay', () => {
    const bench = new Bench();
    const more = { deletionTimestamp: '2021-01-16T12:00:00Z', finalizers: ['orphan'] };
    bench.store(object(deployment, [], more));
    bench.store(object(pod1, [deployment, role], { resourceVersion: '3' }));
    bench.answer = ({ patchType }) =>
      patchType === 'application/strategic-merge-patch+json'
        ? [undefined, new StatusError(415, 'UnsupportedMediaType', 'no such patch')]
        : undefined;
    bench.observe('add', object(pod1, [deployment, role]));
    bench.observe('add', object(deployment, [], more));
    bench.run(bench.collector.attemptToOrphanWorker());
    const { namespace: _namespace, ...left } = role;
    expect(bench.bodies).toContainEqual({ metadata: { resourceVersion: '3', ownerReferences: [left] } });
  });

  test('orphaning that fails for a dependent leaves the finalizer, and is tried again', () => {
    const bench = new Bench();
    const more = { deletionTimestamp: '2021-01-16T12:00:00Z', finalizers: ['orphan'] };
    bench.store(object(deployment, [], more));
    bench.answer = ({ verb, resource }) =>
      verb === 'patch' && resource === 'pods'
        ? [undefined, newConflict({ group: '', resource }, 'podname1', new Error('changed'))]
        : undefined;
    bench.observe('add', object(pod1, [deployment]));
    bench.observe('add', object(deployment, [], more));
    bench.run(bench.collector.attemptToOrphanWorker());
    expect(bench.actions).not.toContain('patch apps/v1 deployments ns1 deployment1');
    const owner = bench.collector.dependencyGraphBuilder.uidToNode.read('deploymentuid1')!;
    expect(bench.collector.attemptToOrphan.numRequeues(owner)).toBe(1);
  });
});

describe('what the API server refuses', () => {
  const no = newServiceUnavailable('not now');
  const waits = { deletionTimestamp: '2021-01-16T12:00:00Z', finalizers: ['foregroundDeletion', 'mine'] };

  /** The requests of a bench of which the first with these words is refused. */
  const refusing = (bench: Bench, words: string, err: StatusError): Bench => {
    let left = 1;
    bench.answer = () => (bench.actions.at(-1) === words && left-- > 0 ? [undefined, err] : undefined);
    return bench;
  };
  const nodeOf = (bench: Bench, uid: string): Node =>
    bench.collector.dependencyGraphBuilder.uidToNode.read(uid)!;

  test.each([
    'get v1 pods ns1 podname1',
    'delete v1 pods ns1 podname1',
    'get apps/v1 deployments ns1 deployment1',
  ])('to an object whose owner is not there: %s', (words) => {
    const bench = refusing(new Bench(), words, no);
    bench.store(object(pod1, [deployment]));
    bench.observe('add', object(pod1, [deployment]));
    const item = nodeOf(bench, pod1.uid);
    expect(bench.run(bench.collector.attemptToDeleteItem(item))?.message).toBe('not now');
    expect(bench.run(bench.collector.attemptToDeleteItem(item))).toBeUndefined();
    expect(bench.actions.at(-1)).toBe('delete v1 pods ns1 podname1');
  });

  test('to an owner that waits: what else holds it stays, and what cannot be read is told', () => {
    const bench = new Bench();
    bench.store(object(deployment, [], { ...waits, resourceVersion: '3' }));
    bench.observe('add', object(deployment, [], waits));
    const item = nodeOf(bench, deployment.uid);
    expect(bench.run(bench.collector.attemptToDeleteItem(item))).toBeUndefined();
    expect(bench.bodies.at(-1)).toEqual({ metadata: { resourceVersion: '3', finalizers: ['mine'] } });

    let reads = 0;
    bench.answer = ({ verb }) => (verb === 'get' && ++reads > 1 ? [undefined, no] : undefined);
    expect(bench.run(bench.collector.attemptToDeleteItem(item))?.message).toBe(
      'cannot finalize owner [apps/v1/Deployment, namespace: ns1, name: deployment1, uid: deploymentuid1], ' +
        'because cannot get it: not now. The garbage collector will retry later',
    );
    // Gone meanwhile, or without the finalizer: nothing is left to do.
    reads = 0;
    bench.answer = ({ verb }) =>
      verb === 'get' && ++reads > 1 ? [undefined, newNotFound({ group: '', resource: 'x' }, 'x')] : undefined;
    expect(bench.run(bench.collector.attemptToDeleteItem(item))).toBeUndefined();
    bench.answer = () => undefined;
    bench.store(object(deployment));
    const before = bench.actions.filter((action) => action.startsWith('patch')).length;
    expect(bench.run(bench.collector.attemptToDeleteItem(item))).toBeUndefined();
    expect(bench.actions.filter((action) => action.startsWith('patch'))).toHaveLength(before);
  });

  test('to an owner that is let go: a conflict is tried a few times, and then told', () => {
    const bench = new Bench();
    bench.store(object(deployment, [], waits));
    bench.observe('add', object(deployment, [], waits));
    bench.answer = ({ verb, resource }) =>
      verb === 'patch'
        ? [undefined, newConflict({ group: '', resource }, 'x', new Error('late'))]
        : undefined;
    expect(bench.run(bench.collector.attemptToDeleteItem(nodeOf(bench, deployment.uid)))?.message).toMatch(
      /^updateMaxRetries\(\d+\) has reached\. The garbage collector will retry later for owner \[apps\/v1\/Deployment/,
    );
  });

  test('a kind that takes no strategic merge patch, of which nothing can be read, is told', () => {
    const bench = new Bench();
    const ends = { deletionTimestamp: '2021-01-16T12:00:00Z', finalizers: ['orphan'] };
    bench.store(object(deployment, [], ends));
    bench.observe('add', object(pod1, [deployment]));
    bench.observe('add', object(deployment, [], ends));
    bench.answer = ({ verb, resource, patchType }) => {
      if (patchType === 'application/strategic-merge-patch+json')
        return [undefined, new StatusError(415, 'UnsupportedMediaType', 'no such patch')];
      return verb === 'get' && resource === 'pods' ? [undefined, no] : undefined;
    };
    bench.run(bench.collector.attemptToOrphanWorker());
    const owner = nodeOf(bench, deployment.uid);
    expect(bench.collector.attemptToOrphan.numRequeues(owner)).toBe(1);
    bench.answer = () => undefined;
    bench.store(object(pod1, [deployment]));
    bench.sim.runFor(100);
    bench.run(bench.collector.attemptToOrphanWorker());
    expect(bench.actions.slice(-2)).toEqual([
      'get apps/v1 deployments ns1 deployment1',
      'patch apps/v1 deployments ns1 deployment1',
    ]);
  });

  test('an object that is gone when its owner lets go is no failure', () => {
    const bench = new Bench();
    const ends = { deletionTimestamp: '2021-01-16T12:00:00Z', finalizers: ['orphan'] };
    bench.store(object(deployment, [], ends));
    bench.observe('add', object(pod1, [deployment]));
    bench.observe('add', object(deployment, [], ends));
    bench.run(bench.collector.attemptToOrphanWorker());
    expect(bench.actions).toContain('patch v1 pods ns1 podname1');
    expect(bench.actions.at(-1)).toBe('patch apps/v1 deployments ns1 deployment1');
    expect(bench.collector.attemptToOrphan.numRequeues(nodeOf(bench, deployment.uid))).toBe(0);
  });

  test('an object that another has taken the place of is looked for no more', () => {
    const bench = new Bench();
    bench.store(object({ ...pod1, uid: 'another' }));
    bench.observe('add', object(pod1, [deployment]));
    bench.collector.attemptToDelete.add(nodeOf(bench, pod1.uid));
    bench.settle();
    expect(bench.graph.filter((text) => text.includes('podname1'))).toEqual([]);
    expect(bench.actions).not.toContain('delete v1 pods ns1 podname1');
    expect(bench.collector.attemptToDelete.len()).toBe(0);
  });

  test('one that ends by itself is left to that', () => {
    const bench = new Bench();
    bench.observe('add', object(pod1, [deployment], { deletionTimestamp: '2021-01-16T12:00:00Z' }));
    expect(bench.run(bench.collector.attemptToDeleteItem(nodeOf(bench, pod1.uid)))).toBeUndefined();
    expect(bench.actions).toEqual([]);
  });

  test('a queue that is shut down ends its worker, and lets the lock go', () => {
    const bench = new Bench();
    const { collector } = bench;
    collector.attemptToDelete.shutDown();
    collector.attemptToOrphan.shutDown();
    expect(bench.run(collector.attemptToDeleteWorker())).toBe(false);
    expect(bench.run(collector.attemptToOrphanWorker())).toBe(false);
    const other = new Bench();
    other.observe('add', object(pod1, [deployment]));
    expect(other.run(other.collector.attemptToDeleteWorker())).toBe(true);
    expect([other.collector.graphHasUID(pod1.uid), other.collector.graphHasUID('nobody')]).toEqual([
      true,
      false,
    ]);
  });
});

describe('patches', () => {
  const refs = ['1', '2', '3'].map((uid) => ({ apiVersion: 'v1', kind: 'Pod', name: uid, uid }));
  const before = object(pod1);
  const owned = (ownerReferences: OwnerReference[]) => ({
    ...before,
    metadata: { ...before.metadata, ownerReferences },
  });

  test('take owners off by uid', () => {
    const patch = deleteOwnerRefStrategicMergePatch('poduid1', '2', '3');
    const [patched] = applyPatch(owned(refs), patch, 'application/strategic-merge-patch+json');
    expect(patched?.metadata.ownerReferences).toEqual([refs[0]]);
    const json = deleteOwnerRefJSONMergePatch('1', '2', '3')(new Node(pod1), { ownerReferences: refs });
    expect(json).toEqual({ metadata: { resourceVersion: undefined, ownerReferences: null } });
  });

  test('let owners go that were held back, and change no other reference', () => {
    const blocking = [
      { ...refs[0]!, blockOwnerDeletion: true },
      { ...refs[1]!, blockOwnerDeletion: false },
      refs[2]!,
    ];
    const patch = unblockOwnerReferencesStrategicMergePatch(new Node(pod1, { owners: blocking }));
    const [patched] = applyPatch(owned(blocking), patch, 'application/strategic-merge-patch+json');
    expect(patched?.metadata.ownerReferences).toEqual([
      { ...refs[0], blockOwnerDeletion: false },
      blocking[1],
      refs[2],
    ]);
  });
});

describe('the resources that it works with', () => {
  const resource = (name: string, ...verbs: string[]): APIResource => ({
    name,
    kind: name,
    namespaced: true,
    singularName: '',
    verbs,
  });
  const apps = {
    groupVersion: 'apps/v1',
    resources: [resource('pods', 'delete', 'list', 'watch'), resource('services')],
  };
  const invalid = { groupVersion: 'foo//whatever', resources: [resource('bars', 'delete', 'list', 'watch')] };
  const without = { groupVersion: 'acme/v1', resources: [resource('widgets', 'delete')] };
  const failed = new ErrGroupDiscoveryFailed(new Map([['foo/v1', new Error('discovery failure')]]));

  test.each<[string, APIResourceList[] | undefined, Error | undefined, string[]]>([
    ['no error', [apps, invalid, without], undefined, ['apps/v1, Resource=pods']],
    ['an error, with results', [apps], new Error('internal error'), ['apps/v1, Resource=pods']],
    ['groups that failed, with results', [apps], failed, ['apps/v1, Resource=pods']],
    ['an error without results', undefined, new Error('internal error'), []],
  ])('with %s', (_name, lists, err, wanted) => {
    const bench = new Bench();
    const client = {
      *serverPreferredResources() {
        return [lists, err];
      },
    } as unknown as ServerResourcesInterface;
    expect([...bench.run(getDeletableResources(client)).keys()]).toEqual(wanted);
  });

  test('those that come later are followed from the next discovery on', () => {
    const cluster = new Stage({ ...plane, kinds: [] }, { nodes: [] }, { seed: 1 });
    const trace = cluster.record();
    cluster.start();
    cluster.sim.runFor(5000);
    const informer = (name: string) => mapGet(trace.world.informers, `kube-controller-manager/${name}`);
    expect(informer('configmaps')?.reflector).toBe('watching');
    const widgets = {
      ...replicaSets,
      resource: { group: 'example.com', resource: 'widgets' },
      strategy: { ...replicaSets.strategy, gvk: { group: 'example.com', version: 'v1', kind: 'Widget' } },
    };
    cluster.part('api').server.install(widgets);
    cluster.sim.runFor(20_000);
    expect(informer('widgets')).toBeUndefined();
    cluster.sim.runFor(15_000);
    expect(informer('widgets')?.reflector).toBe('watching');
  });
});
