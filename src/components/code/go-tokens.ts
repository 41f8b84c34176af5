/** A stretch of a line of Go, and the class that code.css gives its colour by; undefined for plain text. */
export interface GoToken {
  readonly text: string;
  readonly kind?: 'tk-comment' | 'tk-string' | 'tk-number' | 'tk-keyword' | 'tk-function' | 'tk-type';
}

const keywords = new Set(
  'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var'.split(
    ' ',
  ),
);
const types = new Set(
  'any bool byte complex128 complex64 error float32 float64 int int16 int32 int64 int8 rune string uint uint16 uint32 uint64 uint8 uintptr'.split(
    ' ',
  ),
);
const constants = new Set(['true', 'false', 'nil', 'iota']);

/** What can begin at a place, tried in this order: a comment, a string or character, a number, a word, anything else. */
const lexeme = new RegExp(
  [
    /(\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))/,
    /("(?:[^"\\\n]|\\.)*"?|`[^`]*`?|'(?:[^'\\\n]|\\.)*'?)/,
    /(\b\d(?:[\w.]|(?<=[eEpP])[+-])*)/,
    /([\p{L}_][\p{L}\p{Nd}_]*)/u,
    /[^]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

/** The lines of a piece of Go in tokens, for a page that shows text that came from elsewhere: nothing of it is markup. */
export function goTokens(lines: readonly string[]): GoToken[][] {
  const source = lines.join('\n');
  const rows: GoToken[][] = [[]];
  const add = (text: string, kind?: GoToken['kind']): void => {
    text.split('\n').forEach((piece, i) => {
      if (i > 0) rows.push([]);
      if (piece === '') return;
      const row = rows.at(-1)!;
      const last = row.at(-1);
      if (last && last.kind === kind) row[row.length - 1] = { ...last, text: last.text + piece };
      else row.push(kind ? { text: piece, kind } : { text: piece });
    });
  };
  for (const match of source.matchAll(lexeme)) {
    const [text, comment, string, number, word] = match;
    if (comment !== undefined) add(text, 'tk-comment');
    else if (string !== undefined) add(text, 'tk-string');
    else if (number !== undefined) add(text, 'tk-number');
    else if (word !== undefined) add(text, kindOf(word, source[match.index + word.length]));
    else add(text);
  }
  return rows;
}

function kindOf(word: string, next: string | undefined): GoToken['kind'] {
  if (keywords.has(word)) return 'tk-keyword';
  if (types.has(word)) return 'tk-type';
  if (constants.has(word)) return 'tk-number';
  return next === '(' ? 'tk-function' : undefined;
}
