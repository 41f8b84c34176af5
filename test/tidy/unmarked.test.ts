import { expect, test } from 'vitest';
import { symbolsOf } from '../../src/components/code/symbols.ts';
import { show } from '../../src/sources/problem.ts';
import { tea } from '../sources/small-tree.ts';
import { unmarked } from './unmarked.ts';

const path = 'src/runtime/kubernetes/pkg/kettle/kettle.ts';
const said = (text: string): string =>
  show(unmarked({ path, text }, symbolsOf(path, text), (file) => tea[file]));

const good = `// Mirrors: pkg/kettle/kettle.go#Kettle
class TeaKettle {
  constructor() {}
  // Mirrors: pkg/kettle/kettle.go#Kettle.Boil
  boil(): void {}
  whistle(): void {}
}

const cold = 0;

// Part of: pkg/kettle/kettle.go#Kettle.Boil
function pour(): void {}
`;

test('what has a mark, and what upstream does not have, is right', () => {
  expect(said(good)).toBe('');
});

test.each([
  [
    'a method of a class that mirrors another name',
    '#Kettle.Boil\n  boil',
    'boil',
    'TeaKettle.boil',
    'Kettle.Boil',
  ],
  ['a function', '// Part of: pkg/kettle/kettle.go#Kettle.Boil\nfunction', 'function', 'pour', 'Pour'],
])('%s without its mark is told', (_name, marked, bare, ours, theirs) => {
  const text = good.replace(
    marked.startsWith('#') ? `  // Mirrors: pkg/kettle/kettle.go${marked}` : marked,
    marked.startsWith('#') ? `  ${bare}` : bare,
  );
  expect(said(text)).toContain(
    `${ours} has the name of pkg/kettle/kettle.go#${theirs}: write \`// Mirrors: pkg/kettle/kettle.go#${theirs}\` above it`,
  );
});
