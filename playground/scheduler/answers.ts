import type { KubeObject } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { type Edits, placeOf } from '../../src/instrument/edit-place.ts';
import { t } from '../../src/i18n/t.ts';
import type { Result } from '../../src/runtime/go/result.ts';
import { textOfThrown } from '../../src/runtime/sim/thrown.ts';
import type { Change, Cluster, Reading, Source } from './cluster.ts';
import { type Decided, decideAll } from './decide.ts';
import type { LoadedPlugins } from './edited-plugins.ts';
import { explain } from './explain.ts';
import { type Field, type FieldName, fieldsOf, textOfObject, withField } from './object-fields.ts';
import type { Explanation, Outcome } from './outcome.ts';
import { type Profile, defaultProfile, isDefault } from './profile.ts';
import { readCluster, withChanges } from './read-cluster.ts';
import { type SetupProblem, SetupWrong } from './setup.ts';
import { type TracedVerdict, type VerdictOf, traceVerdict } from './trace-plugin.ts';
import type { OnProgress } from './watch-scheduler.ts';

/** All that decides what becomes of a cluster. */
export interface Input {
  readonly sources: readonly Source[];
  readonly changes: readonly Change[];
  readonly profile: Profile;
  /** New texts of files of plugins, by file; the reader's own plugin among them. */
  readonly edits: Edits;
  /** Of the draw among equal nodes. */
  readonly seed: number;
}

/** What is compared: the cluster as it was brought, with the default profile; and with what the reader changed. */
export type Side = 'before' | 'after';

/** What was read, in numbers. */
interface Counts {
  readonly nodes: number;
  readonly running: number;
  readonly waiting: number;
  readonly services: number;
  readonly others: number;
}

export interface RunResult {
  readonly reading: Omit<Reading, 'cluster'>;
  readonly counts: Counts;
  /** Undefined where nothing was changed. */
  readonly before: Outcome | undefined;
  readonly after: Outcome;
}

/** Nothing was decided, because no scheduler can be set up as the profile says, or because the reader's code cannot be run. */
export interface SetupRefused {
  readonly setupProblems: readonly SetupProblem[];
  readonly codeProblems: readonly CodeProblem[];
}

/** What is wrong with edited code, and where, if that is known; lines count from 1. */
export interface CodeProblem {
  readonly file: string;
  readonly line?: number;
  readonly message: string;
}

/** An object to look at and to edit. */
export interface ObjectResult {
  readonly text: string;
  readonly fields: readonly Field[];
  /** Of a node: its pods, by key, and which of them came now. */
  readonly pods: readonly { readonly key: string; readonly came: boolean }[];
}

/** Of what the API server does not take: more are alike. */
const mostTold = 20;

/** Answers what the page asks. What was read and decided last is kept. */
export class Answers {
  #sources: readonly Source[] = [];
  #read: Reading | undefined;
  readonly #decided = new Map<string, Decided>();
  /** Those of the edits that are asked about. */
  plugins: LoadedPlugins | undefined;

  run(input: Input, onProgress?: OnProgress): Result<RunResult | SetupRefused> {
    const reading = this.#reading(input);
    const [after, err] = this.#decide(input, 'after', onProgress);
    if (err instanceof SetupWrong) return [{ setupProblems: err.problems, codeProblems: [] }, undefined];
    if (err instanceof CodeFailed) return [{ setupProblems: [], codeProblems: [err.problem] }, undefined];
    if (err) return [undefined, err];
    const edited = Object.keys(input.edits).length > 0;
    const same = input.changes.length === 0 && isDefault(input.profile) && !edited;
    const [before, failed] = same ? [undefined, undefined] : this.#decide(input, 'before', onProgress);
    if (failed) return [undefined, failed];
    const { moreProblems, leftOut, refused } = reading;
    const notTaken = after.refused.map(({ object, message }) => ({
      line: 1,
      message: t`The API server does not take ${object}: ${message}`,
    }));
    const problems = [...reading.problems, ...notTaken.slice(0, mostTold)];
    return [
      {
        reading: { problems, moreProblems, leftOut, refused },
        counts: countsOf(reading.cluster),
        before: before?.outcome,
        after: after.outcome,
      },
      undefined,
    ];
  }

  /** One attempt of a pod, the last if no number is given. Undefined for a pod that was not tried. */
  explain(
    input: Input,
    side: Side,
    pod: string,
    attempt?: number,
    onProgress?: OnProgress,
  ): Result<Explanation | undefined> {
    const [decided, err] = this.#decide(input, side);
    return err ? [undefined, err] : [explain(decided, pod, attempt, onProgress), undefined];
  }

  /** Undefined for one that is not there. */
  object(input: Input, kind: Change['kind'], key: string): ObjectResult | undefined {
    const [object] = this.#find(input, kind, key);
    if (!object) return undefined;
    const pods = kind === 'Node' ? this.#podsOf(input, key) : [];
    return { text: textOfObject(object), fields: fieldsOf(object), pods };
  }

