/** Reads the lines of a declaration, ours or upstream's, as far as laying one beside the other asks for. No parser: both are formatted. */

/** What a line does, where its first word tells. */
export type LineKind = 'if' | 'else' | 'for' | 'return' | 'case' | 'jump' | 'other';

export interface CodeLine {
  /** Place among the lines of the declaration, from 0. */
  readonly at: number;
  readonly kind: LineKind;
  /** How many blocks stand around it. */
  readonly depth: number;
  /** The line on which its statement begins. */
  readonly head: number;
  /** The last line of its statement, without blocks; for a line within a statement, itself. */
  readonly to: number;
  readonly opensBlock: boolean;
  /** Identifiers, in the spelling of the source, and words of strings. */
  readonly words: readonly string[];
  /** A call that upstream puts off with `defer`, or ours does in `finally`: it stands where it does not run. */
  readonly deferred: boolean;
  /** What `// Go:` says of it. Ours only. */
  readonly mark?: string;
}

const markForm = /\/\/ Go: (\S+)\s*$/;

/** The line without the `// Go:` that ends it. */
export const withoutMark = (line: string): string => line.replace(/\s*\/\/ Go: \S+\s*$/, '');

/** The lines of our declaration that are code; comments, blank lines and lines of brackets alone are left out. */
export function readOurs(lines: readonly string[]): CodeLine[] {
  let pending: string | undefined;
  const marks = lines.map((line) => {
    const mark = markForm.exec(line)?.[1];
    if (mark !== undefined && line.trim().startsWith('//')) {
      pending = mark;
      return undefined;
    }
    if (mark !== undefined || line.trim() === '' || /^\s*(?:\/\/|\/?\*+[\s/])/.test(line)) return mark;
    const own = pending;
    pending = undefined;
    return own;
  });
  const finallys = new Set<number>();
  const read = readLines(lines, {
    isBlock: (before) =>
      !/(?:^|[(,=:?[{&|]|\b(?:return|const|let|of|in))\s*$/.test(before.replace(/=>\s*$/, ')')),
    continues: (before) => !/[;{}:]$/.test(before),
    onBlock: (before, at) => void (/\bfinally\s*$/.test(before) && finallys.add(at)),
  });
  return read
    .filter(({ text }) => !/^(?:\W*|\W*\b(?:try|finally)\b\W*)$/.test(text))
    .map(({ text, blocks, ...line }) => ({
      ...line,
      // `try` is a block more than upstream has.
      depth: blocks.filter(({ before }) => !/\b(?:try|finally)\s*$/.test(before)).length,
      kind: kindOf(text.replace(/^\}\s*/, '')),
      words: wordsOf(text).map(withoutUnit),
      deferred: blocks.some(({ at }) => finallys.has(at)),
      ...(marks[line.at] !== undefined && { mark: marks[line.at] }),
    }));
}

/** The lines of upstream's declaration that are code and not about logging or metrics. */
export function readGo(lines: readonly string[]): CodeLine[] {
  const control = /^(?:\}\s*)?(?:if|for|switch|select|else|func|go|defer|case|default|type)\b/;
  const read = readLines(lines, {
    isBlock: (before, statement) =>
      /\b(?:struct|interface)\s*$/.test(before) || /\bfunc\([^{]*$/.test(before) || control.test(statement),
    continues: (before) => /[^\w)\]}"'`;{:]$/.test(before) && !/(?:\+\+|--)$/.test(before),
    onBlock: () => {},
  });
  const quiet = new Set<number>();
  for (const { at, head, text, blocks } of read) {
    const about = read.find((line) => line.at === head)?.text ?? text;
    const inQuiet = blocks.some((block) => quiet.has(block.at));
    if (inQuiet || /^(?:if )?(?:klog|glog|utilruntime|trace|metrics)\./.test(about)) quiet.add(at);
    else if (/^defer (?:klog|utilruntime|trace)\b/.test(about)) quiet.add(at);
  }
  return read
    .filter(({ at, text }) => !quiet.has(at) && /\w/.test(text))
    .map(({ text, blocks, ...line }) => ({
      ...line,
      depth: blocks.length,
      kind: kindOf(text.replace(/^\}\s*/, '')),
      words: wordsOf(text),
      deferred: /^defer\b/.test(text) || blocks.some(({ before }) => /^defer\b/.test(before.trim())),
    }));
}

function kindOf(text: string): LineKind {
  const [, word = ''] = /^(\w+)/.exec(text) ?? [];
  if (word === 'else' || word === 'if' || word === 'return') return word;
  if (word === 'for' || word === 'while') return 'for';
  if (word === 'case' || word === 'default' || word === 'switch' || word === 'select') return 'case';
  return word === 'break' || word === 'continue' ? 'jump' : 'other';
}

