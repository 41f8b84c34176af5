/** A file: its path from the root of the project, or of upstream, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** One thing that is wrong in a file: where, what, and what to write instead. */
export interface Problem {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly says: string;
}

/** A line for each problem, as editors and terminals know it. */
export function show(problems: readonly Problem[]): string {
  return problems.map(({ path, line, says }) => `${path}:${line} ${says}`).join('\n');
}
