import { expect, test } from 'vitest';
import type { Node } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newServiceUnavailable } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  type TTLController,
  newTTLController,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/ttl/ttl_controller.ts';
import { Bed } from '../bed.ts';

const annotation = 'node.alpha.kubernetes.io/ttl';

const node = (name: string, annotations?: Record<string, string>): Node =>
  ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, uid: name, resourceVersion: '1', ...(annotations ? { annotations } : {}) },
  }) as Node;

/** A controller that has seen the cluster grow to `peak` nodes, and then shrink to `count`. */
function newController(count = 0, peak = count): [Bed, TTLController] {
  const bed = new Bed();
  const ttlc = newTTLController(bed.sim, bed.informers.core().v1().nodes(), bed.client);
  for (let i = 0; i < peak; i++) ttlc.addNode(node(`n${i}`));
  for (let i = peak; i > count; i--) ttlc.deleteNode();
  return [bed, ttlc];
}

test.each([
  ['the first node', 0, 0, 'add', 0],
  ['the hundredth', 99, 99, 'add', 0],
  ['one more than a hundred', 100, 100, 'add', 15],
  ['back to a hundred', 101, 101, 'delete', 15],
  ['back to ninety', 91, 101, 'delete', 15],
  ['up again before it came down', 91, 101, 'add', 15],
  ['below ninety', 90, 101, 'delete', 0],
] as const)('the boundaries overlap: %s', (_name, count, peak, verb, seconds) => {
  const [, ttlc] = newController(count, peak);
  if (verb === 'add') ttlc.addNode(node('new'));
  else ttlc.deleteNode();
  expect(ttlc.getDesiredTTLSeconds()).toBe(seconds);
});

test.each([
  ['none, in a small cluster', undefined, 0, '0'],
  ['none, in a larger one', undefined, 101, '15'],
  ['another', { [annotation]: '0', a: 'b' }, 101, '15'],
  ['the same', { [annotation]: '15' }, 101, undefined],
  ['no number', { [annotation]: 'soon' }, 0, '0'],
] as const)('the annotation of a node that has %s', (_name, annotations, count, written) => {
  const [bed, ttlc] = newController(count);
  const own = node('name', annotations);
  bed.create('nodes', own, '');
  bed.informers.core().v1().nodes().informer().getIndexer().add(own);
  expect(bed.run(ttlc.updateNodeIfNeeded('name'))).toBeUndefined();
  expect(bed.requests).toEqual(written === undefined ? [] : ['patch nodes name']);
  const stored = bed.do<Node>('get', 'nodes', { name: 'name' }).metadata.annotations;
  expect(stored).toEqual(written === undefined ? annotations : { ...annotations, [annotation]: written });
});

test.each([
  ['15', undefined],
  ['+15', undefined],
  ['015', undefined],
  ['15s', '15'],
  ['', '15'],
  ['-15', '15'],
])('an annotation that says %j becomes %j where 15 is wanted', (said, written) => {
  const [bed, ttlc] = newController(101);
  const own = node('name', { [annotation]: said });
  bed.create('nodes', own, '');
  bed.informers.core().v1().nodes().informer().getIndexer().add(own);
  bed.run(ttlc.updateNodeIfNeeded('name'));
  expect(bed.do<Node>('get', 'nodes', { name: 'name' }).metadata.annotations).toEqual({
    [annotation]: written ?? said,
  });
});

test('what is refused is tried again, after pauses that double, and begins anew once it has succeeded', () => {
  const bed = new Bed();
  const ttlc = newTTLController(bed.sim, bed.informers.core().v1().nodes(), bed.client);
  bed.start(ttlc.run(2, bed.stop));
  const at: number[] = [];
  let failures = 3;
  bed.refuse = ({ verb }) => {
    if (verb !== 'patch') return undefined;
    at.push(bed.sim.now);
    return failures-- > 0 ? newServiceUnavailable('no') : undefined;
  };
  const pauses = (): number[] => at.splice(0).map((ms, i, all) => ms - (all[i - 1] ?? ms));
  bed.create('nodes', node('n0'), '');
  bed.sim.runFor(1000);
  expect(pauses()).toEqual([0, 5, 10, 20]);
  failures = 1;
  const annotations = { [annotation]: 'gone' };
  bed.do('patch', 'nodes', { name: 'n0', body: { metadata: { annotations } } });
  bed.sim.runFor(1000);
  expect(pauses()).toEqual([0, 5]);
});

test('nodes that go make the cluster small again, and nothing is written once it is told to end', () => {
  const bed = new Bed();
  const ttlc = newTTLController(bed.sim, bed.informers.core().v1().nodes(), bed.client);
  bed.start(ttlc.run(3, bed.stop));
  for (let i = 0; i < 101; i++) bed.create('nodes', node(`n${i}`), '');
  bed.sim.runFor(1000);
  expect(ttlc.getDesiredTTLSeconds()).toBe(15);
  const workers = (): string[] =>
    [...bed.sim.processes.values()]
      .map(({ name }) => name)
      .filter((name) => /^(ttl\/|controller)/.test(name));
  expect(workers()).toEqual(['controller', 'ttl/worker-1', 'ttl/worker-2', 'ttl/worker-3']);
  for (let i = 0; i < 12; i++) bed.do('delete', 'nodes', { name: `n${i}` });
  bed.sim.runFor(1000);
  expect(ttlc.getDesiredTTLSeconds()).toBe(0);
  bed.stop.close();
  bed.sim.runFor(2000);
  expect(workers()).toEqual([]);
  bed.requests.length = 0;
  bed.create('nodes', node('late'), '');
  bed.sim.runFor(1000);
  expect(bed.requests).toEqual([]);
});

test('a node that is gone is left alone', () => {
  const [bed, ttlc] = newController();
  expect(bed.run(ttlc.updateNodeIfNeeded('gone'))).toBeUndefined();
  expect(bed.requests).toEqual([]);
});

test('INI-40: every node gets the annotation, and another when the cluster has grown and the node is next heard of', () => {
  const bed = new Bed();
  const ttlc = newTTLController(bed.sim, bed.informers.core().v1().nodes(), bed.client);
  bed.create('nodes', node('n0'), '');
  bed.start(ttlc.run(5, bed.stop));
  bed.sim.runFor(1000);
  const ttlOf = (name: string): string | undefined =>
    bed.do<Node>('get', 'nodes', { name }).metadata.annotations?.[annotation];
  expect(ttlOf('n0')).toBe('0');
  for (let i = 1; i <= 100; i++) bed.create('nodes', node(`n${i}`), '');
  bed.sim.runFor(1000);
  expect([ttlOf('n0'), ttlOf('n100')]).toEqual(['0', '15']);
  const status = { conditions: [{ type: 'Ready', status: 'True' }] };
  bed.do('patch', 'nodes', { name: 'n0', subresource: 'status', body: { status } });
  bed.sim.runFor(1000);
  expect(ttlOf('n0')).toBe('15');
});
