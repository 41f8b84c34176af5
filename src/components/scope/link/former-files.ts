import { t } from '../../../i18n/t.ts';
import { BadLink } from '../../base/bad-link.ts';
import { type EditedPart, type TextOfFile, digestOf } from './edited-part.ts';
import table from './former-files.json' with { type: 'json' };

/** Lines of a former file that a reader could edit, with the line after them: the first, how many, and their digest. */
export type FormerLines = readonly [from: number, count: number, digest: string];

/** A file as it was when links were made: the file that has its text now, and what of it readers could edit. */
export interface FormerFile {
  readonly now: string;
  readonly lines: readonly FormerLines[];
}

/** By name and digest; `npm run former` adds to it. */
const formerFiles: Readonly<Record<string, FormerFile>> = table as unknown as Record<string, FormerFile>;

/** The name of a former file in the table. */
export const formerName = (file: string, digest: string): string => `${file} ${digest}`;

/** A file as it was when a link was made; undefined if none of its digest is known. */
export function formerFile(file: string, digest: string): FormerFile | undefined {
  const name = formerName(file, digest);
  return Object.hasOwn(formerFiles, name) ? formerFiles[name] : undefined;
}

/**
 * What a link says of a file as it was when the link was made, said of the file that has its text now. Throws where what was
 * edited is not found there.
 */
export async function partNow(
  part: EditedPart,
  former: FormerFile,
  textOfFile: TextOfFile,
): Promise<EditedPart> {
  if (part.removed === 0 && part.lines.length === 0) return { ...part, file: former.now };
  const text = (await textOfFile(former.now)).split('\n');
  for (const [from, count, wanted] of former.lines) {
    if (part.from < from || part.from + part.removed > from + count) continue;
    const at = text.findIndex((_line, i) => digestOf(text.slice(i, i + count).join('\n')) === wanted);
    if (at !== -1) return { ...part, file: former.now, from: part.from - from + at + 1 };
  }
  const last = part.from + Math.max(part.removed, 1) - 1;
  throw new BadLink(
    t`in ${former.now} what stood in lines ${part.from} to ${last} of ${part.file} when the link was made`,
    t`other lines`,
    t`edit ${former.now} as it is now, and make a new link`,
  );
}
