import { pod } from '../../../src/runtime/subjects/api/objects.ts';
import type { Scenario } from '../../../src/runtime/stage/scenario.ts';

const web = (n: number) => ({ resource: 'pods', namespace: 'default', name: `web-${n}` }) as const;
const dns = {
  ...pod('dns-1', { app: 'dns' }),
  metadata: { name: 'dns-1', namespace: 'kube-system', labels: { app: 'dns' } },
};

/** Pods come and get a node, one goes, and one comes when a write of the controller is refused. */
const counted: Scenario = {
  id: 'machinery/indexer-and-lister',
  title: 'Pods of each node',
  summary:
    'A controller writes on each node how many pods it has. It reads everything from its caches, and finds pods by an index.',
  seed: 5,
  plane: 'own/pods-per-node',
  view: 'control-loop/indexer',
  offers: ['delete', 'relabel', 'cut-watch', 'delay-watch', 'conflict', 'crash', 'start'],
  settings: { nodes: ['node-a', 'node-b'], workers: 1 },
  shows: [
    'demo/pods-per-node.ts',
    'kubernetes/staging/src/k8s.io/client-go/tools/cache/thread_safe_store.ts',
  ],
  endsAtMs: 30_000,
  *story(user) {
    yield* user.sleep(300);
    for (const n of [1, 2]) user.act({ kind: 'apply', object: pod(`web-${n}`, { app: 'web' }) });
    user.act({ kind: 'apply', object: dns });
    yield* user.settle();
    user.act({ kind: 'delete', ...web(1) });
    yield* user.settle();
    user.act({ kind: 'conflict', resource: 'nodes', times: 1 });
    user.act({ kind: 'apply', object: pod('web-3', { app: 'web' }) });
    yield* user.settle();
  },
};

/** The same, with a controller that writes into the objects of its lister. */
const inPlace: Scenario = {
  ...counted,
  id: 'machinery/indexer-and-lister#in-place',
  title: 'Written into the cache',
  summary:
    'The same acts, and a controller that sets the label on the cached node itself before it sends that to the API server.',
  settings: { ...counted.settings, demo: { mistake: 'change the cache' } },
  shows: ['demo/mistakes.ts', 'demo/pods-per-node.ts'],
};

/** Writes are refused again and again. */
const refused: Scenario = {
  ...counted,
  id: 'machinery/indexer-and-lister#refused',
  title: 'Refused, and refused again',
  summary: 'Pods come one after the other, and the first write after each is refused.',
  order: 'seeded',
  shows: ['demo/pods-per-node.ts'],
  *story(user) {
    yield* user.sleep(300);
    for (const n of [1, 2, 3, 4]) {
      user.act({ kind: 'conflict', resource: 'nodes', times: 1 });
      user.act({ kind: 'apply', object: pod(`web-${n}`, { app: 'web' }) });
      yield* user.settle();
    }
  },
};

export const scenarios: readonly Scenario[] = [counted, inPlace, refused];
