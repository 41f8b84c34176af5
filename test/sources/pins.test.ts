import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readContent } from '../../src/chapters/content.ts';
import { mirrorsOf } from '../../src/sources/mirrors.ts';
import { formatPins } from '../../src/sources/pin.ts';
import { pinOf, pins, referenceOf } from '../../src/sources/pins.ts';
import { readScenarios, shownFiles } from '../../src/chapters/scenarios.ts';
import { root } from '../tidy/files.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const content = readContent(root);

/** What an attribute of a component holds in all chapters, and where. */
function given(component: string, attribute: string): { path: string; value: string }[] {
  return content.flatMap(({ path, elements }) =>
    elements
      .filter(({ name }) => name === component)
      .flatMap(({ attributes }) => attributes[attribute] ?? [])
      .filter((value) => typeof value === 'string')
      .map((value) => ({ path, value })),
  );
}

test('a pin has one id, one place, and one line of the file', () => {
  expect(read('src/sources/pins.json')).toBe(formatPins(pins));
  const names = [...pins.map(referenceOf), ...pins.flatMap(({ id }) => id ?? [])];
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test('what a chapter says of Kubernetes, and what the code it shows mirrors, is pinned', async () => {
  const shown = shownFiles(await readScenarios(root)).map((path) => `src/runtime/${path}`);
  const cut = given('Snippet', 'file').map(({ value }) => value);
  const files = [...new Set([...shown, ...cut])].map((path) => ({ path, text: read(path) }));
  const wanted = [
    ...given('WhereUpstream', 'pins'),
    // What mirrors a later release has no pin, and is checked against a tree of that.
    ...mirrorsOf(files)
      .mirrors.filter(({ tag }) => tag === undefined)
      .map(({ path, upstreamPath, symbol }) => ({ path, value: `${upstreamPath}#${symbol}` })),
  ];
  expect(wanted.length).toBeGreaterThan(0);
  const missing = wanted.flatMap(({ path, value }) => {
    const [, error] = pinOf(value);
    return error ? [`${path}: ${error.message}`] : [];
  });
  expect([...new Set(missing)].join('\n')).toBe('');
});

test('a pin is named by its id or its place', () => {
  const [byId] = pinOf('RS-04.1');
  const [byPlace] = pinOf(byId ? referenceOf(byId) : '');
  expect(byId?.symbol).toBe('ControllerExpectations.SetExpectations');
  expect(byPlace).toBe(byId);
  expect(pinOf('RS-99.1')[1]?.message).toBe(
    'there is no pin "RS-99.1" in src/sources/pins.json. Write the id of a pin, such as RS-04.1, or path#Symbol.',
  );
  expect(pinOf('pkg/a.go#b')[1]?.message).toBe(
    'there is no pin "pkg/a.go#b" in src/sources/pins.json. Correct it, or add it: npm run sources:pin -- pkg/a.go b',
  );
});
