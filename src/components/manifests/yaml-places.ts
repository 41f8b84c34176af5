import { t } from '../../i18n/t.ts';
import { type Document, type LineCounter, isMap, isScalar } from 'yaml';

/** The way from a document to a part of it: keys and indices. */
export type Path = readonly (string | number)[];

/** Where a part of a text stands. Lines and columns count from 1. */
export type PlaceOf = (path: Path) => { readonly line: number; readonly column: number };

/** What the parser says is wrong, without its picture of the place: the place is given beside it. */
export function syntaxWords(message: string): string {
  const [first = ''] = message.split('\n');
  const words = first.replace(/ at line \d+, column \d+:?$/, '');
  return t`not YAML: ${words}. Correct it here or just before.`;
}

/** Positions of the keys of a document: of the nearest part that is there, where a path is not. */
export function placesOf(document: Document, lines: LineCounter): PlaceOf {
  return (path) => {
    for (let length = path.length; length >= 0; length--) {
      const at = offsetOf(document, path.slice(0, length));
      if (at === undefined) continue;
      const { line, col } = lines.linePos(at);
      return { line, column: col };
    }
    return { line: 1, column: 1 };
  };
}

function offsetOf(document: Document, path: Path): number | undefined {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  if (path.length > 0 && isMap(parent)) {
    const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === path.at(-1));
    return pair && isScalar(pair.key) ? pair.key.range?.[0] : undefined;
  }
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  return (node as { range?: readonly number[] } | undefined)?.range?.[0];
}

/** The document as plain data; an error for one whose aliases would unfold into too much. */
export function plainValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause));
  }
}

/** What a value is, for a reader who wrote something else than was expected. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return t`nothing`;
  if (Array.isArray(value)) return t`a list`;
  if (typeof value === 'object') return t`a map`;
  const json = JSON.stringify(value);
  return typeof value === 'string' ? t`the text ${json}` : t`the ${typeof value} ${json}`;
}
