import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ActivePods,
  ActivePodsWithRanks,
  RealPodControl,
  expectationsTimeoutMs,
  filterActivePods,
  getPodFromTemplate,
  keyFunc,
  newControllerExpectations,
  newUIDTrackingControllerExpectations,
  podKey,
} from '../../../../../src/runtime/kubernetes/pkg/controller/controller_utils.ts';
import { AlwaysSatisfiedExpectations } from '../../../../../src/runtime/kubernetes/pkg/controller/always-satisfied-expectations.ts';
import type { Pod } from '../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { DeletedFinalStateUnknown } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import { newFakeRecorder } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/fake.ts';
import { directTransport } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { newForConfig } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { newControllerRef } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.ts';
import {
  type StatusError,
  newForbidden,
  newNotFound,
  withCause,
} from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { Pod as AnyPod } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';
import type { APIRequest } from '../../../../../src/runtime/wire.ts';
import { names, newPod, newPods, newReplicaSet, replicaSetKind } from './objects.ts';
import { now } from './fake_pod_control.ts';
import type { PodTemplateSpec } from 'kubernetes-types/core/v1';

const rs = newReplicaSet(1, { name: 'foo' });

describe('expectations', () => {
  test('RS-01, RS-07: they fall with each event, may be surpassed, and are replaced by the next sync', () => {
    const e = newControllerExpectations(new Sim());
    e.setExpectations('default/web', 10, 30);

    for (let i = 0; i < 11; i++) e.creationObserved('default/web');
    expect(e.satisfiedExpectations('default/web')).toBe(false);

    for (let i = 0; i < 31; i++) e.deletionObserved('default/web');
    expect(e.getExpectations('default/web')[0]?.getExpectations()).toEqual([-1, -1]);
    expect(e.satisfiedExpectations('default/web')).toBe(true);

    e.setExpectations('default/web', 1, 2);
    expect(e.getExpectations('default/web')[0]?.getExpectations()).toEqual([1, 2]);
    expect(e.satisfiedExpectations('default/web')).toBe(false);
  });

  test('RS-01: none recorded, fulfilled or older than five minutes count as satisfied', () => {
    const sim = new Sim();
    const e = newControllerExpectations(sim);
    expect(e.satisfiedExpectations('default/web')).toBe(true);

    e.expectCreations('default/web', 1);
    expect(e.satisfiedExpectations('default/web')).toBe(false);
    sim.runFor(expectationsTimeoutMs);
    expect(e.satisfiedExpectations('default/web')).toBe(false);
    sim.runFor(1);
    expect(e.satisfiedExpectations('default/web')).toBe(true);

    e.expectDeletions('default/web', 1);
    expect(e.satisfiedExpectations('default/web')).toBe(false);
    e.deletionObserved('default/web');
    expect(e.satisfiedExpectations('default/web')).toBe(true);
  });

  test('raising and lowering an unknown key does nothing', () => {
    const e = newControllerExpectations(new Sim());
    e.raiseExpectations('default/web', 1, 1);
    e.lowerExpectations('default/web', 1, 1);
    expect(e.getExpectations('default/web')).toEqual([undefined, false]);

    e.expectCreations('default/web', 1);
    e.raiseExpectations('default/web', 2, 3);
    expect(e.getExpectations('default/web')[0]?.getExpectations()).toEqual([3, 3]);
    e.lowerExpectations('default/web', 1, 2);
    expect(e.getExpectations('default/web')[0]?.getExpectations()).toEqual([2, 1]);
  });

  test('RS-04: deletions are awaited by key, for each controller apart', () => {
    const e = newUIDTrackingControllerExpectations(newControllerExpectations(new Sim()));
    const keysOf = (name: string): string[] => newPods(5, 'Running', rs, name).map(podKey);
    const sets = ['rc-3', 'rc-0', 'rc-2', 'rc-1'];
    for (const name of sets) e.expectDeletions(`default/${name}`, keysOf(name));
    for (const name of sets) {
      const key = `default/${name}`;
      expect(e.satisfiedExpectations(key)).toBe(false);
      for (const pod of keysOf(name)) e.deletionObserved(key, pod);
      expect(e.satisfiedExpectations(key)).toBe(true);
      e.deleteExpectations(key);
      expect(e.getUIDs(key)).toBeUndefined();
      expect(e.getExpectations(key)).toEqual([undefined, false]);
    }
  });

  test('RS-07: the two events of one deletion count once, and those of a stranger not at all', () => {
    const e = newUIDTrackingControllerExpectations(newControllerExpectations(new Sim()));
    e.expectDeletions('default/web', ['default/a', 'default/b']);
    e.deletionObserved('default/web', 'default/a');
    e.deletionObserved('default/web', 'default/a');
    e.deletionObserved('default/web', 'default/stranger');
    expect([...(e.getUIDs('default/web') ?? [])]).toEqual(['default/b']);
    expect(e.satisfiedExpectations('default/web')).toBe(false);
    e.deletionObserved('default/web', 'default/b');
    expect(e.satisfiedExpectations('default/web')).toBe(true);
  });

  test('RS-08: the ones of the experiment are counted and never waited for', () => {
    const e = newUIDTrackingControllerExpectations(new AlwaysSatisfiedExpectations(new Sim()));
    e.expectCreations('default/web', 3);
    expect(e.satisfiedExpectations('default/web')).toBe(true);
    expect(e.getExpectations('default/web')[0]?.getExpectations()).toEqual([3, 0]);
  });
});

