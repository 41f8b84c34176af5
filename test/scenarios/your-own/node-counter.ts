import type { DemoSettings } from '../../../src/runtime/cluster/demo.ts';
import { pod } from '../../../src/runtime/cluster/objects.ts';
import type { ClusterSettings, Scenario, User } from '../../../src/runtime/cluster/scenario.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';
import { threePods } from './pod-manager.ts';

/** A run of the controller in the standard shape, with a mistake if `demo` names one. */
export function counted(
  name: string,
  demo: Partial<DemoSettings> = {},
  story: Scenario['story'] = fourPods,
  settings: Partial<ClusterSettings> = {},
): Scenario {
  return {
    id: `controllers/your-own-queue#${name}`,
    title: name,
    summary: name,
    seed: 5,
    plane: 'node-counter',
    settings: { nodes: ['node-a', 'node-b'], workers: 1, ...settings, demo },
    shows: ['demo/node-counter.ts'],
    endsAtMs: 60_000,
    story,
  };
}

/** A master and three pods, and a fourth when all is quiet. */
export function* fourPods(user: User): Blocking<void> {
  yield* threePods(user);
  user.act({ kind: 'apply', object: pod('web-d', { app: 'web' }) });
  yield* user.settle();
}
