/** Where a tab keeps the note that one load of a page leaves for the next. `notes.ts` is loaded when there is one. */
export const noteKey = 'loopscope-note';

/** What notes call the Scopes of this page. */
export const scopeHere = (): string => `scope ${location.pathname}`;

/** Whom the note is for; undefined if there is none. */
export function noteFor(): string | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(noteKey) ?? '{}') as { readonly for?: string }).for;
  } catch {
    return undefined;
  }
}
