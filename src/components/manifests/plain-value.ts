import { t } from '../../i18n/t.ts';
import { isFields } from '../base/fields.ts';

/** The way from a document to a part of it: keys and indices. */
export type Path = readonly (string | number)[];

/** A part of what was read that cannot be taken: where, what was expected and found, and what to do. */
export interface Unfit {
  readonly path: Path;
  readonly message: string;
}

/** How deep a manifest may be nested. It is walked by recursion, and a stack holds some thousands of calls. */
export const mostDepth = 200;

/** What is said of a text that is nested deeper than can be read. */
export const tooDeepWords = (): string =>
  t`expected at most ${mostDepth} levels, one inside another, found more. Write it flatter.`;

/**
 * The first part of a value that is no plain data, and so nothing that an API server could be sent: plain are texts, numbers, true,
 * false, null, and lists and maps of them, nested not too deep, and not in a circle. Undefined where all of it is.
 */
export function unfitIn(value: unknown): Unfit | undefined {
  return unfitBelow(value, new Set());
}

function unfitBelow(
  value: unknown,
  above: Set<object>,
): { readonly path: (string | number)[]; readonly message: string } | undefined {
  if (!isPlain(value)) {
    const message = t`expected a text, a number, true, false, a list or a map, found something else. Remove its tag, or put quotes around it.`;
    return { path: [], message };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (above.has(value))
    return {
      path: [],
      message: t`expected a value that comes to an end, found one that holds itself. Write it out.`,
    };
  if (above.size === mostDepth) return { path: [], message: tooDeepWords() };
  above.add(value);
  for (const key of Object.keys(value)) {
    const unfit = unfitBelow((value as Readonly<Record<string, unknown>>)[key], above);
    if (!unfit) continue;
    unfit.path.unshift(Array.isArray(value) ? Number(key) : key);
    return unfit;
  }
  above.delete(value);
  return undefined;
}

function isPlain(value: unknown): boolean {
  if (isFields(value)) return Object.getPrototypeOf(value) === Object.prototype;
  return typeof value === 'object' || ['string', 'number', 'boolean', 'undefined'].includes(typeof value);
}

/** What a value is, for a reader who wrote something that was not expected. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return t`nothing`;
  if (Array.isArray(value)) return t`a list`;
  if (typeof value === 'object') return t`a map`;
  if (typeof value !== 'string') return t`the ${typeof value} ${String(value)}`;
  return t`the text ${JSON.stringify(value.length > mostQuoted ? `${value.slice(0, mostQuoted)}…` : value)}`;
}

/** A longer text is cut to this length. */
const mostQuoted = 100;