describe('keys', () => {
  test('an object, and one that is known only to be gone', () => {
    expect(keyFunc(rs)).toEqual(['default/foobar', undefined]);
    expect(keyFunc(new DeletedFinalStateUnknown('default/gone', undefined))).toEqual([
      'default/gone',
      undefined,
    ]);
    expect(podKey(newPod('pod0', rs, 'Running'))).toBe('default/pod0');
  });
});

describe('filterActivePods', () => {
  test('RS-02: leaves out pods that ended and pods that terminate', () => {
    const pods = [
      newPod('succeeded', rs, 'Succeeded'),
      newPod('failed', rs, 'Failed'),
      newPod('terminating', rs, 'Running', { metadata: { deletionTimestamp: '2021-01-16T12:00:00Z' } }),
      newPod('pending', rs, 'Pending'),
      newPod('unknown', rs, 'Unknown'),
      newPod('running', rs, 'Running'),
    ];
    expect(names(filterActivePods(pods))).toEqual(['pending', 'unknown', 'running']);
  });
});

const today = '2021-01-16T12:00:00Z';
const then = '2020-12-16T12:00:00Z';

interface Given {
  readonly node?: string;
  readonly phase?: string;
  readonly ready?: boolean;
  readonly readySince?: string;
  readonly restarts?: readonly number[];
  readonly created?: string;
}

function pod(
  name: string,
  { node, phase = 'Running', ready, readySince, restarts = [], created }: Given,
): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, creationTimestamp: created },
    spec: { nodeName: node, containers: [] },
    status: {
      phase,
      conditions: ready ? [{ type: 'Ready', status: 'True', lastTransitionTime: readySince }] : [],
      containerStatuses: restarts.map((restartCount) => ({ restartCount })),
    },
  } as unknown as Pod;
}

const node = 'foo';
const ready = true;

/** In the order in which they are to be deleted. */
const ordered = [
  pod('unscheduled', { phase: 'Pending' }),
  pod('pending', { node: 'bar', phase: 'Pending' }),
  pod('unknown', { node, phase: 'Unknown' }),
  pod('not ready', { node }),
  pod('ready, nobody knows since when', { node, ready, restarts: [3, 0] }),
  pod('ready since now', { node, ready, readySince: today, restarts: [3, 0] }),
  pod('ready for longer', { node, ready, readySince: then, restarts: [3, 0] }),
  pod('fewer restarts', { node, ready, readySince: then, restarts: [2, 1], created: today }),
  pod('older', { node, ready, readySince: then, restarts: [2, 1], created: then }),
];

const shuffled = fc.shuffledSubarray(
  ordered.map((_, i) => i),
  { minLength: ordered.length },
);

