import { toWrite } from '../../chapters/to-write.ts';
import type { ContentProblem, Rule } from './rule.ts';

/**
 * Nothing is left to write: not in the prose, nor, of an original, in its story and its test. In a draft what is left is a warning;
 * anywhere else it fails.
 */
export const nothingIsLeftToWrite: Rule = ({ path, id, language, frontmatter }, { source }) => {
  const name = id.split('/').at(-1);
  const beside =
    frontmatter['kind'] === 'chapter' && language === 'en'
      ? [`content/${id}/scenario.ts`, `test/scenarios/${name}.test.ts`]
      : [];
  return [path, ...beside].flatMap((each) =>
    toWrite(source(each) ?? '').map(({ line, says }): ContentProblem => {
      const left = { path: each, line, says: `«${says}» is still to be written.` };
      if (frontmatter['draft'] === true) return { ...left, warning: true };
      return { ...left, says: `${left.says} Write it, or put \`draft: true\` into the head of ${path}.` };
    }),
  );
};
