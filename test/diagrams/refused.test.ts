import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusedIn } from '../../src/diagrams/refused.ts';
import { root } from '../tidy/files.ts';

const svg = (inside: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`;

test('every drawing that is kept holds shapes and words alone', () => {
  const paths = globSync('content/**/diagrams/*.svg', { cwd: root });
  expect(paths.length).toBeGreaterThan(4);
  expect(paths.map((path) => refusedIn(readFileSync(join(root, path), 'utf8')))).toEqual(
    paths.map(() => undefined),
  );
});

test.each([
  ['<script>alert(1)</script>', '<script>'],
  ['<g><foreignObject><p>a</p></foreignObject></g>', '<foreignObject>'],
  ['<image href="https://example.com/a.png"/>', '<image>'],
  ['<style>* { color: red }</style>', '<style>'],
  ['<a href="javascript:alert(1)"><text>a</text></a>', 'the attribute href of <a>'],
  ['<rect onclick="alert(1)"/>', 'the attribute onclick of <rect>'],
  ['<rect fill="red"/>', 'the attribute fill of <rect>'],
  ['<rect style="fill: red"/>', 'the attribute style of <rect>'],
  ['<path marker-end="url(https://example.com/#a)"/>', 'marker-end="url(https://example.com/#a)" of <path>'],
  ['<g transform="url(x)"/>', 'transform="url(x)" of <g>'],
  ['<!-- a --><g/>', 'a comment'],
])('%s is refused', (inside, found) => {
  expect(refusedIn(svg(inside))).toBe(found);
});

test('what stands round a drawing is refused', () => {
  expect(refusedIn(svg('<g/>'))).toBeUndefined();
  expect(refusedIn(`${svg('')}<b>a</b>`)).toBe('<b> in the place of <svg>');
  expect(refusedIn(`${svg('')}words`)).toBe('text outside of <svg>');
});
