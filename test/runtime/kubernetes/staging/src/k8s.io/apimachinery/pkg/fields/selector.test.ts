import { describe, expect, test } from 'vitest';
import {
  type Selector,
  escapeValue,
  everything,
  oneTermEqualSelector,
  oneTermNotEqualSelector,
  andSelectors,
  parseAndTransformSelector,
  parseSelector,
  selectorFromSet,
  splitTerm,
  splitTerms,
  unescapeValue,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/fields/selector.ts';

function parsed(text: string): Selector {
  const [selector, err] = parseSelector(text);
  if (err) throw err;
  return selector;
}

test.each<[string, string[]]>([
  ['a=avalue,b==bvalue,c!=cvalue', ['a=avalue', 'b==bvalue', 'c!=cvalue']],
  ['', []],
  ['a=a,', ['a=a', '']],
  [',a=a', ['', 'a=a']],
  ['k=\\,,k2=v2', ['k=\\,', 'k2=v2']],
  ['k=\\\\,k2=v2', ['k=\\\\', 'k2=v2']],
  ['k=\\\\\\,,k2=v2', ['k=\\\\\\,', 'k2=v2']],
  ['k=\\a\\b\\', ['k=\\a\\b\\']],
  ['함=수,목=록', ['함=수', '목=록']],
])('terms of %s (upstream TestSplitTerms)', (text, terms) => {
  expect(splitTerms(text)).toEqual(terms);
});

test.each<[string, string[] | undefined]>([
  ['a=value', ['a', '=', 'value']],
  ['b==value', ['b', '==', 'value']],
  ['c!=value', ['c', '!=', 'value']],
  ['', undefined],
  ['a', undefined],
  ['k=\\\\\\a\\b\\=\\,\\', ['k', '=', '\\\\\\a\\b\\=\\,\\']],
])('the parts of %s (upstream TestSplitTerm)', (term, parts) => {
  expect(splitTerm(term)).toEqual(parts);
});

describe('escapes (upstream TestEscapeValue)', () => {
  test.each([
    ['', ''],
    ['a', 'a'],
    ['=', '\\='],
    [',', '\\,'],
    ['\\', '\\\\'],
    ['\\=\\,\\', '\\\\\\=\\\\\\,\\\\'],
  ])('%s is written %s', (value, escaped) => {
    expect(escapeValue(value)).toBe(escaped);
    expect(unescapeValue(escaped)).toEqual([value, undefined]);
  });

  test.each(['\\', '\\\\\\', '\\a'])('%s is no escape', (value) => {
    expect(unescapeValue(value)[1]?.message).toMatch(/^invalid field selector: invalid escape sequence: \\/);
  });
});

describe('parse (upstream TestSelectorParse)', () => {
  test.each(['x=a,y=b,z=c', '', 'x!=a,y=b', 'x=a||y\\=b', 'x=a\\=\\=b'])('%s', (text) => {
    expect(parsed(text).toString()).toBe(text);
  });

  test.each([
    ['x=a||y=b', 'invalid field selector: unescaped character in value: 61'],
    ['x==a==b', 'invalid field selector: unescaped character in value: 61'],
    ['x=a,b', "invalid selector: 'x=a,b'; can't understand 'b'"],
    ['x in (a)', "invalid selector: 'x in (a)'; can't understand 'x in (a)'"],
  ])('%s is refused', (text, message) => {
    expect(parseSelector(text)[1]?.message).toBe(message);
  });
});

test.each<[string, Record<string, string>, boolean]>([
  ['', { x: 'y' }, true],
  ['x=y,z=w', { x: 'y', z: 'w' }, true],
  ['x!=y,z!=w', { x: 'z', z: 'a' }, true],
  ['x=y', { x: 'z' }, false],
  ['x!=y,z!=w', { x: 'z', z: 'w' }, false],
  ['foo=bar,baz=blah,complex=\\=value\\\\\\,\\\\', { foo: 'bar', baz: 'blah', complex: '=value\\,\\' }, true],
  ['foo=bar,foobar=bar', { foo: 'bar' }, false],
  ['spec.nodeName=', {}, true],
])('%s on %j: %s (upstream TestSelectorMatches)', (text, fields, expected) => {
  expect(parsed(text).matches(fields)).toBe(expected);
});

test('what a selector asks for exactly', () => {
  expect(everything().requiresExactMatch('a')).toBe(undefined);
  expect(oneTermEqualSelector('a', '').requiresExactMatch('a')).toBe('');
  expect(oneTermNotEqualSelector('a', 'b').requiresExactMatch('a')).toBe(undefined);
  expect(
    andSelectors(oneTermEqualSelector('x', 'y'), selectorFromSet({ a: 'b' })).requiresExactMatch('a'),
  ).toBe('b');
});

test.each<[string, (field: string, value: string) => [string, string], string]>([
  ['a=b,c=d', (field, value) => [field, value], 'a=b,c=d'],
  ['a=b,c=d', (field, value) => (field === 'a' ? ['e', 'f'] : [field, value]), 'e=f,c=d'],
  ['a=b', () => ['', ''], ''],
  ['a=b,c=d,e=f', (field, value) => (field === 'c' ? ['', ''] : [field, value]), 'a=b,e=f'],
])('%s transformed (upstream TestTransform)', (text, transform, expected) => {
  const [selector] = parseAndTransformSelector(text, (field, value) => [transform(field, value), undefined]);
  expect(selector?.toString()).toBe(expected);
});
