/** Runs when the site is built, never in a browser: reads files of src/runtime and highlights them. */
import { readFile } from 'node:fs/promises';
import { type Highlighter, createHighlighter } from 'shiki';
import type { Entry } from '../../runtime/stage/world.ts';
import { withoutMark } from '../../sources/go-lines-read.ts';
import { pinOf } from '../../sources/pins.ts';
import { currentLine } from './lines.ts';
import { type CodeFile, type CodeSymbol, excerptOf, symbolAt } from './source.ts';
import { symbolsOf } from './symbols.ts';

/**
 * The classes that a token can have; code.css gives them their colours in both themes. In the theme
 * below each has a number in place of a colour, from which the highlighter's answer is turned into a class.
 */
const tokenClasses: readonly (readonly [name: string, scopes: readonly string[]])[] = [
  ['tk-comment', ['comment', 'punctuation.definition.comment']],
  ['tk-string', ['string', 'punctuation.definition.string', 'constant.character.escape', 'string.regexp']],
  ['tk-number', ['constant.numeric', 'constant.language']],
  [
    'tk-keyword',
    [
      'keyword.control',
      'keyword.operator.new',
      'keyword.operator.expression',
      'storage',
      'variable.language',
    ],
  ],
  ['tk-function', ['entity.name.function', 'support.function']],
  ['tk-type', ['entity.name.type', 'support.type', 'entity.other.inherited-class', 'support.class']],
];

/** Colour number of the class at a place. */
const colourOf = (at: number): string => `#0000${(at + 1).toString(16).padStart(2, '0')}`;
const classByColour = new Map(tokenClasses.map(([name], at) => [colourOf(at), name]));

const theme = {
  name: 'classes',
  type: 'light' as const,
  settings: [
    { settings: { foreground: '#000000', background: '#ffffff' } },
    ...tokenClasses.map(([, scope], at) => ({ scope: [...scope], settings: { foreground: colourOf(at) } })),
  ],
};

let highlighter: Promise<Highlighter> | undefined;

/** Safe HTML of each line of a text. */
export async function highlightLines(
  source: string,
  lang: 'typescript' | 'go' | 'yaml' | 'text',
): Promise<string[]> {
  highlighter ??= createHighlighter({ themes: [theme], langs: ['typescript', 'go', 'yaml'] });
  const { tokens } = (await highlighter).codeToTokens(source.replace(/\n$/, ''), {
    lang,
    theme: 'classes',
    // On a busy machine the highlighter would give up a line half-way, and the same source would make another page.
    tokenizeTimeLimit: 0,
  });
  return tokens.map((line) =>
    line.map((token) => html(token.content, classByColour.get(token.color?.toLowerCase() ?? ''))).join(''),
  );
}

/** The file highlighted, with its functions, and without its `// Go:` marks. `file` is a path under src/runtime. */
export async function highlightFile(file: string, source: string): Promise<CodeFile> {
  const shown = source.split('\n').map(withoutMark).join('\n');
  const lines = await highlightLines(shown, 'typescript');
  return { file, from: 1, whole: true, lines, symbols: symbolsOf(file, source).map(withLines) };
}

/** A symbol with the lines of what it mirrors, if these are pinned. */
function withLines(symbol: CodeSymbol): CodeSymbol {
  const [pin] = pinOf(symbol.mirrors ?? symbol.partOf ?? '');
  return pin ? { ...symbol, lines: [pin.startLine, pin.endLine] } : symbol;
}

function html(text: string, className: string | undefined): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return className && text.trim() !== '' ? `<span class="${className}">${safe}</span>` : safe;
}

const read = new Map<string, Promise<CodeFile>>();

/** A file of src/runtime, read from the project and highlighted once a build. */
export function readCode(file: string): Promise<CodeFile> {
  let code = read.get(file);
  if (!code || import.meta.env?.DEV) {
    code = readFile(`src/runtime/${file}`, 'utf8').then((source) => highlightFile(file, source));
    read.set(file, code);
  }
  return code;
}

/**
 * What a page holds of its scenario's files before any script runs: of the file that is current at `cursor`, the
 * function around the line; of the others, nothing but their names.
 */
export async function firstCode(
  shows: readonly string[],
  entries: readonly Entry[],
  cursor: number,
): Promise<CodeFile[]> {
  const current = currentLine(entries, cursor);
  const shown = current && shows.includes(current.file) ? current.file : shows[0];
  return Promise.all(
    shows.map(async (file) => {
      const code = await readCode(file);
      if (file !== shown) return { ...excerptOf(code, 1, 0), symbols: [] };
      const symbol =
        symbolAt(code.symbols, current?.file === file ? (current.line ?? 1) : 1) ??
        code.symbols.find(({ kind }) => kind === 'function');
      return excerptOf(code, symbol?.from ?? 1, symbol?.to ?? Math.min(30, code.lines.length));
    }),
  );
}
