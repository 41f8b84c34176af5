/**
 * Highlighted lines as HTML for a listing in prose. A line that is too long goes on under itself, two columns further in, from a dot
 * or an opening parenthesis if need be.
 */
export function listingHtml(lines: readonly string[]): string {
  return lines.map((line) => `<span style="--i:${indentOf(line)}">${breakable(line)}</span>`).join('\n');
}

/** How many spaces a line of safe HTML begins with. */
export function indentOf(html: string): number {
  return /^ */.exec(html.replaceAll(/<[^>]*>/g, ''))![0].length;
}

const breakable = (html: string): string =>
  html.replace(/(^|>)[^<]+/g, (text) =>
    text.replace(/(?<=[\w)>])\.(?=[\w#])/g, '<wbr>.').replace(/\((?=\w)/g, '(<wbr>'),
  );
