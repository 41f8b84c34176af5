import type { Node } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { describe, expect, test } from 'vitest';
import type { Act } from '../../../../src/runtime/stage/acts.ts';
import { Stage } from '../../../../src/runtime/stage/stage.ts';
import { plane as replicaSetPlane } from '../../../../src/runtime/subjects/control-loop/planes/replicaset.ts';
import { plane } from '../../../../src/runtime/subjects/scheduler/planes/scheduler.ts';

function cluster(settings: ConstructorParameters<typeof Stage>[1] = {}): Stage {
  const made = new Stage(plane, { nodes: ['node-a'], ...settings }, { seed: 1 });
  made.start();
  made.sim.runFor(2000);
  return made;
}

function nodeOf(of: Stage, name = 'node-a'): Node {
  const [node, err] = of.part('api').server.do({ verb: 'get', resource: 'nodes', name, userAgent: 'test' });
  if (err) throw err;
  return node as Node;
}

/** Each act in turn: what it says if it is refused. */
const acted = (of: Stage, ...acts: readonly Act[]): (string | undefined)[] =>
  acts.map((act) => of.act(act)?.message);

const pod = (name: string, spec: object = {}): Act => ({
  kind: 'apply',
  object: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default' },
    spec: { containers: [{ name: 'c', image: 'app:v1' }], ...spec },
  },
});

const nodeNameOf = (of: Stage, name: string): string =>
  (
    of
      .part('api')
      .list('pods', 'default')
      .find(({ metadata }) => metadata.name === name) as {
      spec?: { nodeName?: string };
    }
  )?.spec?.nodeName ?? '';

describe('labels of a node', () => {
  const label = (disk: string | null, overwrite?: boolean): Act => ({
    kind: 'label-node',
    node: 'node-a',
    labels: { disk },
    ...(overwrite === undefined ? {} : { overwrite }),
  });

  test('SCH-24 that are there already are an error, unless they are overwritten', () => {
    const c = cluster();
    const already = "'disk' already has a value (ssd), and --overwrite is false";
    expect(acted(c, label('ssd'), label('hdd'), label('ssd'), label('hdd', true))).toEqual([
      undefined,
      already,
      already,
      undefined,
    ]);
    expect(nodeOf(c).metadata.labels?.['disk']).toBe('hdd');
    expect(acted(c, label(null))).toEqual([undefined]);
    expect(nodeOf(c).metadata.labels).not.toHaveProperty('disk');
  });

  test('are not set on a node that is not there', () => {
    expect(acted(cluster(), { kind: 'label-node', node: 'ghost', labels: { a: 'b' } })).toEqual([
      'nodes "ghost" not found',
    ]);
  });

  test('SCH-23 lead a pod that waits to it, and move none that is there', () => {
    const c = cluster({ nodes: ['node-a', 'node-b'] });
    c.act(pod('web', { nodeSelector: { disk: 'ssd' } }));
    c.sim.runFor(5000);
    expect(nodeNameOf(c, 'web')).toBe('');
    expect(acted(c, label('ssd'))).toEqual([undefined]);
    c.sim.runFor(20_000);
    expect(nodeNameOf(c, 'web')).toBe('node-a');
    acted(c, label(null), { kind: 'label-node', node: 'node-b', labels: { disk: 'ssd' } });
    c.sim.runFor(60_000);
    expect(nodeNameOf(c, 'web')).toBe('node-a');
  });
});

describe('taints of a node', () => {
  const taint = (...taints: string[]): Act => ({ kind: 'taint', node: 'node-a', taints });

  test('are set and taken away, and are there already', () => {
    const c = cluster();
    expect(acted(c, taint('k=v:NoSchedule'), taint('k=w:NoSchedule'))).toEqual([
      undefined,
      'node node-a already has k taint(s) with same effect(s) and --overwrite is false',
    ]);
    expect(nodeOf(c).spec?.taints).toEqual([{ key: 'k', value: 'v', effect: 'NoSchedule' }]);
    expect(acted(c, { ...taint('k=w:NoSchedule'), overwrite: true } as Act)).toEqual([undefined]);
    expect(nodeOf(c).spec?.taints).toEqual([{ key: 'k', value: 'w', effect: 'NoSchedule' }]);
    expect(acted(c, taint('k-'), taint('k-'), taint('k'))).toEqual([
      undefined,
      'taint "k" not found',
      'invalid taint spec: k',
    ]);
    expect(nodeOf(c).spec?.taints).toBeUndefined();
  });

  test('SCH-39 keep pods off that do not tolerate them; NoExecute takes those that are there', () => {
    const c = cluster();
    c.act(pod('there'));
    c.sim.runFor(2000);
    c.act(taint('k=v:NoExecute'));
    c.act(pod('new'));
    c.act(pod('new-tolerates', { tolerations: [{ key: 'k', operator: 'Exists' }] }));
    c.sim.runFor(5000);
    expect(
      c
        .part('api')
        .list('pods', 'default')
        .map(({ metadata: { name = '' } }) => [name, nodeNameOf(c, name)]),
    ).toEqual([
      ['new', ''],
      ['new-tolerates', 'node-a'],
    ]);
  });

  test('SCH-40 and SCH-25: a taint repels every pod that does not tolerate it, NotIn only the pod that says it', () => {
    const notIn = {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'gpu', operator: 'NotIn', values: ['yes'] }] }],
          },
        },
      },
    };
    const label: Act = { kind: 'label-node', node: 'node-a', labels: { gpu: 'yes' } };
    const both = (act: Act): string[] => {
      const c = cluster();
      c.act(act);
      c.act(pod('plain'));
      c.act(pod('careful', notIn));
      c.sim.runFor(5000);
      return [nodeNameOf(c, 'plain'), nodeNameOf(c, 'careful')];
    };
    expect(both(label)).toEqual(['node-a', '']);
    expect(both(taint('gpu=yes:NoSchedule'))).toEqual(['', '']);
  });
});

