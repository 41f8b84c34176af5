import { afterEach, describe, expect, test } from 'vitest';
import { check } from '../../src/sources/check.ts';
import { withPin, type Wanted } from '../../src/sources/pin.ts';
import { pins, type Pin } from '../../src/sources/pins.ts';
import { openTree, sourceTree } from '../../src/sources/tree.ts';
import { filesUnder } from '../tidy/files.ts';
import { tea, writeTree } from './small-tree.ts';

const kettle = 'pkg/kettle/kettle.go';
const lid = 'pkg/kettle/lid.go';
const wanted: readonly Wanted[] = [
  { path: kettle, symbol: 'Hot', row: 'TEA-01' },
  { path: kettle, symbol: 'Kettle.Boil', row: 'TEA-01' },
  { path: kettle, symbol: 'Pour' },
  { path: lid, symbol: 'Lid' },
  { path: 'build/BUILD', symbol: 'rule:tea_bag:green' },
  { path: 'build/Makefile', symbol: 'tea' },
  { path: 'hack/brew.sh', symbol: 'tea::brew' },
  { path: 'hack/brew.sh', symbol: 'brew, and say so', row: 'TEA-02', lines: [8, 9] },
  { path: 'build/BUILD', symbol: '(whole file)' },
];
const chapters = [
  { path: 'content/tea/kettle.mdx', text: `Boil (TEA-01.2), then pour ['${kettle}#Pour'].` },
  { path: 'content/tea/pot.mdx', text: `See TEA-01.20, ${kettle}#Pourer, ${kettle}#Pour. TEA-02.1` },
];
const ours = {
  path: 'src/runtime/kettle.ts',
  text: `// Mirrors: ${kettle}#Kettle.litres\n\n// Mirrors: ${lid}#Lid.Open\n`,
};

const trees: (() => void)[] = [];
afterEach(() => trees.splice(0).forEach((remove) => remove()));

function treeOf(files: Readonly<Record<string, string>>) {
  const { root, remove } = writeTree(files);
  trees.push(remove);
  return openTree(root);
}

async function teaPins(): Promise<Pin[]> {
  const tree = treeOf(tea);
  let made: Pin[] = [];
  for (const each of wanted) {
    const [pinned, error] = await withPin(each, made, tree);
    if (error) throw error;
    made = pinned.pins;
  }
  return made;
}

/** What the check says of a tree that differs from the pinned one. */
async function checkWith(files: Readonly<Record<string, string>>, mirrors = [ours]): Promise<string> {
  const all = Object.fromEntries(Object.entries({ ...tea, ...files }).filter(([, text]) => text !== ''));
  const { ok, says } = await check({ tree: treeOf(all), pins: await teaPins(), mirrors, chapters });
  expect(ok).toBe(says.split('\n').length === 1);
  return `\n${says}\n`;
}

/** A file of the tree with \`from\`, which must be in it, replaced. */
function changed(path: string, from: string, to: string): Record<string, string> {
  const text = tea[path] ?? '';
  expect(text).toContain(from);
  return { [path]: text.replace(from, to) };
}

const pour = `// Pour fills a cup.
func Pour(k *Kettle, cup int) int {
	k.litres -= cup
	return cup
}
`;

