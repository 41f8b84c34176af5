const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '’' };

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

const escaped = (text: string, which: RegExp): string =>
  text.replace(which, (character) => entities[character] ?? character);