describe('a node', () => {
  test('that is cordoned gets no pods, and gets them again', () => {
    const c = cluster();
    const cordon = (unschedulable: boolean): Act => ({ kind: 'cordon', node: 'node-a', unschedulable });
    expect(acted(c, cordon(true))).toEqual([undefined]);
    const { resourceVersion } = nodeOf(c).metadata;
    // A second time there is nothing to write.
    expect(acted(c, cordon(true))).toEqual([undefined]);
    expect(nodeOf(c).metadata.resourceVersion).toBe(resourceVersion);
    c.act(pod('web'));
    c.sim.runFor(3000);
    expect(nodeNameOf(c, 'web')).toBe('');
    expect(acted(c, cordon(false))).toEqual([undefined]);
    c.sim.runFor(15_000);
    expect(nodeNameOf(c, 'web')).toBe('node-a');
    expect(nodeOf(c).spec?.unschedulable).toBeUndefined();
  });

  test('joins with the room it is given, and takes what waited for it', () => {
    const c = cluster({ nodeShapes: { 'node-a': { allocatable: { cpu: '1' } } } });
    c.act(
      pod('large', { containers: [{ name: 'c', image: 'app:v1', resources: { requests: { cpu: '8' } } }] }),
    );
    c.sim.runFor(3000);
    expect(nodeNameOf(c, 'large')).toBe('');
    const big: Act = {
      kind: 'add-node',
      node: 'big',
      allocatable: { cpu: '16', 'example.com/gpu': '2' },
      labels: { disk: 'ssd' },
      taints: ['k=v:PreferNoSchedule'],
    };
    expect(acted(c, big)).toEqual([undefined]);
    c.sim.runFor(15_000);
    expect(nodeNameOf(c, 'large')).toBe('big');
    const { status, spec, metadata } = nodeOf(c, 'big');
    expect(status?.allocatable).toEqual({
      cpu: '16',
      memory: '256Gi',
      pods: '110',
      'ephemeral-storage': '100Gi',
      'example.com/gpu': '2',
    });
    expect(spec?.taints).toEqual([{ key: 'k', value: 'v', effect: 'PreferNoSchedule' }]);
    expect(metadata.labels?.['disk']).toBe('ssd');
    expect(acted(c, big)).toEqual(['expected a name that no node has had, found "big"; choose another']);
  });

  test('that joins badly is refused, with what was expected', () => {
    const c = cluster();
    const join = (more: object): Act => ({ kind: 'add-node', node: 'n', ...more });
    expect(acted(c, join({ allocatable: { cpu: 'many' } }), join({ taints: ['k'] }))).toEqual([
      expect.stringContaining('expected an amount of cpu such as 4 or 500m, found "many"'),
      'invalid taint spec: k',
    ]);
    expect(acted(cluster({ nodes: [] }), join({}))[0]).toContain('nothing can join it');
  });

  test('of a pool: as many as are asked for, and the last go first', () => {
    const c = cluster({ nodes: ['node-a'] });
    const pool = (nodes: number): Act => ({ kind: 'node-pool', nodes });
    const names = () =>
      c
        .part('api')
        .list('nodes', '')
        .map(({ metadata }) => metadata.name);
    c.sim.runFor(100);
    expect(acted(c, pool(3))).toEqual([undefined]);
    expect(names()).toEqual(['node-a', 'pool-0001', 'pool-0002', 'pool-0003']);
    expect(acted(c, pool(1))).toEqual([undefined]);
    expect(names()).toEqual(['node-a', 'pool-0001']);
    expect(acted(c, pool(2001))).toEqual([
      'expected at most 2000 nodes for the pool, found 2001; ask for fewer',
    ]);
  });

  test('goes when it is deleted; its pods follow, and it does not come back by itself', () => {
    const c = cluster({ nodes: ['node-a', 'node-b'] });
    c.act(pod('web', { nodeName: 'node-b' }));
    c.sim.runFor(2000);
    expect(acted(c, { kind: 'delete', resource: 'nodes', namespace: '', name: 'node-b' })).toEqual([
      undefined,
    ]);
    c.sim.runFor(120_000);
    expect(
      c
        .part('api')
        .list('nodes', '')
        .map(({ metadata }) => metadata.name),
    ).toEqual(['node-a']);
    expect(c.part('api').list('pods', 'default')).toEqual([]);
  });
});

test('a cluster whose plane does not know such acts says so', () => {
  const c = new Stage(replicaSetPlane, {}, { seed: 1 });
  c.start();
  expect(acted(c, { kind: 'cordon', node: 'node-a', unschedulable: true })).toEqual([
    'expected an act that this cluster knows, found "cordon"; choose another scenario',
  ]);
});
