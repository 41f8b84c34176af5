import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentFile } from '../chapters/content.ts';
import type { Problem } from '../problem.ts';
import { bodyOf, digestOf } from './original.ts';

/** A translation, and what it should name. */
export interface Translation {
  readonly path: string;
  /** What it says that it translates; undefined where it says nothing. */
  readonly translates: unknown;
  /** The digest of its original as it is now; undefined where there is no original. */
  readonly original: string | undefined;
  /** The line of `translates`, or of the head. */
  readonly line: number;
}

/** Every translation among the files of content/, with its original. `root` is the root of the project. */
export function translationsIn(files: readonly ContentFile[], root: string): Translation[] {
  const originals = new Map(files.filter(({ language }) => language === 'en').map((file) => [file.id, file]));
  return files
    .filter(({ language }) => language !== 'en')
    .map(({ path, id, frontmatter, frontmatterLines }) => {
      const original = originals.get(id);
      return {
        path,
        translates: frontmatter.translates,
        original: original && digestOf(bodyOf(readFileSync(join(root, original.path), 'utf8'))),
        line: frontmatterLines.translates ?? 1,
      };
    });
}

/** Translations whose original is gone, or has changed since. Their pages say so; it is no reason to fail. */
export function staleTranslations(translations: readonly Translation[]): Problem[] {
  return translations.flatMap(({ path, translates, original, line }): Problem[] => {
    if (original === undefined) return [{ path, line, says: 'translates a page that is not there.' }];
    if (translates === original) return [];
    const says =
      translates === undefined
        ? 'does not say which text it translates.'
        : 'translates a text that has changed since.';
    const remedy = `Compare it with the original, then run \`npm run translated -- ${path}\`.`;
    return [{ path, line, says: `${says} ${remedy}` }];
  });
}

/** The text of a translation, with `translates` in its head naming the original as it is now. */
export function renewed(source: string, digest: string): string {
  const line = `translates: '${digest}'`;
  const named = /^translates:.*$/m;
  return source.replace(/^---\r?\n[\s\S]*?\n---/, (head) =>
    named.test(head) ? head.replace(named, line) : head.replace(/---$/, `${line}\n---`),
  );
}
