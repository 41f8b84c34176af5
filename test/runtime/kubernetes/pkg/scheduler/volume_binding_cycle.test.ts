import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { KubeObject } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { APIServer } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { persistentVolumeClaimResource } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/core/v1/persistentvolumeclaim.ts';
import { newForConfig } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { directTransport } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import type { EventRecorder } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/events/interfaces.ts';
import { sprintf } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/sprintf.ts';
import {
  errReasonBindConflict,
  errReasonNodeConflict,
  type SchedulerVolumeBinder,
} from '../../../../../src/runtime/kubernetes/pkg/controller/volume/scheduling/scheduler_binder.ts';
import { coreKinds } from '../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { schedulerKinds } from '../../../../../src/runtime/kubernetes/pkg/registry/scheduler-kinds.ts';
import type { PluginsConfig } from '../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/types.ts';
import * as defaultbinder from '../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/defaultbinder/default_binder.ts';
import * as queuesort from '../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/queuesort/priority_sort.ts';
import {
  VolumeBinding,
  name as volumeBinding,
} from '../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/volumebinding/volume_binding.ts';
import { Registry } from '../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import {
  newInformerFactory,
  newScheduler,
} from '../../../../../src/runtime/kubernetes/pkg/scheduler/scheduler.ts';
import { Chan } from '../../../../../src/runtime/sim/chan.ts';
import { background } from '../../../../../src/runtime/sim/context.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';

/** How a binder answers that looks at nothing. */
interface Answers {
  readonly allBound?: boolean;
  readonly findReasons?: readonly string[];
  readonly findErr?: Error;
  readonly assumeErr?: Error;
  readonly bindErr?: Error;
}

// Upstream's FakeVolumeBinder.
class FakeVolumeBinder implements SchedulerVolumeBinder {
  readonly #answers: Answers;
  assumeCalled = false;
  bindCalled = false;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  getPodVolumes(): ReturnType<SchedulerVolumeBinder['getPodVolumes']> {
    return [{ boundClaims: [], unboundClaimsDelayBinding: [], unboundClaimsImmediate: [] }, undefined];
  }

