import { expect, test } from 'vitest';
import { functionLengths } from './functions.ts';

const lengths = (path: string, text: string): readonly string[] =>
  functionLengths({ path, text }).map(({ id, line, lines }) => `${id} ${line}+${lines}`);

test('functions, methods and arrows are found with the lines that they take', () => {
  const text = [
    'declare function outside(): void;',
    'function two() {',
    '}',
    'class Store {',
    '  get(): number {',
    '    return 1;',
    '  }',
    '}',
    'const arrow = () => 1;',
    'const fields = {',
    '  given: () => {',
    '  },',
    '};',
    'call(() => {',
    '});',
  ].join('\n');
  expect(lengths('a.ts', text)).toEqual([
    'a.ts#two 2+2',
    'a.ts#get 5+3',
    'a.ts#arrow 9+1',
    'a.ts#given 11+2',
    'a.ts# 14+2',
  ]);
});

test('those of an Astro file are in its frontmatter and its scripts', () => {
  const text = [
    '---',
    'const head = () => {',
    '};',
    '---',
    '<p>{shown}</p>',
    '<script>',
    '  function press() {',
    '  }',
    '</script>',
  ].join('\n');
  expect(lengths('a.astro', text)).toEqual(['a.astro#head 2+2', 'a.astro#press 7+2']);
});
