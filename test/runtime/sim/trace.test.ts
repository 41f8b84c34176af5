import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LimitReached } from '../../../src/runtime/sim/limits.ts';
import {
  mapChanges,
  mapEntries,
  mapFrom,
  mapGet,
  mapRemove,
  mapSet,
  emptyMap,
} from '../../../src/runtime/sim/pmap.ts';
import { withCause } from '../../../src/runtime/sim/process.ts';
import { Sim, type SimOptions } from '../../../src/runtime/sim/sim.ts';
import { Trace, type WorldBase, emptyWorld } from '../../../src/runtime/sim/trace.ts';

interface World extends WorldBase {
  readonly count: number;
}

function traced(options: SimOptions = {}): { sim: Sim; trace: Trace<string, World> } {
  const sim = new Sim(options);
  const trace = new Trace<string, World>(sim, { ...emptyWorld(), count: 0 });
  sim.trace = trace as unknown as Trace;
  return { sim, trace };
}

describe('Trace', () => {
  test('an entry keeps when, who, why and the world of its moment', () => {
    const { sim, trace } = traced();
    sim.go(
      'counter',
      (function* () {
        for (let i = 1; i <= 2; i++) {
          yield* sim.sleep(10);
          trace.change('count', i);
          trace.stage(`count ${i}`);
        }
      })(),
    );
    sim.runUntilIdle();
    const { entries } = trace;
    expect(
      entries.map(({ index, at, step, process, cause, event }) => [index, at, step, process, cause, event]),
    ).toEqual([
      [0, 10, 3, 0, -1, 'count 1'],
      [1, 20, 5, 0, 0, 'count 2'],
    ]);
    expect(entries.map(({ world }) => world.count)).toEqual([1, 2]);
    expect(mapGet(entries[0]!.world.processes, '0')).toEqual({
      id: 0,
      name: 'counter',
      group: 'counter',
      state: 'running',
    });
    expect(mapEntries(trace.world.processes)).toEqual([]);
  });

  test('a world shows what each parked process waits for', () => {
    const { sim, trace } = traced();
    sim.go('sleeper', sim.sleep(500));
    sim.go(
      'noter',
      (function* () {
        yield* sim.sleep(1);
        trace.record('look');
      })(),
    );
    sim.runFor(10);
    expect(mapGet(trace.entries[0]!.world.processes, '0')?.waitsFor).toEqual({
      kind: 'sleep',
      on: 'time',
      until: 500,
    });
  });

  test('a timer has the cause of what set it, and a new process that of what started it', () => {
    const { sim, trace } = traced();
    sim.go(
      'first',
      (function* () {
        trace.stage('set');
        sim.after(5, () => void trace.record('fired'));
        sim.go(
          'second',
          (function* () {
            yield* sim.sleep(10);
            trace.record('second ran');
          })(),
        );
        withCause(-1, () => trace.record('apart'));
      })(),
    );
    sim.runUntilIdle();
    expect(trace.entries.map(({ event, cause }) => [event, cause])).toEqual([
      ['set', -1],
      ['apart', -1],
      ['fired', 0],
      ['second ran', 0],
    ]);
  });

  test('a full trace is a limit whose message ends with the last ten events', () => {
    const { sim, trace } = traced({ limits: { entries: 12 } });
    sim.go(
      'noisy',
      (function* () {
        for (let i = 0; ; i++) {
          yield* sim.sleep(1);
          trace.record(`event ${i}`);
        }
      })(),
    );
    const tail = Array.from({ length: 10 }, (_, i) => `${i + 3} ms  "event ${i + 2}"`);
    expect(() => sim.runUntilIdle()).toThrow(new LimitReached('entries', 12, 'one more', tail).message);
  });
});

describe('PMap', () => {
  const operations = fc.array(
    fc.tuple(fc.constantFrom('set', 'remove'), fc.stringMatching(/^[a-d]{0,3}$/), fc.nat()),
    {
      maxLength: 80,
    },
  );

  test('property: behaves as a Map whose earlier versions stay', () => {
    fc.assert(
      fc.property(operations, (ops) => {
        const model = new Map<string, number>();
        let map = emptyMap<number>();
        const versions: [typeof map, [string, number][]][] = [];
        for (const [op, key, value] of ops) {
          map = op === 'set' ? mapSet(map, key, value) : mapRemove(map, key);
          if (op === 'set') model.set(key, value);
          else model.delete(key);
          versions.push([map, [...model].sort(([a], [b]) => (a < b ? -1 : 1))]);
        }
        for (const [version, entries] of versions) {
          expect(mapEntries(version)).toEqual(entries);
          expect(version.size).toBe(entries.length);
        }
      }),
    );
  });

  test('property: changes between two versions are exactly the keys that differ, with what they were and are', () => {
    fc.assert(
      fc.property(operations, operations, (first, then) => {
        const run = (start: ReturnType<typeof emptyMap<number>>, ops: typeof first): typeof start =>
          ops.reduce(
            (map, [op, key, value]) => (op === 'set' ? mapSet(map, key, value) : mapRemove(map, key)),
            start,
          );
        const before = run(emptyMap<number>(), first);
        const after = run(before, then);
        const keys = new Set([...mapEntries(before), ...mapEntries(after)].map(([key]) => key));
        const expected = [...keys]
          .sort()
          .map((key) => ({ key, before: mapGet(before, key), after: mapGet(after, key) }))
          .filter((change) => change.before !== change.after);
        expect(mapChanges(before, after)).toEqual(expected);
      }),
    );
  });

  test('keeps keys whose hashes collide', () => {
    const keys = collidingKeys();
    const map = mapFrom(keys.map((key, i) => [key, i] as const));
    expect(keys.map((key) => mapGet(map, key))).toEqual([0, 1]);
    expect(mapEntries(mapRemove(map, keys[0]!))).toEqual([[keys[1], 1]]);
  });

  test('survives a structured clone', () => {
    const map = mapFrom([...Array(100)].map((_, i) => [`key ${i}`, i] as const));
    expect(mapEntries(structuredClone(map))).toEqual(mapEntries(map));
  });
});

/** Two strings of equal FNV-1a hash, by the birthday of 32 bits. */
function collidingKeys(): [string, string] {
  const seen = new Map<number, string>();
  for (let n = 0; ; n++) {
    const key = n.toString(36);
    let hash = 0x811c9dc5;
    for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
    const twin = seen.get(hash);
    if (twin !== undefined) return [twin, key];
    seen.set(hash, key);
  }
}