describe('ActivePods', () => {
  test('RS-06: sorts any order into the same one', () => {
    fc.assert(
      fc.property(shuffled, (order) => {
        const active = new ActivePods(order.map((i) => ordered[i] as Pod));
        active.sort();
        expect(names(active.pods)).toEqual(names(ordered));
      }),
      { seed: 1, numRuns: 50 },
    );
  });
});

/** A pod whose conditions are these: type and status, all since the same time but for the one that is marked. */
const withConditions = (name: string, since: string, ...conditions: [string, string][]): Pod => {
  const plain = pod(name, { node });
  const told = conditions.map(([type, status]) => ({ type, status, lastTransitionTime: since }));
  return { ...plain, status: { ...plain.status, conditions: told } } as unknown as Pod;
};

describe.each([
  ['ActivePods', (a: Pod, b: Pod) => new ActivePods([a, b]).less(a, b)],
  ['ActivePodsWithRanks', (a: Pod, b: Pod) => new ActivePodsWithRanks([a, b], [1, 1]).less(0, 1)],
] as const)('%s: less', (_name, less) => {
  const early = '2020-11-16T12:00:00Z';
  test.each<[string, Pod, Pod]>([
    ['no node, running', pod('a', {}), pod('b', { node, phase: 'Pending' })],
    [
      'of two that are not ready, more restarts',
      pod('a', { node, restarts: [2] }),
      pod('b', { node, restarts: [1] }),
    ],
    [
      'of two that are not ready, made later',
      pod('a', { node, created: today }),
      pod('b', { node, created: then }),
    ],
    ['made nobody knows when', pod('a', { node }), pod('b', { node, created: today })],
    [
      'the most restarts of any container',
      pod('a', { node, restarts: [0, 5] }),
      pod('b', { node, restarts: [4, 4] }),
    ],
    [
      'the time of another condition does not count',
      pod('a', { node, ready, readySince: today }),
      {
        ...withConditions('b', then, ['Ready', 'True']),
        status: {
          phase: 'Running',
          conditions: [
            { type: 'Initialized', status: 'True', lastTransitionTime: '2022-01-01T00:00:00Z' },
            { type: 'Ready', status: 'True', lastTransitionTime: then },
          ],
        },
      } as unknown as Pod,
    ],
    [
      'ready now does not make one that is not ready go later',
      withConditions('a', early, ['Ready', 'False']),
      withConditions('b', today, ['Ready', 'True']),
    ],
  ])('%s goes first', (_what, a, b) => {
    expect([less(a, b), less(b, a)]).toEqual([true, false]);
  });

  test('since when two are not ready says nothing', () => {
    const [a, b] = [
      withConditions('a', today, ['Ready', 'False']),
      withConditions('b', early, ['Ready', 'False']),
    ];
    expect([less(a, b), less(b, a)]).toEqual([false, false]);
  });
});

