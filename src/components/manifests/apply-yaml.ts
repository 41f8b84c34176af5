import { t } from '../../i18n/t.ts';
import { type Fields, isFields } from '../base/fields.ts';
import { type Manifest, refused, tooLong } from './manifest.ts';
import { type Path, kindOf } from './plain-value.ts';
import { type YamlProblem, readDocuments } from './yaml-documents.ts';

/** More objects are refused. */
export const mostObjects = 200;
/** More problems are counted, not listed. */
const mostProblems = 50;

/**
 * Reads a manifest of one or more documents, and lists in them, into its objects in order.
 * Only what makes an object addressable is checked here; the rest is for the API server to say.
 */
export function readManifest(text: string): Manifest {
  const length = tooLong(text.length);
  if (length !== undefined) return refused(length);
  const problems: YamlProblem[] = [];
  let moreProblems = 0;
  const add = (problem: YamlProblem): void => {
    if (problems.length < mostProblems) problems.push(problem);
    else moreProblems++;
  };
  const objects: Fields[] = [];
  for (const document of readDocuments(text)) {
    document.problems.forEach(add);
    if (document.value === null) continue;
    const tell: Tell = (path, message) => add({ ...document.place(path), message });
    objectsOf(document.value, [], tell, objects);
  }
  if (problems.length > 0) return { problems, moreProblems };
  if (objects.length === 0) {
    return refused(
      t`expected at least one object, found none. Type or choose a manifest with apiVersion, kind and metadata.`,
    );
  }
  if (objects.length > mostObjects)
    return refused(t`expected at most ${mostObjects} objects, found ${objects.length}. Apply them in parts.`);
  return { objects };
}

/** Takes what is wrong with the part of a document that a path leads to. */
type Tell = (path: Path, message: string) => void;

function objectsOf(value: unknown, path: Path, tell: Tell, into: Fields[]): void {
  const where = path.length === 0 ? t`the document` : t`item ${String(path.at(-1))}`;
  if (!isFields(value)) {
    const found = kindOf(value);
    tell(
      path,
      t`${where}: expected an object with apiVersion, kind and metadata, found ${found}. Begin with "apiVersion:".`,
    );
    return;
  }
  if (value.kind === 'List' && Array.isArray(value.items)) {
    value.items.forEach((item: unknown, index) => objectsOf(item, [...path, 'items', index], tell, into));
    return;
  }
  const wrong = [...nameless(value)];
  for (const { at, message } of wrong) tell([...path, ...at], message);
  if (wrong.length === 0) into.push(value);
}

/** What an object lacks to be addressed. */
function* nameless(value: Fields): Generator<{ readonly at: Path; readonly message: string }> {
  for (const field of ['apiVersion', 'kind'] as const) {
    if (typeof value[field] === 'string' && value[field] !== '') continue;
    const [found, example] = [
      kindOf(value[field]),
      field === 'kind' ? 'kind: ReplicaSet' : 'apiVersion: apps/v1',
    ];
    const message = t`${field}: expected a text, found ${found}. Write one, such as "${example}".`;
    yield { at: [field], message };
  }
  const { metadata } = value;
  if (!isFields(metadata)) {
    const message = t`metadata: expected a map with a name, found ${kindOf(metadata)}. Write "metadata:" and below it "  name: web".`;
    yield { at: ['metadata'], message };
    return;
  }
  for (const field of ['name', 'generateName', 'namespace']) {
    const found = metadata[field];
    if (found === undefined || typeof found === 'string') continue;
    const message = t`metadata.${field}: expected a text, found ${kindOf(found)}. Put quotes around it.`;
    yield { at: ['metadata', field], message };
  }
  if (metadata.name === undefined && metadata.generateName === undefined) {
    const message = t`metadata.name: expected a name, found nothing. Write "  name: web" below "metadata:".`;
    yield { at: ['metadata'], message };
  }
}
