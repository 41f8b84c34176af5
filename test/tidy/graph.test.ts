import { expect, test } from 'vitest';
import { arrowsOf, byValue, circles, folderOf } from './graph.ts';
import { climbs, roomOf } from './layers.ts';

/** Files by path, each with the lines of its imports. */
const files = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => ({ path, text }));
const membersOf = (found: ReturnType<typeof circles>) => found.map(({ members }) => members);

const three = files({
  'a/one.ts': "import { two } from '../b/two.ts';",
  'b/two.ts': "import type { Three } from '../c/three.ts';",
  'c/three.ts': "import { one } from '../a/one.ts';",
  'c/four.ts': "import { one } from '../a/one.ts';\nimport 'preact';\nimport './not-there.ts';",
});

test('arrows say where an import stands, and whether it is there when the program runs', () => {
  expect(
    arrowsOf(
      files({
        'a.ts': "import type { B } from './b.ts';\nimport { C } from './c.ts';\nconst d = import('./d.ts');",
        'b.ts': "new Worker(new URL('./d.ts', import.meta.url));",
        'c.ts': "export { D } from './d.ts';",
        'd.ts': '',
      }),
    ),
  ).toEqual([
    { from: 'a.ts', to: 'b.ts', line: 1, when: 'type' },
    { from: 'a.ts', to: 'c.ts', line: 2, when: 'now' },
    { from: 'a.ts', to: 'd.ts', line: 3, when: 'later' },
    { from: 'b.ts', to: 'd.ts', line: 1, when: 'later' },
    { from: 'c.ts', to: 'd.ts', line: 1, when: 'now' },
  ]);
});

test('a circle has all that lie on it, and no more; a type closes it only where types are looked at', () => {
  const arrows = arrowsOf(three);
  expect(membersOf(circles(arrows))).toEqual([['a/one.ts', 'b/two.ts', 'c/three.ts']]);
  expect(membersOf(circles(byValue(arrows)))).toEqual([]);
});

test('a circle comes with the imports that make it', () => {
  const [circle] = circles(arrowsOf(three), folderOf);
  expect(circle?.members).toEqual(['a', 'b', 'c']);
  expect(circle?.arrows.map(({ from, to }) => `${from} ${to}`)).toEqual([
    'a/one.ts b/two.ts',
    'b/two.ts c/three.ts',
    'c/three.ts a/one.ts',
    'c/four.ts a/one.ts',
  ]);
});

test('two folders make a circle though no two of their files do, and a folder within another is another', () => {
  const arrows = arrowsOf(
    files({
      'a/up.ts': "import { x } from './in/x.ts';",
      'a/down.ts': '',
      'a/in/x.ts': '',
      'a/in/y.ts': "import { down } from '../down.ts';",
    }),
  );
  expect(circles(arrows)).toEqual([]);
  expect(membersOf(circles(arrows, folderOf))).toEqual([['a', 'a/in']]);
});

test('two circles with an arrow between them are two', () => {
  const arrows = arrowsOf(
    files({
      'a.ts': "import './b.ts';",
      'b.ts': "import './a.ts';\nimport './c.ts';",
      'c.ts': "import './d.ts';",
      'd.ts': "import './c.ts';",
    }),
  );
  expect(membersOf(circles(arrows))).toEqual([
    ['a.ts', 'b.ts'],
    ['c.ts', 'd.ts'],
  ]);
});

test('an import may go down, not up, and not to a room beside', () => {
  const arrow = (from: string, to: string) => ({ from, to, line: 7, when: 'type' }) as const;
  expect(climbs([arrow('src/components/scope/Scope.tsx', 'src/components/scope/player/player.ts')])).toEqual(
    [],
  );
  expect(
    climbs([
      arrow('src/components/scope/player/player.ts', 'src/components/scope/Scope.tsx'),
      arrow('src/check/check.ts', 'playground/catalogue.ts'),
    ]),
  ).toEqual([
    {
      path: 'src/components/scope/player/player.ts',
      line: 7,
      says: 'imports src/components/scope/Scope.tsx: src/components/scope stands above src/components/scope/player. Pass it in, or move what both need to a lower room.',
    },
    {
      path: 'src/check/check.ts',
      line: 7,
      says: 'imports playground/catalogue.ts: playground stands beside src/check. Pass it in, or move what both need to a lower room.',
    },
  ]);
});

test('a file is in the innermost room round it', () => {
  expect(roomOf('src/components/scope/mount.tsx')).toBe('src/components/scope');
  expect(roomOf('src/components/scope/link/linked.ts')).toBe('src/components/scope/link');
  expect(roomOf('src/scopes.ts')).toBeUndefined();
});
