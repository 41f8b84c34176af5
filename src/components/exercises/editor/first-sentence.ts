/** The first sentence of a docstring, on one line. What follows an abbreviation such as `e.g.` still belongs to it. */
export function firstSentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const [sentence] = /^.*?[.?!](?=\s+[A-Z`]|$)(?<!\b(?:e\.g|i\.e|etc|vs)\.)/.exec(line) ?? [];
  return sentence ?? line;
}
