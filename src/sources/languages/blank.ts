/**
 * The lines of a text without what could mislead one who counts brackets: `tokens` finds comments and strings, of which only quotes
 * remain. A line that ends within one ends in a backslash, as a line that goes on does in shell and make.
 */
export function blankLines(text: string, tokens: RegExp): string[] {
  const blanked = text.replace(tokens, (token) => {
    const quote = /^["'`]/.test(token) ? '""' : '';
    return quote + '\\\n'.repeat(token.split('\n').length - 1);
  });
  return blanked.split('\n');
}

/**
 * Index of the last line of what begins at `start`: all brackets are closed, and the line does not go on.
 * The lines are blanked; `goesOn` finds the end of a line that the next one continues.
 */
export function endOf(lines: readonly string[], start: number, goesOn = /\\$/): number {
  let open = 0;
  for (let i = start; i < lines.length; i++) {
    const line = lines[i] ?? '';
    for (const bracket of line.match(/[()[\]{}]/g) ?? []) open += '([{'.includes(bracket) ? 1 : -1;
    if (open <= 0 && !goesOn.test(line)) return i;
  }
  return lines.length - 1;
}
