import { expect, test } from 'vitest';
import { symbolsOf } from '../../src/components/code/symbols.ts';
import { show } from '../../src/sources/problem.ts';
import { tea } from '../sources/small-tree.ts';
import { unmarked } from './unmarked.ts';

const path = 'src/runtime/kubernetes/pkg/kettle/kettle.ts';
const shop = 'package kettle\n\nfunc NewKettle() *Kettle {\n\treturn &Kettle{litres: 2}\n}\n';
const upstream: Readonly<Record<string, string>> = { ...tea, 'pkg/kettle/shop.go': shop };
const said = (text: string): string =>
  show(unmarked({ path, text }, symbolsOf(path, text), (file) => upstream[file]));

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

const made = `// Mirrors: pkg/kettle/kettle.go#Kettle
const kettle = {
  // Mirrors: pkg/kettle/kettle.go#Kettle.Boil
  boil: () => {},
  whistle() {},
};

// Mirrors: pkg/kettle/shop.go#NewKettle
function newKettle(): object {
  return {
    // Mirrors: pkg/kettle/kettle.go#Kettle.Boil
    boil() {},
    litres: 2,
  };
}
`;

test('so is an object that stands for a type of upstream, or for what a function of upstream makes', () => {
  expect(said(made)).toBe('');
});

test.each([
  ['the first', 4],
  ['the second', 12],
])('a function of it without its mark is told: %s', (_which, line) => {
  const bare = made
    .split('\n')
    .toSpliced(line - 2, 1)
    .join('\n');
  expect(said(bare)).toBe(
    `${path}:${line - 1} boil has the name of pkg/kettle/kettle.go#Kettle.Boil: write \`// Mirrors: pkg/kettle/kettle.go#Kettle.Boil\` above it, or give it another name.`,
  );
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
