import { changedLines } from './changed-lines.ts';
import type { CodeFile } from './source.ts';

/** The text of a file whose lines are HTML, made when the site was built. */
export function textOf({ lines }: CodeFile): string {
  return `${lines.map(lineText).join('\n')}\n`;
}

/**
 * An edited text as the code pane shows it: unchanged lines keep their colours, new ones have none. Functions
 * keep their names and places upstream, and their lines move with what is before them.
 */
export function editedCode(original: CodeFile, source: string): CodeFile {
  const before = original.lines.map(lineText);
  const after = source.replace(/\n$/, '').split('\n');
  const { start, end, lines } = changedLines(before, after);
  const known = new Map(before.map((text, at) => [text, original.lines[at] ?? '']));
  const changed = lines.map((text) => known.get(text) ?? plainLine(text));
  // Lines count from 1: `last` is the last that changed, in the original.
  const last = before.length - end;
  const shift = after.length - before.length;
  const moved = (line: number): number => (line > last ? line + shift : Math.min(line, last + shift));
  return {
    ...original,
    from: 1,
    whole: true,
    lines: [...original.lines.slice(0, start), ...changed, ...original.lines.slice(last)],
    symbols: original.symbols.map((one) => ({ ...one, from: moved(one.from), to: moved(one.to) })),
  };
}

function lineText(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

const keywords =
  'const|let|var|if|else|for|while|do|return|yield|function|class|new|throw|try|catch|finally|of|in|switch|case|break|continue|this|typeof|instanceof|undefined|null|true|false';
const token = new RegExp(
  `(?<comment>//.*|/\\*.*?(?:\\*/|$)|^\\s*\\*.*)|(?<string>'(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"|\`[^\`]*\`)|(?<number>\\b\\d[\\d_.]*\\b)|(?<keyword>\\b(?:${keywords})\\b)`,
  'g',
);

/** A line of a reader's code as safe HTML. */
function plainLine(text: string): string {
  let html = '';
  let from = 0;
  for (const match of text.matchAll(token)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined) ?? [];
    html += `${escaped(text.slice(from, match.index))}<span class="tk-${kind}">${escaped(match[0])}</span>`;
    from = match.index + match[0].length;
  }
  return html + escaped(text.slice(from));
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
