import { nearestWord } from '../../instrument/nearest-word.ts';
import type { Problem } from '../../sources/problem.ts';
import type { Value } from '../../chapters/attributes.ts';
import type { ContentElement, ContentFile } from '../../chapters/content.ts';
import type { Site } from '../site/site.ts';

/** Something that is wrong in content. A warning is printed, and fails nothing. */
export interface ContentProblem extends Problem {
  readonly warning?: true;
}

/** Looks at one file for one kind of mistake. */
export type Rule = (file: ContentFile, site: Site) => ContentProblem[];

/** What a problem says of an element, at the line of one of its attributes or of something in it. */
export function inElement(
  { path }: ContentFile,
  { name, line, lines }: ContentElement,
  attribute: string | undefined,
  says: string,
): ContentProblem {
  const [top = ''] = attribute?.split('.') ?? [];
  const place = attribute === undefined ? line : (lines[attribute] ?? lines[top] ?? line);
  return { path, line: place, says: `<${top ? `${name} ${top}` : name}>: ${says}` };
}

/** The frontmatter's problem, at the line of the field that a path such as `scenarios.1` begins with. */
export function inFrontmatter(
  { path, frontmatterLines }: ContentFile,
  field: string,
  says: string,
): ContentProblem {
  const [top = ''] = field.split('.');
  return { path, line: frontmatterLines[field] ?? frontmatterLines[top] ?? 1, says };
}

/** `Did you mean "…"?`, where a word is near; else what to choose from. */
export function choice(found: string, words: readonly string[], what: string): string {
  const near = nearestWord(found, words);
  if (near !== undefined) return `Did you mean "${near}"?`;
  return words.length > 0 ? `${what}: ${words.join(', ')}.` : '';
}

/** A message of another part of the project, closed with a full stop unless it ends with a list or a question. */
export function sentence(message: string): string {
  return /[.!?]$|\n/.test(message) ? message : `${message}.`;
}

/** A place in an element's attributes that is an object: the attributes themselves, or one inside. */
export interface AttributePlace {
  readonly element: ContentElement;
  /** Path of the object, with a point at its end; empty for the attributes themselves. */
  readonly prefix: string;
  readonly values: Readonly<Record<string, Value>>;
}

/** The attributes of all components, and each object inside them. */
export function placesOf({ elements }: ContentFile): AttributePlace[] {
  return elements
    .filter(({ name }) => /^[A-Z]/.test(name))
    .flatMap((element) => {
      const places: AttributePlace[] = [];
      const visit = (value: Value, prefix: string): void => {
        if (typeof value !== 'object' || value === null) return;
        if (!Array.isArray(value))
          places.push({ element, prefix, values: value as AttributePlace['values'] });
        for (const [name, inner] of Object.entries(value)) visit(inner as Value, `${prefix}${name}.`);
      };
      visit(element.attributes, '');
      return places;
    });
}
