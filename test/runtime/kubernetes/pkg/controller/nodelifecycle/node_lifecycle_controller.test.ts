import type { Taint, Toleration } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import { newServiceUnavailable } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { Event } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newTaintEviction } from '../../../../../../src/runtime/kubernetes/pkg/controller/nodelifecycle/node_lifecycle_controller.ts';
import { Bed } from '../bed.ts';

const taint = (key: string): Taint => ({ key, effect: 'NoExecute' });

/** Bears the taint, for so many seconds, or for ever. */
const bears = (key: string, tolerationSeconds?: number): Toleration => ({
  key,
  operator: 'Exists',
  effect: 'NoExecute',
  ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
});

/** An API server with nodes and pods, and what evicts them, with informers of its own. */
class Stage extends Bed {
  go(): this {
    const v1 = this.informers.core().v1();
    const eviction = newTaintEviction(this.sim, v1.pods(), v1.nodes(), this.client);
    this.start(eviction.run(this.stop));
    return this.after(100);
  }

  after(ms: number): this {
    this.sim.runFor(ms);
    return this;
  }

  node(name: string, ...taints: Taint[]): this {
    this.create('nodes', { metadata: { name }, spec: { taints } }, '');
    return this;
  }

  /** The node has these taints from now on. */
  taints(name: string, ...taints: Taint[]): this {
    const body = { spec: { taints } };
    this.do('patch', 'nodes', { namespace: '', name, patchType: 'application/merge-patch+json', body });
    return this.after(100);
  }

  pod(name: string, nodeName: string | undefined, ...tolerations: Toleration[]): this {
    const spec = { nodeName, tolerations, containers: [{ name: 'c', image: 'i' }] };
    this.create('pods', { metadata: { name }, spec });
    return this.after(100);
  }

  /** Pods whose deletion was asked for since the last time. */
  evicted(): string[] {
    return this.requests
      .splice(0)
      .filter((words) => words.startsWith('delete pods '))
      .map((words) => words.slice('delete pods '.length));
  }

  told(): string[] {
    const events = this.after(100).list<Event>('events');
    return events.map(({ type, reason, message, involvedObject }) =>
      [type, reason, message, involvedObject?.kind].join(' '),
    );
  }
}

describe('eviction by taints', () => {
  test('takes the pods of a node that gets a taint they do not bear, and no others', () => {
    const stage = new Stage().go().node('a').node('b');
    stage.pod('bears', 'a', bears('gone')).pod('not', 'a').pod('other', 'a', bears('else')).pod('away', 'b');
    expect(stage.taints('a', { key: 'gone', effect: 'NoSchedule' }).evicted()).toEqual([]);
    expect(stage.taints('a', taint('gone')).evicted().toSorted()).toEqual(['not', 'other']);
    expect(stage.told().toSorted()).toEqual([
      'Normal TaintManagerEviction Marking for deletion Pod default/not Pod',
      'Normal TaintManagerEviction Marking for deletion Pod default/other Pod',
    ]);
  });

  test('takes a pod that comes to a node with such a taint, also one that was there at the start', () => {
    const stage = new Stage().node('a', taint('gone')).pod('before', 'a').go();
    // The node is told of, and so is the pod.
    expect(new Set(stage.evicted())).toEqual(new Set(['before']));
    expect(stage.pod('after', 'a').evicted()).toEqual(['after']);
    stage.pod('waiting', undefined).after(100);
    expect(stage.evicted()).toEqual([]);
    const target = { apiVersion: 'v1', kind: 'Node', name: 'a' };
    const body = { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'waiting' }, target };
    stage.do('create', 'pods', { name: 'waiting', subresource: 'binding', body });
    expect(stage.after(100).evicted()).toEqual(['waiting']);
  });

  test('waits as long as the pod bears the taint, and keeps to that whatever comes', () => {
    const stage = new Stage().go().node('a').pod('web', 'a', bears('x', 60), bears('y', 30));
    stage.taints('a', taint('x'));
    expect(stage.after(20_000).evicted()).toEqual([]);
    // A second taint, which it bears for 30 s, gives it no less and no more.
    stage.taints('a', taint('x'), taint('y'));
    expect(stage.after(39_000).evicted()).toEqual([]);
    expect(stage.after(2_000).evicted()).toEqual(['web']);
  });

  test.each<[string, (stage: Stage) => void]>([
    ['the taint goes', (stage) => stage.taints('a')],
    ['the pod goes', (stage) => stage.do('delete', 'pods', { name: 'web', body: { gracePeriodSeconds: 0 } })],
    [
      'the pod bears it for ever',
      (stage) => {
        const pod = stage.get('pods', 'web') as unknown as { spec: { tolerations: Toleration[] } };
        const spec = { ...pod.spec, tolerations: [...pod.spec.tolerations, bears('x')] };
        stage.do('update', 'pods', { name: 'web', body: { ...pod, spec } });
      },
    ],
  ])('lets a pod be when %s before its time is over, and says so', (what, act) => {
    const stage = new Stage().go().node('a').pod('web', 'a', bears('x', 30)).taints('a', taint('x'));
    act(stage.after(10_000));
    stage.after(60_000);
    // Of two tolerations of one taint the shorter holds.
    expect(stage.evicted()).toEqual(what === 'the pod bears it for ever' ? ['web'] : []);
    if (what !== 'the pod bears it for ever')
      expect(stage.told()).toEqual([
        'Normal TaintManagerEviction Cancelling deletion of Pod default/web Pod',
      ]);
  });

  test('forgets the taints of a node that is gone', () => {
    const stage = new Stage().go().node('a', taint('x')).after(100);
    stage.do('delete', 'nodes', { namespace: '', name: 'a' });
    expect(stage.after(100).pod('web', 'a').after(1000).evicted()).toEqual([]);
  });

  test('asks again, up to five times, where a deletion is refused', () => {
    const stage = new Stage().go().node('a').pod('web', 'a');
    stage.refuse = ({ verb }) => (verb === 'delete' ? newServiceUnavailable('no') : undefined);
    stage.taints('a', taint('x')).after(10_000);
    expect(stage.evicted()).toEqual(Array.from({ length: 5 }, () => 'web'));
  });

  test('looks after many nodes at once, each by its own worker, and ends when it is told to', () => {
    const stage = new Stage().go();
    for (let i = 0; i < 20; i++) stage.node(`node-${i}`).pod(`pod-${i}`, `node-${i}`);
    for (let i = 0; i < 20; i++) stage.taints(`node-${i}`, taint('x'));
    expect(stage.evicted()).toHaveLength(20);
    stage.stop.close();
    stage.after(1000);
    const left = [...stage.sim.processes.values()].map(({ name }) => name);
    expect(left.filter((name) => /^(controller$|taint-manager\/worker)/.test(name))).toEqual([]);
    expect(stage.pod('late', 'node-0').after(1000).evicted()).toEqual([]);
  });
});
