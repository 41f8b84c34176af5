import type { Act } from '../runtime/stage/acts.ts';
import { knownSubjects, loadAllWords } from './subjects.ts';

type ObjectOfManifest = Readonly<Record<string, unknown>>;

/** The acts that apply the objects of a manifest, in order. Rejects where no subject can take them, or its words cannot be fetched. */
export async function actsApplying(objects: readonly ObjectOfManifest[]): Promise<Act[]> {
  const applies = () => knownSubjects().find((subject) => subject.applies)?.applies;
  // A page mostly has the words of its run already.
  if (!applies()) await loadAllWords();
  const apply = applies();
  if (!apply) throw new Error('expected a subject to which objects can be applied, found none');
  return objects.map(apply);
}
