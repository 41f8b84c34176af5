import { describe, expect, test } from 'vitest';
import {
  type Operation,
  applyJSONPatch,
} from '../../../../../../../src/runtime/kubernetes/vendor/github.com/evanphx/json-patch/patch.ts';

const parsed = (text: string): object => JSON.parse(text) as object;

describe('the steps of RFC 6902', () => {
  test.each<[object, Operation[], unknown]>([
    [{ foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux' }], { foo: 'bar', baz: 'qux' }],
    [{ foo: ['bar', 'baz'] }, [{ op: 'add', path: '/foo/1', value: 'qux' }], { foo: ['bar', 'qux', 'baz'] }],
    [{ foo: ['bar'] }, [{ op: 'add', path: '/foo/-', value: 'qux' }], { foo: ['bar', 'qux'] }],
    [{ foo: ['bar'] }, [{ op: 'add', path: '/foo/1', value: 'qux' }], { foo: ['bar', 'qux'] }],
    [{ foo: 'bar' }, [{ op: 'add', path: '/foo', value: 'qux' }], { foo: 'qux' }],
    [{ baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], { foo: 'bar' }],
    [{ foo: ['bar', 'qux'] }, [{ op: 'remove', path: '/foo/1' }], { foo: ['bar'] }],
    [{ foo: [] }, [{ op: 'remove', path: '/foo' }], {}],
    [{ baz: 'qux' }, [{ op: 'replace', path: '/baz', value: 'boo' }], { baz: 'boo' }],
    [{ foo: ['a', 'b'] }, [{ op: 'replace', path: '/foo/0', value: 'c' }], { foo: ['c', 'b'] }],
    [
      { foo: { bar: 1 }, qux: {} },
      [{ op: 'move', from: '/foo/bar', path: '/qux/thud' }],
      { foo: {}, qux: { thud: 1 } },
    ],
    [{ foo: ['a', 'b', 'c'] }, [{ op: 'move', from: '/foo/0', path: '/foo/2' }], { foo: ['b', 'c', 'a'] }],
    [{ a: { b: 1 } }, [{ op: 'copy', from: '/a', path: '/c' }], { a: { b: 1 }, c: { b: 1 } }],
    [
      { a: { b: 1 } },
      [
        { op: 'copy', from: '/a', path: '/c' },
        { op: 'add', path: '/c/b', value: 2 },
      ],
      { a: { b: 1 }, c: { b: 2 } },
    ],
    [{ '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: 10 }], { '/': 9, '~1': 10 }],
    [{ '/': 9, '~1': 10 }, [{ op: 'remove', path: '/~1' }], { '~1': 10 }],
    [{ '': { '': 1 } }, [{ op: 'add', path: '//', value: 2 }], { '': { '': 2 } }],
    [
      { a: [{ b: [1, { c: 2 }] }] },
      [{ op: 'test', path: '/a/0', value: { b: [1, { c: 2 }] } }],
      { a: [{ b: [1, { c: 2 }] }] },
    ],
  ])('%j with %j', (document, patch, expected) => {
    const before = JSON.stringify([document, patch]);
    expect(applyJSONPatch(document, patch)).toEqual([expected, undefined]);
    expect(JSON.stringify([document, patch])).toBe(before);
  });
});

describe("what upstream's library takes besides", () => {
  test.each<[string, object, Operation[], unknown]>([
    ['an index may count from the end', { a: [1, 2, 3] }, [{ op: 'remove', path: '/a/-1' }], { a: [1, 2] }],
    ['down to the beginning', { a: [1, 2] }, [{ op: 'remove', path: '/a/-2' }], { a: [2] }],
    ['-1 is the place after the last', { a: [1] }, [{ op: 'add', path: '/a/-1', value: 2 }], { a: [1, 2] }],
    ['the first one too', { a: [1] }, [{ op: 'add', path: '/a/-2', value: 2 }], { a: [2, 1] }],
    [
      'an index may have a sign and zeros',
      { a: [1, 2] },
      [{ op: 'replace', path: '/a/+01', value: 3 }],
      { a: [1, 3] },
    ],
    ['what is before the first slash is left out', { a: 1 }, [{ op: 'remove', path: 'x/a' }], {}],
    ['replace makes a member that is not there', {}, [{ op: 'replace', path: '/a', value: 1 }], { a: 1 }],
    ['a step without a value has null', { a: 1 }, [{ op: 'add', path: '/a' }], { a: null }],
    ['what is not there can be copied as null', {}, [{ op: 'copy', from: '/a', path: '/b' }], { b: null }],
    ['and tested for null', {}, [{ op: 'test', path: '/a', value: null }], {}],
    ['null is null', { a: [null] }, [{ op: 'test', path: '/a/0', value: null }], { a: [null] }],
    ['a patch may have no step', { a: 1 }, [], { a: 1 }],
  ])('%s', (_what, document, patch, expected) => {
    expect(applyJSONPatch(document, patch)).toEqual([expected, undefined]);
  });
});

describe('a step that does not fit is refused, in the words of upstream', () => {
  const missing = 'missing value';
  const index = (i: number): string => `Unable to access invalid index: ${i}: invalid index referenced`;
  const syntax = (text: string): string => `strconv.Atoi: parsing "${text}": invalid syntax`;

  test.each<[Operation | null, string]>([
    [null, 'Unexpected kind: unknown'],
    [{}, 'Unexpected kind: unknown'],
    [{ op: 5 }, 'Unexpected kind: unknown'],
    [{ op: 'eat' }, 'Unexpected kind: eat'],
    [{ op: 'constructor' }, 'Unexpected kind: constructor'],

    [{ op: 'add' }, `add operation failed to decode path: ${missing}`],
    [{ op: 'add', path: 5 }, `add operation failed to decode path: ${missing}`],
    [{ op: 'add', path: '' }, `add operation does not apply: doc is missing path: "": ${missing}`],
    [{ op: 'add', path: 'foo' }, `add operation does not apply: doc is missing path: "foo": ${missing}`],
    [
      { op: 'add', path: '/no/way' },
      `add operation does not apply: doc is missing path: "/no/way": ${missing}`,
    ],
    [
      { op: 'add', path: '/foo/x' },
      `add operation does not apply: doc is missing path: "/foo/x": ${missing}`,
    ],
    [
      { op: 'add', path: '/list/1/x' },
      `add operation does not apply: doc is missing path: "/list/1/x": ${missing}`,
    ],
    [{ op: 'add', path: '/list/2' }, `error in add for path: '/list/2': ${index(2)}`],
    [{ op: 'add', path: '/list/-3' }, `error in add for path: '/list/-3': ${index(-3)}`],
    [
      { op: 'add', path: '/list/x' },
      `error in add for path: '/list/x': value was not a proper array index: 'x': ${syntax('x')}`,
    ],
    [
      { op: 'add', path: '/list/9223372036854775808' },
      "error in add for path: '/list/9223372036854775808': value was not a proper array index: " +
        `'9223372036854775808': strconv.Atoi: parsing "9223372036854775808": value out of range`,
    ],

    [{ op: 'remove' }, `remove operation failed to decode path: ${missing}`],
    [
      { op: 'remove', path: '/no/way' },
      `remove operation does not apply: doc is missing path: "/no/way": ${missing}`,
    ],
    [
      { op: 'remove', path: '/no' },
      `error in remove for path: '/no': Unable to remove nonexistent key: no: ${missing}`,
    ],
    [{ op: 'remove', path: '/list/1' }, `error in remove for path: '/list/1': ${index(1)}`],
    [{ op: 'remove', path: '/list/-2' }, `error in remove for path: '/list/-2': ${index(-2)}`],
    [{ op: 'remove', path: '/list/-' }, `error in remove for path: '/list/-': ${syntax('-')}`],
    [{ op: 'remove', path: '/list/length' }, `error in remove for path: '/list/length': ${syntax('length')}`],

    [{ op: 'replace' }, `replace operation failed to decode path: operation missing path field: ${missing}`],
    [
      { op: 'replace', path: [] },
      'replace operation failed to decode path: json: cannot unmarshal array into Go value of type string',
    ],
    [{ op: 'replace', path: '' }, `replace operation does not apply: doc is missing path: : ${missing}`],
    [
      { op: 'replace', path: '/no/way' },
      `replace operation does not apply: doc is missing path: /no/way: ${missing}`,
    ],
    [
      { op: 'replace', path: '/list/1' },
      `replace operation does not apply: doc is missing key: /list/1: ${missing}`,
    ],
    [
      { op: 'replace', path: '/list/-' },
      `replace operation does not apply: doc is missing key: /list/-: ${missing}`,
    ],

    [
      { op: 'move', path: '/x' },
      `move operation failed to decode from: operation, missing from field: ${missing}`,
    ],
    [
      { op: 'move', from: true, path: '/x' },
      'move operation failed to decode from: json: cannot unmarshal bool into Go value of type string',
    ],
    [
      { op: 'move', from: '/no/way' },
      `move operation does not apply: doc is missing from path: /no/way: ${missing}`,
    ],
    [
      { op: 'move', from: '/no', path: '/x' },
      `error in move for path: 'no': Unable to remove nonexistent key: no: ${missing}`,
    ],
    [{ op: 'move', from: '/list/7', path: '/x' }, `error in move for path: '7': ${index(7)}`],
    [
      { op: 'move', from: '/foo' },
      `move operation failed to decode path: operation missing path field: ${missing}`,
    ],
    [
      { op: 'move', from: '/map', path: '/map/x' },
      `move operation does not apply: doc is missing destination path: /map/x: ${missing}`,
    ],
    [{ op: 'move', from: '/foo', path: '/list/9' }, `error in move for path: '/list/9': ${index(9)}`],

    [
      { op: 'copy', path: '/x' },
      `copy operation failed to decode from: operation, missing from field: ${missing}`,
    ],
    [
      { op: 'copy', from: '/no/way' },
      `copy operation does not apply: doc is missing from path: /no/way: ${missing}`,
    ],
    [{ op: 'copy', from: '/list/7', path: '/x' }, `error in copy for from: '/list/7': ${index(7)}`],
    [{ op: 'copy', from: '/foo' }, `copy operation failed to decode path: ${missing}`],
    [
      { op: 'copy', from: '/foo', path: '/no/way' },
      `copy operation does not apply: doc is missing destination path: /no/way: ${missing}`,
    ],
    [{ op: 'copy', from: '/foo', path: '/list/9' }, `error while adding value during copy: ${index(9)}`],

    [{ op: 'test' }, `test operation failed to decode path: operation missing path field: ${missing}`],
    [{ op: 'test', path: '/no/way' }, `test operation does not apply: is missing path: /no/way: ${missing}`],
    [{ op: 'test', path: '/list/7' }, `error in test for path: '/list/7': ${index(7)}`],
    [{ op: 'test', path: '/list/-1', value: 1 }, `error in test for path: '/list/-1': ${index(-1)}`],
    [{ op: 'test', path: '/foo', value: 'no' }, 'testing value /foo failed: test failed'],
    [{ op: 'test', path: '/foo' }, 'testing value /foo failed: test failed'],
    [{ op: 'test', path: '/no' }, 'testing value /no failed: test failed'],
    [{ op: 'test', path: '/no', value: 1 }, 'testing value /no failed: test failed'],
    [{ op: 'test', path: '/list', value: { 0: 1 } }, 'testing value /list failed: test failed'],
    [{ op: 'test', path: '/list', value: [1, 2] }, 'testing value /list failed: test failed'],
    [{ op: 'test', path: '/map', value: { a: 2 } }, 'testing value /map failed: test failed'],
    [{ op: 'test', path: '/map', value: { b: 1 } }, 'testing value /map failed: test failed'],
    [{ op: 'test', path: '/map', value: { a: 1, b: 1 } }, 'testing value /map failed: test failed'],
    [{ op: 'test', path: '/map', value: null }, 'testing value /map failed: test failed'],
  ])('%j', (operation, message) => {
    expect(applyJSONPatch({ foo: 'bar', list: [1], map: { a: 1 } }, [operation])[1]?.message).toBe(message);
  });

  test('and so are all that come before it', () => {
    const document = { a: 1 };
    expect(
      applyJSONPatch(document, [
        { op: 'add', path: '/b', value: 2 },
        { op: 'remove', path: '/c' },
      ])[0],
    ).toBeUndefined();
    expect(document).toEqual({ a: 1 });
  });
});

describe('a member may have any name, and what every object inherits is no member', () => {
  const whole = '{"a":{"b":1}}';

  test.each(['__proto__', 'constructor', 'toString'])('%s', (name) => {
    const apply = (document: string, ...patch: Operation[]): string => {
      const [patched, err] = applyJSONPatch(parsed(document), patch);
      return err ? err.message : JSON.stringify(patched);
    };
    const path = `/a/${name}`;
    const withMember = `{"a":{"b":1,"${name}":5}}`;
    expect(apply(whole, { op: 'add', path, value: 5 })).toBe(withMember);
    expect(apply(whole, { op: 'replace', path, value: 5 })).toBe(withMember);
    expect(apply(whole, { op: 'add', path: '/x', value: 5 }, { op: 'move', from: '/x', path })).toBe(
      withMember,
    );
    expect(apply(withMember, { op: 'test', path, value: 5 })).toBe(withMember);
    expect(apply(withMember, { op: 'remove', path })).toBe(whole);
    expect(apply(withMember, { op: 'copy', from: '/a', path: '/c' })).toBe(
      `{"a":{"b":1,"${name}":5},"c":{"b":1,"${name}":5}}`,
    );
    expect(
      apply(
        whole,
        { op: 'add', path, value: parsed(`{"${name}":{}}`) },
        { op: 'add', path: `${path}/${name}/x`, value: 1 },
      ),
    ).toBe(`{"a":{"b":1,"${name}":{"${name}":{"x":1}}}}`);

    expect(apply(whole, { op: 'remove', path })).toContain(`Unable to remove nonexistent key: ${name}`);
    expect(apply(whole, { op: 'test', path, value: {} })).toBe(`testing value ${path} failed: test failed`);
    expect(apply(whole, { op: 'test', path: '/a', value: parsed(`{"${name}":1}`) })).toContain('test failed');
    expect(apply(whole, { op: 'copy', from: path, path: '/c' })).toBe('{"a":{"b":1},"c":null}');
    const below = `add operation does not apply: doc is missing path: "${path}/x": missing value`;
    expect(apply(whole, { op: 'add', path: `${path}/x`, value: 1 })).toBe(below);
    expect(apply(whole, { op: 'add', path: `${path}/prototype/x`, value: 1 })).toContain(
      'doc is missing path',
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('copies are bounded', () => {
  test('by what they add, so that a few steps cannot fill the memory', () => {
    const doubling = Array.from({ length: 60 }, (_, i) => ({ op: 'copy', from: '/a', path: `/a/c${i}` }));
    const [, err] = applyJSONPatch({ a: { text: 'x'.repeat(10) } }, doubling);
    expect(err?.message).toMatch(
      /^Unable to complete the copy, the accumulated size increase of copy is \d+, exceeding the limit 3145728$/,
    );
    expect(applyJSONPatch({ a: { text: 'x'.repeat(10) } }, doubling.slice(0, 10))[1]).toBeUndefined();
  });

  test('and by how deep they go', () => {
    const deep = Array.from({ length: 150 }, (_, i) => ({ op: 'add', path: '/a'.repeat(i + 1), value: {} }));
    const below = { op: 'copy', from: '/a', path: '/a'.repeat(101) };
    const again = { op: 'copy', from: '/a', path: '/b' };
    expect(applyJSONPatch({}, [...deep, below])[1]).toBeUndefined();
    const [patched, err] = applyJSONPatch({}, [...deep, below, again]);
    expect([patched, err?.message]).toEqual([
      undefined,
      'error while performing deep copy: exceeded max depth: expected at most 200 lists and maps in one another, found more',
    ]);
  });
});
