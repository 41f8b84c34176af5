import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainedRows, pageOf, readContent, type ContentFile } from '../chapters/content.ts';
import { assertionsIn, type Assertion } from './assertions.ts';
import { coverageOf, type Coverage, type Explanation } from './coverage.ts';
import { rows } from './rows.ts';

/** The coverage of the project, read from its chapters and tests. `root` is the folder of the project. */
export function readCoverage(root: string): Coverage {
  return coverageOf(rows, explanationsIn(readContent(root)), readAssertions(root));
}

/** The tests that name rows in their titles. `root` is the folder of the project. */
export function readAssertions(root: string): Assertion[] {
  return globSync('test/**/*.test.{ts,tsx}', { cwd: root })
    .sort()
    .flatMap((path) => assertionsIn(path, readFileSync(join(root, path), 'utf8')));
}

/** What the chapters explain: those in the original language, and not the drafts, which readers do not see. */
export function explanationsIn(files: readonly ContentFile[]): Explanation[] {
  const chapters = files.filter(
    ({ language, frontmatter }) => language === 'en' && frontmatter.draft !== true,
  );
  return explainedRows(chapters).map(({ row, path, line, id, language, heading }) => {
    const page = pageOf({ id, language });
    return {
      row,
      path,
      line,
      title: String(chapters.find((file) => file.path === path)?.frontmatter.title),
      section: heading?.text,
      href: heading ? `${page}#${heading.anchor}` : page,
    };
  });
}
