import { expect, test } from 'vitest';
import {
  expand,
  mappingFuncFor,
} from '../../../../../../../src/runtime/kubernetes/third_party/forked/golang/expansion/expand.ts';

const declared = new Map([
  ['VAR_A', 'A'],
  ['VAR_EMPTY', ''],
]);
const more = new Map([
  ['VAR_B', 'B'],
  ['VAR_C', 'C'],
  ['VAR_REF', '$(VAR_A)'],
]);

test.each([
  ['$(VAR_A)', 'A'],
  ['$(VAR_A)-$(VAR_A)', 'A-A'],
  ['$(VAR_A)-1', 'A-1'],
  ['___$(VAR_B)___', '___B___'],
  ['___$(VAR_C)', '___C'],
  ['$(VAR_A)_$(VAR_B)_$(VAR_C)', 'A_B_C'],
  ['$$(VAR_B)_$(VAR_A)', '$(VAR_B)_A'],
  ['$$(VAR_A)_$$(VAR_B)', '$(VAR_A)_$(VAR_B)'],
  ['f000-$$VAR_A', 'f000-$VAR_A'],
  [String.raw`foo\$(VAR_C)bar`, String.raw`foo\Cbar`],
  [String.raw`foo\\$(VAR_C)bar`, String.raw`foo\\Cbar`],
  ['$(VAR_A$(VAR_B))', '$(VAR_A$(VAR_B))'],
  ['$(VAR_A$(VAR_B)', '$(VAR_A$(VAR_B)'],
  ['$(VAR_REF)', '$(VAR_A)'],
  ['%%$(VAR_REF)--$(VAR_REF)%%', '%%$(VAR_A)--$(VAR_A)%%'],
  ['foo$(VAR_EMPTY)bar', 'foobar'],
  ['foo$(VAR_Awhoops!', 'foo$(VAR_Awhoops!'],
  ['f00__(VAR_A)__', 'f00__(VAR_A)__'],
  ['$?_boo_$!', '$?_boo_$!'],
  ['$VAR_A', '$VAR_A'],
  ['$(VAR_DNE)', '$(VAR_DNE)'],
  ['$$$$$$(BIG_MONEY)', '$$$(BIG_MONEY)'],
  ['$$$$$$(VAR_A)', '$$$(VAR_A)'],
  ['$$$$$$$(GOOD_ODDS)', '$$$$(GOOD_ODDS)'],
  ['$$$$$$$(VAR_A)', '$$$A'],
  ['$VAR_A)', '$VAR_A)'],
  ['${VAR_A}', '${VAR_A}'],
  ['$(VAR_B)_______$(A', 'B_______$(A'],
  ['$(VAR_C)_______$(', 'C_______$('],
  ['$(VAR_A)foobarzab$', 'Afoobarzab$'],
  [String.raw`foo-\$(VAR_A`, String.raw`foo-\$(VAR_A`],
  ['--$($($($($--', '--$($($($($--'],
  ['$($($($($--foo$(', '$($($($($--foo$('],
  ['foo0--$($($($(', 'foo0--$($($($('],
  ['$(foo$$var)', '$(foo$$var)'],
  ['\n', '\n'],
])('%j becomes %j', (input, expected) => {
  expect(expand(input, mappingFuncFor(declared, more))).toBe(expected);
});

test('the first that has a name counts', () => {
  expect(expand('$(VAR_A)', mappingFuncFor(new Map([['VAR_A', 'first']]), declared))).toBe('first');
});
