import { describe, expect, test } from 'vitest';
import {
  GoSyntax,
  duplicate,
  forbidden,
  goStringMap,
  goStringSlice,
  invalid,
  notSupported,
  required,
  toAggregate,
  tooLong,
} from '../../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';

describe('the path of a field', () => {
  test.each([
    [newPath('root'), 'root'],
    [newPath('root', 'child', 'grand'), 'root.child.grand'],
    [newPath('root').child('child'), 'root.child'],
    [newPath('root').child('child', 'grand', 'great'), 'root.child.grand.great'],
    [newPath('root').index(3), 'root[3]'],
    [newPath('root').key('k'), 'root[k]'],
    [newPath('root').child('list').index(0).child('map').key('k').child('end'), 'root.list[0].map[k].end'],
  ])('%s', (path, text) => expect(path.toString()).toBe(text));

  test('is not changed by what is made of it', () => {
    const root = newPath('root');
    root.child('a').index(1);
    expect([root.toString(), root.child('b').toString()]).toEqual(['root', 'root.b']);
  });
});

describe('an error of a field', () => {
  const at = newPath('f');

  test.each([
    [required(at, ''), 'f: Required value', 'FieldValueRequired'],
    [required(at, 'd'), 'f: Required value: d', 'FieldValueRequired'],
    [duplicate(at, 'v'), 'f: Duplicate value: "v"', 'FieldValueDuplicate'],
    [invalid(at, 'v', 'd'), 'f: Invalid value: "v": d', 'FieldValueInvalid'],
    [invalid(at, 5, 'd'), 'f: Invalid value: 5: d', 'FieldValueInvalid'],
    [invalid(at, undefined, 'd'), 'f: Invalid value: null: d', 'FieldValueInvalid'],
    [invalid(at, null, 'd'), 'f: Invalid value: null: d', 'FieldValueInvalid'],
    [invalid(at, new GoSyntax('0x0'), 'd'), 'f: Invalid value: 0x0: d', 'FieldValueInvalid'],
    [notSupported(at, 'v', []), 'f: Unsupported value: "v"', 'FieldValueNotSupported'],
    [
      notSupported(at, 'v', ['a', 'b']),
      'f: Unsupported value: "v": supported values: "a", "b"',
      'FieldValueNotSupported',
    ],
    [forbidden(at, 'd'), 'f: Forbidden: d', 'FieldValueForbidden'],
    [tooLong(at, 'v', 7), 'f: Too long: must have at most 7 bytes', 'FieldValueTooLong'],
  ])('%s', (err, message, type) => {
    expect([err.message, err.type, err.field]).toEqual([message, type, 'f']);
    expect(`f: ${err.errorBody()}`).toBe(message);
  });

  test('prints lists and maps as Go does', () => {
    expect([goStringSlice(undefined).text, goStringSlice([]).text, goStringSlice(['a', 'b']).text]).toEqual([
      '[]string(nil)',
      '[]string{}',
      '[]string{"a", "b"}',
    ]);
    expect([goStringMap(undefined).text, goStringMap({}).text, goStringMap({ b: '2', a: '1' }).text]).toEqual(
      ['map[string]string(nil)', 'map[string]string{}', 'map[string]string{"a":"1", "b":"2"}'],
    );
  });

  test('several are one, which tells each thing once', () => {
    expect(toAggregate([])).toBeUndefined();
    expect(toAggregate([forbidden(at, 'd')])?.message).toBe('f: Forbidden: d');
    const many = toAggregate([forbidden(at, 'd'), required(at, ''), forbidden(at, 'd')]);
    expect([many?.message, many?.errors.length]).toEqual(['[f: Forbidden: d, f: Required value]', 3]);
  });
});