describe('the check', () => {
  test('passes on the tree that was pinned', async () => {
    expect(await checkWith({})).toMatchInlineSnapshot(`
      "
      9 of 9 pins stand as pinned; 2 of 2 Mirrors lines lead to a declaration.
      "
    `);
  });

  test('names a declaration of which one line changed', async () => {
    expect(await checkWith(changed(kettle, 'k.heat(Hot)', 'k.heat(Cold)'))).toMatchInlineSnapshot(`
      "
      TEA-01.2 pkg/kettle/kettle.go#Kettle.Boil has changed: pinned at lines 19 to 25, it stands at lines 19 to 25 with another text.
        Used by content/tea/kettle.mdx.
        Read what is there now, correct what is written about it, then: npm run sources:pin -- pkg/kettle/kettle.go Kettle.Boil
      8 of 9 pins stand as pinned; 2 of 2 Mirrors lines lead to a declaration.
      "
    `);
  });

  test('names a constant whose group changed', async () => {
    expect(await checkWith(changed(kettle, '\tHot\n', '\tWarm\n\tHot\n'))).toMatchInlineSnapshot(`
      "
      TEA-01.1 pkg/kettle/kettle.go#Hot has changed: pinned at lines 5 to 8, it stands at lines 5 to 9 with another text.
        No chapter uses it.
        Read what is there now, correct what is written about it, then: npm run sources:pin -- pkg/kettle/kettle.go Hot
      TEA-01.2 pkg/kettle/kettle.go#Kettle.Boil has moved from lines 19 to 25 to lines 20 to 26.
        Used by content/tea/kettle.mdx.
        Pin it again: npm run sources:pin -- pkg/kettle/kettle.go Kettle.Boil
      pkg/kettle/kettle.go#Pour has moved from lines 28 to 31 to lines 29 to 32.
        Used by content/tea/kettle.mdx, content/tea/pot.mdx.
        Pin it again: npm run sources:pin -- pkg/kettle/kettle.go Pour
      6 of 9 pins stand as pinned; 2 of 2 Mirrors lines lead to a declaration.
      "
    `);
  });

  test('finds what was renamed by its body', async () => {
    expect(await checkWith(changed(kettle, 'func Pour(', 'func Fill('))).toMatchInlineSnapshot(`
      "
      pkg/kettle/kettle.go#Pour is gone: pkg/kettle/kettle.go declares no Pour; it seems to be called Fill, at lines 28 to 31.
        Used by content/tea/kettle.mdx, content/tea/pot.mdx.
        Write the new path and symbol into its line of src/sources/pins.json, then: npm run sources:pin -- pkg/kettle/kettle.go Fill
      8 of 9 pins stand as pinned; 2 of 2 Mirrors lines lead to a declaration.
      "
    `);
  });

  test('says so when a symbol is nowhere', async () => {
    expect(await checkWith(changed(kettle, pour, ''))).toMatchInlineSnapshot(`
      "
      pkg/kettle/kettle.go#Pour is gone: pkg/kettle/kettle.go declares no Pour.
        Used by content/tea/kettle.mdx, content/tea/pot.mdx.
        Pin what takes its place, and take its line out of src/sources/pins.json.
      8 of 9 pins stand as pinned; 2 of 2 Mirrors lines lead to a declaration.
      "
    `);
  });

  test('finds what moved to another file', async () => {
    expect(await checkWith({ ...changed(kettle, pour, ''), [lid]: `${tea[lid]}\n${pour}` }))
      .toMatchInlineSnapshot(`
      "
      pkg/kettle/kettle.go#Pour has moved from lines 28 to 31 to lines 9 to 12 of pkg/kettle/lid.go.
        Used by content/tea/kettle.mdx, content/tea/pot.mdx.
        Write the new path and symbol into its line of src/sources/pins.json, then: npm run sources:pin -- pkg/kettle/lid.go Pour
      8 of 9 pins stand as pinned; 2 of 2 Mirrors lines lead to a declaration.
      "
    `);
  });

  test('finds what moved to another file and changed', async () => {
    const other = pour.replace('-= cup', '-= 2 * cup');
    expect(await checkWith({ ...changed(kettle, pour, ''), [lid]: `${tea[lid]}\n${other}` }))
      .toMatchInlineSnapshot(`
        "
        pkg/kettle/kettle.go#Pour is gone: pkg/kettle/kettle.go declares no Pour; it is declared at lines 9 to 12 of pkg/kettle/lid.go.
          Used by content/tea/kettle.mdx, content/tea/pot.mdx.
          Write the new path and symbol into its line of src/sources/pins.json, then: npm run sources:pin -- pkg/kettle/lid.go Pour
        8 of 9 pins stand as pinned; 2 of 2 Mirrors lines lead to a declaration.
        "
      `);
  });

  test('names the pins of a file that is gone', async () => {
    expect(await checkWith({ [lid]: '' })).toMatchInlineSnapshot(`
      "
      pkg/kettle/lid.go#Lid is gone: there is no pkg/kettle/lid.go.
        No chapter uses it.
        Pin what takes its place, and take its line out of src/sources/pins.json.
      src/runtime/kettle.ts:3 mirrors pkg/kettle/lid.go#Lid.Open, but upstream pkg/kettle/lid.go is not there: correct it.
      8 of 9 pins stand as pinned; 1 of 2 Mirrors lines lead to a declaration.
      "
    `);
  });

  test('finds the declarations of a file that was renamed', async () => {
    expect(await checkWith({ [lid]: '', 'pkg/kettle/cover.go': tea[lid] ?? '' })).toMatchInlineSnapshot(`
      "
      pkg/kettle/lid.go#Lid has moved from lines 4 to 6 to lines 4 to 6 of pkg/kettle/cover.go.
        No chapter uses it.
        Write the new path and symbol into its line of src/sources/pins.json, then: npm run sources:pin -- pkg/kettle/cover.go Lid
      src/runtime/kettle.ts:3 mirrors pkg/kettle/lid.go#Lid.Open, but upstream pkg/kettle/lid.go is not there: write pkg/kettle/cover.go#Lid.Open.
      8 of 9 pins stand as pinned; 1 of 2 Mirrors lines lead to a declaration.
      "
    `);
  });

  test('reads shell, make and Starlark too', async () => {
    const files = {
      ...changed('build/BUILD', '"b"', '"c"'),
      ...changed('build/Makefile', '--strong', '--weak'),
      ...changed('hack/brew.sh', '180', '240'),
    };
    expect(await checkWith(files)).toMatchInlineSnapshot(`
      "
      build/BUILD#rule:tea_bag:green has changed: pinned at lines 3 to 6, it stands at lines 3 to 6 with another text.
        No chapter uses it.
        Read what is there now, correct what is written about it, then: npm run sources:pin -- build/BUILD rule:tea_bag:green
      build/Makefile#tea has changed: pinned at lines 6 to 8, it stands at lines 6 to 8 with another text.
        No chapter uses it.
        Read what is there now, correct what is written about it, then: npm run sources:pin -- build/Makefile tea
      hack/brew.sh#tea::brew has changed: pinned at lines 4 to 6, it stands at lines 4 to 6 with another text.
        No chapter uses it.
        Read what is there now, correct what is written about it, then: npm run sources:pin -- hack/brew.sh tea::brew
      build/BUILD#(whole file) has changed: pinned at lines 1 to 6, it stands at lines 1 to 6 with another text.
        No chapter uses it.
        Read what is there now, correct what is written about it, then: npm run sources:pin -- build/BUILD '(whole file)'
      5 of 9 pins stand as pinned; 2 of 2 Mirrors lines lead to a declaration.
      "
    `);
  });

  test('looks for a block without a name by its text', async () => {
    expect(await checkWith(changed('hack/brew.sh', '\n\ntea::brew\n', '\n\n\ntea::brew\n')))
      .toMatchInlineSnapshot(`
        "
        TEA-02.1 hack/brew.sh#brew, and say so has moved from lines 8 to 9 to lines 9 to 10.
          Used by content/tea/pot.mdx.
          Pin it again: npm run sources:pin -- hack/brew.sh 'brew, and say so'
        8 of 9 pins stand as pinned; 2 of 2 Mirrors lines lead to a declaration.
        "
      `);
    expect(await checkWith(changed('hack/brew.sh', 'ready', 'done'))).toMatchInlineSnapshot(`
      "
      TEA-02.1 hack/brew.sh#brew, and say so is gone: pinned at lines 8 to 9, its text is nowhere in hack/brew.sh.
        Used by content/tea/pot.mdx.
        Look for its place, then: npm run sources:pin -- hack/brew.sh 'brew, and say so' --lines FIRST-LAST
      8 of 9 pins stand as pinned; 2 of 2 Mirrors lines lead to a declaration.
      "
    `);
  });

  test('names a Mirrors line that leads nowhere, and what it may have meant', async () => {
    const text = [
      `// Mirrors: ${kettle}#Kettle.boil`,
      `// Mirrors: ${kettle}#Lid`,
      `// Mirrors: ${kettle}#Teapot`,
      '// Mirrors: pkg/kettle/cover.go#Lid.Open',
      '// Mirrors: pkg/cup/cup.go#Cup',
      '// Mirrors: the kettle',
    ].join('\n');
    expect(await checkWith({}, [{ path: 'src/runtime/kettle.ts', text }])).toMatchInlineSnapshot(`
      "
      src/runtime/kettle.ts:6 write "// Mirrors: the kettle" as \`// Mirrors: path#Symbol\` or \`// Mirrors: path#Type.Method\`, with nothing after it.
      src/runtime/kettle.ts:1 mirrors pkg/kettle/kettle.go#Kettle.boil, but upstream pkg/kettle/kettle.go declares no Kettle.boil: write Kettle.Boil.
      src/runtime/kettle.ts:2 mirrors pkg/kettle/kettle.go#Lid, but upstream pkg/kettle/kettle.go declares no Lid: write pkg/kettle/lid.go#Lid.
      src/runtime/kettle.ts:3 mirrors pkg/kettle/kettle.go#Teapot, but upstream pkg/kettle/kettle.go declares no Teapot: correct it.
      src/runtime/kettle.ts:4 mirrors pkg/kettle/cover.go#Lid.Open, but upstream pkg/kettle/cover.go is not there: write pkg/kettle/lid.go#Lid.Open.
      src/runtime/kettle.ts:5 mirrors pkg/cup/cup.go#Cup, but upstream pkg/cup/cup.go is not there: correct it.
      9 of 9 pins stand as pinned; 0 of 6 Mirrors lines lead to a declaration.
      "
    `);
  });
});

const root = sourceTree();
describe.skipIf(root === undefined)('in the tree of Kubernetes (npm run sources)', () => {
  test('every pin stands as pinned', { timeout: 120_000 }, async () => {
    const tree = openTree(root ?? '');
    const { says } = await check({ tree, pins, mirrors: [], chapters: filesUnder(['content'], ['.mdx']) });
    expect(says).toBe(
      `${pins.length} of ${pins.length} pins stand as pinned; 0 of 0 Mirrors lines lead to a declaration.`,
    );
  });
});
