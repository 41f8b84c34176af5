/**
 * npm run translated -- FILE…: says that a translation now says what its original says. It puts the digest of the original into
 * the head of each FILE, such as content/zh-cn/guide/reading-the-code.mdx. Without a FILE it lists the translations that are behind.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContent } from '../src/chapters/content.ts';
import { renewed, staleTranslations, translationsIn } from '../src/i18n/stale.ts';
import { show } from '../src/problem.ts';
import { root } from './project.ts';

const all = translationsIn(readContent(root), root);
const wanted = process.argv.slice(2).map((path) => path.replace(/^\.\//, ''));

try {
  for (const path of wanted) {
    const found = all.find((one) => one.path === path);
    if (!found) {
      const known = all.map((one) => one.path).join(', ');
      throw new Error(`expected a translation, found ${path}. Name one of ${known}.`);
    }
    if (found.original === undefined) throw new Error(`${path} has no original: take it out, or move it.`);
    const file = join(root, path);
    writeFileSync(file, renewed(readFileSync(file, 'utf8'), found.original));
    console.log(`${path} translates ${found.original}.`);
  }
  if (wanted.length === 0) {
    const behind = staleTranslations(all);
    console.log(behind.length === 0 ? 'No translation is behind its original.' : show(behind));
  }
} catch (error) {
  console.error(`translated: ${(error as Error).message}`);
  process.exitCode = 1;
}
