import { describe, expect, test } from 'vitest';
import { Stage } from '../../../src/runtime/stage/stage.ts';
import { plane } from '../../../src/runtime/subjects/control-loop/planes/replicaset.ts';
import type { Act } from '../../../src/runtime/stage/acts.ts';
import { replicaSet } from '../../../src/runtime/subjects/api/objects.ts';
import type { ReplicaSet } from '../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { mapEntries } from '../../../src/runtime/sim/pmap.ts';

const manager = 'kube-controller-manager';

function started(seed = 1): Stage {
  const cluster = new Stage(plane, {}, { seed });
  cluster.start();
  cluster.sim.runFor(100);
  return cluster;
}

const ready = (cluster: Stage): number | undefined =>
  (cluster.part('api').list('replicasets', 'default') as readonly ReplicaSet[])[0]?.status?.readyReplicas;

describe('Stage', () => {
  test('brings a ReplicaSet to ready, whatever the seed', () => {
    for (let seed = 0; seed < 5; seed++) {
      const cluster = started(seed);
      cluster.act({ kind: 'apply', object: replicaSet('web', 7) });
      cluster.sim.runFor(10_000);
      expect(ready(cluster)).toBe(7);
    }
  });

  test('a controller-manager that crashes forgets everything, and one that starts again takes up the work', () => {
    const cluster = new Stage(plane);
    const trace = cluster.record();
    cluster.start();
    cluster.act({ kind: 'apply', object: replicaSet('web', 2) });
    cluster.sim.runFor(5000);
    expect(mapEntries(trace.world.informers).map(([name]) => name)).toEqual([
      `${manager}/pods`,
      `${manager}/replicasets`,
    ]);
    cluster.act({ kind: 'crash', program: manager });
    const { informers, indexers, queues, expectations } = trace.world;
    expect([informers, indexers, queues, expectations].map((map) => map.size)).toEqual([0, 0, 0, 0]);
    cluster.act({ kind: 'scale', namespace: 'default', name: 'web', replicas: 4 });
    cluster.sim.runFor(5000);
    expect(ready(cluster)).toBe(2);
    cluster.act({ kind: 'start', program: manager });
    cluster.sim.runFor(5000);
    expect(ready(cluster)).toBe(4);
  });

  test('a watch that was cut is taken up again, and nothing is missed', () => {
    const cluster = started();
    cluster.act({ kind: 'apply', object: replicaSet('web', 1) });
    cluster.sim.runFor(3000);
    cluster.act({ kind: 'cut-watch', program: manager, resource: 'replicasets', forMs: 2000 });
    cluster.act({ kind: 'scale', namespace: 'default', name: 'web', replicas: 3 });
    cluster.sim.runFor(1500);
    expect(ready(cluster)).toBe(1);
    cluster.sim.runFor(20_000);
    expect(ready(cluster)).toBe(3);
  });

  const refused: readonly (readonly [string, Act, string])[] = [
    [
      'an object of no known kind',
      { kind: 'apply', object: { apiVersion: 'apps/v1', kind: 'Deploymint', metadata: { name: 'x' } } },
      'expected an object of one of Namespace (v1), Node (v1), Pod (v1), Event (v1), ConfigMap (v1), ReplicaSet (apps/v1); found kind Deploymint of apps/v1',
    ],
    [
      'an invalid object',
      {
        kind: 'apply',
        object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'Not_A_Name' }, spec: { containers: [] } },
      },
      "Pod \"Not_A_Name\" is invalid: [metadata.name: Invalid value: \"Not_A_Name\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'), spec.containers: Required value]",
    ],
    [
      'a set that is not there',
      { kind: 'scale', namespace: 'default', name: 'nope', replicas: 1 },
      'replicasets.apps "nope" not found',
    ],
    [
      'a pod that is not there',
      { kind: 'delete', resource: 'pods', namespace: 'default', name: 'nope' },
      'pods "nope" not found',
    ],
    [
      'a resource that is not there',
      { kind: 'delete', resource: 'pod', namespace: 'default', name: 'x' },
      'the server could not find the requested resource: expected one of configmaps, events, namespaces, nodes, pods, replicasets, found "pod"; use the plural name in lower case',
    ],
    [
      'a program that is not there',
      { kind: 'crash', program: 'kubelet' },
      'expected the name of a program, found "kubelet"; there are kubelet-stand-in/node-a, kubelet-stand-in/node-b, kubelet-stand-in/node-c, scheduler-stand-in, garbage-collector-stand-in, kube-controller-manager',
    ],
    [
      'a program that runs',
      { kind: 'start', program: manager },
      'kube-controller-manager is running already: crash it first',
    ],
  ];
  test.each(refused)('refuses %s, and says why', (_what, act, message) => {
    expect(started().act(act)?.message).toBe(message);
  });

  test('refuses an unknown field selector, and says which', () => {
    const { server } = started().part('api');
    const [, error] = server.do({
      verb: 'list',
      resource: 'pods',
      userAgent: 'x',
      options: { fieldSelector: 'spec.image=app' },
    });
    expect(error?.message).toBe('field label not supported: spec.image');
    expect(error?.status.code).toBe(400);
  });

  test('cannot be recorded once it is started', () => {
    expect(() => started().record()).toThrow(
      'expected to be called before start, found a stage that has started',
    );
  });
});