describe('ActivePodsWithRanks', () => {
  const unscheduled = pod('unscheduled', { phase: 'Pending' });
  const pending = pod('pending', { node, phase: 'Pending' });
  const unknown = pod('unknown', { node, phase: 'Unknown' });
  const notReady = pod('not ready', { node });
  const readySomeTime = pod('ready, nobody knows since when', { node, ready, restarts: [0] });
  const readyNow = pod('ready now', { node, ready, readySince: today, restarts: [0], created: today });
  const readyThen = pod('ready then', { node, ready, readySince: then, restarts: [0], created: then });
  const manyRestarts = pod('many restarts', {
    node,
    ready,
    readySince: today,
    restarts: [9001],
    created: today,
  });
  const createdThen = pod('created then', { node, ready, readySince: today, restarts: [0], created: then });

  const less = (a: Pod, rankA: number, b: Pod, rankB: number): [boolean, boolean] => {
    const pods = new ActivePodsWithRanks([a, b], [rankA, rankB]);
    return [pods.less(0, 1), pods.less(1, 0)];
  };

  test.each([
    unscheduled,
    pending,
    unknown,
    notReady,
    readySomeTime,
    readyNow,
    readyThen,
    manyRestarts,
    createdThen,
  ])('RS-06: $metadata.name is not before itself', (same) => {
    expect(less(same, 1, same, 1)).toEqual([false, false]);
  });

  test.each([
    [unscheduled, 1, pending, 2],
    [unscheduled, 2, pending, 1],
    [pending, 1, unknown, 2],
    [unknown, 1, notReady, 2],
    [notReady, 1, readySomeTime, 1],
    [readySomeTime, 1, readyNow, 1],
    [readyNow, 2, readySomeTime, 1],
    [readyNow, 1, readyThen, 1],
    [readyNow, 2, readyThen, 1],
    [manyRestarts, 1, readyNow, 1],
    [readyNow, 2, manyRestarts, 1],
    [readyNow, 1, createdThen, 1],
    [createdThen, 2, readyNow, 1],
  ] as const)(
    'RS-06: $0.metadata.name of rank $1 goes before $2.metadata.name of rank $3',
    (a, rankA, b, rankB) => {
      expect(less(a, rankA, b, rankB)).toEqual([true, false]);
    },
  );

  test('RS-06: pods that no rule tells apart keep their order', () => {
    const twins = Array.from({ length: 20 }, (_, i) => pod(`twin ${i}`, { node, ready, readySince: today }));
    const active = new ActivePodsWithRanks(
      [...twins],
      twins.map(() => 1),
    );
    active.sort();
    expect(names(active.pods)).toEqual(names(twins));
  });

  test('ranks move with their pods', () => {
    const active = new ActivePodsWithRanks([readyThen, notReady, readyNow], [3, 1, 2]);
    active.sort();
    expect(names(active.pods)).toEqual(['not ready', 'ready then', 'ready now']);
    expect(active.rank).toEqual([1, 3, 2]);
  });
});

const web = newReplicaSet(1, { name: 'foo' }, { name: 'web' });
const { template } = web.spec;
const ref = newControllerRef(web, replicaSetKind);
const pods = { group: '', resource: 'pods' };

/** A pod control over a server that names each pod `web-x`, or refuses everything. */
function newPodControl(refusal?: StatusError) {
  const sim = new Sim();
  const requests: Omit<APIRequest, 'userAgent'>[] = [];
  const transport = directTransport({
    do: ({ userAgent: _, ...request }) => {
      requests.push(request);
      if (refusal) return [undefined, refusal];
      const pod = request.body as AnyPod;
      return [{ ...pod, metadata: { ...pod?.metadata, name: 'web-x' } }, undefined];
    },
    watch: () => [undefined, newNotFound(pods, '')],
  });
  const recorder = newFakeRecorder(10);
  const clientset = newForConfig(sim, { transport, userAgent: 'kube-controller-manager', qps: -1 });
  return {
    requests,
    podControl: new RealPodControl(clientset, recorder),
    events: () => Array.from({ length: recorder.events.length }, () => recorder.events.tryReceive()?.[0]),
  };
}

