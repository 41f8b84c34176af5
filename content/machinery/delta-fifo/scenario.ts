import { pod } from '../../../src/runtime/subjects/api/objects.ts';
import type { Scenario } from '../../../src/runtime/stage/scenario.ts';

const program = 'pod-ledger';
const web = (n: number) => ({ resource: 'pods', namespace: 'default', name: `web-${n}` }) as const;

/**
 * A ledger takes a second for each item of its queue. Pods change while the first list is written down. Then the connection
 * to the API server is bad: watches are cut twice in a moment, so the reflector lists again, twice, and meanwhile a pod
 * goes unseen. At last web-5 takes the place of web-3, and is there before web-3 goes.
 */
const merged: Scenario = {
  id: 'machinery/delta-fifo',
  title: 'A slow ledger',
  summary:
    'A program takes a second to write down each change of a pod. So its queue fills, and shows what it does with what waits.',
  seed: 34,
  plane: 'own/pod-ledger',
  view: 'control-loop/delta-fifo',
  offers: ['delete', 'relabel', 'cut-watch', 'delay-watch', 'lose-event', 'crash', 'start'],
  settings: { nodes: [], idle: [program] },
  shows: ['kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts', 'demo/pod-ledger.ts'],
  endsAtMs: 40_000,
  *story(user) {
    const relabel = (n: number, look: string) => user.act({ kind: 'relabel', ...web(n), labels: { look } });
    yield* user.sleep(100);
    for (const n of [1, 2, 3, 4]) user.act({ kind: 'apply', object: pod(`web-${n}`, { app: 'web' }) });
    user.act({ kind: 'start', program });
    yield* user.sleep(400);
    relabel(3, '1');
    relabel(3, '2');
    yield* user.sleep(9500);

    // A watch that ends at once, and has told nothing, is taken for broken: the reflector lists again.
    const cut = () => user.act({ kind: 'cut-watch', program, resource: 'pods', forMs: 1 });
    cut();
    yield* user.sleep(100);
    cut();
    user.act({ kind: 'delete', ...web(2), gracePeriodSeconds: 0 });
    yield* user.sleep(1350);
    cut();
    yield* user.sleep(3300);
    user.act({ kind: 'apply', object: pod('web-5', { app: 'web' }) });
    yield* user.sleep(300);
    user.act({ kind: 'delete', ...web(3), gracePeriodSeconds: 0 });
    yield* user.sleep(12_000);
  },
};

/** The same story over the queue that informers have today. */
const inOrder: Scenario = {
  ...merged,
  id: 'machinery/delta-fifo#in-order',
  title: 'The same, in order',
  summary:
    'The same acts over a RealFIFO: everything that happened is an item of its own, in the order in which it happened.',
  settings: { ...merged.settings, informerGates: { InOrderInformers: true } },
  shows: ['kubernetes/staging/src/k8s.io/client-go/tools/cache/the_real_fifo.ts', 'demo/pod-ledger.ts'],
};

/** And with the gates that came after it: a list is one item, and the lock is free while an item is processed. */
const atomic: Scenario = {
  ...inOrder,
  id: 'machinery/delta-fifo#atomic',
  title: 'The same, with lists as one item',
  summary:
    'The same acts over a RealFIFO as of v1.36: a list is one item, and the reflector need not wait while one is written down.',
  settings: {
    ...merged.settings,
    informerGates: { InOrderInformers: true, AtomicFIFO: true, UnlockWhileProcessingFIFO: true },
  },
};

/** A pod goes and another comes while history is forgotten: only a list can tell. */
const unseen: Scenario = {
  ...merged,
  id: 'machinery/delta-fifo#unseen',
  title: 'Gone unseen',
  summary: 'The watch is dead for twelve minutes. Meanwhile one pod goes, and another comes.',
  order: 'seeded',
  shows: ['kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts'],
  endsAtMs: 20 * 60_000,
  *story(user) {
    for (const n of [1, 2, 3]) user.act({ kind: 'apply', object: pod(`web-${n}`, { app: 'web' }) });
    user.act({ kind: 'start', program });
    yield* user.sleep(10_000);
    user.act({ kind: 'cut-watch', program, resource: 'pods', forMs: 12 * 60_000 });
    user.act({ kind: 'delete', ...web(2), gracePeriodSeconds: 0 });
    user.act({ kind: 'apply', object: pod('web-4', { app: 'web' }) });
    for (let look = 1; look <= 3; look++) {
      yield* user.sleep(4 * 60_000);
      user.act({ kind: 'relabel', ...web(3), labels: { look: String(look) } });
    }
    yield* user.sleep(2 * 60_000);
  },
};

export const scenarios: readonly Scenario[] = [merged, inOrder, atomic, unseen];
