import { t } from '../../i18n/t.ts';
import type { Fields } from '../base/fields.ts';
import type { YamlProblem } from './yaml-documents.ts';

/** Either the objects that it holds, in order, or what is wrong; never both. */
export type Manifest =
  { readonly objects: readonly Fields[]; readonly problems?: undefined } | RefusedManifest;

/** What is wrong with a manifest of which nothing is taken. */
export interface RefusedManifest {
  readonly objects?: undefined;
  readonly problems: readonly YamlProblem[];
  /** How many problems there are beyond those. */
  readonly moreProblems: number;
}

/** Longer text is refused before it is looked at. */
export const mostCharacters = 200_000;

/** A manifest of which nothing is taken, for this reason. */
export function refused(message: string): RefusedManifest {
  return { problems: [{ line: 1, column: 1, message }], moreProblems: 0 };
}

/** What is said of a text of this many characters; undefined where it is not too long. */
export function tooLong(characters: number): string | undefined {
  if (characters <= mostCharacters) return undefined;
  return t`expected at most ${mostCharacters} characters, found ${characters}. Apply the objects in parts.`;
}
