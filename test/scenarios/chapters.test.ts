import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainedRows, readContent } from '../../src/chapters/content.ts';
import { readAssertions } from '../../src/requirements/read.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import { root } from '../tidy/files.ts';

const chapters = readContent(root).filter(
  ({ frontmatter, language }) =>
    frontmatter['kind'] === 'chapter' && frontmatter['draft'] !== true && language === 'en',
);
const asserted = new Set(readAssertions(root).map(({ row }) => row));

test('there are chapters', () => {
  expect(chapters.length).toBeGreaterThan(1);
});

describe.each(chapters)('$path', (chapter) => {
  test('asserts each row that it explains', () => {
    const rows = explainedRows([chapter]).map(({ row }) => row);
    expect(rows.length > 0).toBe(chapter.frontmatter['beyond'] !== true);
    expect(rows.filter((row) => !asserted.has(row))).toEqual([]);
  });

  test('plays all scenarios of its folder, and speaks of each', async () => {
    const file = chapter.path.replace('index.mdx', 'scenario.ts');
    const { scenarios } = (await import(join(root, file))) as { scenarios: readonly Scenario[] };
    // What only an exercise plays needs no words in the prose.
    const folder = join(root, chapter.path.replace('index.mdx', 'exercises'));
    const exercises = globSync(`${folder}/*.ts`).map((path) => readFileSync(path, 'utf8'));
    const listed = chapter.frontmatter['scenarios'] as readonly string[];
    // A chapter that is told in short runs alone may keep the long one, for links that lead into it.
    const shortRunsAlone = listed.every((id) => id.includes('#'));
    const ids = scenarios
      .map(({ id }) => id)
      .filter((id) => !exercises.some((text) => text.includes(`'${id}'`)))
      .filter((id) => !shortRunsAlone || id.includes('#'));
    expect(listed).toEqual(ids);
    const spoken = new Set(
      chapter.elements.flatMap((element) =>
        JSON.stringify(element.attributes).match(/(?<="(?:run|instead)":")[^"]+/g),
      ),
    );
    for (const id of ids.slice(1)) expect(spoken, id).toContain(id.split('#')[1]);
  });
});
