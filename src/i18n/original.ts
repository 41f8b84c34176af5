import { createHash } from 'node:crypto';

/**
 * The digest of a page's text, without its head: what `translates` in the head of a translation names. Sixteen
 * hexadecimal digits. How lines end makes no difference, nor what is blank at the beginning and the end.
 */
export function digestOf(body: string): string {
  const text = body.replaceAll('\r\n', '\n').trim();
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

const head = /^---\r?\n.*?\r?\n---(\r?\n|$)/s;

/** The text of a file of content/ without its head. */
export function bodyOf(source: string): string {
  return source.replace(head, '');
}

/** A translation, with `translates` in its head naming a digest. */
export function naming(source: string, digest: string): string {
  const line = `translates: '${digest}'`;
  const named = /^translates:.*$/m;
  return source.replace(head, (found) =>
    named.test(found) ? found.replace(named, line) : found.replace(/---\s*$/, (end) => `${line}\n${end}`),
  );
}
