import type { Stage } from '../runtime/stage/stage.ts';
import type { Plane } from '../runtime/stage/program.ts';
import type { Edits, EditPlace } from './edit-place.ts';
import { type EditProblem, type Exports, type RunEdited, readEdited } from './load-edited.ts';
import { tellThrown } from './tell-thrown.ts';

/** A file of src/runtime that can be loaded again. */
export interface RuntimeFile {
  readonly file: string;
  /** What it imports and needs when it runs: a file by the specifier that means it. */
  readonly uses: Readonly<Record<string, string>>;
  /** Its text, and what it imports, by specifier: no more than it names. */
  load(): Promise<{ readonly source: string; readonly imports: Readonly<Record<string, Exports>> }>;
}

/** A cluster of which some files are edited. */
export interface EditedRuntime {
  readonly edits: Edits;
  /** Undefined where no edit reaches it: ours is as good. */
  readonly Stage?: typeof Stage;
  readonly plane?: Plane;
  /** What is said of an error, with its place where that is in the edited files. */
  tellOf(error: unknown, message: string): { readonly message: string; readonly place?: EditPlace };
}

/** The file that builds a cluster of any plane. */
const clusterFile = 'stage/stage.ts';

/** What is wrong with an edit, and in which file. */
export type FileProblem = EditProblem & { readonly file: string };

/**
 * Loads edited files in place of ours, and with them every file through which `roots` import those; gives the exports of all of
 * them by file. `files` are those that can be loaded again, each behind those that it imports. Files `anew` are loaded
 * though nobody edited them, so that their lines are recorded. `onRun` is called when all is read, and before any of it runs. Only
 * for a worker: it evaluates the code.
 */
export async function reload(
  roots: readonly string[],
  edits: Edits,
  files: readonly RuntimeFile[],
  anew: readonly string[] = [],
  onRun = (): void => {},
): Promise<[ReadonlyMap<string, Exports>, undefined] | [undefined, FileProblem]> {
  const needed = neededBy(roots, files);
  for (const file of Object.keys(edits)) {
    if (needed.some((one) => one.file === file)) continue;
    const known = needed.map((one) => one.file).join(', ');
    const message = `expected an edit of one of ${known}, found one of ${file}; take it back`;
    return [undefined, { file, message }];
  }
  const read = new Map<string, (loaded: ReadonlyMap<string, Exports>) => ReturnType<RunEdited>>();
  for (const { file, uses, load } of needed) {
    const asked = edits[file] !== undefined || anew.includes(file);
    if (!asked && !Object.values(uses).some((used) => read.has(used))) continue;
    const { source, imports } = await load();
    const edit = edits[file];
    const [run, problem] = readEdited(edit ?? source, file, edit !== undefined);
    if (problem) return [undefined, { file, ...problem }];
    read.set(file, (loaded) => run((specifier) => loaded.get(uses[specifier] ?? '') ?? imports[specifier]));
  }
  onRun();
  const loaded = new Map<string, Exports>();
  for (const [file, run] of read) {
    const [exports, problem] = run(loaded);
    if (problem) return [undefined, { file, ...problem }];
    loaded.set(file, exports);
  }
  return [loaded, undefined];
}

/**
 * Loads a cluster and its plane, of `planeFile`, that run edited files in place of ours, and with them every file through
 * which they import those; all else they share with ours. `files` are those that can be loaded again, each behind those
 * that it imports. Only for a worker: it evaluates the code.
 */
export async function loadEditedRuntime(
  planeFile: string,
  edits: Edits,
  files: readonly RuntimeFile[],
  onRun?: () => void,
): Promise<[EditedRuntime, undefined] | [undefined, FileProblem]> {
  const [loaded, problem] = await reload([clusterFile, planeFile], edits, files, [], onRun);
  if (problem) return [undefined, problem];
  const parts = { ...loaded.get(clusterFile), ...loaded.get(planeFile) } as Pick<
    EditedRuntime,
    'Stage' | 'plane'
  >;
  const tellOf: EditedRuntime['tellOf'] = (error, message) => tellThrown(error, message, edits);
  return [{ edits, Stage: parts.Stage, plane: parts.plane, tellOf }, undefined];
}

/** Those of `files` through which `roots` import others of them, and the roots that are among them, in the same order. */
function neededBy(roots: readonly string[], files: readonly RuntimeFile[]): RuntimeFile[] {
  const needed = new Set(roots);
  // A file stands behind those that it imports.
  for (const { file, uses } of files.toReversed()) {
    if (needed.has(file)) for (const used of Object.values(uses)) needed.add(used);
  }
  return files.filter(({ file }) => needed.has(file));
}
