import { describe, expect, test } from 'vitest';
import {
  DeletedFinalStateUnknown,
  type Delta,
  type DeltaFIFO,
  type Deltas,
  type KeyListerGetter,
  errZeroLengthDeltasObject,
  newDeltaFIFO,
  newDeltaFIFOWithOptions,
  newest,
  oldest,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import {
  ErrRequeue,
  errFIFOClosed,
  pop,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/fifo.ts';
import { KeyError } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/store.ts';
import type { Blocking } from '../../../../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { run } from './support.ts';

// The cases are those of upstream's delta_fifo_test.go, and some about what may wait.

interface Obj {
  readonly name: string;
  readonly val: number;
}

const obj = (name: string, val: number): Obj => ({ name, val });
const keyFunc = (of: unknown): [string, undefined] => [(of as Obj).name, undefined];
const known = (...objs: readonly Obj[]): KeyListerGetter<Obj> => ({
  listKeys: () => objs.map(({ name }) => name),
  getByKey(key) {
    const found = objs.find(({ name }) => name === key);
    return found ? [found, true, undefined] : [undefined, false, undefined];
  },
});
const newFIFO = (knownObjects?: KeyListerGetter<Obj>): DeltaFIFO<Obj> => newDeltaFIFO(keyFunc, knownObjects);
const unknown = (key: string, of?: Obj): DeletedFinalStateUnknown<Obj> =>
  new DeletedFinalStateUnknown(key, of);

/** The value of the newest delta of the next item. */
const popVal = (f: DeltaFIFO<Obj>): number =>
  ((newest(run(pop(f)) as Deltas<Obj>) as Delta<Obj>).object as Obj).val;

const foo = obj('foo', 5);
const bar = obj('bar', 6);
const baz = obj('baz', 7);

describe('DeltaFIFO', () => {
  test('keeps the order of each of two producers', () => {
    const sim = new Sim({ order: 'seeded', seed: 7 });
    const f = newFIFO();
    const produce = function* (prefix: string): Blocking<void> {
      for (let i = 1; i <= 500; i++) {
        yield* f.add(obj(`${prefix}${i}`, i));
        yield* sim.yieldNow();
      }
    };
    sim.go('a', produce('a'));
    sim.go('b', produce('b'));
    const popped: Obj[] = [];
    sim.go(
      'consumer',
      (function* () {
        while (popped.length < 1000) popped.push(((yield* pop(f)) as Deltas<Obj>)[0]?.object as Obj);
      })(),
    );
    sim.runUntilIdle();
    const upTo500 = Array.from({ length: 500 }, (_, i) => i + 1);
    for (const prefix of ['a', 'b']) {
      expect(popped.filter(({ name }) => name.startsWith(prefix)).map(({ val }) => val)).toEqual(upTo500);
    }
  });

  test('queues a Sync behind a Deleted of the same object', () => {
    const [oldObj, newObj] = [obj('foo', 1), obj('foo', 2)];
    const f = newFIFO(known(oldObj));
    run(f.delete(oldObj));
    run(f.replace([newObj], ''));
    expect(run(pop(f))).toEqual([
      { type: 'Deleted', object: oldObj },
      { type: 'Sync', object: newObj },
    ]);
  });

  test('puts an item back when its processing asks for it', () => {
    const f = newFIFO();
    run(f.add(obj('foo', 10)));
    const processed: Deltas<Obj>[] = [];
    const popWith = (err: Error | undefined): Error | undefined =>
      run(
        f.pop(function* (deltas) {
          processed.push(deltas);
          return err;
        }),
      )[1];
    expect(popWith(new ErrRequeue())).toBeUndefined();
    expect(f.listKeys()).toEqual(['foo']);
    expect(popWith(new ErrRequeue(new Error('test error')))).toEqual(new Error('test error'));
    expect(f.listKeys()).toEqual(['foo']);
    expect(popWith(undefined)).toBeUndefined();
    expect(f.listKeys()).toEqual([]);
    const item = [{ type: 'Added', object: obj('foo', 10) }];
    expect(processed).toEqual([item, item, item]);
  });

  test('gives an error of processing and drops the item', () => {
    const f = newFIFO();
    run(f.add(foo));
    const failed = new Error('no luck');
    const [deltas, err] = run(
      f.pop(function* () {
        return failed;
      }),
    );
    expect(err).toBe(failed);
    expect(deltas).toEqual([{ type: 'Added', object: foo }]);
    expect(f.listKeys()).toEqual([]);
  });

  test('gathers what happens to one key into one item', () => {
    const f = newFIFO();
    run(f.add(obj('foo', 10)));
    run(f.update(obj('foo', 12)));
    run(f.delete(obj('foo', 15)));
    expect(f.list()).toEqual([obj('foo', 15)]);
    expect(f.listKeys()).toEqual(['foo']);
    const deltas = run(pop(f)) as Deltas<Obj>;
    expect(deltas.map(({ type }) => type)).toEqual(['Added', 'Updated', 'Deleted']);
    expect(oldest(deltas)?.object).toEqual(obj('foo', 10));
    expect(newest(deltas)?.object).toEqual(obj('foo', 15));
    expect(f.get(obj('foo', 0))).toEqual([undefined, false, undefined]);
  });

  test('without a lister, ignores the deletion of what is not queued', () => {
    const f = newFIFO();
    run(f.add(obj('foo', 10)));
    run(f.update(obj('bar', 15)));
    run(f.add(obj('qux', 17)));
    run(f.delete(obj('qux', 18)));
    run(f.delete(obj('baz', 20)));
    expect([popVal(f), popVal(f), popVal(f)]).toEqual([10, 15, 18]);
    expect(f.listKeys()).toEqual([]);
  });

  test('with a lister, queues the deletion of what it knows', () => {
    const f = newFIFO(known(foo, bar, baz));
    run(f.add(obj('foo', 10)));
    run(f.update(obj('bar', 15)));
    run(f.delete(obj('baz', 20)));
    run(f.delete(obj('qux', 30)));
    expect([popVal(f), popVal(f), popVal(f)]).toEqual([10, 15, 20]);
    expect(f.listKeys()).toEqual([]);
  });

  test('an added object that is then listed is popped once', () => {
    const f = newFIFO();
    run(f.add(obj('foo', 10)));
    run(f.replace([obj('foo', 15)], '0'));
    expect(popVal(f)).toBe(15);
    expect(f.listKeys()).toEqual([]);
  });

  test('INF-16 a resync leaves alone what has something queued', () => {
    const f = newFIFO(known(foo));
    run(f.delete(obj('foo', 10)));
    run(f.resync());
    expect(f.getByKey('foo')[0]?.map(({ type }) => type)).toEqual(['Deleted']);
  });

  test('a resync after an update does not bring the old state back', () => {
    const f = newFIFO(known(foo));
    run(f.update(obj('foo', 6)));
    run(f.resync());
    expect(run(pop(f))).toEqual([{ type: 'Updated', object: obj('foo', 6) }]);
  });

  test('INF-16 a resync queues what is known as Sync', () => {
    const f = newFIFO(known(foo));
    run(f.resync());
    expect(run(pop(f))).toEqual([{ type: 'Sync', object: foo }]);
  });

  test('a resync without a lister does nothing', () => {
    const f = newFIFO();
    expect(run(f.resync())).toBeUndefined();
    expect(f.hasSynced()).toBe(false);
    expect(f.listKeys()).toEqual([]);
  });

  test('the deletion of what is queued but unknown is kept', () => {
    const f = newFIFO(known());
    run(f.add(obj('foo', 5)));
    run(f.delete(obj('foo', 6)));
    expect(f.getByKey('foo')[0]?.map(({ type }) => type)).toEqual(['Added', 'Deleted']);
  });

  const barGone = { type: 'Deleted', object: unknown('bar', bar) };
  test.each<[string, (f: DeltaFIFO<Obj>) => Blocking<unknown>, boolean, unknown[][]]>([
    [
      'a deletion is queued',
      (f) => f.delete(obj('baz', 10)),
      true,
      [[{ type: 'Deleted', object: obj('baz', 10) }], [{ type: 'Sync', object: foo }], [barGone]],
    ],
    [
      'an addition is queued',
      (f) => f.add(obj('baz', 10)),
      true,
      [
        [
          { type: 'Added', object: obj('baz', 10) },
          { type: 'Deleted', object: unknown('baz', baz) },
        ],
        [{ type: 'Sync', object: foo }],
        [barGone],
      ],
    ],
    [
      'an addition is queued and there is no lister',
      (f) => f.add(obj('baz', 10)),
      false,
      [
        [
          { type: 'Added', object: obj('baz', 10) },
          { type: 'Deleted', object: unknown('baz', obj('baz', 10)) },
        ],
        [{ type: 'Sync', object: foo }],
      ],
    ],
  ])('INF-14 a list marks what it misses as gone: %s', (_, before, withLister, expected) => {
    const f = newFIFO(withLister ? known(foo, bar, baz) : undefined);
    run(before(f));
    run(f.replace([foo], '0'));
    expect(expected.map(() => run(pop(f)))).toEqual(expected);
    expect(f.listKeys()).toEqual([]);
  });

  test('INF-14 a list queues Replaced if told to', () => {
    const f = newDeltaFIFOWithOptions({
      keyFunction: keyFunc,
      knownObjects: known(foo, bar, baz),
      emitDeltaTypeReplaced: true,
    });
    run(f.delete(obj('baz', 10)));
    run(f.replace([obj('foo', 6)], '0'));
    expect([run(pop(f)), run(pop(f)), run(pop(f))]).toEqual([
      [{ type: 'Deleted', object: obj('baz', 10) }],
      [{ type: 'Replaced', object: obj('foo', 6) }],
      [barGone],
    ]);
  });

  test('what cannot be looked up is marked as gone without its object', () => {
    const f = newFIFO({ listKeys: () => ['a', 'b'], getByKey: () => [undefined, false, new Error('no')] });
    run(f.replace([], '0'));
    expect([run(pop(f)), run(pop(f))]).toEqual([
      [{ type: 'Deleted', object: unknown('a') }],
      [{ type: 'Deleted', object: unknown('b') }],
    ]);
  });

  test('of two deletions the one that knows the object is kept', () => {
    const f = newFIFO(known(foo));
    run(f.replace([], '0'));
    run(f.delete(obj('foo', 9)));
    run(f.delete(obj('foo', 10)));
    expect(run(pop(f))).toEqual([{ type: 'Deleted', object: obj('foo', 9) }]);
  });

  test('INF-13 updates are not merged', () => {
    const f = newFIFO();
    for (const val of [1, 2, 2]) run(f.update(obj('foo', val)));
    expect(run(pop(f))).toHaveLength(3);
  });

  test('a key keeps its place, and loses it once popped', () => {
    const f = newFIFO();
    for (const [name, val] of [
      ['foo', 10],
      ['bar', 1],
      ['foo', 11],
      ['foo', 13],
      ['zab', 30],
    ] as const) {
      run(f.add(obj(name, val)));
    }
    expect(popVal(f)).toBe(13);
    run(f.add(obj('foo', 14)));
    expect([popVal(f), popVal(f), popVal(f)]).toEqual([1, 30, 14]);
  });

  test('puts an item back only if its key is not queued', () => {
    const f = newFIFO();
    run(f.add(obj('b', 3)));
    const b3 = run(pop(f)) as Deltas<Obj>;
    run(f.add(obj('c', 4)));
    const c4 = run(pop(f)) as Deltas<Obj>;
    run(f.add(obj('a', 1)));
    run(f.add(obj('b', 2)));
    run(f.addIfNotPresent(b3));
    run(f.addIfNotPresent(c4));
    expect(f.listKeys()).toHaveLength(3);
    expect([popVal(f), popVal(f), popVal(f)]).toEqual([1, 2, 4]);
  });

  test.each<[string, unknown]>([
    ['A', obj('A', 0)],
    ['B', unknown('B')],
    ['C', [{ type: 'Added', object: obj('C', 0) }]],
    ['D', [{ type: 'Deleted', object: unknown('D') }]],
  ])('finds the key %s', (key, of) => {
    expect(newFIFO().keyOf(of)).toEqual([key, undefined]);
  });

  test('no deltas have no key', () => {
    const [, err] = newFIFO().keyOf([]);
    expect(err).toBeInstanceOf(KeyError);
    expect((err as KeyError).err).toBe(errZeroLengthDeltasObject);
  });

  test('what has no key is refused, and the queue goes on', () => {
    const f = newDeltaFIFO<unknown>();
    for (const refused of [f.add({}), f.update({}), f.delete({}), f.replace([{}], '0')]) {
      expect(run(refused)?.message).toContain('object has no meta');
    }
    expect(f.get({})[2]?.message).toContain('object has no meta');
    expect(run(f.addIfNotPresent([]))).toBeInstanceOf(KeyError);
    expect(run(f.add('a key'))).toBeUndefined();
    expect(f.listKeys()).toEqual(['a key']);
  });

  type Action = (f: DeltaFIFO<Obj>) => Blocking<unknown>;
  const replaceTwo: Action = (f) => f.replace([obj('a', 1), obj('b', 2)], '0');
  test.each<[string, Action[], boolean]>([
    ['nothing', [], false],
    ['an addition', [(f) => f.add(obj('a', 1))], true],
    ['an empty list', [(f) => f.replace([], '0')], true],
    ['a list of two', [replaceTwo], false],
    ['a list of two and a pop', [replaceTwo, pop], false],
    ['a list of two and two pops', [replaceTwo, pop, pop], true],
  ])('INF-15 has synced after %s', (_, actions, expected) => {
    const f = newFIFO();
    for (const action of actions) run(action(f));
    expect(f.hasSynced()).toBe(expected);
  });

  test('INF-15 the deletions that a first list finds count as well', () => {
    const f = newFIFO(known(foo, bar, baz));
    run(f.replace([foo], '0'));
    const popped: unknown[] = [];
    for (let i = 0; i < 3; i++) {
      expect(f.hasSynced()).toBe(false);
      popped.push(run(pop(f)));
    }
    expect(f.hasSynced()).toBe(true);
    expect(popped).toEqual([
      [{ type: 'Sync', object: foo }],
      [barGone],
      [{ type: 'Deleted', object: unknown('baz', baz) }],
    ]);
  });

  test('shows its order without giving anything away', () => {
    const f = newFIFO();
    run(f.add(foo));
    run(f.add(bar));
    run(f.update(foo));
    const { queue, items } = f.peek();
    expect(queue).toEqual(['foo', 'bar']);
    expect(items.get('foo')?.map(({ type }) => type)).toEqual(['Added', 'Updated']);
    expect(f.listKeys()).toEqual(['foo', 'bar']);
  });

  test('what is looked up does not grow with the queue', () => {
    const f = newFIFO();
    run(f.add(foo));
    const [before] = f.getByKey('foo');
    run(f.update(foo));
    expect(before).toHaveLength(1);
  });
});

describe('a DeltaFIFO that somebody waits for', () => {
  test('ten waiting pops return when it is closed', () => {
    const sim = new Sim();
    const f = newFIFO(known(foo));
    const errors: (Error | undefined)[] = [];
    for (let i = 0; i < 10; i++) {
      sim.go(
        `job-${i}`,
        (function* () {
          const [, err] = yield* f.pop(function* () {
            return undefined;
          });
          errors.push(err);
        })(),
      );
    }
    sim.runUntilIdle();
    expect(errors).toEqual([]);
    f.close();
    expect(f.isClosed()).toBe(true);
    sim.runUntilIdle();
    expect(errors).toEqual(Array(10).fill(errFIFOClosed));
  });

  test('what is queued is still popped after it is closed', () => {
    const f = newFIFO();
    run(f.add(foo));
    f.close();
    expect(popVal(f)).toBe(5);
    expect(run(pop(f))).toBeUndefined();
  });

  test('INF-15 writes wait until an item is processed, and it has not synced before', () => {
    const sim = new Sim();
    const f = newFIFO();
    const lines: string[] = [];
    const note = (text: string): void => void lines.push(`${sim.now} ms ${text}, synced ${f.hasSynced()}`);
    const body = function* (): Blocking<void> {
      yield* f.replace([foo], '1');
      note('listed');
      yield* f.pop(function* () {
        note('processing');
        yield* sim.sleep(50);
        note('processed');
        return undefined;
      });
      note('popped');
    };
    const writer = function* (): Blocking<void> {
      yield* sim.sleep(10);
      note('writing');
      yield* f.update(obj('foo', 6));
      note(`wrote ${f.listKeys().join()}`);
    };
    sim.go('consumer', body());
    sim.go('writer', writer());
    sim.runUntilIdle();
    expect(lines).toEqual([
      '0 ms listed, synced false',
      '0 ms processing, synced false',
      '10 ms writing, synced false',
      '50 ms processed, synced false',
      '50 ms popped, synced true',
      '50 ms wrote foo, synced true',
    ]);
  });
});
