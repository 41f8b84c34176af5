import { describe, expect, test } from 'vitest';
import {
  DeletedFinalStateUnknown,
  type Deltas,
  type KeyListerGetter,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import {
  type PopProcessFunc,
  errFIFOClosed,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/fifo.ts';
import {
  type RealFIFO,
  newRealFIFOWithOptions,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/the_real_fifo.ts';
import type { Blocking } from '../../../../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { run } from './support.ts';

// Most cases are those of the_real_fifo_test.go of today's client-go.

interface Obj {
  readonly name: string;
  readonly val: number;
}

const obj = (name: string, val: number): Obj => ({ name, val });
const keyFunction = (of: unknown): [string, undefined] => [(of as Obj).name, undefined];
const known = (...objs: readonly Obj[]): KeyListerGetter<Obj> => ({
  listKeys: () => objs.map(({ name }) => name),
  getByKey(key) {
    const found = objs.find(({ name }) => name === key);
    return found ? [found, true, undefined] : [undefined, false, undefined];
  },
});
const newFIFO = (...objs: readonly Obj[]): RealFIFO<Obj> =>
  newRealFIFOWithOptions<Obj>({ keyFunction, knownObjects: known(...objs) });
const newAtomicFIFO = (unlockWhileProcessing = false): RealFIFO<Obj> =>
  newRealFIFOWithOptions<Obj>({ keyFunction, atomicEvents: true, unlockWhileProcessing });

const told = (deltas: Deltas<Obj>): string[] =>
  deltas.map((delta) => {
    if (delta.type === 'ReplacedAll')
      return `ReplacedAll ${delta.object.objects.map((o) => o.name).join('+')}`;
    if (delta.type === 'SyncAll') return 'SyncAll';
    const { type, object } = delta;
    if (!(object instanceof DeletedFinalStateUnknown)) return `${type} ${object.name}=${object.val}`;
    return `${type} ${object.key} unknown ${(object.obj as Obj | undefined)?.val ?? '-'}`;
  });

/** Pops everything there is; each item in a text. */
function popAll(f: RealFIFO<Obj>): string[] {
  const all: string[] = [];
  while (f.peek().queue.length > 0) {
    run(
      f.pop(function* (deltas) {
        all.push(...told(deltas));
        return undefined;
      }),
    );
  }
  return all;
}

function after(f: RealFIFO<Obj>, ...writes: readonly Blocking<Error | undefined>[]): string[] {
  for (const write of writes) expect(run(write)).toBeUndefined();
  return popAll(f);
}

const foo = obj('foo', 5);
const bar = obj('bar', 6);
const baz = obj('baz', 7);

describe('RealFIFO', () => {
  test('pops in the order in which things happened, across all keys', () => {
    const f = newFIFO();
    const seen = after(
      f,
      f.add(foo),
      f.add(bar),
      f.update(obj('foo', 6)),
      f.delete(bar),
      f.update(obj('foo', 7)),
    );
    expect(seen).toEqual(['Added foo=5', 'Added bar=6', 'Updated foo=6', 'Deleted bar=6', 'Updated foo=7']);
  });

  test('merges nothing, not even two deletions of the same', () => {
    const f = newFIFO(foo);
    expect(after(f, f.delete(foo), f.delete(foo))).toEqual(['Deleted foo=5', 'Deleted foo=5']);
  });

  test('a deletion of what nobody knows is queued all the same', () => {
    const f = newFIFO();
    expect(after(f, f.delete(foo))).toEqual(['Deleted foo=5']);
  });

  test.each<[string, (f: RealFIFO<Obj>) => Blocking<Error | undefined>[], string[]]>([
    ['added', (f) => [f.add(foo), f.replace([], '0')], ['Added foo=5', 'Deleted foo unknown 5']],
    ['deleted', (f) => [f.add(foo), f.delete(foo), f.replace([], '0')], ['Added foo=5', 'Deleted foo=5']],
    [
      'listed twice, then not',
      (f) => [f.add(foo), f.replace([foo], '0'), f.replace([foo], '0'), f.replace([], '0')],
      ['Added foo=5', 'Replaced foo=5', 'Replaced foo=5', 'Deleted foo unknown 5'],
    ],
    [
      'missing from two lists',
      (f) => [f.add(foo), f.replace([], '0'), f.replace([], '1')],
      ['Added foo=5', 'Deleted foo unknown 5'],
    ],
    [
      'added, deleted and added',
      (f) => [f.add(foo), f.delete(foo), f.add(obj('foo', 8)), f.replace([], '0')],
      ['Added foo=5', 'Deleted foo=5', 'Added foo=8', 'Deleted foo unknown 8'],
    ],
  ])('a list ends an object that is only queued: %s', (_what, writes, expected) => {
    const f = newFIFO();
    expect(after(f, ...writes(f))).toEqual(expected);
  });

  test('a list has its deletions first: of what is queued, then of what the consumer knows', () => {
    const f = newFIFO(foo, bar, baz);
    const seen = after(f, f.delete(baz), f.add(obj('new', 1)), f.replace([foo], '0'));
    expect(seen).toEqual([
      'Deleted baz=7',
      'Added new=1',
      'Deleted new unknown 1',
      'Deleted bar unknown 6',
      'Replaced foo=5',
    ]);
  });

  test('a resync leaves alone what is queued', () => {
    const f = newFIFO(foo, bar);
    expect(after(f, f.update(obj('foo', 9)), f.resync())).toEqual(['Updated foo=9', 'Sync bar=6']);
  });

  test.each<[string, (f: RealFIFO<Obj>) => Blocking<Error | undefined>[], number]>([
    ['nothing came', () => [], -1],
    ['an addition', (f) => [f.add(foo)], 0],
    ['an update', (f) => [f.update(foo)], 0],
    ['an empty list', (f) => [f.replace([], '0')], 0],
    ['a list of two', (f) => [f.replace([foo, bar], '0')], 2],
    ['an addition, then a list of one', (f) => [f.add(bar), f.replace([foo], '0')], 0],
  ])('has synced after %s and what it takes', (_what, writes, pops) => {
    const f = newFIFO();
    for (const write of writes(f)) run(write);
    for (let i = 0; i < pops; i++) {
      expect(f.hasSynced()).toBe(false);
      run(f.pop(nothing));
    }
    expect(f.hasSynced()).toBe(pops >= 0);
    expect(f.done().closed).toBe(pops >= 0);
  });

  test('has not synced while the last item of the first list is processed', () => {
    const f = newFIFO();
    run(f.replace([foo], '0'));
    const during: boolean[] = [];
    run(
      f.pop(function* () {
        during.push(f.hasSynced());
        return undefined;
      }),
    );
    expect([...during, f.hasSynced()]).toEqual([false, true]);
  });

  test('whoever waits for an item learns that it was closed', () => {
    const sim = new Sim();
    const f = newFIFO();
    const results: unknown[] = [];
    for (const name of ['a', 'b']) {
      sim.go(
        name,
        (function* () {
          results.push(yield* f.pop(nothing));
        })(),
      );
    }
    sim.runUntilIdle();
    expect(results).toEqual([]);
    f.close();
    sim.runUntilIdle();
    expect(results).toEqual([
      [undefined, errFIFOClosed],
      [undefined, errFIFOClosed],
    ]);
    expect(f.isClosed()).toBe(true);
  });

  test('gives back the error of processing; nothing is queued again', () => {
    const f = newFIFO();
    run(f.add(foo));
    const failed = new Error('no');
    const [, err] = run(
      f.pop(function* () {
        return failed;
      }),
    );
    expect(err).toBe(failed);
    expect(f.peek().queue).toEqual([]);
  });

  test('an observer sees each item in a place of its own', () => {
    const f = newFIFO();
    for (const write of [f.add(foo), f.add(bar), f.update(foo)]) run(write);
    expect(f.peek().queue).toEqual(['foo', 'bar', 'foo #2']);
  });

  test('an object without a key is refused', () => {
    const f = newRealFIFOWithOptions<Obj>({ knownObjects: known() });
    expect(run(f.add(foo))?.message).toContain("couldn't create key for object");
    expect(f.peek().queue).toEqual([]);
  });
});

const nothing: PopProcessFunc<Obj> = function* () {
  return undefined;
};

describe('RealFIFO with atomic events', () => {
  test('a list is one item, and so is a resync', () => {
    const f = newAtomicFIFO();
    const seen = after(f, f.add(baz), f.replace([foo, bar], '7'), f.resync(), f.delete(foo));
    expect(seen).toEqual(['Added baz=7', 'ReplacedAll foo+bar', 'SyncAll', 'Deleted foo=5']);
  });

  test('has synced once the item of the first list was processed', () => {
    const f = newAtomicFIFO();
    run(f.replace([foo, bar], '7'));
    expect(f.hasSynced()).toBe(false);
    run(f.pop(nothing));
    expect(f.hasSynced()).toBe(true);
  });

  test.each([
    [false, ['processing', 'processed', 'written']],
    [true, ['processing', 'written', 'processed']],
  ])('unlockWhileProcessing %s says whether a write waits for the processing', (unlock, expected) => {
    const sim = new Sim();
    const f = newAtomicFIFO(unlock);
    const seen: string[] = [];
    const slow: PopProcessFunc<Obj> = function* () {
      seen.push('processing');
      yield* sim.sleep(1000);
      seen.push('processed');
      return undefined;
    };
    sim.go('pop', popTwice(f, slow));
    sim.go(
      'write',
      (function* () {
        yield* f.add(foo);
        yield* sim.sleep(10);
        yield* f.add(bar);
        seen.push('written');
      })(),
    );
    sim.runFor(1500);
    expect(seen.slice(0, 3)).toEqual(expected);
  });

  test.each([
    [
      { atomicEvents: true, knownObjects: known() },
      'knownObjects must not be provided when atomicEvents is true',
    ],
    [{}, 'knownObjects must be provided when atomicEvents is false'],
    [
      { unlockWhileProcessing: true, knownObjects: known() },
      'unlockWhileProcessing must be false when atomicEvents is false',
    ],
  ])('options that contradict each other are refused: %#', (options, message) => {
    expect(() => newRealFIFOWithOptions<Obj>(options)).toThrow(message);
  });
});

function* popTwice(f: RealFIFO<Obj>, process: PopProcessFunc<Obj>): Blocking<void> {
  yield* f.pop(process);
  yield* f.pop(process);
}