describe('RealPodControl', () => {
  test('RS-10: creates a pod from the template, owned by the controller, and records an event', () => {
    const { podControl, requests, events } = newPodControl();
    expect(now(podControl.createPodsWithControllerRef('default', template, web, ref))).toBeUndefined();
    const metadata = {
      generateName: 'web-',
      labels: { name: 'foo', type: 'production' },
      ownerReferences: [ref],
    };
    const body = { apiVersion: 'v1', kind: 'Pod', metadata, spec: template.spec };
    expect(requests).toEqual([{ verb: 'create', resource: 'pods', namespace: 'default', body }]);
    expect(events()).toEqual(['Normal SuccessfulCreate Created pod: web-x']);
  });

  test('creates one without an owner, and one on a node', () => {
    const { podControl, requests } = newPodControl();
    now(podControl.createPods('default', template, web));
    expect(requests[0]?.body).not.toHaveProperty('metadata.ownerReferences');
    now(podControl.createPodsOnNode('node-a', 'default', template, web, ref));
    expect(requests[1]?.body).toMatchObject({ spec: { ...template.spec, nodeName: 'node-a' } });
  });

  test('a creation that is refused is recorded', () => {
    const refusal = newForbidden(pods, '', new Error('exceeded quota'));
    const { podControl, events } = newPodControl(refusal);
    expect(now(podControl.createPodsWithControllerRef('default', template, web, ref))).toBe(refusal);
    expect(events()).toEqual(['Warning FailedCreate Error creating: pods is forbidden: exceeded quota']);
  });

  test('RS-10: one that is refused because the namespace is ending is not', () => {
    const refusal = withCause(newForbidden(pods, '', new Error('it ends')), {
      reason: 'NamespaceTerminating',
    });
    const { podControl, events } = newPodControl(refusal);
    expect(now(podControl.createPodsWithControllerRef('default', template, web, ref))).toBe(refusal);
    expect(events()).toEqual([]);
  });

  test.each([
    [undefined, 'controllerRef is nil'],
    [{ ...ref, apiVersion: '' }, 'controllerRef has empty APIVersion'],
    [{ ...ref, kind: '' }, 'controllerRef has empty Kind'],
    [{ ...ref, controller: false }, 'controllerRef.Controller is not set to true'],
    [{ ...ref, blockOwnerDeletion: undefined }, 'controllerRef.BlockOwnerDeletion is not set'],
  ])('asks for nothing if the owner is not one: %#', (wrong, message) => {
    const { podControl, requests } = newPodControl();
    expect(now(podControl.createPodsWithControllerRef('default', template, web, wrong))?.message).toBe(
      message,
    );
    expect(now(podControl.createPodsOnNode('node-a', 'default', template, web, wrong))?.message).toBe(
      message,
    );
    expect(requests).toEqual([]);
  });

  test('nor if the pod would have no labels, since no selector could find it', () => {
    const { podControl, requests } = newPodControl();
    const bare: PodTemplateSpec = { spec: template.spec };
    expect(now(podControl.createPods('default', bare, web))?.message).toBe(
      'unable to create pods, no labels',
    );
    expect(requests).toEqual([]);
  });

  test('deletes a pod and records an event', () => {
    const { podControl, requests, events } = newPodControl();
    expect(now(podControl.deletePod('default', 'web-x', web))).toBeUndefined();
    expect(requests).toMatchObject([
      { verb: 'delete', resource: 'pods', namespace: 'default', name: 'web-x' },
    ]);
    expect(events()).toEqual(['Normal SuccessfulDelete Deleted pod: web-x']);
  });

  test('RS-07: a pod that is gone cannot be deleted, which is told and not recorded', () => {
    const refusal = newNotFound(pods, 'web-x');
    const { podControl, events } = newPodControl(refusal);
    expect(now(podControl.deletePod('default', 'web-x', web))).toBe(refusal);
    expect(events()).toEqual([]);
  });

  test('another refusal is told in other words, and recorded', () => {
    const { podControl, events } = newPodControl(newForbidden(pods, 'web-x', new Error('no')));
    const err = now(podControl.deletePod('default', 'web-x', web));
    expect(err?.message).toBe('unable to delete pods: pods "web-x" is forbidden: no');
    expect(events()).toEqual(['Warning FailedDelete Error deleting: pods "web-x" is forbidden: no']);
  });

  test('patches a pod by a strategic merge patch', () => {
    const { podControl, requests } = newPodControl();
    expect(now(podControl.patchPod('default', 'web-x', { metadata: { uid: '1' } }))).toBeUndefined();
    const patchType = 'application/strategic-merge-patch+json';
    expect(requests).toMatchObject([
      { verb: 'patch', name: 'web-x', patchType, body: { metadata: { uid: '1' } } },
    ]);
  });
});

describe('getPodFromTemplate', () => {
  test('takes labels, annotations and finalizers from the template', () => {
    const metadata = { labels: { a: 'b' }, annotations: { c: 'd' }, finalizers: ['e/f'] };
    const pod = getPodFromTemplate({ metadata, spec: template.spec }, web, undefined);
    expect(pod.metadata).toEqual({ generateName: 'web-', ...metadata });
  });

  test('leaves the dash out where the name is too long for it', () => {
    const long = newReplicaSet(1, {}, { name: 'a'.repeat(254) });
    expect(getPodFromTemplate(template, long, undefined).metadata.generateName).toBe('a'.repeat(254));
    const fits = newReplicaSet(1, {}, { name: 'a'.repeat(253) });
    expect(getPodFromTemplate(template, fits, undefined).metadata.generateName).toBe(`${'a'.repeat(253)}-`);
  });
});
