import { escaped, inline } from './inline.ts';

/** Where a link of a sentence leads, and what happens there. */
interface Leads {
  readonly href: string;
  readonly told: string;
}

/** `[words](at:selector)` in an attribute: a link to the event that the selector names. */
const link = /\[([^\]]+)\]\(at:([^)]+)\)/g;

/** The selectors of the links in a sentence. */
export const selectorsIn = (text: string): string[] =>
  [...text.matchAll(link)].map(([, , selector = '']) => selector);

/** HTML of a sentence, as `inline` makes it, with its links; each selector is in `leads`. */
export function linked(text: string, leads: ReadonlyMap<string, Leads>): string {
  return text
    .split(link)
    .map((part, i, parts) => {
      if (i % 3 === 0) return inline(part);
      if (i % 3 === 2) return '';
      const { href, told } = leads.get(parts[i + 1] ?? '')!;
      return `<a href="${escaped(href)}" title="${escaped(told)}">${inline(part)}</a>`;
    })
    .join('');
}
