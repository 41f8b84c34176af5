import { t } from '../../src/i18n/t.ts';
import { type Fields, isFields } from '../../src/components/base/fields.ts';
import { type Path, kindOf, unfitIn } from '../../src/components/manifests/plain-value.ts';
import { readDocuments } from '../../src/components/manifests/yaml-documents.ts';
import { lineInJson } from './line-in-json.ts';
import { blankNoise } from './noise.ts';

/** An object of a text. */
export interface FoundObject {
  readonly value: Fields;
  /** The line of a part of it, from 1; of the nearest part that is there, where a path is not. */
  line(path: Path): number;
}

/** A place that cannot be read. */
interface Unreadable {
  readonly line: number;
  /** What was expected, what was found, what to do. */
  readonly message: string;
}

type Read = { readonly object: FoundObject } | { readonly problem: Unreadable };

/**
 * The objects of a text, one after another: JSON, or YAML of one document or several, lists unfolded. YAML is read an
 * item at a time where it is a list as kubectl writes it, so that a dump of a cluster needs no more memory than its
 * longest item. What cannot be read is told, and the rest goes on.
 */
export function* objectsOfText(text: string): Generator<Read> {
  const json = /^\s*[{[]/.test(text) ? parsedJson(text) : undefined;
  if (json && 'value' in json) {
    const line = (path: Path): number => lineInJson(text, path);
    const unfit = unfitIn(json.value);
    if (unfit) yield { problem: { line: line(unfit.path), message: unfit.message } };
    else yield* unfolded(json.value, [], line);
    return;
  }
  // Flow YAML begins like JSON; only a text that is too long for that is told as JSON.
  if (json && text.length > 1_000_000) {
    yield { problem: json };
    return;
  }
  const lines = text.split(/\r?\n/);
  // A short text is a reader's own; what makes dumps long is read by nobody.
  if (text.length > 100_000) blankNoise(lines);
  for (const part of documentsOf(lines)) yield* objectsOfDocument(part);
}

function parsedJson(text: string): { readonly value: unknown } | Unreadable {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const [, line, position] = /line (\d+)|position (\d+)/.exec(words) ?? [];
    const found = line ? Number(line) : text.slice(0, Number(position ?? 0)).split('\n').length;
    const message = t`expected JSON, found something else: ${words}. Correct it here or just before.`;
    return { line: found, message };
  }
}

/** Some lines of a text; `from` is the number of the first. */
interface Part {
  readonly lines: readonly string[];
  readonly from: number;
}

/** Where a line begins with `---`, a document begins, whatever stands before. */
function* documentsOf(lines: readonly string[]): Generator<Part> {
  let from = 0;
  for (let i = 1; i <= lines.length; i++) {
    if (i < lines.length && !/^---(\s|$)/.test(lines[i] ?? '')) continue;
    yield { lines: lines.slice(from, i), from: from + 1 };
    from = i;
  }
}

function* objectsOfDocument(document: Part): Generator<Read> {
  const list = itemsOf(document);
  if (!list) {
    yield* objectsOfPart(document);
    return;
  }
  const given = [...objectsOfPart(list.head, true)];
  const head = given.flatMap((one) => ('object' in one ? [one.object.value] : []))[0];
  yield* given.filter((one) => 'problem' in one);
  for (const item of list.items) yield* objectsOfPart(item, false, head);
}

/** The items of a list that are written at the beginning of a line, as kubectl does; undefined for any other document. */
function itemsOf({
  lines,
  from,
}: Part): { readonly head: Part; readonly items: readonly Part[] } | undefined {
  const start = lines.findIndex((line) => /^items:\s*$/.test(line));
  if (start < 0 || !lines[start + 1]?.startsWith('- ')) return undefined;
  const items: { lines: string[]; from: number }[] = [];
  const head = [...lines];
  let i = start;
  for (; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (line.startsWith('- ')) items.push({ lines: [], from: from + i });
    else if (i > start && /^[^\s#]/.test(line)) break;
    items.at(-1)?.lines.push(line);
    head[i] = '';
  }
  return { head: { lines: head, from }, items };
}

/** `list`: the part is one item of that list, with its dash. */
function* objectsOfPart({ lines, from }: Part, isHead = false, list?: Fields): Generator<Read> {
  for (const { value, problems, place } of readDocuments(lines.join('\n'))) {
    const [problem] = problems;
    const line = (path: Path): number => from + place(path).line - 1;
    if (problem) {
      yield { problem: { line: from + problem.line - 1, message: problem.message } };
    } else if (isHead) {
      if (isFields(value)) yield { object: { value, line } };
    } else if (list) {
      const [item] = Array.isArray(value) ? (value as unknown[]) : [];
      yield* unfolded(item, [0], line, list);
    } else if (value !== null) {
      yield* unfolded(value, [], line);
    }
  }
}

/** The object, or the items of the list that it is. Those of a PodList say neither kind nor version. */
function* unfolded(value: unknown, path: Path, line: (path: Path) => number, list?: Fields): Generator<Read> {
  if (Array.isArray(value) && path.length === 0) {
    for (const [i, item] of (value as unknown[]).entries()) yield* unfolded(item, [i], line);
    return;
  }
  if (!isFields(value)) {
    const found = kindOf(value);
    const message = t`expected an object with apiVersion, kind and metadata, found ${found}. Begin with "apiVersion:".`;
    yield { problem: { line: line(path), message } };
    return;
  }
  if (Array.isArray(value.items) && String(value.kind ?? 'List').endsWith('List')) {
    for (const [i, item] of (value.items as unknown[]).entries())
      yield* unfolded(item, [...path, 'items', i], line, value);
    return;
  }
  const kind = /^(.+)List$/.exec(String(list?.kind ?? ''))?.[1];
  const whole = kind && value.kind === undefined ? { apiVersion: list?.apiVersion, kind, ...value } : value;
  yield { object: { value: whole, line: (inner) => line([...path, ...inner]) } };
}
