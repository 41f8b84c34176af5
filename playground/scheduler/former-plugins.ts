import type { TextOfFile } from '../../src/components/scope/link/edited-part.ts';
import { textOfSite } from '../../src/components/scope/link/edited-link.ts';
import type { Edits } from '../../src/instrument/edit-place.ts';
import { formerFolder, ownFile, pluginsFolder } from './plugin-files.ts';

/**
 * Edits of a link that was made when plugins were in `formerFolder`, by the names that the files have now. What a text
 * imports under a path of then, it imports from where ours has it now.
 */
export async function pluginsNow(edits: Edits, textOfFile: TextOfFile = textOfSite): Promise<Edits> {
  const moved = Object.entries(edits).map(async ([file, text]) => {
    if (!file.startsWith(formerFolder)) return [file, text] as const;
    const now = file.replace(formerFolder, pluginsFolder);
    // What the own plugin may import has not moved. A file that cannot be had is refused by its name, or imports as it did.
    const ours = now === ownFile ? '' : await textOfFile(now).catch(() => '');
    return [now, importingAs(text, ours)] as const;
  });
  return Object.fromEntries(await Promise.all(moved));
}

const imports = /^import (type )?\{([^}]*)\} from '([^']+)';$/gm;

/** A text whose imports name the files that `ours` has the same names from. */
function importingAs(text: string, ours: string): string {
  const places = new Map<string, string>();
  for (const [, , names = '', from = ''] of ours.matchAll(imports))
    for (const name of listed(names)) places.set(nameOf(name), from);
  return text.replace(imports, (_all, type: string | undefined, names: string, from: string) => {
    const byPlace = new Map<string, string[]>();
    for (const name of listed(names)) {
      const place = places.get(nameOf(name)) ?? from;
      byPlace.set(place, [...(byPlace.get(place) ?? []), name]);
    }
    return [...byPlace]
      .map(([place, some]) => `import ${type ?? ''}{ ${some.join(', ')} } from '${place}';`)
      .join('\n');
  });
}

const listed = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** `mulDiv` of `type mulDiv as times`. */
const nameOf = (name: string): string => name.replace(/^type /, '').replace(/ as .*$/, '');
