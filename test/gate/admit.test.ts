import { describe, expect, test } from 'vitest';
import { admit, admitInTurns } from '../../src/gate/admit.ts';
import type { Shapes } from '../../src/gate/shape.ts';

/** A run in small: a title, entries that hold themselves in no way, a map, a set, bytes, and what JSON can say. */
const shapes: Shapes = [
  { fields: { title: 1, entries: 2 }, may: { at: 5, names: 6, kinds: 8, verdict: 9, more: 10, next: 11 } },
  'text',
  { list: 3 },
  { either: [4, 12] },
  { fields: { kind: 13, key: 1 }, may: { locals: 14 } },
  { either: [15, 16] },
  { map: 7 },
  { tuple: [1, 15] },
  { set: 1 },
  { numbers: 'Uint8Array' },
  'data',
  0,
  { fields: { kind: 17, count: 15 }, may: {} },
  { values: ['line'] },
  { record: 1 },
  'number',
  'undefined',
  { values: ['count'] },
] as unknown as Shapes;

const line = { kind: 'line', key: 'a/b', locals: { x: '1' } };
const message = (fields: object = {}): object => ({ title: 'a run', entries: [line], ...fields });
const taken = (value: unknown): unknown => admit(structuredClone(value), shapes);
const own = (fields: Record<string, unknown>): object => Object.assign(Object.create(null) as object, fields);

/** What Preact takes for an element when JSON cannot have made it. */
const element = { type: 'img', props: { src: 'x' }, constructor: undefined, __k: null, __b: 1 };

describe('what has the shape', () => {
  test('comes through as it was, in objects of its own', () => {
    const all = message({
      at: 3,
      names: new Map([['a', 1]]),
      kinds: new Set(['x']),
      verdict: new Uint8Array([1, 2]),
      more: { labels: { app: 'web' }, list: [null, 1, true] },
    });
    const copy = taken(all);
    expect(copy).toEqual(all);
    expect(copy).not.toBe(all);
  });

  test('shares what the message shares, and is read once', () => {
    let reads = 0;
    const shared = {
      kind: 'line',
      get key() {
        reads++;
        return 'k';
      },
    };
    const copy = admit({ title: 'a', entries: [shared, shared] }, shapes) as { entries: object[] };
    expect(copy.entries[0]).toEqual({ kind: 'line', key: 'k' });
    expect(reads).toBeLessThanOrEqual(2);
    const twice = admit(structuredClone({ title: 'a', entries: [], more: [line, [line]] }), shapes) as {
      more: [object, [object]];
    };
    expect(twice.more[1][0]).toBe(twice.more[0]);
  });

  test('may come by turns, and comes the same', async () => {
    const many = message({ entries: Array.from({ length: 2000 }, (_, i) => ({ kind: 'count', count: i })) });
    expect(await admitInTurns(structuredClone(many), shapes)).toEqual(many);
  });

  test('may be an instance of another realm: what it is called decides', () => {
    // A null prototype stands for that of another realm, which this one does not know.
    expect(admit(own({ title: 'a', entries: [own(line)] }), shapes)).toEqual({ title: 'a', entries: [line] });
  });
});

