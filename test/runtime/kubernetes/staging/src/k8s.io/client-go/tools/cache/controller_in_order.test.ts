import { describe, expect, test } from 'vitest';
import { ResourceEventHandlerFuncs } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { newQueueFIFO } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/controller_in_order.ts';
import { DeletedFinalStateUnknown } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import type { QueueKind } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/queue-kind.ts';
import { newSharedIndexInformer } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import { Stage } from '../../../../../../../../../src/runtime/stage/stage.ts';
import { replicaSet } from '../../../../../../../../../src/runtime/subjects/api/objects.ts';
import { plane } from '../../../../../../../../../src/runtime/subjects/control-loop/planes/replicaset.ts';
import { tell } from '../../../../../../../../../src/recording/tell.ts';
import { Chan } from '../../../../../../../../../src/runtime/sim/chan.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { FakeWatch, listOf, listerWatcher } from './fakes.ts';
import { makePod, podType } from './support.ts';

const all = { InOrderInformers: true, AtomicFIFO: true, UnlockWhileProcessingFIFO: true };
const inOrder = newQueueFIFO({ InOrderInformers: true });
const atomic = newQueueFIFO(all);
const kinds: readonly (readonly [string, QueueKind | undefined])[] = [
  ['DeltaFIFO', undefined],
  ['RealFIFO', inOrder],
  ['RealFIFO, atomic', atomic],
];

interface Told {
  readonly lines: string[];
  /** What the cache had when each line was told. */
  readonly cached: string[];
}

/**
 * Runs an informer over a list and what a watch brings while nobody pops; then over the list after, once the watch has
 * ended as if its version had expired.
 */
function told(queueKind: QueueKind | undefined, watched: FakeWatch, relist = listOf('9')): Told {
  const sim = new Sim();
  const lists = [listOf('2', makePod('a', '1'), makePod('b', '2')), relist];
  const watches = [watched];
  const informer = newSharedIndexInformer(sim, {
    name: 'test/pods',
    listerWatcher: listerWatcher(
      () => lists.shift() ?? relist,
      () => watches.shift() ?? new FakeWatch(),
    ),
    objectType: podType,
    defaultEventHandlerResyncPeriodMs: 0,
    ...(queueKind ? { queueKind } : {}),
  });
  const lines: string[] = [];
  const cached: string[] = [];
  const note = (line: string): void => {
    lines.push(line);
    cached.push(informer.getStore().listKeys().sort().join());
  };
  informer.addEventHandler(
    new ResourceEventHandlerFuncs({
      addFunc: (obj) => note(`add ${obj.metadata.name}@${obj.metadata.resourceVersion}`),
      updateFunc: (_old, obj) => note(`update ${obj.metadata.name}@${obj.metadata.resourceVersion}`),
      deleteFunc: (obj) =>
        note(obj instanceof DeletedFinalStateUnknown ? `gone ${obj.key}` : `delete ${obj.metadata.name}`),
    }),
  );
  sim.go('informer', informer.run(new Chan<never>('stop')));
  sim.runFor(10_000);
  return { lines, cached };
}

describe('the queue of an informer', () => {
  test('with the gate off there is none but the DeltaFIFO', () => {
    expect(newQueueFIFO({})).toBeUndefined();
    expect(newQueueFIFO({ AtomicFIFO: true })).toBeUndefined();
  });

  const burst = (): FakeWatch =>
    new FakeWatch(
      ['MODIFIED', makePod('a', '3')],
      ['MODIFIED', makePod('b', '4')],
      ['MODIFIED', makePod('a', '5')],
      ['DELETED', makePod('b', '6')],
    );

  test.each(kinds)('with a %s, what comes in a burst reaches the handler whole', (_name, kind) => {
    const { lines } = told(kind, burst());
    expect(lines.filter((line) => line.endsWith('a@5'))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/delete b|a@5/);
    expect(lines).toHaveLength(6);
  });

  test('a RealFIFO keeps the order of the watch across keys', () => {
    const inTurn = ['update a@3', 'update b@4', 'update a@5', 'delete b'];
    expect(told(inOrder, burst()).lines.slice(2)).toEqual(inTurn);
    expect(told(atomic, burst()).lines.slice(2)).toEqual(inTurn);
  });

  const gone = (): FakeWatch => new FakeWatch().ended();

  test.each(kinds)('with a %s, a list that lacks an object ends it', (_name, kind) => {
    const { lines } = told(kind, gone(), listOf('9', makePod('c', '8')));
    expect([...lines].sort()).toEqual(['add a@1', 'add b@2', 'add c@8', 'gone a', 'gone b']);
  });

  test('only with atomic events does no handler see a cache that holds half of a list', () => {
    const relist = listOf('9', makePod('c', '8'), makePod('d', '9'));
    const halves = (kind: QueueKind | undefined): string[] =>
      told(kind, gone(), relist).cached.filter((keys) => keys !== 'a,b' && keys !== 'c,d');
    expect(halves(atomic)).toEqual([]);
    expect(halves(inOrder)).not.toEqual([]);
    expect(halves(undefined)).not.toEqual([]);
  });
});

describe('a control plane whose informers keep the order', () => {
  test.each([
    ['DeltaFIFO', {}],
    ['RealFIFO', { InOrderInformers: true }],
    ['RealFIFO, atomic', all],
  ])('with a %s ends with as many pods as were asked for, and its trace tells how', (name, informerGates) => {
    const cluster = new Stage(plane, { informerGates }, { seed: 3 });
    const trace = cluster.record();
    cluster.start();
    cluster.act({ kind: 'apply', object: replicaSet('web', 3) });
    cluster.sim.runFor(10_000);
    expect(cluster.part('api').list('pods', 'default')).toHaveLength(3);
    const pops = trace.entries.filter(({ event }) => event.kind === 'fifo.pop');
    expect(pops.length).toBeGreaterThan(10);
    for (const { event } of pops) {
      const said = tell(event);
      expect(said).toContain(name === 'DeltaFIFO' ? 'its DeltaFIFO' : 'its RealFIFO');
      expect(event.kind === 'fifo.pop' && event.inOrder).toBe(name === 'DeltaFIFO' ? undefined : true);
    }
    // Every change of a pod in the cache goes back to the write that made it.
    const writes = trace.entries.filter(
      ({ event }) => event.kind === 'indexer.write' && event.informer.endsWith('manager/pods'),
    );
    expect(writes.length).toBeGreaterThan(6);
    for (const entry of writes) {
      let at = entry;
      while (at.event.kind !== 'store.write' && at.cause >= 0) at = trace.entries[at.cause]!;
      expect(at.event.kind).toBe('store.write');
    }
  });
});
