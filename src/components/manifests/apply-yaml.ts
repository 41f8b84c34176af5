import { t } from '../../i18n/t.ts';
import { LineCounter, isScalar, parseAllDocuments } from 'yaml';
import type { Act } from '../../runtime/cluster/acts.ts';
import { type Fields, isFields } from './fields.ts';
import { type PlaceOf, kindOf, placesOf, plainValue, syntaxWords } from './yaml-places.ts';

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

/** The parser's own words, and its place. */
function syntaxProblem(
  message: string,
  { line, col }: { readonly line: number; readonly col: number },
): YamlProblem {
  return { line: Math.max(1, line), column: Math.max(1, col), message: syntaxWords(message) };
}

function objectsOf(
  value: unknown,
  path: readonly (string | number)[],
  place: PlaceOf,
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
  place: PlaceOf,
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
