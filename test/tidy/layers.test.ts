import { expect, test } from 'vitest';
import { show, type Problem } from '../../src/sources/problem.ts';
import { filesUnder } from './files.ts';
import { type Arrow, arrowsOf, byValue, circles, folderOf } from './graph.ts';
import { importsOf } from './imports.ts';
import { climbs, roomOf } from './layers.ts';

const files = filesUnder(
  ['src', 'playground', 'content', 'scripts', 'sidebar.ts', 'astro.config.mjs'],
  ['.ts', '.tsx', '.mjs', '.astro'],
);
const arrows = arrowsOf(files);
const clean = (problems: readonly Problem[]) => expect(show(problems)).toBe('');

/** Each import of each circle. */
const tellOf = (found: ReturnType<typeof circles>): Problem[] =>
  found.flatMap(({ members, arrows }) =>
    arrows.map(({ from, to, line }) => ({
      path: from,
      line,
      says: `imports ${to}, in a circle of ${members.length}: ${members.slice(0, 4).join(', ')}. Move what both need to a third place below, or pass it in.`,
    })),
  );

/** One package of Go, whose interface names a lock of each kind and whose locks name the interface. */
const onePackage = 'src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/resourcelock';

test('no files need each other round about when they run, but those of one package of Go', () => {
  const inPackage = ({ members }: { readonly members: readonly string[] }): boolean =>
    members.every((member) => folderOf(member) === onePackage);
  const found = circles(byValue(arrows));
  expect(found.some(inPackage), `${onePackage} has no circle any more: take it out here`).toBe(true);
  clean(tellOf(found.filter((circle) => !inPackage(circle))));
});

test('no folders need each other round about when they run', () => {
  clean(tellOf(circles(byValue(arrows), folderOf)));
});

test('no folders of pages need each other round about, not even for a type', () => {
  const pages = /^(src\/(components|chapters|check|requirements)|playground)\//;
  clean(
    tellOf(
      circles(
        arrows.filter(({ from, to }) => pages.test(from) && pages.test(to)),
        folderOf,
      ),
    ),
  );
});

test('what imports goes one way, down', () => {
  const homeless = files.filter(({ path }) => roomOf(path) === undefined);
  clean(
    homeless.map(({ path }) => ({
      path,
      line: 1,
      says: 'is in no room: move it into one, or give its folder a place among the floors of test/tidy/layers.ts.',
    })),
  );
  clean(climbs(arrows));
});

/** Imports of what runs a cluster, or is of it; not of what a recording is read with. */
const ofMachine = byValue(arrows).filter(({ to }) =>
  /^src\/runtime\/(?!.*\.json$|sim\/(pmap|thrown)\.ts$|(stage|subjects\/[\w-]+)\/(acts|events|objects|scenario|spread|world)\.ts$)/.test(
    to,
  ),
);

test('components take recordings and types; only a worker and a page run the machine', () => {
  const found = ofMachine.filter(({ from }) => from.startsWith('src/components/') && !/worker/.test(from));
  clean(
    found.map(({ from, to, line }) => ({
      path: from,
      line,
      says: `imports ${to}: take the value from a recording, or write \`import type\`.`,
    })),
  );
});

test('what a page of the playground loads has types of the machine, and leaves it to a worker', () => {
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path) || /worker/.test(path) || !path.startsWith('playground/')) return;
    loaded.add(path);
    for (const { from, to } of byValue(arrows)) if (from === path) load(to);
  };
  const entries = files.filter(({ path }) => /^playground\/.*(-element\.ts|\/mount-[\w-]+\.tsx)$/.test(path));
  expect(entries.length).toBeGreaterThan(0);
  entries.forEach(({ path }) => load(path));
  // The table of what the default profile switches on: names and weights.
  const isTable = ({ from, to }: Arrow): boolean =>
    from === 'playground/scheduler/profile.ts' &&
    to === 'src/runtime/kubernetes/pkg/scheduler/algorithmprovider/registry.ts';
  const found = ofMachine.filter((arrow) => loaded.has(arrow.from) && !isTable(arrow));
  clean(
    found.map(({ from, to, line }) => ({
      path: from,
      line,
      says: `imports ${to}: ask the worker (asker.ts), or write \`import type\`.`,
    })),
  );
});

test('a style sheet that is imported is there: the compiler does not look', () => {
  const sheets = new Set(filesUnder(['src', 'playground'], ['.css']).map(({ path }) => path));
  clean(
    files.flatMap((file) =>
      importsOf(file).flatMap(({ line, specifier, target }): Problem[] =>
        !target?.endsWith('.css') || sheets.has(target)
          ? []
          : [
              {
                path: file.path,
                line,
                says: `imports ${specifier}, and there is no ${target}: mend the path.`,
              },
            ],
      ),
    ),
  );
});
