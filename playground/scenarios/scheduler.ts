import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import { podOf } from '../../src/runtime/subjects/scheduler/objects.ts';

/** A pod for each of the ends that scheduling can have. */
const scheduler: Scenario = {
  id: 'playground/scheduler',
  title: 'A place for each pod',
  summary:
    'Pods come to three nodes: one fits on two equally well, one on none until another goes, and one says itself where it runs.',
  seed: 5,
  plane: 'scheduler/scheduler',
  settings: {
    nodeShapes: {
      'node-a': { allocatable: { cpu: '2', memory: '4Gi' }, labels: { disk: 'ssd' } },
      'node-b': { allocatable: { cpu: '4', memory: '4Gi' } },
      'node-c': { allocatable: { cpu: '4', memory: '4Gi' } },
    },
  },
  offers: ['label-node', 'taint', 'cordon', 'add-node', 'delete-node', 'delete', 'crash', 'start'],
  shows: [
    'kubernetes/pkg/scheduler/scheduler.ts',
    'kubernetes/pkg/scheduler/framework/plugins/noderesources/fit.ts',
  ],
  endsAtMs: 60_000,
  *story(user) {
    yield* user.sleep(500);
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
