/** What a reader wrote, kept in this browser: `localStorage`, or a test's own. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** More characters than anybody writes, and few beside the room that a browser gives. */
export const mostKept = 100_000;

/** What is kept under a name; undefined if nothing is, or if it cannot be read. */
export function readKept(storage: () => TextStorage, name: string): string | undefined {
  try {
    return storage().getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text under a name, or with `undefined` keeps none. False if nothing can be kept here. */
export function keepUnder(storage: () => TextStorage, name: string, text: string | undefined): boolean {
  try {
    if (text === undefined) storage().removeItem(name);
    else storage().setItem(name, text);
    return true;
  } catch {
    return false;
  }
}
