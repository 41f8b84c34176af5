import { readFile } from 'node:fs/promises';
import { type ContentElement, type ContentFile, parseContent } from '../../../chapters/content.ts';

/** What a section tells first, of which it has a still on paper and where no script runs. */
export interface StillOf {
  /** The component that tells it. */
  readonly by: string;
  /** As the chapter writes it. */
  readonly at: string;
  readonly run: string | undefined;
}

/** How large a still is drawn, in px; one below the other they are a file. SectionStill.astro has the same shape. */
export const stillSize = { width: 720, height: 400 };

const read = new Map<string, Promise<readonly StillOf[]>>();

/** What each section of a chapter has its still of, in the order of the text. */
export function stillsOf(filePath: string): Promise<readonly StillOf[]> {
  const known = read.get(filePath) ?? readStills(filePath);
  read.set(filePath, known);
  return known;
}

async function readStills(filePath: string): Promise<readonly StillOf[]> {
  return stillsIn(parseContent(filePath, await readFile(filePath, 'utf8')));
}

/**
 * The first told moment of each section. What knows nothing but its moment draws the still, so one that is told in several places is left
 * to a section that tells of no other.
 */
export function stillsIn(file: ContentFile): readonly StillOf[] {
  const told = file.elements.filter(({ name }) => name === 'Step' || name === 'Moment');
  const isAlone = (one: ContentElement): boolean =>
    told.every((other) => other === one || keyOf(other) !== keyOf(one));
  const first = new Map<number, ContentElement>();
  for (const element of told) {
    const section = sectionOf(file, element);
    // What comes before all sections stands beside the figure itself.
    if (section === undefined) continue;
    const before = first.get(section);
    if (!before || (isAlone(element) && !isAlone(before))) first.set(section, element);
  }
  return [...first.values()].map(({ name: by, attributes: { at, run } }) => ({
    by,
    at: String(at),
    run: run === undefined ? undefined : String(run),
  }));
}

const keyOf = ({ name, attributes: { at, run } }: ContentElement): string =>
  `${name} ${String(at)} in ${String(run)}`;

/** The line of the heading of its section; none before the first. */
const sectionOf = ({ headings }: ContentFile, { line }: ContentElement): number | undefined =>
  headings.findLast((heading) => heading.depth === 2 && heading.line < line)?.line;

/** Where the stills of a chapter are, by the path of its text: `content/part/chapter/index.mdx`. */
export const stillsPath = (filePath: string): string =>
  `/stills/${filePath.replace(/^content\//, '').replace(/(\/index)?\.mdx?$/, '')}.svg`;
