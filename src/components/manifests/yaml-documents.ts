import {
  type Document,
  LineCounter,
  type Node,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  parseAllDocuments,
} from 'yaml';
import { t } from '../../i18n/t.ts';
import { isStackOverflow, textOfThrown } from '../../runtime/sim/thrown.ts';
import { type Path, tooDeepWords, unfitIn } from './plain-value.ts';

/** Where a part of a text stands. Lines and columns count from 1. */
interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** What is wrong with a text, and where. */
export interface YamlProblem extends TextPlace {
  /** What was expected, what was found, what to do. */
  readonly message: string;
}

/** A document of a text, as plain data; or what is wrong in it. */
export interface YamlDocument {
  /** Null where nothing stands in it, or something is wrong. */
  readonly value: unknown;
  readonly problems: readonly YamlProblem[];
  /** Where it begins, with the dashes that part it from the one before. */
  readonly start: TextPlace;
  /** The place of the key that a path leads to, or of the nearest part that is there. */
  place(path: Path): TextPlace;
}

/** Something is wrong with the part of a text that begins at an offset. */
type Wrong = readonly [offset: number, message: string];

/** The documents of a text. Never throws, and takes a time that grows as the text does. */
export function readDocuments(text: string): YamlDocument[] {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
    // The parser would compare each key of a map with each other.
    uniqueKeys: false,
  });
  return Array.isArray(documents) ? documents.map((document) => readDocument(document, lines)) : [];
}

function readDocument(document: Document.Parsed, lines: LineCounter): YamlDocument {
  const placeAt = (offset: number): TextPlace => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const place = (path: Path): TextPlace => placeAt(offsetOf(document, path));
  const start = placeAt(document.range[0]);
  const wrong = (...all: readonly Wrong[]): YamlDocument => ({
    value: null,
    problems: all.map(([offset, message]) => ({ ...placeAt(offset), message })),
    start,
    place,
  });
  const problems = problemsOf(document);
  if (problems.length > 0) return wrong(...problems);
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    const unfit = unfitIn(value);
    return unfit
      ? wrong([offsetOf(document, unfit.path), unfit.message])
      : { value, problems: [], start, place };
  } catch (error) {
    const found = textOfThrown(error);
    const message = isStackOverflow(error)
      ? tooDeepWords()
      : t`expected aliases that can be written out, found this: ${found}. Write out what they stand for.`;
    return wrong([offsetOf(document, []), message]);
  }
}

/** What the parser says is wrong, and what it does not look at. */
function problemsOf(document: Document.Parsed): Wrong[] {
  const tooDeep = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  if (tooDeep) return [[tooDeep.pos[0], tooDeepWords()]];
  const told = document.errors.map(({ pos, message }): Wrong => [pos[0], syntaxWords(message)]);
  return [...told, ...wrongNodes(document)].sort(([a], [b]) => a - b);
}

const syntaxWords = (said: string): string =>
  t`expected YAML, found something else: ${said}. Correct it here or just before.`;

/** More aliases than a manifest has. To find what each stands for takes the parser longer the more there are. */
const mostAliases = 1000;

/** Keys that a map has twice, and aliases that stand for nothing, in the order of the text. */
function* wrongNodes({ contents }: Document.Parsed): Generator<Wrong> {
  const anchors = new Set<string>();
  let aliases = 0;
  const waiting: unknown[] = [contents];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (isAlias(node)) {
      if (!anchors.has(node.source)) yield [startOf(node), aliasWords(node.source)];
      if (++aliases > mostAliases) {
        yield [startOf(node), t`expected at most ${mostAliases} aliases, found more. Write out the others.`];
        return;
      }
    } else if (isPair(node)) waiting.push(node.value, node.key);
    else if (isScalar(node) || isCollection(node)) {
      if (node.anchor !== undefined) anchors.add(node.anchor);
      if (isMap(node)) yield* repeatedKeys(node.items.map(({ key }) => key));
      if (isCollection(node)) for (const item of (node.items as unknown[]).toReversed()) waiting.push(item);
    }
  }
}

const aliasWords = (name: string): string =>
  t`expected an anchor, "&${name}", before the alias "*${name}", found none. Write out what it stands for.`;

function* repeatedKeys(keys: readonly unknown[]): Generator<Wrong> {
  const seen = new Set<unknown>();
  for (const key of keys) {
    if (!isScalar(key)) continue;
    if (seen.has(key.value)) yield [startOf(key), syntaxWords('Map keys must be unique')];
    seen.add(key.value);
  }
}

const startOf = ({ range }: Pick<Node, 'range'>): number => range?.[0] ?? 0;

function offsetOf(document: Document.Parsed, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const at = keyAt(document, path.slice(0, length));
    if (at !== undefined) return at;
  }
  return document.contents ? startOf(document.contents) : document.range[0];
}

function keyAt(document: Document.Parsed, path: Path): number | undefined {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  if (!isMap(parent)) return (document.getIn(path, true) as Node | undefined)?.range?.[0];
  const pair = parent.items.find((item) => isScalar(item.key) && String(item.key.value) === path.at(-1));
  return pair && isScalar(pair.key) ? startOf(pair.key) : undefined;
}
