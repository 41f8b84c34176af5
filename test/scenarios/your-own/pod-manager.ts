import { pod } from '../../../src/runtime/cluster/objects.ts';
import type { DemoSettings } from '../../../src/runtime/cluster/demo.ts';
import type { ClusterSettings, Scenario, User } from '../../../src/runtime/cluster/scenario.ts';
import { masterLabel } from '../../../src/runtime/demo/pod-count.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';

const shows = ['demo/pod-controller.ts', 'demo/manager.ts'];

export const master = {
  kind: 'relabel',
  resource: 'nodes',
  namespace: '',
  name: 'node-a',
  labels: { [masterLabel]: '' },
} as const;

/** A master and three pods. */
export function* threePods(user: User): Blocking<void> {
  yield* user.sleep(300);
  user.act(master);
  for (const name of ['web-b', 'web-a', 'web-c'])
    user.act({ kind: 'apply', object: pod(name, { app: 'web' }) });
  yield* user.settle();
}

/** A run of the pod manager. `demo` is what differs from its defaults. */
export function managed(
  name: string,
  demo: Partial<DemoSettings>,
  endsAtMs: number,
  story: Scenario['story'] = threePods,
  settings: Partial<ClusterSettings> = {},
): Scenario {
  return {
    id: `controllers/your-own#${name}`,
    title: name,
    summary: name,
    seed: 5,
    plane: 'pod-manager',
    settings: { nodes: ['node-a', 'node-b'], ...settings, demo },
    shows,
    endsAtMs,
    story,
  };
}
