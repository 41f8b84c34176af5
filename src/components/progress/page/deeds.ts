import { idFrom } from '../../prose/page.ts';
import { chaptersIn } from '../../../chapters/chapter-list.ts';
import type { ContentFile } from '../../../chapters/content.ts';

/** One thing in a chapter that a reader can do, and that progress is kept of. */
interface Deed {
  readonly kind: 'predictions' | 'experiments' | 'exercises';
  readonly id: string;
  readonly title: string;
  /** Where it stands in the page of its chapter. */
  readonly fragment: string;
}

/** A chapter and what can be done in it, in the order of the text. */
export interface ChapterDeeds {
  /** Content id without its language. */
  readonly id: string;
  readonly title: string;
  readonly deeds: readonly Deed[];
}

const kinds: Readonly<Record<string, Pick<Deed, 'kind' | 'fragment'> & { says: string }>> = {
  Prediction: { kind: 'predictions', says: 'question', fragment: 'prediction-' },
  Experiment: { kind: 'experiments', says: 'title', fragment: 'experiment-' },
  Exercise: { kind: 'exercises', says: 'id', fragment: 'exercise-' },
};

/**
 * The chapters among some files, each in a language where it is there in it, else in English. They stand in the order of `ids`, the
 * ids of all chapters. `exercises` has the titles of exercises, whose id says their chapter and their name.
 */
export function deedsOf(
  files: readonly ContentFile[],
  language: string,
  ids: readonly string[],
  exercises: ReadonlyMap<string, string>,
): ChapterDeeds[] {
  return chaptersIn(files, language, ids).map(({ id, frontmatter, elements }) => ({
    id,
    title: String(frontmatter.title),
    deeds: elements.flatMap(({ name, attributes }): Deed[] => {
      const { kind, says, fragment } = kinds[name] ?? {};
      if (!kind || !says) return [];
      const words = String(attributes[says]);
      const title = exercises.get(words) ?? words;
      const own =
        typeof attributes.id === 'string' ? (attributes.id.split('/').at(-1) ?? '') : idFrom(name, title);
      return [{ kind, id: own, title, fragment: `${fragment}${own}` }];
    }),
  }));
}
