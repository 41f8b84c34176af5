import { expect, test } from 'vitest';
import type { Node, Pod } from '../../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { NodeLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/core/v1/node.ts';
import type { PodLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import { Buffer, OS } from '../../../../../../../../src/runtime/go/os.ts';
import { klog } from '../../../../../../../../src/runtime/kubernetes/vendor/k8s.io/klog/v2/klog.ts';
import { newCache } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/cache.ts';
import { CacheDebugger } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/debugger/debugger.ts';
import { newSchedulingQueue } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import { Chan } from '../../../../../../../../src/runtime/sim/chan.ts';
import { Sim } from '../../../../../../../../src/runtime/sim/sim.ts';
import { podOf, priorityFirst } from '../../queue/pods.ts';

const nodeOf = (name: string, allocatable: Record<string, string> = {}) =>
  ({ metadata: { name }, status: { allocatable } }) as Node;

/** A debugger with its cache and queue, and what the informers know. */
function staged(nodes: readonly Node[], pods: readonly Pod[]) {
  const sim = new Sim();
  const stderr = new Buffer();
  const os = new OS(sim, { args: ['kube-scheduler'], stderr });
  Object.assign(klog(os), { skipHeaders: true, verbosity: 3 });
  const stop = new Chan<never>('stop');
  const cache = newCache(sim, 30_000, new Chan<never>('never'));
  const queue = newSchedulingQueue(sim, priorityFirst());
  const nodeLister = { list: () => [nodes, undefined] } as unknown as NodeLister;
  const podLister = { list: () => [pods, undefined] } as unknown as PodLister;
  new CacheDebugger(os, nodeLister, podLister, cache, queue).listenForSignal(stop);
  return { sim, os, stderr, stop, cache, queue };
}

test('a signal lets it say how caches differ, and write down what cache and queue hold', () => {
  const bound = podOf('default/bound', {
    nodeName: 'node-a',
    containers: [
      { name: 'c', resources: { requests: { cpu: '250m', 'example.com/b': '2', 'example.com/a': '1' } } },
    ],
  });
  const lone = podOf('default/lone', { nodeName: 'node-gone' }, { phase: 'Running' });
  const waits = podOf('default/waits', {}, { phase: 'Pending', nominatedNodeName: 'node-a' });
  const { sim, os, stderr, cache, queue } = staged([nodeOf('node-a'), nodeOf('node-b')], [bound, waits]);
  cache.addNode(nodeOf('node-a', { cpu: '4', memory: '1Gi', pods: '110', 'ephemeral-storage': '5' }));
  cache.addPod(bound);
  cache.addPod(lone);
  queue.add(waits);
  sim.runFor(10);
  expect(stderr.text).toBe('');
  os.kill('SIGUSR2');
  sim.runFor(10);
  expect(stderr.text).toMatchInlineSnapshot(`
    "cache comparer started
    cache mismatch: missed nodes: [node-b]; redundant nodes: [node-gone]
    cache mismatch: missed pods: []; redundant pods: [lonedefault]
    cache comparer finished
    Dump of cached NodeInfo

    Node name: node-a
    Deleted: false
    Requested Resources: &{MilliCPU:250 Memory:0 EphemeralStorage:0 AllowedPodNumber:0 ScalarResources:map[example.com/a:1 example.com/b:2]}
    Allocatable Resources:&{MilliCPU:4000 Memory:1073741824 EphemeralStorage:5 AllowedPodNumber:110 ScalarResources:map[]}
    Scheduled Pods(number: 1):
    name: bound, namespace: default, uid: bounddefault, phase: , nominated node: 
    Nominated Pods(number: 1):
    name: waits, namespace: default, uid: waitsdefault, phase: Pending, nominated node: node-a

    Node name: node-gone
    Deleted: true
    Requested Resources: &{MilliCPU:0 Memory:0 EphemeralStorage:0 AllowedPodNumber:0 ScalarResources:map[]}
    Allocatable Resources:&{MilliCPU:0 Memory:0 EphemeralStorage:0 AllowedPodNumber:0 ScalarResources:map[]}
    Scheduled Pods(number: 1):
    name: lone, namespace: default, uid: lonedefault, phase: Running, nominated node: 
    Dump of scheduling queue:
    name: waits, namespace: default, uid: waitsdefault, phase: Pending, nominated node: node-a
    "
  `);
});

test('nothing to say but the dump, when nothing is there', () => {
  const { sim, os, stderr } = staged([], []);
  os.kill('SIGUSR2');
  sim.runFor(10);
  expect(stderr.text.split('\n')).toEqual([
    'cache comparer started',
    'cache comparer finished',
    'Dump of cached NodeInfo',
    'Dump of scheduling queue:',
    '',
  ]);
});

test('of signals that come before it looks, one waits and the others are lost', () => {
  const { sim, os, stderr } = staged([], []);
  sim.runFor(10);
  for (let i = 0; i < 5; i++) os.kill('SIGUSR2');
  sim.runFor(10);
  expect(stderr.text.split('cache comparer started')).toHaveLength(1 + 2);
});

test('once it is stopped, nobody listens; the signal is not for the system either', () => {
  const { sim, os, stderr, stop } = staged([], []);
  stop.close();
  sim.runFor(10);
  os.kill('SIGUSR2');
  sim.runFor(10);
  expect([stderr.text, os.exitCode]).toEqual(['', undefined]);
});