  findPodVolumes(): ReturnType<SchedulerVolumeBinder['findPodVolumes']> {
    const volumes = { staticBindings: [], dynamicProvisions: [] };
    return [volumes, this.#answers.findReasons ?? [], this.#answers.findErr];
  }

  assumePodVolumes(): [boolean, Error | undefined] {
    this.assumeCalled = true;
    return [this.#answers.allBound ?? false, this.#answers.assumeErr];
  }

  revertAssumedPodVolumes(): void {}

  *bindPodVolumes(): ReturnType<SchedulerVolumeBinder['bindPodVolumes']> {
    this.bindCalled = true;
    return this.#answers.bindErr;
  }
}

/** These alone, and none of the default profile. */
const set = (...names: readonly string[]) => ({
  enabled: names.map((name) => ({ name })),
  disabled: [{ name: '*' }],
});
const plugins: PluginsConfig = {
  queueSort: set(queuesort.name),
  preFilter: set(volumeBinding),
  filter: set(volumeBinding),
  reserve: set(volumeBinding),
  preBind: set(volumeBinding),
  bind: set(defaultbinder.name),
  postFilter: set(),
  preScore: set(),
  score: set(),
};

const objects: readonly [string, object][] = [
  ['nodes', { kind: 'Node', metadata: { name: 'machine1' } }],
  [
    'persistentvolumeclaims',
    {
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'testPVC'.toLowerCase(), namespace: 'foo-ns' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
  ],
  [
    'pods',
    {
      kind: 'Pod',
      metadata: { name: 'foo', namespace: 'foo-ns' },
      spec: {
        schedulerName: 'test-scheduler',
        containers: [{ name: 'app', image: 'app' }],
        volumes: [{ name: 'test-vol', persistentVolumeClaim: { claimName: 'testpvc' } }],
      },
    },
  ],
];

/** Schedules the one pod with one node, and says what came of the first attempt. */
function scheduled(binder: FakeVolumeBinder) {
  const sim = new Sim();
  const server = new APIServer(sim, { kinds: [...coreKinds, ...schedulerKinds] });
  const create = (resource: string, object: object): void => {
    const { namespace } = (object as KubeObject).metadata;
    const body = { apiVersion: 'v1', ...object };
    const [, err] = server.do({ verb: 'create', resource, namespace, body, userAgent: 'kubectl' } as never);
    if (err) throw err;
  };
  create('namespaces', { kind: 'Namespace', metadata: { name: 'foo-ns' } });
  for (const [resource, object] of objects) create(resource, object);
  const client = newForConfig(sim, {
    transport: directTransport(server),
    userAgent: 'kube-scheduler',
    qps: -1,
  });
  const informers = newInformerFactory(sim, client, 'kube-scheduler', 0);
  const events: string[] = [];
  const recorder: EventRecorder = {
    eventf: (_regarding, _related, type, reason, _action, note, ...args) => {
      events.push(`${type} ${reason}: ${sprintf(note, ...args)}`);
    },
  };
  const lister = informers.of(persistentVolumeClaimResource).lister();
  const inTreeRegistry = new Registry({
    [queuesort.name]: queuesort.newPlugin,
    [defaultbinder.name]: defaultbinder.newPlugin,
    [volumeBinding]: () => [new VolumeBinding(binder, lister, false), undefined],
  });
  const stop = new Chan<never>('stop');
  const profiles = [{ schedulerName: 'test-scheduler', plugins }];
  const [sched, err] = newScheduler(sim, client, informers, () => recorder, stop, {
    inTreeRegistry,
    profiles,
  });
  if (err) throw err;
  sim.go(
    'scheduler',
    (function* () {
      informers.start(stop);
      yield* informers.waitForCacheSync(stop);
      yield* sched.run(background);
    })(),
  );
  sim.runFor(500);
  const [pod] = server.do({
    verb: 'get',
    resource: 'pods',
    namespace: 'foo-ns',
    name: 'foo',
    userAgent: 'kubectl',
  });
  return { event: events[0], nodeName: (pod as unknown as Pod).spec.nodeName };
}

const bound = 'Normal Scheduled: Successfully assigned foo-ns/foo to machine1';
const failed = (why: string): string => `Warning FailedScheduling: ${why}`;
const refused = (why: string): string => failed(`0/1 nodes are available: ${why}.`);

// Upstream's TestSchedulerWithVolumeBinding.
describe('a pod with volumes goes through the cycle', () => {
  test.each<readonly [string, Answers, assumeCalled: boolean, bindCalled: boolean, event: string]>([
    ['all bound', { allBound: true }, true, false, bound],
    [
      'bound/invalid pv affinity',
      { allBound: true, findReasons: [errReasonNodeConflict] },
      false,
      false,
      refused('1 node(s) had volume node affinity conflict'),
    ],
    [
      'unbound/no matches',
      { findReasons: [errReasonBindConflict] },
      false,
      false,
      refused("1 node(s) didn't find available persistent volumes to bind"),
    ],
    [
      'bound and unbound unsatisfied',
      { findReasons: [errReasonBindConflict, errReasonNodeConflict] },
      false,
      false,
      refused(
        "1 node(s) didn't find available persistent volumes to bind, 1 node(s) had volume node affinity conflict",
      ),
    ],
    ['unbound/found matches/bind succeeds', {}, true, true, bound],
    [
      'predicate error',
      { findErr: new Error('find err') },
      false,
      false,
      failed('running "VolumeBinding" filter plugin for pod "foo": find err'),
    ],
    [
      'assume error',
      { assumeErr: new Error('assume err') },
      true,
      false,
      failed('running Reserve plugin "VolumeBinding": assume err'),
    ],
    [
      'bind error',
      { bindErr: new Error('bind err') },
      true,
      true,
      failed('running PreBind plugin "VolumeBinding": bind err'),
    ],
  ])('%s', (_name, answers, assumeCalled, bindCalled, event) => {
    const binder = new FakeVolumeBinder(answers);
    const got = scheduled(binder);
    expect(got).toEqual({ event, nodeName: event === bound ? 'machine1' : undefined });
    expect(binder.assumeCalled).toBe(assumeCalled);
    expect(binder.bindCalled).toBe(bindCalled);
  });
});
