/**
 * npm run translated -- FILE…: notes that each FILE, such as content/zh-cn/guide/reading-the-code.mdx, now says what its original says.
 * It puts the digest of the original's text into the head of the translation. Without a FILE: the translations that are behind.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContent } from '../src/chapters/content.ts';
import { translationsAreUpToDate } from '../src/check/rules/translations.ts';
import { bodyOf, digestOf, naming } from '../src/i18n/original.ts';
import { show } from '../src/sources/problem.ts';
import { root } from './project.ts';

const folder = 'content/zh-cn/';

function note(path: string): string {
  if (!path.startsWith(folder) || !existsSync(join(root, path)))
    throw new Error(`expected a file under ${folder}, found ${path}`);
  const original = path.replace(folder, 'content/');
  if (!existsSync(join(root, original))) throw new Error(`${path} has no original at ${original}`);
  const digest = digestOf(bodyOf(readFileSync(join(root, original), 'utf8')));
  const file = join(root, path);
  writeFileSync(file, naming(readFileSync(file, 'utf8'), digest));
  return `${path} translates ${original} as it is now (${digest}).`;
}

/** A line for each translation whose original has changed since. */
function behind(): string {
  const files = readContent(root);
  const source = (path: string): string => readFileSync(join(root, path), 'utf8');
  const problems = files.flatMap((file) => translationsAreUpToDate(file, { files, source }));
  return problems.length === 0 ? 'Every translation says what its original says.' : show(problems);
}

try {
  const paths = process.argv.slice(2).map((path) => path.replace(/^\.\//, ''));
  console.log(paths.length === 0 ? behind() : paths.map(note).join('\n'));
} catch (error) {
  console.error(`translated: ${(error as Error).message}.\n  npm run translated -- content/zh-cn/…`);
  process.exitCode = 1;
}
