import type { ClusterSettings, Scenario, User } from '../../../src/runtime/cluster/scenario.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';

/** A pool as a person would write it. */
export function pool(
  name: string,
  spec: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return { apiVersion: 'demo.example/v1', kind: 'PodPool', metadata: { name, namespace: 'default' }, spec };
}

export const red = { namespace: 'default', name: 'red' } as const;

/** A pool of three, then of one, then of none that is left. */
export function* life(user: User): Blocking<void> {
  yield* user.sleep(300);
  user.act({ kind: 'apply', object: pool('red', { size: 3 }) });
  yield* user.settle();
  user.act({ kind: 'apply', object: pool('red', { size: 1 }) });
  yield* user.settle();
  user.act({ kind: 'delete', resource: 'podpools', ...red });
  yield* user.settle();
}

export function pooled(
  name: string,
  story: Scenario['story'] = life,
  settings: Partial<ClusterSettings> = {},
): Scenario {
  return {
    id: `controllers/a-kind-of-your-own#${name}`,
    title: name,
    summary: name,
    seed: 5,
    plane: 'pod-pool',
    settings: { nodes: ['node-a', 'node-b'], ...settings },
    shows: ['demo/pool/pool-controller.ts'],
    endsAtMs: 40_000,
    story,
  };
}
