const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '’',
};

/**
 * HTML of a sentence that stands in an attribute: `code` between backticks, *stress* between asterisks, everything else as it is.
 * Not for text from a reader.
 */
export function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`') && part.length > 2
        ? `<code>${escaped(part.slice(1, -1), /[&<>]/g)}</code>`
        : escaped(part, /[&<>']/g).replace(/\*([^*\s][^*]*)\*/g, '<em>$1</em>'),
    )
    .join('');
}

/** A text for the value of an attribute in HTML. `which` are the characters to be put otherwise. */
export const escaped = (text: string, which: RegExp = /[&<>"]/g): string =>
  text.replace(which, (character) => entities[character] ?? character);
