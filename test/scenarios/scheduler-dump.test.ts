import { expect, test } from 'vitest';
import { scenarios } from '../../content/scheduler/three-layers/scenario.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import { podOf } from '../../src/runtime/subjects/scheduler/objects.ts';
import { Played } from './played.ts';

const [ways] = scenarios as [Scenario];

test('SIGUSR2 lets the scheduler print what it knows: a pod on a node, and one that no node takes', async () => {
  const run = await Played.of({
    ...ways,
    *story(user) {
      yield* user.sleep(500);
      user.act({ kind: 'apply', object: podOf('web', { cpu: '2' }) });
      yield* user.sleep(500);
      user.act({ kind: 'apply', object: podOf('huge', { cpu: '8' }) });
      yield* user.sleep(500);
      user.act({ kind: 'send-usr2', program: 'kube-scheduler' });
      yield* user.sleep(500);
    },
  });
  const signal = run.act(3);
  const lines = run.all('program.output', { program: 'kube-scheduler' }, signal.index);
  expect(lines.map(({ at }) => at - signal.at)).toEqual(lines.map(() => 0));
  expect(run.chain(lines.at(-1)!)).toEqual(['program.output', 'act']);
  expect(lines.map(({ event }) => event.text).join('')).toMatchInlineSnapshot(`
    "I0116 12:00:01.500000       1] Dump of cached NodeInfo
    I0116 12:00:01.500000       1] 
    Node name: node-a
    Deleted: false
    Requested Resources: &{MilliCPU:0 Memory:0 EphemeralStorage:0 AllowedPodNumber:0 ScalarResources:map[]}
    Allocatable Resources:&{MilliCPU:1000 Memory:8589934592 EphemeralStorage:107374182400 AllowedPodNumber:110 ScalarResources:map[]}
    Scheduled Pods(number: 0):
    I0116 12:00:01.500000       1] 
    Node name: node-b
    Deleted: false
    Requested Resources: &{MilliCPU:0 Memory:0 EphemeralStorage:0 AllowedPodNumber:0 ScalarResources:map[]}
    Allocatable Resources:&{MilliCPU:4000 Memory:8589934592 EphemeralStorage:107374182400 AllowedPodNumber:110 ScalarResources:map[]}
    Scheduled Pods(number: 0):
    I0116 12:00:01.500000       1] 
    Node name: node-c
    Deleted: false
    Requested Resources: &{MilliCPU:2000 Memory:0 EphemeralStorage:0 AllowedPodNumber:0 ScalarResources:map[]}
    Allocatable Resources:&{MilliCPU:4000 Memory:8589934592 EphemeralStorage:107374182400 AllowedPodNumber:110 ScalarResources:map[]}
    Scheduled Pods(number: 1):
    name: web, namespace: default, uid: b40c8ab4-4011-4076-9614-f46958f17f74, phase: Running, nominated node: 
    I0116 12:00:01.500000       1] Dump of scheduling queue:
    name: huge, namespace: default, uid: d4f7f470-59be-4c5f-9faf-cf2bf2bdf1fa, phase: Pending, nominated node: 
    "
  `);
  expect(run.all('program.exit')).toEqual([]);
});
