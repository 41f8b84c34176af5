/**
 * What instrumented code calls. It reads `lineHook` before each statement, so that code runs at nearly full speed
 * while nobody listens: one branch, and no values are gathered.
 */
export interface LineHook {
  /** A function of `file` has been entered; `leave` comes for it however it ends, unless its process is dropped. */
  enter(file: string, name: string): void;
  leave(): void;
  /** A function of one expression is called, which has no statement to tell. Only edited code tells of it. */
  pass?(file: string, line: number, name: string): void;
  /** A statement is about to run. `locals` holds the values that have been set so far, by name. */
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

/** Where a `throw` of edited code stands. */
interface ThrowPlace {
  readonly file: string;
  readonly line: number;
}

/** Objects that were thrown, by identity: to ask a Proxy anything may throw again. */
const thrownObjects = new WeakMap<object, ThrowPlace>();
let lastPlain: { readonly thrown: unknown; readonly place: ThrowPlace } | undefined;

/** Notes what edited code is about to throw, and gives it back: what is no Error has no stack that tells its place. */
export function noteThrow<T>(thrown: T, file: string, line: number): T {
  const place = { file, line };
  if (isObject(thrown)) thrownObjects.set(thrown, place);
  else lastPlain = { thrown, place };
  return thrown;
}

/** Where something was thrown last, as edited code had it noted. */
export function notedThrow(thrown: unknown): ThrowPlace | undefined {
  if (isObject(thrown)) return thrownObjects.get(thrown);
  return lastPlain && Object.is(lastPlain.thrown, thrown) ? lastPlain.place : undefined;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
