import { t } from '../../../i18n/t.ts';
import type { Edits } from '../../../instrument/edit-place.ts';
import { changedLines } from '../../code/changed-lines.ts';
import { textOf } from '../../code/edited-code.ts';
import { loadCode } from '../../code/source.ts';
import { BadLink } from '../../base/bad-link.ts';
import { isCount } from '../../base/fields.ts';
import { TooMuch, packText, unpackText } from '../../base/packed-text.ts';
import { told } from '../../base/told.ts';
import { type EditedPart, type TextOfFile, digestOf } from './edited-part.ts';

const mostFiles = 10;
const mostCharacters = 200_000;

/** The text of a file as this site serves it. */
export async function textOfSite(file: string): Promise<string> {
  const code = await loadCode(import.meta.env.BASE_URL, file);
  if (code instanceof Error) throw code;
  return textOf(code);
}

/** Edits as letters for a link, compressed: of each file the lines that differ, and a digest of ours. */
export async function packEdits(edits: Edits, textOfFile: TextOfFile = textOfSite): Promise<string> {
  const parts = await Promise.all(
    Object.entries(edits).map(async ([file, text]) => {
      const original = await textOfFile(file);
      const { from, removed, lines } = partOf(file, original, text);
      return [file, digestOf(original), from, removed, lines];
    }),
  );
  return packText(JSON.stringify(parts));
}

/**
 * The edits that a link holds, and which lines they are. Those of a file that has moved since are made where its text is
 * now; an error if they cannot be made of our files as they are.
 */
export async function unpackEdits(
  packed: string,
  textOfFile: TextOfFile = textOfSite,
): Promise<
  [{ readonly edits: Edits; readonly parts: readonly EditedPart[] }, undefined] | [undefined, BadLink]
> {
  try {
    const edits: Record<string, string> = {};
    const parts: EditedPart[] = [];
    const textSoFar: TextOfFile = async (file) => edits[file] ?? textOfFile(file);
    for (const { digest, ...asMade } of await read(packed)) {
      const part = await partHere(asMade, digest, textSoFar);
      const lines = (await textSoFar(part.file)).split('\n');
      lines.splice(part.from - 1, part.removed, ...part.lines);
      edits[part.file] = lines.join('\n');
      parts.push(part);
    }
    return [{ edits, parts }, undefined];
  } catch (error) {
    if (error instanceof BadLink) return [undefined, error];
    throw error;
  }
}

/** The part as the files are now. Throws if they have changed where it is to go. */
async function partHere(part: EditedPart, digest: string, textOfFile: TextOfFile): Promise<EditedPart> {
  const { formerFile, partNow } = await import('./former-files.ts');
  const former = formerFile(part.file, digest);
  // A file that has another name by now is not fetched.
  const original = former && former.now !== part.file ? undefined : await textOfFile(part.file);
  if (original !== undefined && digestOf(original) === digest) return part;
  if (former) return partNow(part, former, textOfFile);
  throw new BadLink(
    t`edits of ${part.file} as it is here`,
    t`edits of another version of it`,
    t`ask for the code itself`,
  );
}

async function read(packed: string): Promise<readonly (EditedPart & { readonly digest: string })[]> {
  let value: unknown;
  try {
    value = JSON.parse(await unpackText(packed, mostCharacters));
  } catch (error) {
    if (error instanceof TooMuch)
      throw new BadLink(t`edits of at most ${mostCharacters} characters`, t`more`);
    throw new BadLink(
      t`a whole link`,
      t`one that is cut off or changed`,
      t`copy the whole link and nothing else`,
    );
  }
  if (!Array.isArray(value) || value.length === 0 || value.length > mostFiles)
    throw new BadLink(t`edits of one to ${mostFiles} files`, told(value));
  return value.map((part: unknown) => {
    const [file, digest, from, removed, lines] = Array.isArray(part) ? (part as unknown[]) : [];
    if (
      typeof file !== 'string' ||
      !/^[a-z0-9_-][a-z0-9_.-]*(\/[a-z0-9_-][a-z0-9_.-]*)*\.ts$/.test(file) ||
      typeof digest !== 'string' ||
      !isTexts(lines) ||
      !isPlace(from) ||
      from < 1 ||
      !isPlace(removed)
    ) {
      throw new BadLink(t`of each edited file its name, digest, place and lines`, told(part));
    }
    return { file, digest, from, removed, lines };
  });
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

/** No file has more lines than a link has characters. */
function isPlace(value: unknown): value is number {
  return isCount(value) && value <= mostCharacters;
}

function partOf(file: string, original: string, text: string): EditedPart {
  const before = original.split('\n');
  const { start, end, lines } = changedLines(before, text.split('\n'));
  return { file, from: start + 1, removed: before.length - end - start, lines };
}
