import { describe, expect, test } from 'vitest';
import type {
  Pod,
  PodDisruptionBudget,
} from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Act } from '../../../../../src/runtime/stage/acts.ts';
import { Stage } from '../../../../../src/runtime/stage/stage.ts';
import { plane } from '../../../../../src/runtime/subjects/scheduler/planes/scheduler.ts';

function cluster(settings: ConstructorParameters<typeof Stage>[1] = {}): Stage {
  const made = new Stage(plane, { nodes: ['node-a'], ...settings }, { seed: 1 });
  made.record();
  made.start();
  made.sim.runFor(2000);
  return made;
}

function act(of: Stage, one: Act, ms = 3000): void {
  const error = of.act(one);
  if (error) throw error;
  of.sim.runFor(ms);
}

function pod(name: string, cpu: string, spec: object = {}): Act {
  const containers = [{ name: 'c', image: 'app:v1', resources: { requests: { cpu } } }];
  const metadata = { name, namespace: 'default', labels: { app: 'web' } };
  return {
    kind: 'apply',
    object: { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers, ...spec } },
  };
}

const podsOf = (of: Stage): Record<string, Pod> =>
  Object.fromEntries(
    of
      .part('api')
      .list('pods', 'default')
      .map((each) => [each.metadata.name, each as Pod]),
  );

const small = { nodeShapes: { 'node-a': { allocatable: { cpu: '2' } } } };

describe('what stands round the scheduler', () => {
  test('SCH-22 a pod that names its node is no business of the scheduler, and fails where there is no room', () => {
    const c = cluster(small);
    act(c, pod('placed', '1500m'));
    act(c, pod('named', '1500m', { nodeName: 'node-a' }));
    act(c, pod('waits', '1500m'));
    const { placed, named, waits } = podsOf(c);
    expect(placed?.status?.phase).toBe('Running');
    expect([named?.status?.phase, named?.status?.reason]).toEqual(['Failed', 'OutOfcpu']);
    // The one that asked the scheduler waits, and is not lost.
    expect([waits?.status?.phase, waits?.spec?.nodeName]).toEqual(['Pending', undefined]);
  });

  test('PRE-02 and PRE-03: a class with a higher value makes room; the budget tells how many may go', () => {
    const c = cluster(small);
    const object = {
      apiVersion: 'policy/v1beta1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web', namespace: 'default' },
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
    };
    act(c, { kind: 'apply', object });
    act(c, pod('a', '1'));
    act(c, pod('b', '1'));
    const [budget] = c
      .part('api')
      .list('poddisruptionbudgets', 'default') as unknown as PodDisruptionBudget[];
    expect(budget?.status).toMatchObject({ currentHealthy: 2, desiredHealthy: 1, disruptionsAllowed: 1 });
    const high = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' } };
    act(c, { kind: 'apply', object: { ...high, value: 1000 } });
    act(c, pod('important', '1', { priorityClassName: 'high' }), 10_000);
    const left = podsOf(c);
    expect(left['important']?.spec).toMatchObject({ nodeName: 'node-a', priority: 1000 });
    expect(Object.keys(left)).toHaveLength(2);
  });

  test('PRE-02 a class that never preempts waits, before all others', () => {
    const c = cluster(small);
    const object = {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'patient' },
      value: 1000,
      preemptionPolicy: 'Never',
    };
    act(c, { kind: 'apply', object });
    act(c, pod('low', '2'));
    act(c, pod('patient', '2', { priorityClassName: 'patient' }), 10_000);
    expect(podsOf(c)['low']?.spec?.nodeName).toBe('node-a');
    expect(podsOf(c)['patient']?.spec?.nodeName).toBeUndefined();
  });

  test('SCH-27 a kubelet that starts again refuses what no longer matches; nobody else does', () => {
    const c = cluster({ nodeShapes: { 'node-a': { labels: { disk: 'ssd' } } } });
    act(c, pod('web', '1', { nodeSelector: { disk: 'ssd' } }));
    act(c, { kind: 'label-node', node: 'node-a', labels: { disk: null } }, 60_000);
    expect(podsOf(c)['web']?.status?.phase).toBe('Running');
    act(c, { kind: 'crash', program: 'kubelet-stand-in/node-a' });
    act(c, { kind: 'start', program: 'kubelet-stand-in/node-a' });
    const { phase, reason, message } = podsOf(c)['web']?.status ?? {};
    expect([phase, reason, message]).toEqual(['Failed', 'NodeAffinity', 'Pod Predicate NodeAffinity failed']);
  });

  test('SCH-39 a program that is gone plans nothing: when it is back, its count starts again', () => {
    const c = cluster();
    const forFive = { key: 'k', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 };
    act(c, pod('web', '1', { tolerations: [forFive] }));
    act(c, { kind: 'taint', node: 'node-a', taints: ['k=v:NoExecute'] }, 3000);
    act(c, { kind: 'crash', program: 'kube-controller-manager' }, 10_000);
    expect(podsOf(c)['web']).toBeDefined();
    act(c, { kind: 'start', program: 'kube-controller-manager' }, 4000);
    expect(podsOf(c)['web']?.metadata.deletionTimestamp).toBeUndefined();
    c.sim.runFor(3000);
    expect(podsOf(c)['web']).toBeUndefined();
  });

  test('what the scheduler could not read does not come in, and a number is an amount', () => {
    const c = cluster();
    expect(c.act(pod('bad', 'many'))?.message).toContain(
      'Pod in version "v1" cannot be handled as a Pod: spec.containers[0].resources.requests[cpu]: quantities must match',
    );
    expect(c.act(pod('taint', '1', { tolerations: [{ operator: 'Equal' }] }))?.message).toContain(
      'operator must be Exists when `key` is empty',
    );
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a' } };
    expect(
      c.act({ kind: 'apply', object: { ...node, spec: { taints: [{ key: 'k', effect: 'No' }] } } })?.message,
    ).toContain('Unsupported value: "No"');
    act(c, pod('two', 2 as unknown as string));
    expect(podsOf(c)['two']?.spec).toMatchObject({
      nodeName: 'node-a',
      containers: [{ resources: { requests: { cpu: '2' } } }],
    });
  });

  test('SCH-21 a pod on a node that is not there goes, when its node has been missed for long enough', () => {
    const c = cluster();
    act(c, pod('lost', '1', { nodeName: 'ghost' }), 39_000);
    expect(podsOf(c)['lost']?.status?.phase).toBe('Pending');
    c.sim.runFor(60_000);
    expect(podsOf(c)['lost']).toBeUndefined();
  });

  test('SCH-33 admission plugins are a setting', () => {
    const names = ['LimitPodHardAntiAffinityTopology'];
    const c = cluster({ enableAdmissionPlugins: names });
    const apart = {
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { labelSelector: { matchLabels: { app: 'web' } }, topologyKey: 'zone' },
        ],
      },
    };
    expect(c.act(pod('web', '1', { affinity: apart }))?.message).toContain(
      'only key kubernetes.io/hostname is allowed',
    );
  });
});
