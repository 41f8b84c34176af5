/** Most characters of a text about what was thrown: code that throws may put megabytes into it. */
const mostCharacters = 2_000;

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
  const name = isThrown(thrown, Error) && textIn(() => thrown.name);
  return cut(name ? `${name}: ${messageOf(thrown)}` : messageOf(thrown));
}

/** `thrown instanceof kind`; false where even asking fails, as of a Proxy. */
export function isThrown<T>(thrown: unknown, kind: new (...args: never[]) => T): thrown is T {
  try {
    return thrown instanceof kind;
  } catch {
    return false;
  }
}

function messageOf(thrown: unknown): string {
  if (!isThrown(thrown, Error)) return `expected an Error to be thrown, found ${kindOf(thrown)}; ${remedy}`;
  const message = textIn(() => thrown.message);
  if (message) return message;
  const found = message === '' ? 'one without' : 'one of which it cannot be read';
  return `expected an Error with a message, found ${found}; ${remedy}`;
}

/** The text that `read` gives; undefined where it gives none, or throws. */
function textIn(read: () => unknown): string | undefined {
  try {
    const text = read();
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, mostCharacters))}`;
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function cut(text: string): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1)}…`;
}
