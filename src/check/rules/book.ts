import { chapterIds } from '../../chapters/parts.ts';
import { wordsIn } from '../../chapters/prose.ts';
import type { ContentElement, ContentFile } from '../../chapters/content.ts';
import { type ContentProblem, type Rule, choice, inFrontmatter } from './rule.ts';

/** What a chapter builds on stands before it in the book, each chapter once, and in the order of the book. So nothing goes in a circle. */
export const buildsOnWhatStandsBefore: Rule = (file, { files }) => {
  const { id, language, frontmatter } = file;
  const named: unknown = frontmatter['buildsOn'];
  if (language !== 'en' || !Array.isArray(named)) return [];
  const known = files
    .filter((each) => each.language === 'en' && each.frontmatter['kind'] === 'chapter')
    .map((each) => each.id);
  const book = chapterIds();
  // A draft may be written before it has a place: it stands behind all others.
  const placeOf = (chapter: string): number => {
    const place = book.indexOf(chapter);
    return place === -1 ? book.length : place;
  };
  const wanted = [...new Set(named)].sort((a, b) => placeOf(String(a)) - placeOf(String(b)));
  return named.flatMap((each, i): ContentProblem[] => {
    const problem = (says: string): ContentProblem[] => [inFrontmatter(file, `buildsOn.${i}`, says)];
    if (typeof each !== 'string') return [];
    if (!known.includes(each))
      return problem(`there is no chapter "${each}" to build on. ${choice(each, known, 'There are')}`);
    if (named.indexOf(each) !== i)
      return problem(`the chapter "${each}" stands in the list already: take it out.`);
    if (placeOf(each) >= placeOf(id)) {
      return problem(
        `expected chapters that stand before this one in the book, found "${each}", which ${each === id ? 'it is itself' : 'comes after it'}. ` +
          'Take it out, or move one of them in src/chapters/parts.ts.',
      );
    }
    return wanted[i] === each
      ? []
      : problem(`expected the order of the book, ${wanted.join(', ')}, found "${each}" here. Reorder it.`);
  });
};

/** What a reader spends with a chapter, in minutes. */
const perWord = 1 / 200;
const perMoment = 20 / 60;
const per: Readonly<Record<string, number>> = { Prediction: 2, Experiment: 3, Exercise: 8 };

/** In these a moment is an answer, or is done. */
const apart = new Set(['Symptom', 'Prediction', 'Experiment', 'StudyGroup']);

const isTold = ({ name, inside }: ContentElement): boolean => {
  if (name !== 'Step' && name !== 'Moment') return false;
  for (let around = inside; around; around = around.inside) if (apart.has(around.name)) return false;
  return true;
};

/** How long a chapter takes, by what stands in it: words, told moments, and what it asks. To five minutes. */
export function minutesOf({ prose, elements }: ContentFile): number {
  const reading = prose.reduce((total, { text }) => total + wordsIn(text), 0) * perWord;
  const looking = elements.filter(isTold).length * perMoment;
  const doing = elements.reduce((total, { name }) => total + (per[name] ?? 0), 0);
  return Math.max(5, Math.round((reading + looking + doing) / 5) * 5);
}

/** The time that a chapter says is the one that it takes. */
export const minutesAreMeasured: Rule = (file) => {
  const { kind, minutes, draft } = file.frontmatter;
  if (kind !== 'chapter' || file.language !== 'en' || typeof minutes !== 'number') return [];
  const wanted = minutesOf(file);
  // What is out of all bounds is told by the schema.
  if (minutes === wanted || minutes < 1 || minutes > 90) return [];
  const says =
    `expected minutes: ${wanted}, found ${minutes}. It is a minute for 200 words, 20 s for a told moment, ` +
    '2 minutes for a prediction, 3 for an experiment, 8 for an exercise, to five minutes.';
  const problem = inFrontmatter(file, 'minutes', says);
  return [draft === true ? { ...problem, warning: true } : problem];
};