  /** The text of an object with another value in one of its lines. */
  edit(input: Input, kind: Change['kind'], key: string, field: FieldName, value: string): Result<string> {
    const [object, err] = this.#find(input, kind, key);
    if (err) return [undefined, err];
    const [edited, wrong] = withField(object, field, value);
    return wrong ? [undefined, wrong] : [textOfObject(edited), undefined];
  }

  /** All that was taken, with the changes, as a List; `compact` in one line of JSON. */
  all(input: Input, compact: boolean): string {
    const { cluster } = this.#reading(input);
    const items = Object.values(cluster).flatMap((map) => [
      ...(map as ReadonlyMap<string, KubeObject>).values(),
    ]);
    const list = { apiVersion: 'v1', kind: 'List', items };
    return compact ? JSON.stringify(list) : textOfObject(list);
  }

  /** The code of a plugin as it ran for a verdict; undefined where there is none. `traced` has it so that it tells its lines. */
  code(input: Input, of: VerdictOf, traced: LoadedPlugins): Result<TracedVerdict | undefined> {
    const [decided, err] = this.#decide(input, 'after');
    if (err) return [undefined, err];
    return ofCode(input.edits, () => [traceVerdict(decided, traced, of), undefined]);
  }

  #reading({ sources, changes }: Input): Reading {
    const same =
      this.#read !== undefined &&
      sources.length === this.#sources.length &&
      sources.every(({ text }, i) => text === this.#sources[i]?.text);
    if (!same) {
      this.#read = readCluster(sources);
      this.#sources = sources;
      this.#decided.clear();
    }
    return withChanges(this.#read as Reading, changes);
  }

  #decide(input: Input, side: Side, onProgress?: OnProgress): Result<Decided> {
    const asked = side === 'after' ? input : { ...input, changes: [], profile: defaultProfile, edits: {} };
    const { cluster } = this.#reading(asked);
    const key = JSON.stringify([asked.changes, asked.profile, asked.seed, asked.edits]);
    const known = this.#decided.get(key);
    if (known) return [known, undefined];
    const plugins = Object.keys(asked.edits).length > 0 ? this.plugins : undefined;
    const [decided, err] = ofCode(asked.edits, () =>
      decideAll(cluster, asked.profile, asked.seed, onProgress, plugins),
    );
    if (err) return [undefined, err];
    // Of more than two nobody asks.
    for (const old of [...this.#decided.keys()].slice(0, -1)) this.#decided.delete(old);
    this.#decided.set(key, decided);
    return [decided, undefined];
  }

  #find(input: Input, kind: Change['kind'], key: string): Result<KubeObject> {
    const { cluster } = this.#reading(input);
    const found = (kind === 'Node' ? cluster.nodes : cluster.pods).get(key);
    if (found) return [found, undefined];
    return [undefined, new Error(t`expected ${kind} ${key} in the cluster, found none. Choose another.`)];
  }

  #podsOf(input: Input, node: string): ObjectResult['pods'] {
    const [decided] = this.#decide(input, 'after');
    if (!decided) return [];
    const came = decided.outcome.pods.filter((one) => one.node === node);
    const gone = new Set(decided.outcome.pods.flatMap(({ preempted }) => preempted?.victims ?? []));
    const was = decided.stored.pods
      .filter(({ spec }) => spec.nodeName === node)
      .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
      .filter((key) => !gone.has(key));
    return [...was.map((key) => ({ key, came: false })), ...came.map(({ key }) => ({ key, came: true }))];
  }
}

/** The reader's code failed, or cannot be loaded. */
export class CodeFailed extends Error {
  override readonly name = 'CodeFailed';
  readonly problem: CodeProblem;

  constructor(problem: CodeProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Runs code that may be a reader's: what it throws is a problem of it. */
function ofCode<T>(edits: Edits, run: () => Result<T>): Result<T> {
  try {
    return run();
  } catch (error) {
    const [first] = Object.keys(edits);
    if (first === undefined) throw error;
    const { file, line } = placeOf(error, edits) ?? { file: first, line: undefined };
    const message = textOfThrown(error);
    return [undefined, new CodeFailed({ file, ...(line !== undefined && { line }), message })];
  }
}

function countsOf(cluster: Cluster): Counts {
  const pods = [...cluster.pods.values()];
  const running = pods.filter(({ spec }) => spec.nodeName).length;
  const all = Object.values(cluster).reduce(
    (sum: number, map: { readonly size: number }) => sum + map.size,
    0,
  );
  const [nodes, services] = [cluster.nodes.size, cluster.services.size];
  return {
    nodes,
    running,
    waiting: pods.length - running,
    services,
    others: all - pods.length - nodes - services,
  };
}
