import { scopeHere } from '../../base/note.ts';
import { noted } from '../../base/notes.ts';
import type { SharedMoment } from '../link/share-link.ts';

/** Makes a run of edited code for the Scope in `host`. If it ends the page, a note leads back to its moment. */
export async function recordNoted<T>(
  host: Element,
  moment: Omit<SharedMoment, 'packed'>,
  record: () => Promise<T>,
): Promise<T> {
  const { linkToMoment } = await import('../link/share-link.ts');
  // What is too long for a link was written on this page, or came with its address: it is there again.
  const kept = await linkToMoment(moment, moment.entry).catch(() => undefined);
  return noted({ for: scopeHere(), top: host.getBoundingClientRect().top, kept }, record);
}
