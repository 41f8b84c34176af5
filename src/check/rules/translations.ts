import { bodyOf, digestOf } from '../../i18n/original.ts';
import { type ContentFile, languages } from '../../chapters/content.ts';
import { type Site, hasPage } from '../site/site.ts';
import { type ContentProblem, type Rule, inFrontmatter } from './rule.ts';

/** A translation has an original. */
export const translationsHaveOriginals: Rule = (file, site) => {
  const { path, id, language } = file;
  if (language === languages[0] || originalOf(file, site)) return [];
  const says = `there is no English page "${id}" that this could be the translation of. Give it the path of its original, under content/${language}/.`;
  return [{ path, line: 1, says }];
};

/** What the head of a translation must have as its original has it. */
const shared = ['kind', 'part', 'paths', 'kubernetes', 'minutes', 'buildsOn', 'scenarios', 'draft'] as const;

/** A translation plays what its original plays, and is of the same part. */
export const translationsFollow: Rule = (file, site) => {
  const original = originalOf(file, site);
  if (!original) return [];
  return shared.flatMap((field): ContentProblem[] => {
    const [wanted, found] = [original, file].map(({ frontmatter }) => JSON.stringify(frontmatter[field]));
    if (wanted === found) return [];
    const says =
      wanted === undefined
        ? `${original.path} has no \`${field}\`: leave it out here too.`
        : `expected \`${field}\` to be ${wanted}, as in ${original.path}, found ${found ?? 'nothing'}. Write the same.`;
    return [inFrontmatter(file, field, says)];
  });
};

/** A translation says what its original says now. Where the original has changed, the page tells its readers so; nothing fails. */
export function translationsAreUpToDate(
  file: ContentFile,
  site: Pick<Site, 'files' | 'source'>,
): ContentProblem[] {
  const original = originalOf(file, site);
  const source = original && site.source(original.path);
  const { translates } = file.frontmatter;
  if (!original || source === undefined || translates === digestOf(bodyOf(source))) return [];
  const what =
    translates === undefined
      ? `does not say which text of ${original.path} it translates`
      : `translates a text of ${original.path} that has changed since`;
  const says = `${what}. Compare the two, then run \`npm run translated -- ${file.path}\`.`;
  return [{ ...inFrontmatter(file, 'translates', says), warning: true }];
}

/** Links of a translation lead to pages in its language, where there are such. */
export const translationsStayInTheirLanguage: Rule = ({ path, language, links }, site) =>
  language === languages[0]
    ? []
    : links.flatMap(({ url, line }): ContentProblem[] => {
        const [address = ''] = url.split('#');
        const there = `/${language}${address}`;
        if (!address.startsWith('/') || address.startsWith(`/${language}/`) || !hasPage(site, there))
          return [];
        const says = `the link leads to the English page: write ${there}${url.slice(address.length)}.`;
        return [{ path, line, says }];
      });

/** No line is broken between two Han: browsers show a space there. */
export const linesBreakBetweenWords: Rule = ({ path, language }, { source }) => {
  if (language === languages[0]) return [];
  const breaks = /[\p{Script=Han}，。：；、？！）”…]\n[ \t]*[\p{Script=Han}（“]/gu;
  const text = source(path) ?? '';
  return [...text.matchAll(breaks)].map(({ index }) => ({
    path,
    line: text.slice(0, index).split('\n').length,
    says: 'the line is broken between two Han, which a browser shows as a space. Write a paragraph in one line.',
  }));
};

function originalOf({ id, language }: ContentFile, { files }: Pick<Site, 'files'>): ContentFile | undefined {
  const [english] = languages;
  return language === english ? undefined : files.find((each) => each.id === id && each.language === english);
}
