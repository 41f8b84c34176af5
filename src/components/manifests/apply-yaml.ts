import { t } from '../../i18n/t.ts';
import { type Document, LineCounter, isMap, isScalar, parseAllDocuments } from 'yaml';
import type { Act } from '../../runtime/cluster/acts.ts';

/** What is wrong with a manifest, and where. Lines and columns count from 1. */
export interface YamlProblem {
  readonly line: number;
  readonly column: number;
  /** What was expected, what was found, what to do. */
  readonly message: string;
}

/** Either acts to take, one an object, or what is wrong; never both. */
export type Manifest =
  | { readonly acts: readonly Act[]; readonly problems?: undefined }
  | { readonly acts?: undefined; readonly problems: readonly YamlProblem[] };

/** Longer text, or more objects, is refused before it is looked at. */
export const mostCharacters = 200_000;
export const mostObjects = 200;

type Fields = Readonly<Record<string, unknown>>;
type Place = (path: readonly (string | number)[]) => { readonly line: number; readonly column: number };

/**
 * Reads a manifest of one or more documents, and lists in them, into acts that apply their objects in order.
 * Only what makes an object addressable is checked here; the rest is for the API server to say.
 */
export function readManifest(text: string): Manifest {
  if (text.length > mostCharacters) {
    return refused(
      1,
      1,
      t`expected at most ${mostCharacters} characters, found ${text.length}. Apply the objects in parts.`,
    );
  }
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines });
  const problems: YamlProblem[] = [];
  const objects: Fields[] = [];
  for (const document of Array.isArray(documents) ? documents : []) {
    if (document.errors.length > 0) {
      problems.push(
        ...document.errors.map((error) => syntaxProblem(error.message, lines.linePos(error.pos[0]))),
      );
      continue;
    }
    if (document.contents === null || (isScalar(document.contents) && document.contents.value === null))
      continue;
    const place = placesOf(document, lines);
    const value = plainValue(document);
    if (value instanceof Error)
      problems.push({ ...place([]), message: t`${value.message}. Write the value out.` });
    else objectsOf(value, [], place, objects, problems);
  }
  if (problems.length > 0) return { problems };
  if (objects.length === 0) {
    return refused(
      1,
      1,
      t`expected at least one object, found none. Type or choose a manifest with apiVersion, kind and metadata.`,
    );
  }
  if (objects.length > mostObjects) {
    return refused(
      1,
      1,
      t`expected at most ${mostObjects} objects, found ${objects.length}. Apply them in parts.`,
    );
  }
  return { acts: objects.map((object): Act => ({ kind: 'apply', object })) };
}

function refused(line: number, column: number, message: string): Manifest {
  return { problems: [{ line, column, message }] };
}

/** The parser's own words without its picture of the place: the place is given beside it. */
function syntaxProblem(
  message: string,
  { line, col }: { readonly line: number; readonly col: number },
): YamlProblem {
  const [first = ''] = message.split('\n');
  const words = first.replace(/ at line \d+, column \d+:?$/, '');
  return {
    line: Math.max(1, line),
    column: Math.max(1, col),
    message: t`not YAML: ${words}. Correct it here or just before.`,
  };
}

/** Positions of the keys of a document: of the nearest part that is there, where a path is not. */
function placesOf(document: Document, lines: LineCounter): Place {
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

function offsetOf(document: Document, path: readonly (string | number)[]): number | undefined {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  if (path.length > 0 && isMap(parent)) {
    const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === path.at(-1));
    return pair && isScalar(pair.key) ? pair.key.range?.[0] : undefined;
  }
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  return (node as { range?: readonly number[] } | undefined)?.range?.[0];
}

/** The document as plain data; an error for one whose aliases would unfold into too much. */
function plainValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause));
  }
}

function objectsOf(
  value: unknown,
  path: readonly (string | number)[],
  place: Place,
  into: Fields[],
  problems: YamlProblem[],
): void {
  const where = path.length === 0 ? t`the document` : t`item ${String(path.at(-1))}`;
  if (!isFields(value)) {
    problems.push({
      ...place(path),
      message: t`${where}: expected an object with apiVersion, kind and metadata, found ${kindOf(value)}. Begin with "apiVersion:".`,
    });
    return;
  }
  if (value.kind === 'List' && Array.isArray(value.items)) {
    value.items.forEach((item: unknown, index) =>
      objectsOf(item, [...path, 'items', index], place, into, problems),
    );
    return;
  }
  const before = problems.length;
  for (const field of ['apiVersion', 'kind'] as const) {
    if (typeof value[field] === 'string' && value[field] !== '') continue;
    const example = field === 'kind' ? 'kind: ReplicaSet' : 'apiVersion: apps/v1';
    problems.push({
      ...place([...path, field]),
      message: t`${field}: expected a text, found ${kindOf(value[field])}. Write one, such as "${example}".`,
    });
  }
  nameProblem(value.metadata, path, place, problems);
  if (problems.length === before) into.push(value);
}

function nameProblem(
  metadata: unknown,
  path: readonly (string | number)[],
  place: Place,
  problems: YamlProblem[],
): void {
  if (!isFields(metadata)) {
    problems.push({
      ...place([...path, 'metadata']),
      message: t`metadata: expected a map with a name, found ${kindOf(metadata)}. Write "metadata:" and below it "  name: web".`,
    });
    return;
  }
  for (const field of ['name', 'generateName', 'namespace']) {
    const value = metadata[field];
    if (value === undefined || typeof value === 'string') continue;
    problems.push({
      ...place([...path, 'metadata', field]),
      message: t`metadata.${field}: expected a text, found ${kindOf(value)}. Put quotes around it.`,
    });
  }
  if (metadata.name === undefined && metadata.generateName === undefined) {
    problems.push({
      ...place([...path, 'metadata']),
      message: t`metadata.name: expected a name, found nothing. Write "  name: web" below "metadata:".`,
    });
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return t`nothing`;
  if (Array.isArray(value)) return t`a list`;
  if (typeof value === 'object') return t`a map`;
  const json = JSON.stringify(value);
  return typeof value === 'string' ? t`the text ${json}` : t`the ${typeof value} ${json}`;
}
