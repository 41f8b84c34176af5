import { linesOf } from './declarations.ts';
import type { Pin } from './pins.ts';
import { sha256 } from './verify.ts';

/** A pin, and where its file can be had. */
export interface PinnedPlace {
  /** Such as `kubernetes/kubernetes`. */
  readonly repository: string;
  readonly tag: string;
  readonly pin: Pin;
}

/** What came of asking for the lines of a pin. Only lines that have the pinned digest are given. */
export type Fetched =
  | { readonly is: 'ok'; readonly lines: readonly string[] }
  | { readonly is: 'offline' }
  /** The server answered with something else than the file. */
  | { readonly is: 'refused'; readonly status: number }
  /** The file came, and its lines have another digest than the pin. */
  | { readonly is: 'differs'; readonly expected: string; readonly found: string };

/** Texts that were verified, by their digests. */
export interface Kept {
  get(digest: string): Promise<string | undefined>;
  set(digest: string, text: string): Promise<void>;
}

/** The world that `fetchPinned` acts on; a test has its own. */
export interface Outside {
  readonly fetch: (url: string) => Promise<Response>;
  readonly kept: Kept;
}

/** Origin of the server that has the files of repositories as plain text: the only one besides the site's own that a page asks. */
export const rawOrigin = 'https://raw.githubusercontent.com';

/** Where that server has the file of a pin. */
export const rawUrl = ({ repository, tag, pin }: PinnedPlace): string =>
  `${rawOrigin}/${repository}/${tag}/${pin.path}`;

/** The lines of a pin that were fetched before, from whatever page; undefined if they were not. */
export async function keptLines(pin: Pin, { kept }: Pick<Outside, 'kept'>): Promise<string[] | undefined> {
  const text = await kept.get(pin.sha256);
  return text !== undefined && (await sha256(text)) === pin.sha256 ? split(text) : undefined;
}

/**
 * Fetches the file of a pin at its tag, and verifies the digest of the lines. What is right is kept. `more` are other pins of the same
 * file that the reader will ask for: they are kept too.
 */
export async function fetchPinned(
  place: PinnedPlace,
  { fetch, kept }: Outside,
  more: readonly Pin[] = [],
): Promise<Fetched> {
  const { pin } = place;
  const known = await keptLines(pin, { kept });
  if (known) return { is: 'ok', lines: known };
  let file: string;
  try {
    const response = await fetch(rawUrl(place));
    if (!response.ok) return { is: 'refused', status: response.status };
    file = await response.text();
  } catch {
    return { is: 'offline' };
  }
  const text = linesOf(file, pin);
  const found = await sha256(text);
  if (found !== pin.sha256) return { is: 'differs', expected: pin.sha256, found };
  for (const one of [pin, ...more]) {
    const lines = linesOf(file, one);
    if (one.path === pin.path && (await sha256(lines)) === one.sha256) await kept.set(one.sha256, lines);
  }
  return { is: 'ok', lines: split(text) };
}

const split = (text: string): string[] => text.replace(/\n$/, '').split('\n');

/** Keeps texts in the browser's cache. Where there is none, as on a page that came over http, nothing is kept. */
export const browserCache: Kept = {
  async get(digest) {
    const found = await (await openCache())?.match(keyOf(digest));
    return found?.text();
  },
  async set(digest, text) {
    await (await openCache())?.put(keyOf(digest), new Response(text));
  },
};

const keyOf = (digest: string): string => `/kept/${digest}`;

async function openCache(): Promise<Cache | undefined> {
  try {
    return await caches.open('loopscope-upstream');
  } catch {
    return undefined;
  }
}
