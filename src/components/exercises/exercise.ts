import type { Recording } from '../../recording/recording.ts';

/**
 * What is wrong in a run, in a sentence that helps, and the index of the entry at which it shows. The sentence is said with t`…`, and
 * content/zh-cn/<part>/<chapter>/exercises.json has its Chinese, as that of all texts of an exercise, by the English.
 */
export interface Problem {
  readonly says: string;
  readonly entry: number;
}

/** Something that has to hold of every run: of its end, or of each of its moments. It looks at no text of the reader. */
interface Check {
  /** What holds, as a sentence without full stop: `No pod is deleted twice`. */
  readonly name: string;
  readonly problem: (recording: Recording) => Problem | undefined;
}

interface ExerciseBase {
  /** `<part>/<chapter>/<name>`, as its file is called: `content/<part>/<chapter>/exercises/<name>.ts`. */
  readonly id: string;
  readonly title: string;
  /** What to do, in one to three sentences. Text between backticks is code, as in all texts of an exercise. */
  readonly task: string;
  /** Id of the scenario that is run. */
  readonly scenario: string;
  /** The checks have to hold with each of these, five or more. */
  readonly seeds: readonly number[];
  readonly checks: readonly Check[];
  /** Two to four, each of which says more than the one before. */
  readonly hints: readonly string[];
  /** Why the solution is as it is, and what is to be learned from it. */
  readonly why: string;
  /** What to try next. */
  readonly next: string;
}

/** One declaration of a file of src/runtime, which the reader rewrites. The cluster runs the file with the reader's declaration in it. */
export interface CodeExercise extends ExerciseBase {
  readonly kind: 'code';
  /** `kubernetes/pkg/controller/replicaset/replica_set.ts` */
  readonly file: string;
  /** The declaration: `name`, or `Class.name`. */
  readonly symbol: string;
  /** What the editor begins with, and one way to solve it; whichever is left out is the declaration as the file has it. */
  readonly start?: string;
  readonly solution?: string;
}

/** Manifests, applied to the cluster of a scenario as `kubectl apply` would. */
interface ManifestExercise extends ExerciseBase {
  readonly kind: 'manifests';
  /** Virtual ms at which they are applied. */
  readonly applyAtMs: number;
  readonly start: string;
  readonly solution: string;
}

export type Exercise = CodeExercise | ManifestExercise;
