import { describe, expect, test } from 'vitest';
import {
  conflicts,
  equals,
  merge,
  setToString,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/labels.ts';
import {
  Lexer,
  everything,
  newRequirement,
  newSelector,
  nothing,
  parse,
  selectorFromSet,
  validatedSelectorFromSet,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { Operator } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/selection/operator.ts';

function parsed(text: string): ReturnType<typeof everything> {
  const [selector, err] = parse(text);
  if (err) throw err;
  return selector;
}

function tokens(text: string): string[] {
  const lexer = new Lexer(text);
  const found: string[] = [];
  for (let item = lexer.lex(); item.tok !== 'end'; item = lexer.lex()) found.push(item.tok);
  return found;
}

describe('the lexer (upstream TestLexer, TestLexerSequence)', () => {
  test.each([',', 'notin', 'in', '=', '==', '>', '<', '!', '!=', '(', ')'])(
    '%s is a token of its own',
    (text) => {
      expect(new Lexer(text).lex()).toEqual({ tok: text, literal: text });
    },
  );

  test.each(['~', '||'])('%s is an identifier', (text) => {
    expect(new Lexer(text).lex()).toEqual({ tok: 'identifier', literal: text });
  });

  test.each([
    ['key in ( value )', 'identifier in ( identifier )'],
    ['key notin ( value )', 'identifier notin ( identifier )'],
    ['key in ( value1, value2 )', 'identifier in ( identifier , identifier )'],
    ['!key', '! identifier'],
    ['()', '( )'],
    ['x in (),y', 'identifier in ( ) , identifier'],
    ['== != (), = notin', '== != ( ) , = notin'],
    ['key>2', 'identifier > identifier'],
    ['key<1', 'identifier < identifier'],
    ['', ''],
  ])('%s', (text, expected) => {
    expect(tokens(text).join(' ')).toBe(expected);
  });
});

describe('parse', () => {
  test.each(['x=a,y=b,z=c', '', 'x!=a,y=b', 'x=', 'x= ', 'x=,z= ', 'x= ,z= ', '!x', 'x>1', 'x>1,z<5'])(
    'reads and writes %j again (upstream TestSelectorParse)',
    (text) => {
      expect(parsed(text).toString()).toBe(text.replaceAll(' ', ''));
    },
  );

  test('sorts by key', () => {
    expect(parsed('x=a,a=x').toString()).toBe('a=x,x=a');
  });

  test.each([
    ['\rx', 'x'],
    ['this-is-a-dns.domain.com/key-with-dash', 'this-is-a-dns.domain.com/key-with-dash'],
    [
      '0.1.2.domain/99 notin (10.10.100.1, tick.tack.clock)',
      '0.1.2.domain/99 notin (10.10.100.1,tick.tack.clock)',
    ],
    ['foo  in\t (abc)', 'foo in (abc)'],
    ['x notin\n (abc)', 'x notin (abc)'],
    ['x in (def,abc)', 'x in (abc,def)'],
    ['x in (abc,)', 'x in (,abc)'],
    ['x in ()', 'x in ()'],
    ['x notin (abc,,def),bar,z in (),w', 'bar,w,x notin (,abc,def),z in ()'],
    ['x,y in (a)', 'x,y in (a)'],
    ['x=a,y!=b,z in (h,i,j)', 'x=a,y!=b,z in (h,i,j)'],
    ['x notin ( )', 'x notin ()'],
    ['x notin (, a)', 'x notin (,a)'],
    ['a ', 'a'],
    ['a in (x,y,notin, z,in)', 'a in (in,notin,x,y,z)'],
  ])('%j is %s (upstream TestSetSelectorParser)', (text, canonical) => {
    expect(parsed(text).toString()).toBe(canonical);
  });

  test.each([
    [
      'x=a||y=b',
      "unable to parse requirement: invalid label value: \"a||y\": at key: \"x\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
    ['x==a==b', "found '==', expected: ',' or 'end of string'"],
    ['!x=a', "found '=', expected: ',' or 'end of string'"],
    ['x<a', "unable to parse requirement: for 'Gt', 'Lt' operators, the value must be an integer"],
    ['x,,y', "found ',', expected: identifier after ','"],
    [',x,y', "found ',', expected: !, identifier, or 'end of string'"],
    ['x nott in (y)', "unable to parse requirement: found 'nott', expected: '=', '!=', '==', 'in', notin'"],
    ['a in (xyz),', "found '', expected: identifier after ','"],
    ['a in (xyz)b notin ()', "found 'b', expected: ',' or 'end of string'"],
    ['a in (xyz abc)', "unable to parse requirement: found 'abc', expected: ',' or ')'"],
    ['a notin(', "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ['a (', "unable to parse requirement: found '(', expected: '=', '!=', '==', 'in', notin'"],
    ['(', "found '(', expected: !, identifier, or 'end of string'"],
  ])('%j is refused', (text, message) => {
    expect(parse(text)[1]?.message).toBe(message);
  });
});

describe('matches (upstream TestSelectorMatches, TestRequirementSelectorMatching)', () => {
  test.each<[string, Record<string, string>, boolean]>([
    ['', { x: 'y' }, true],
    ['x=y', { x: 'y' }, true],
    ['x=y,z=w', { x: 'y', z: 'w' }, true],
    ['x!=y,z!=w', { x: 'z', z: 'a' }, true],
    ['notin=in', { notin: 'in' }, true],
    ['x', { x: 'z' }, true],
    ['!x', { y: 'z' }, true],
    ['x>1', { x: '2' }, true],
    ['x<1', { x: '0' }, true],
    ['x=z', {}, false],
    ['x=y', { x: 'z' }, false],
    ['x=y,z=w', { x: 'w', z: 'w' }, false],
    ['x!=y,z!=w', { x: 'z', z: 'w' }, false],
    ['x', { y: 'z' }, false],
    ['!x', { x: 'z' }, false],
    ['x>1', { x: '0' }, false],
    ['x<1', { x: '2' }, false],
    ['z>1', { z: 'v2' }, false],
    ['z>1', { z: '99999999999999999999' }, false],
    ['x in (foo),y notin (alpha)', { x: 'foo', y: 'baz' }, true],
    ['x in (foo),y in (alpha)', { x: 'foo', y: 'baz' }, false],
    ['x notin (),y', { y: '' }, true],
    ['x notin (),!y', { y: '' }, false],
    ['x in ()', { y: 'baz' }, false],
    ['constructor', {}, false],
  ])('%s on %j: %s', (text, labels, expected) => {
    expect(parsed(text).matches(labels)).toBe(expected);
  });

  test('no labels at all are an empty set', () => {
    expect([parsed('!x').matches(undefined), parsed('x').matches(undefined)]).toEqual([true, false]);
  });

  test('everything and nothing', () => {
    expect([everything().matches({ x: 'y' }), everything().empty(), newSelector().empty()]).toEqual([
      true,
      true,
      true,
    ]);
    expect([nothing().matches({ x: 'y' }), nothing().empty(), nothing().requirements()[1]]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('a set selects what has all its labels', () => {
    const labels = { foo: 'bar', baz: 'blah' };
    expect(selectorFromSet({ foo: 'bar' }).matches(labels)).toBe(true);
    expect(selectorFromSet({ foo: 'bar', x: 'y' }).matches(labels)).toBe(false);
    expect(selectorFromSet(undefined).empty()).toBe(true);
  });

  test('a set with a value that is too long is refused (upstream TestValidatedSelectorFromSet)', () => {
    const value = 'axahm2EJ8Phiephe2eixohbee9eGeiyees1thuozi1xoh0GiuH3diewi8iem7Nui';
    expect(validatedSelectorFromSet({ Key: value })[1]?.message).toBe(
      `invalid label value: "${value}": at key: "Key": must be no more than 63 characters`,
    );
  });
});

describe('newRequirement (upstream TestRequirementConstructor)', () => {
  test.each<[string, Operator, string[], boolean]>([
    ['x', 'in', [], false],
    ['x', 'notin', [], false],
    ['x', 'in', ['foo'], true],
    ['x', 'exists', [], true],
    ['x', '!', [], true],
    ['x', 'exists', ['a'], false],
    ['x', '=', ['a', 'b'], false],
    ['1foo', 'in', ['bar'], true],
    ['y', 'gt', ['1'], true],
    ['z', 'lt', ['6', '7'], false],
    ['foo', 'gt', ['bar'], false],
    ['a'.repeat(254), 'exists', [], false],
  ])('%s %s %j: %s', (key, operator, values, valid) => {
    expect(newRequirement(key, operator, values)[1] === undefined).toBe(valid);
  });

  test('an operator that there is not', () => {
    expect(newRequirement('x', '~' as Operator, [])[1]?.message).toBe("operator '~' is not recognized");
  });
});

test.each([
  ['key in (value)', 'key', 'value'],
  ['key in (value,value2)', 'key', undefined],
  ['key in (value,value1),key2 in (value2)', 'key2', 'value2'],
  ['key==value', 'key', 'value'],
  ['key!=value', 'key', undefined],
  ['key', 'other', undefined],
])('%s asks exactly for %s: %s (upstream TestRequiresExactMatch)', (text, label, value) => {
  expect(parsed(text).requiresExactMatch(label)).toBe(value);
});

describe('label sets (upstream labels_test.go)', () => {
  test('as text', () => {
    expect(setToString({ 'baz.z': 'y', x: 'y' })).toBe('baz.z=y,x=y');
  });

  test.each([
    [{}, {}, false, true],
    [{ a: '1' }, { a: '1' }, false, true],
    [{ a: '1' }, { a: '2' }, true, false],
    [{ a: '1' }, { b: '2' }, false, false],
    [{ a: '1', b: '2' }, { a: '1' }, false, false],
  ])('%j and %j: conflict %s, equal %s', (a, b, conflict, equal) => {
    expect([conflicts(a, b), equals(a, b)]).toEqual([conflict, equal]);
  });

  test('merged, the second wins', () => {
    expect(merge({ a: '1', b: '1' }, { b: '2' })).toEqual({ a: '1', b: '2' });
  });
});
