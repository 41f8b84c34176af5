import { parts } from '../../chapters/parts.ts';
import { fieldsOf, frontmatter as schema } from '../../chapters/schema.ts';
import { type ContentProblem, type Rule, choice, inFrontmatter } from './rule.ts';

/** The file can be read at all. */
export const filesCanBeRead: Rule = ({ path, broken }) =>
  broken ? [{ path, line: broken.line, says: broken.says }] : [];

/** The frontmatter has the fields that a page of its kind needs, and no others. */
export const frontmatterFits: Rule = (file) => {
  const { success, error } = schema.safeParse(file.frontmatter);
  const fields = fieldsOf(file.frontmatter['kind']);
  const strange = Object.keys(file.frontmatter)
    .filter((name) => !fields.includes(name))
    .map((name) =>
      inFrontmatter(
        file,
        name,
        `\`${name}\` is no field of this page's frontmatter. ${choice(name, fields, 'Its fields are')}`,
      ),
    );
  if (success) return strange;
  return [
    ...error.issues.map(({ path, message }) => inFrontmatter(file, path.join('.'), message)),
    ...strange,
  ];
};

/** A chapter stands in the book, and in the folder of its part. Drafts may be written before they have a place. */
export const chaptersHaveAPlace: Rule = (file): ContentProblem[] => {
  const { id, language, frontmatter } = file;
  if (frontmatter['kind'] !== 'chapter' || language !== 'en' || frontmatter['draft'] === true) return [];
  const { part } = frontmatter;
  const ids = parts.map((each) => each.id);
  if (typeof part !== 'string') return [];
  if (!ids.includes(part)) {
    return [
      inFrontmatter(
        file,
        'part',
        `there is no part "${part}" in src/chapters/parts.ts. ${choice(part, ids, 'Its parts are')}`,
      ),
    ];
  }
  if (!id.startsWith(`${part}/`)) {
    return [
      inFrontmatter(
        file,
        'part',
        `the chapter is of the part "${part}", and lies in ${file.path}. Move it to content/${part}/, or correct \`part\`.`,
      ),
    ];
  }
  const listed = parts.some((each) => each.topics.some(({ chapter }) => chapter === id));
  return listed
    ? []
    : [
        inFrontmatter(
          file,
          'part',
          `the chapter is not in src/chapters/parts.ts, so nothing leads to it. Write chapter: '${id}' at its topic of "${part}".`,
        ),
      ];
};
