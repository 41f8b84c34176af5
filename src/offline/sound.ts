/** Letters of a digest, each of six bits: one broken file in sixteen million has the digest of the whole one. */
export const digestLetters = 4;

/** Content types without which a browser does not take a file for what its name says. */
const typeOf: Readonly<Record<string, RegExp>> = {
  html: /^text\/html/,
  js: /javascript/,
  css: /^text\/css/,
  json: /json/,
  wasm: /wasm/,
};

/** How the name of a file ends; that of a page need not say. */
const endingOf = (path: string): string => /\.(\w+)$/.exec(path)?.[1] ?? 'html';

/** True if a file of this path may have this content type. A page to sign in at is HTML, whatever was asked for. */
export function fits(path: string, type: string): boolean {
  return (typeOf[endingOf(path)] ?? /^(?!text\/html)/).test(type);
}

/** What every page of the site has: files of the site, or a policy of its own. */
const ofOurs = /\/_astro\/|="Content-Security-Policy"/;

/**
 * True if a response is what the build made, as far as can be told: by its digest where that is known, and of a page by what it names.
 * Takes the body of the response.
 */
export async function isSound(path: string, response: Response, digest?: string): Promise<boolean> {
  const { status, redirected, headers } = response;
  if (status !== 200 || redirected || !fits(path, headers.get('content-type') ?? '')) return false;
  if (endingOf(path) === 'html') return ofOurs.test(await response.text());
  return digest === undefined || digest === (await digestOf(await response.arrayBuffer()));
}

/** The first letters of the SHA-256 in base64. */
export async function digestOf(bytes: BufferSource): Promise<string> {
  const [a = 0, b = 0, c = 0] = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(a, b, c));
}
