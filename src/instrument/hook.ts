/**
 * What instrumented code calls. It reads `lineHook` before each statement, so that code runs at nearly full speed
 * while nobody listens: one branch, and no values are gathered.
 */
export interface LineHook {
  /** A function of `file` has been entered; `leave` comes for it however it ends, unless its process is dropped. */
  enter(file: string, name: string): void;
  leave(): void;
  /** A statement is about to run. `locals` holds the values that have been set so far, by name. */
  /** A function of one expression is called, which has no statement to tell. Only edited code tells of it. */
  pass?(file: string, line: number, name: string): void;
  line(file: string, line: number, name: string, locals: Readonly<Record<string, unknown>>): void;
}

/** The hook in place; undefined while nobody listens. */
export let lineHook: LineHook | undefined;

/** Puts a hook in place, or none. Gives the one that was there before. */
export function setLineHook(hook: LineHook | undefined): LineHook | undefined {
  const before = lineHook;
  lineHook = hook;
  return before;
}
