/** Most characters of a text about what was thrown: code that throws may put megabytes into it. */
const mostCharacters = 2_000;

const callsTooDeep =
  'expected calls that end, found functions that call each other deeper than the stack holds; ' +
  'look for one that calls itself without end';

const remedy = 'throw new Error("what went wrong")';

/**
 * What was thrown, as a text for readers: what an Error says; of anything else, that it is no Error, and what it is. At most 2,000
 * characters. Never throws, whatever it is given.
 */
export function textOfThrown(thrown: unknown): string {
  return cut(messageOf(thrown));
}

/** As `textOfThrown`, with the name of an Error in front: "RangeError: no such pod". */
export function namedTextOfThrown(thrown: unknown): string {
  const name = isThrown(thrown, Error) && nameIn(thrown);
  return cut(name ? `${name}: ${messageOf(thrown)}` : messageOf(thrown));
}

/** True for what a program throws that calls itself, or is nested, deeper than the stack holds. */
export function isStackOverflow(thrown: unknown): boolean {
  if (!isThrown(thrown, Error)) return false;
  const text = `${nameIn(thrown)}: ${messageIn(thrown)}`;
  // V8 and Safari, Firefox, and acorn; sucrase puts words before what it was told.
  return /^(Range|Internal|Syntax)Error: (.*: )?(Maximum call stack|too much recursion|Not enough stack)/.test(
    text,
  );
}

/** `thrown instanceof kind`; false where even asking fails, as of a Proxy. */
export function isThrown<T>(thrown: unknown, kind: new (...args: never[]) => T): thrown is T {
  return tried(() => thrown instanceof kind) ?? false;
}

/** What `read` gives; undefined where it throws, as a getter may. */
export function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function messageOf(thrown: unknown): string {
  if (!isThrown(thrown, Error)) return `expected an Error to be thrown, found ${kindOf(thrown)}; ${remedy}`;
  if (isStackOverflow(thrown)) return callsTooDeep;
  const message = messageIn(thrown);
  if (message) return message;
  const found = message === '' ? 'one without' : 'one of which it cannot be read';
  return `expected an Error with a message, found ${found}; ${remedy}`;
}

function nameIn(error: Error): string | undefined {
  return textOf(tried((): unknown => error.name));
}

function messageIn(error: Error): string | undefined {
  return textOf(tried((): unknown => error.message));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, mostCharacters))}`;
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function cut(text: string): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1)}…`;
}
