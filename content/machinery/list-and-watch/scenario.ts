import { watchDelay } from '../../../src/runtime/subjects/api/numbers.ts';
import { replicaSet } from '../../../src/runtime/subjects/api/objects.ts';
import type { Scenario } from '../../../src/runtime/stage/scenario.ts';

const minute = 60_000;
const manager = { program: 'kube-controller-manager', resource: 'pods' } as const;
const web = { resource: 'replicasets', namespace: 'default', name: 'web' } as const;

/**
 * The controller's watch of pods is cut twice. The first time it is short, and the watch goes on where it stopped. The
 * second time it lasts until the API server has forgotten that version, so the reflector has to list again. What is
 * written meanwhile makes the API server forget: history goes every five minutes, up to where it was five minutes before.
 */
const cuts: Scenario = {
  id: 'machinery/list-and-watch',
  title: 'Two cuts',
  summary:
    'A watch is cut for three seconds and goes on where it stopped. Then it is cut for twelve minutes, and that place is gone.',
  seed: 3,
  view: 'control-loop/list-and-watch',
  settings: { nodes: ['node-a'], workers: 1 },
  numbers: [watchDelay(manager.program, manager.resource)],
  shows: ['kubernetes/staging/src/k8s.io/client-go/tools/cache/reflector.ts'],
  endsAtMs: 22 * minute,
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 2) });
    yield* user.settle();

    user.act({ kind: 'cut-watch', ...manager, forMs: 3000 });
    const [first] = user.list('pods', 'default');
    user.act({ kind: 'delete', resource: 'pods', namespace: 'default', name: first?.metadata.name ?? '' });
    yield* user.sleep(6000);
    yield* user.settle();

    user.act({ kind: 'cut-watch', ...manager, forMs: 12 * minute });
    const [second] = user.list('pods', 'default');
    user.act({ kind: 'delete', resource: 'pods', namespace: 'default', name: second?.metadata.name ?? '' });
    for (let look = 1; look <= 3; look++) {
      yield* user.sleep(4 * minute);
      user.act({ kind: 'relabel', ...web, labels: { look: String(look) } });
    }
    yield* user.sleep(2 * minute);
  },
};

/** Pods go at once, without the warning that a deletion otherwise gives; and it is long enough for a bookmark. */
const lost: Scenario = {
  id: 'machinery/list-and-watch#lost-without-warning',
  title: 'Gone at once',
  summary:
    'Two pods are asked for. One is deleted with no time to end, and then another, after a quiet minute.',
  seed: 1,
  order: 'seeded',
  view: 'control-loop/list-and-watch',
  settings: { nodes: ['node-a'] },
  shows: ['kubernetes/staging/src/k8s.io/client-go/tools/cache/reflector.ts'],
  endsAtMs: 80_000,
  *story(user) {
    const take = (): void => {
      const [pod] = user.list('pods', 'default');
      const { name = '' } = pod?.metadata ?? {};
      user.act({ kind: 'delete', resource: 'pods', namespace: 'default', name, gracePeriodSeconds: 0 });
    };
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 2) });
    yield* user.settle();
    take();
    yield* user.sleep(65_000);
    take();
    yield* user.settle();
  },
};

export const scenarios: readonly Scenario[] = [cuts, lost];
