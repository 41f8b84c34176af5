import { afterAll, expect, test } from 'vitest';
import { formatPins, withPin, type Wanted } from '../../src/sources/pin.ts';
import type { Pin } from '../../src/sources/pins.ts';
import { openTree } from '../../src/sources/tree.ts';
import { tea, writeTree } from './small-tree.ts';

const kettle = 'pkg/kettle/kettle.go';
const brew = 'hack/brew.sh';
const inits = 'package cups\n\nfunc init() {}\n\nfunc init() {}\n';
const { root, remove } = writeTree({ ...tea, 'pkg/cups/cups.go': inits });
afterAll(remove);
const tree = openTree(root);
const old: Pin = { id: 'TEA-01.2', path: kettle, symbol: 'Pour', startLine: 1, endLine: 2, sha256: '0' };

/** What is said, and the pin that is made. */
async function pinned(wanted: Wanted, pins: readonly Pin[] = []): Promise<[says: string, pin?: Pin]> {
  const [made, error] = await withPin(wanted, pins, tree);
  if (error) return [error.message];
  return [made.says, made.pins.find(({ path, symbol }) => path === wanted.path && symbol === wanted.symbol)];
}

test('a declaration is pinned with its lines and their digest', async () => {
  const [says, pin] = await pinned({ path: 'build/BUILD', symbol: 'load' });
  expect(says).toBe('Added: build/BUILD#load, line 1.');
  expect(pin).toEqual({
    path: 'build/BUILD',
    symbol: 'load',
    startLine: 1,
    endLine: 1,
    // printf 'load("//build:tea.bzl", "tea_bag")\n' | sha256sum
    sha256: '883830ef36591b3a0e3baf9e2179d1d9e61a6328555e0e4ddc3d7a474f915a97',
  });
});

test('a row gives a pin its next id, and a pin keeps the id it has', async () => {
  const [says, pin] = await pinned({ path: kettle, symbol: 'Kettle.Boil', row: 'TEA-01' }, [old]);
  expect([says, pin?.id]).toEqual([
    `Added: TEA-01.3 ${kettle}#Kettle.Boil, lines 19 to 25. Name it at TEA-01 in src/requirements/rows.json.`,
    'TEA-01.3',
  ]);
  const [again, anew] = await pinned({ path: kettle, symbol: 'Pour' }, [old]);
  expect([again, anew?.id]).toEqual([`Made again: TEA-01.2 ${kettle}#Pour, lines 28 to 31.`, 'TEA-01.2']);
  expect(await pinned({ path: kettle, symbol: 'Pour' }, anew && [anew])).toEqual([
    `Nothing to do: TEA-01.2 ${kettle}#Pour, lines 28 to 31.`,
    anew,
  ]);
  expect(await pinned({ path: kettle, symbol: 'Pour', row: 'TEA-02' }, [old])).toEqual([
    `${kettle}#Pour is pinned as TEA-01.2, and a pin has one id: use that one.`,
  ]);
});

test('a block is pinned by its lines, and found again by its text', async () => {
  const block = { path: brew, symbol: 'brew, and say so' };
  const [, pin] = await pinned({ ...block, lines: [8, 9] });
  expect(pin).toMatchObject({ startLine: 8, endLine: 9 });
  const moved = pin && [{ ...pin, startLine: 3, endLine: 4 }];
  expect(await pinned(block, moved)).toEqual([`Made again: ${brew}#brew, and say so, lines 8 to 9.`, pin]);
});

test.each<[Wanted, string]>([
  [
    { path: 'pkg/kettle/kettles.go', symbol: 'Kettle' },
    'there is no file pkg/kettle/kettles.go in the tree. Did you mean pkg/kettle/kettle.go?',
  ],
  [
    { path: 'cup.go', symbol: 'Cup' },
    'there is no file cup.go in the tree. Write its path from the root of Kubernetes. For a folder that npm run sources has not brought, set KUBERNETES_SRC to a whole tree.',
  ],
  [{ path: kettle, symbol: 'boil' }, `${kettle} declares no boil. Did you mean Kettle.Boil?`],
  [
    { path: 'pkg/kettle/lid.go', symbol: 'Handle' },
    'pkg/kettle/lid.go declares no Handle. It declares Lid, Lid.Open, (whole file).',
  ],
  [
    { path: brew, symbol: 'the end' },
    `${brew} has no "the end". If it describes a block, say where it is, as in --lines 10-20`,
  ],
  [
    { path: 'pkg/cups/cups.go', symbol: 'init' },
    'pkg/cups/cups.go declares init 2 times, at line 3 and line 5: choose one, as in --lines 3-3',
  ],
  [{ path: brew, symbol: 'the end', lines: [8, 90] }, `${brew} has 9 lines, and no line 90.`],
  [
    { path: brew, symbol: 'end', lines: [8, 9] },
    `${brew} declares no end: describe a block in two words or more, such as 'help loop'.`,
  ],
  [
    { path: kettle, symbol: 'Pour', lines: [8, 9] },
    `${kettle} declares Pour at lines 28 to 31: leave --lines out, or describe the block in words.`,
  ],
])('%o cannot be pinned, and the message says why', async (wanted, says) => {
  expect(await pinned(wanted)).toEqual([says]);
});

test('one of several declarations is chosen by its lines', async () => {
  const [says] = await pinned({ path: 'pkg/cups/cups.go', symbol: 'init', lines: [5, 5] });
  expect(says).toBe('Added: pkg/cups/cups.go#init, line 5.');
});

test('the file has a pin a line, by path and line', () => {
  const other: Pin = { path: brew, symbol: 'tea::brew', startLine: 4, endLine: 6, sha256: '1' };
  expect(formatPins([old, other])).toBe(
    [
      '[',
      '  {"path":"hack/brew.sh","symbol":"tea::brew","startLine":4,"endLine":6,"sha256":"1"},',
      '  {"id":"TEA-01.2","path":"pkg/kettle/kettle.go","symbol":"Pour","startLine":1,"endLine":2,"sha256":"0"}',
      ']',
      '',
    ].join('\n'),
  );
});
