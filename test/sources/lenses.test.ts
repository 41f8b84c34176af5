import { afterEach, describe, expect, test } from 'vitest';
import { formatLenses, lensOf, lensProblems, lenses } from '../../src/sources/lenses.ts';
import { withPin } from '../../src/sources/pin.ts';
import { pinOf } from '../../src/sources/pins.ts';
import { openTree, recentTree } from '../../src/sources/tree.ts';
import { tea, writeTree } from './small-tree.ts';

test('every lens is of a pin, of a later release, and stands once', () => {
  for (const { of, tag } of lenses) {
    expect(pinOf(of)[1], of).toBeUndefined();
    expect(tag).toMatch(/^v1\.[2-9]\d\.\d+$/);
  }
  expect(new Set(lenses.map(({ of }) => of)).size).toBe(lenses.length);
});

describe('lensOf', () => {
  const path = 'staging/src/k8s.io/client-go/tools/cache/delta_fifo.go';

  test('finds a lens by the id of its pin and by path and symbol', () => {
    const [found] = lensOf(`${path}#DeltaFIFO`);
    expect([found?.pin.symbol, found?.lens.symbol, found?.lens.tag]).toEqual([
      'DeltaFIFO',
      'RealFIFO',
      'v1.36.3',
    ]);
    expect(lensOf(found?.pin.id ?? '')).toEqual([found, undefined]);
  });

  test('says how to make one that there is not', () => {
    expect(lensOf('RS-04.1')[1]?.message).toBe(
      'there is no lens of "RS-04.1" in src/sources/lenses.json. Add one: KUBERNETES_SRC_RECENT=DIR npm run sources:lens -- pkg/controller/controller_utils.go#ControllerExpectations.SetExpectations TAG PATH SYMBOL',
    );
    expect(lensOf('RS-99.9')[1]?.message).toContain('there is no pin "RS-99.9"');
  });
});

describe('lenses in a tree of their release', () => {
  const path = 'pkg/kettle/kettle.go';
  const written: (() => void)[] = [];
  afterEach(() => written.splice(0).forEach((remove) => remove()));
  const treeOf = (files: typeof tea) => {
    const { root, remove } = writeTree(files);
    written.push(remove);
    return openTree(root);
  };
  const lensAt = async (symbol: string) => {
    const [made] = await withPin({ path, symbol }, [], treeOf(tea));
    return { of: 'pkg/old.go#Old', tag: 'v1.36.3', ...made!.pins[0]! };
  };

  test('hold where the text is the same', async () => {
    expect(await lensProblems([await lensAt('Pour')], treeOf(tea))).toEqual([]);
  });

  test('are named where the text has changed, with what to do', async () => {
    const changed = { ...tea, [path]: tea[path]!.replace('return cup', 'return cup + 1') };
    expect(await lensProblems([await lensAt('Pour')], treeOf(changed))).toEqual([
      'the lens of pkg/old.go#Old: the tree has not pkg/kettle/kettle.go#Pour, lines 28 to 31, as pinned at v1.36.3; what it has is pkg/kettle/kettle.go#Pour, lines 28 to 31.',
      '  If it is a tree of v1.36.3, read what is there now, correct what is written about it, then: npm run sources:lens -- pkg/old.go#Old v1.36.3 pkg/kettle/kettle.go Pour',
    ]);
  });

  test('stand a line each, by the pins that they are of', () => {
    const [a, b] = lenses;
    expect(formatLenses([b!, a!])).toBe(`[\n  ${JSON.stringify(a)},\n  ${JSON.stringify(b)}\n]\n`);
  });
});

const recent = recentTree();
test.skipIf(recent === undefined)('the lenses hold in the tree that is given', async () => {
  expect(await lensProblems(lenses, openTree(recent!))).toEqual([]);
});
