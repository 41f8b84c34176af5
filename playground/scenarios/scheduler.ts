import type { Scenario, User } from '../../src/runtime/cluster/scenario.ts';
import { node, podOf } from '../../src/runtime/cluster/scheduling-objects.ts';
import type { Blocking } from '../../src/runtime/sim/process.ts';

const nodes = ['node-a', 'node-b', 'node-c'];
const kubelets = nodes.map((name) => `kubelet-stand-in/${name}`);

/** Three nodes of different size, and a kubelet on each. */
function* begin(user: User): Blocking<void> {
  user.act({ kind: 'apply', object: node('node-a', { cpu: '2', memory: '4Gi', labels: { disk: 'ssd' } }) });
  user.act({ kind: 'apply', object: node('node-b', { cpu: '4', memory: '4Gi' }) });
  user.act({ kind: 'apply', object: node('node-c', { cpu: '4', memory: '4Gi' }) });
  for (const program of kubelets) user.act({ kind: 'start', program });
  yield* user.sleep(500);
}

/** A pod for each of the ends that scheduling can have. */
const scheduler: Scenario = {
  id: 'playground/scheduler',
  title: 'A place for each pod',
  summary:
    'Pods come to three nodes: one fits on two equally well, one on none until another goes, and one says itself where it runs.',
  seed: 5,
  plane: 'scheduler',
  settings: { nodes, idle: kubelets },
  shows: ['scheduler/scheduler.ts'],
  endsAtMs: 60_000,
  *story(user) {
    yield* begin(user);
    user.act({ kind: 'apply', object: podOf('either', { cpu: '3' }) });
    yield* user.settle();
    user.act({ kind: 'apply', object: podOf('named', { cpu: '1' }, { nodeName: 'node-a' }) });
    user.act({ kind: 'apply', object: podOf('on-ssd', { cpu: '500m' }, { nodeSelector: { disk: 'ssd' } }) });
    yield* user.settle();
    user.act({ kind: 'apply', object: podOf('large', { cpu: '3', memory: '1Gi' }) });
    yield* user.settle();
    user.act({ kind: 'apply', object: podOf('waits', { cpu: '3' }) });
    yield* user.settle();
    user.act({ kind: 'delete', resource: 'pods', namespace: 'default', name: 'large' });
    yield* user.settle();
  },
};

export const scenarios: readonly Scenario[] = [scheduler];