/** Words that say the same in both languages, brought to one. */
const sameWord: Readonly<Record<string, string>> = {
  undefined: 'nil',
  null: 'nil',
  length: 'len',
  push: 'append',
  receive: 'chan',
  tryReceive: 'chan',
  send: 'chan',
  trySend: 'chan',
  Chan: 'chan',
  throw: 'panic',
  of: 'range',
  while: 'for',
};

/** Words of the language, which say nothing about the program. */
const mute = new Set(
  'const let var this new function yield readonly async await as type static export string number boolean int error Error func struct interface map if else for return case switch select default metadata'.split(
    ' ',
  ),
);

function wordsOf(text: string): string[] {
  const arrows = text.includes('<-') ? ['chan'] : [];
  const found = text.match(/[A-Za-z_$][\w$]*|\d[\w.]*/g) ?? [];
  return [
    ...arrows,
    ...found
      .filter((word) => !mute.has(word))
      .map((word) => (Object.hasOwn(sameWord, word) ? sameWord[word]! : word)),
  ];
}

/** A duration without the unit that ours has in its name: Go has a type for durations. */
const withoutUnit = (word: string): string => word.replace(/(?<=[A-Za-z\d])Ms$/, '');

interface Block {
  /** The line that opens it, and what stands before the bracket there. */
  readonly at: number;
  readonly before: string;
}

interface ReadLine {
  readonly at: number;
  /** Without comments; of strings the words are left. */
  readonly text: string;
  readonly head: number;
  readonly to: number;
  readonly blocks: readonly Block[];
  readonly opensBlock: boolean;
}

interface Rules {
  /** Whether a curly bracket opens a block of statements and not a value. */
  readonly isBlock: (before: string, statement: string) => boolean;
  /** Whether what stands on the next line goes on with this statement. */
  readonly continues: (before: string) => boolean;
  readonly onBlock: (before: string, at: number) => void;
}

/** Follows brackets, strings and comments through the lines: which statement each belongs to, and which blocks it is in. */
function readLines(lines: readonly string[], rules: Rules): ReadLine[] {
  const open: (Block | undefined)[] = [];
  const read: ReadLine[] = [];
  let inComment = false;
  let inRaw = false;
  let head = -1;
  let statement = '';
  lines.forEach((line, at) => {
    let text = '';
    const closesFirst = /^[\s})\]]*/.exec(line)?.[0].match(/[})\]]/g)?.length ?? 0;
    for (let i = 0; i < line.length; i++) {
      const two = line.slice(i, i + 2);
      if (inComment) {
        if (two === '*/') {
          inComment = false;
          i++;
        }
        continue;
      }
      const char = line[i]!;
      if (inRaw) {
        if (char === '`') inRaw = false;
        text += /[`{}()[\]]/.test(char) ? ' ' : char;
        continue;
      }
      if (two === '//') break;
      if (two === '/*') {
        inComment = true;
        i++;
      } else if (char === '"' || char === "'") {
        const end = endOfString(line, i);
        text += `"${line.slice(i + 1, end).replace(/[{}()[\]]/g, ' ')}"`;
        i = end;
      } else if (char === '`') inRaw = true;
      else text += char;
    }
    text = text.trim();
    if (text === '') return;
    const outer = open.slice(0, Math.max(0, open.length - closesFirst));
    const inBlock = open.length === 0 || open.at(-1) !== undefined;
    if (head === -1 || (inBlock && !rules.continues(statement.trimEnd()))) {
      head = at;
      statement = '';
    }
    let opensBlock = false;
    for (const char of text) {
      if (char === '(' || char === '[') open.push(undefined);
      else if (char === '{') {
        const block = rules.isBlock(statement, statement.trimStart()) ? { at, before: statement } : undefined;
        if (block) rules.onBlock(statement, at);
        open.push(block);
        opensBlock = block !== undefined;
      } else if (char === ')' || char === ']' || char === '}') {
        if (open.pop() !== undefined) opensBlock = false;
      }
      statement += char;
    }
    statement += ' ';
    const blocks = outer.filter((block) => block !== undefined);
    read.push({ at, text, head, to: at, blocks, opensBlock });
    if (opensBlock) statement = '{';
  });
  return read.map((line, place) => {
    let to = place;
    while (line.at === line.head && read[to + 1]?.head === line.head) to++;
    return { ...line, to: read[to]!.at };
  });
}

function endOfString(line: string, from: number): number {
  for (let i = from + 1; i < line.length; i++) {
    if (line[i] === '\\') i++;
    else if (line[i] === line[from]) return i;
  }
  return line.length;
}
