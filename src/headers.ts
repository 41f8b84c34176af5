import { createHash } from 'node:crypto';
import { beforePaint } from './before-paint.ts';
import { isHashed } from './offline/site.ts';
import { rawOrigin } from './sources/fetch-pinned.ts';

const digest = createHash('sha256').update(beforePaint).digest('base64');

/** What a page may load, run and ask. Everything that is not named, such as workers and fonts, comes from the site itself. */
const directives: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'self'"],
  // The search is WebAssembly, and runs in the page where its worker does not begin in time.
  'script-src': ["'self'", "'wasm-unsafe-eval'", `'sha256-${digest}'`],
  // Pictures place their parts, and listings colour their words, by attributes; a page brings the styles that it alone has.
  'style-src': ["'self'", "'unsafe-inline'"],
  // Small ones stand in the style sheets of listings and of the editor.
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'", rawOrigin],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

/** The Content-Security-Policy that every page states itself, for hosts that send no headers. It cannot say who may frame the page. */
export const pagePolicy = Object.entries(directives)
  .map(([name, sources]) => [name, ...sources].join(' '))
  .join('; ');

/** Pages that state a policy of their own. Other pages of the site, and no others, may show them in a frame. */
const ownPolicies: readonly string[] = ['/edited-code/'];

/** True if the page of a path states a policy of its own in place of `pagePolicy`. */
export function hasOwnPolicy(path: string): boolean {
  return ownPolicies.some((page) => path.startsWith(page));
}

const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** The headers to send with a file of the built site, such as `/glossary/index.html`, or with a page by its address, `/glossary/`. */
export function headersOf(path: string): Readonly<Record<string, string>> {
  return {
    ...everywhere,
    'Cache-Control': isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(/(\/|\.html)$/.test(path) && { 'Content-Security-Policy': policyOf(path) }),
  };
}

/** What is said beside a page covers what it says itself, and who may frame it. */
function policyOf(path: string): string {
  return hasOwnPolicy(path) ? "frame-ancestors 'self'" : `${pagePolicy}; frame-ancestors 'none'`;
}
