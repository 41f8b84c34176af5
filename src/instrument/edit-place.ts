import { EndlessLoop } from './guard.ts';

/** New texts of files of src/runtime, by file: `controllers/replicaset/replica_set.ts`. */
export type Edits = Readonly<Record<string, string>>;

/** A place in the text of an edited file. Lines and columns count from 1. */
export interface EditPlace {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

/** Where in the edited files an error was thrown; undefined for one that comes from elsewhere. */
export function placeOf(error: unknown, edits: Edits): EditPlace | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof EndlessLoop) return { file: error.file, line: error.line };
  const inCause = placeOf(error.cause, edits);
  if (inCause) return inCause;
  // Edited code is evaluated under its file's name, which every browser writes into the stack, the innermost call first.
  for (const frame of (error.stack ?? '').split('\n')) {
    const file = Object.keys(edits).find((one) => frame.includes(`${one}:`));
    const line = file && Number(/^\d+/.exec(frame.slice(frame.indexOf(`${file}:`) + file.length + 1))?.[0]);
    if (file && line) return { file, line };
  }
  return undefined;
}
