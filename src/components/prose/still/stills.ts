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

/** The first told moment of each section of a chapter, in the order of the text. */
export function stillsOf(filePath: string): Promise<readonly StillOf[]> {
  const known = read.get(filePath) ?? readStills(filePath);
  read.set(filePath, known);
  return known;
}

async function readStills(filePath: string): Promise<readonly StillOf[]> {
  const file = parseContent(filePath, await readFile(filePath, 'utf8'));
  const first = new Map<number, ContentElement>();
  for (const element of file.elements) {
    if (element.name !== 'Step' && element.name !== 'Moment') continue;
    const section = sectionOf(file, element);
    // What comes before all sections stands beside the figure itself.
    if (section !== undefined && !first.has(section)) first.set(section, element);
  }
  return [...first.values()].map(({ name: by, attributes: { at, run } }) => ({
    by,
    at: String(at),
    run: run === undefined ? undefined : String(run),
  }));
}

/** The line of the heading of its section; none before the first. */
const sectionOf = ({ headings }: ContentFile, { line }: ContentElement): number | undefined =>
  headings.findLast((heading) => heading.depth === 2 && heading.line < line)?.line;

/** Where the stills of a chapter are, by the path of its text: `content/part/chapter/index.mdx`. */
export const stillsPath = (filePath: string): string =>
  `/stills/${filePath.replace(/^content\//, '').replace(/(\/index)?\.mdx?$/, '')}.svg`;
