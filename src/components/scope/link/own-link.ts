import { bytesOf } from '../../base/letters.ts';
import { momentPrefix } from './link-prefix.ts';
import type { SharedMoment } from './share-link.ts';

/**
 * The moment of a story to which a link leads that stands in the page since it was built: nothing of it needs to be checked. Undefined
 * where it leads to a run that the reader makes.
 */
export function ownMoment(hash: string): Pick<SharedMoment, 'scenario' | 'seed' | 'entry'> | undefined {
  const text = new TextDecoder().decode(bytesOf(hash.slice(momentPrefix.length)));
  const [, scenario, seed, entry, acts] = JSON.parse(text) as [number, string, number, number, unknown[]];
  return acts.length === 0 ? { scenario, seed, entry } : undefined;
}
