import { sized } from '../../../diagrams/sized.ts';
import type { Moment } from '../moments.ts';

/** A kept drawing as a page has it: what is bound to a moment leads there. */
export function inPage(drawing: string, moments: readonly Pick<Moment, 'href'>[]): string {
  const linked = moments.reduce(
    (svg, { href }, i) => svg.replace(`<a data-moment="${i}"`, `<a href="${href}" data-moment="${i}"`),
    drawing,
  );
  return sized(linked.replace(/ data-digest="\w*"/, ''));
}