describe('what has not is refused, with its place', () => {
  test.each([
    ['an element for a text', message({ title: element }), '.title: expected a text, found an object'],
    [
      'an element for a local',
      message({ entries: [{ ...line, locals: { x: element } }] }),
      '.entries[0].locals.x: expected a text, found an object',
    ],
    [
      'an element for a key',
      message({ entries: [{ kind: 'line', key: element }] }),
      '.entries[0].key: expected a text, found an object',
    ],
    [
      'an element for an entry',
      message({ entries: [element] }),
      '.entries[0]: expected an object with kind, key or an object with kind, count, found an object',
    ],
    [
      'an element in a list for a text',
      message({ title: [element] }),
      '.title: expected a text, found Array',
    ],
    [
      'an element where anything may be',
      message({ more: element }),
      '.more: expected other names of fields, found "constructor"',
    ],
    [
      'one deep in what may be anything',
      message({ more: { a: [{ b: element }] } }),
      '.more.a[0].b: expected other names of fields, found "constructor"',
    ],
    [
      'a field that no shape names',
      message({ sideways: element }),
      '.sideways: expected other names of fields, found "constructor"',
    ],
    [
      "a framework's own field",
      message({ more: { __html: '<b>' } }),
      '.more: expected other names of fields, found "__html"',
    ],
    [
      'a prototype',
      message({ more: JSON.parse('{"__proto__": {"x": 1}}') }),
      '.more: expected other names of fields, found "__proto__"',
    ],
    [
      'a prototype to be found later',
      message({ more: { prototype: {} } }),
      '.more: expected other names of fields, found "prototype"',
    ],
    [
      'a kind that is none',
      message({ entries: [{ kind: 'constructor', key: 'a' }] }),
      '.entries[0]: expected',
    ],
    ['a number that is a text', message({ at: '3' }), '.at: expected a number or nothing, found a text'],
    [
      'a text that is an object of a text',
      message({ title: Object('a') }),
      '.title: expected a text, found String',
    ],
    [
      'an element as the key of a Map',
      message({ names: new Map([[element, 1]]) }),
      '.names[0][0]: expected a text, found an object',
    ],
    [
      'an element as a value of a Map',
      message({ names: new Map([['a', element]]) }),
      '.names[0][1]: expected a number, found an object',
    ],
    [
      'an element in a Set',
      message({ kinds: new Set([element]) }),
      '.kinds[0]: expected a text, found an object',
    ],
    [
      'a Map where anything may be',
      message({ more: new Map() }),
      '.more: expected what JSON can say, found Map',
    ],
    ['a date', message({ more: new Date(0) }), '.more: expected what JSON can say, found Date'],
    ['an error', message({ more: new Error('a') }), '.more: expected what JSON can say, found Error'],
    ['a regular expression', message({ more: /a/ }), '.more: expected what JSON can say, found RegExp'],
    [
      'a buffer',
      message({ more: new ArrayBuffer(8) }),
      '.more: expected what JSON can say, found ArrayBuffer',
    ],
    [
      'other bytes than were expected',
      message({ verdict: new Float64Array(1) }),
      '.verdict: expected Uint8Array, found Float64Array',
    ],
    ['a bigint', message({ more: 1n }), '.more: expected what JSON can say, found a bigint'],
    ['nothing at all', undefined, 'the message: expected an object with title, entries, found nothing'],
    ['null', null, 'the message: expected an object with title, entries, found null'],
    ['a list for the whole', [1], 'the message: expected an object with title, entries, found Array'],
    ['too little', { title: 'a' }, 'the message: expected an object with title, entries, found an object'],
  ])('%s', (_what, value, says) => {
    expect(() => taken(value)).toThrow(says);
  });

  test('a port, which only a list of transfers brings', () => {
    const { port1 } = new MessageChannel();
    const value: unknown = structuredClone(message({ more: port1 }), { transfer: [port1] });
    expect(() => admit(value, shapes)).toThrow('.more: expected what JSON can say, found ');
  });

  test('an object that holds itself', () => {
    const circle: Record<string, unknown> = { a: {} };
    circle['a'] = circle;
    expect(() => taken(message({ more: circle }))).toThrow('expected no object that holds itself, found one');
    const list: unknown[] = [];
    list.push(list);
    expect(() => taken(message({ more: list }))).toThrow('expected no object that holds itself, found one');
  });

  test('a getter that throws is as what it throws, and nothing is taken', () => {
    const trap = {
      get title() {
        throw new Error('out');
      },
      entries: [],
    };
    expect(() => admit(trap, shapes)).toThrow('out');
  });
});

describe('bounds', () => {
  const limits = { parts: 100, letters: 100, depth: 10 };
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

  test.each([
    ['a text without end', message({ title: 'x'.repeat(101) }), 'expected at most 100 letters, found more'],
    [
      'many short ones',
      message({ more: Array.from({ length: 90 }, (_, i) => `${i} letters`) }),
      'expected at most 100 letters, found more',
    ],
    [
      'a list without end',
      message({ more: Array.from({ length: 101 }, () => 1) }),
      'expected at most 100 parts, found more',
    ],
    [
      'a list of holes',
      message({ more: Object.assign([], { length: 4_000_000_000 }) }),
      'expected at most 100 parts, found more',
    ],
    [
      'many fields',
      message({ more: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, 1])) }),
      'expected at most 100 parts, found more',
    ],
    ['many bytes', message({ verdict: new Uint8Array(101) }), 'expected at most 100 letters, found more'],
    ['levels without end', message({ more: deep(12) }), 'expected at most 10 levels, found more'],
  ])('%s', (_what, value, says) => {
    expect(() => admit(value, shapes, limits)).toThrow(says);
  });

  test('what is deeper than a stack is refused in words', () => {
    let nested: unknown = 1;
    for (let i = 0; i < 100_000; i++) nested = [nested];
    expect(() => admit(message({ more: nested }), shapes)).toThrow('expected at most 120 levels, found more');
  });

  test('what is shared counts once', () => {
    const shared = Array.from({ length: 30 }, () => 1);
    expect(() =>
      admit(message({ more: Array.from({ length: 40 }, () => shared) }), shapes, limits),
    ).not.toThrow();
  });
});
