import type { CollectionEntry } from 'astro:content';

/** The scenario that an element of a page speaks of: the chapter's first, or its variant `run`. The error says what to write. */
export function scenarioOf(entry: CollectionEntry<'docs'>, run?: string): string {
  const [first] = entry.data.kind === 'chapter' ? entry.data.scenarios : [];
  if (first === undefined) {
    throw new Error(
      `${entry.id} plays no scenario: only a chapter that lists one in its head can show an event.`,
    );
  }
  return run === undefined ? first : `${first.split('#')[0]}#${run}`;
}

/** An id made from a sentence: its words in small letters. Throws if it has none, as a Chinese sentence. */
export function idFrom(element: string, sentence: string): string {
  const id = sentence
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
  if (id !== '') return id;
  throw new Error(`${element} "${sentence}": write the id that the English chapter has: id="…".`);
}
