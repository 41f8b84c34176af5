/*
 * What a drawing may hold. It is laid into pages as it is, so this is all: shapes and words, without a colour, a style, a script, a frame,
 * an address. `clean.ts` leaves the rest out of what mermaid drew, and `refused.ts` finds it in what is kept.
 */

export const elements: ReadonlySet<string> = new Set(
  'svg title desc defs marker g a path line polyline polygon rect circle ellipse text tspan'.split(' '),
);

const names =
  'xmlns id class role aria-labelledby aria-describedby data-digest data-moment viewBox transform d points x y x1 y1 x2 y2 dx dy cx cy r rx ry ' +
  'width height text-anchor dominant-baseline stroke-dasharray marker-start marker-end refX refY markerWidth markerHeight markerUnits orient';

export const attributes: ReadonlySet<string> = new Set(names.split(' '));

/** What the style sheet tells apart; other classes of mermaid's are left out. */
export const classes: ReadonlySet<string> = new Set(
  (
    'actor actor-line actor-man messageText messageLine1 note noteText activation0 activation1 activation2 loopText loopLine labelBox labelText ' +
    'node cluster note-edge edgeLabel background divider state-start state-end fork-join label-container ' +
    'edge-pattern-dashed edge-pattern-dotted edge-thickness-thick edge-thickness-invisible'
  ).split(' '),
);

const namespace = 'http://www.w3.org/2000/svg';

/** True if an attribute may have a value: numbers and names, or the reference of a line to a head in the same drawing. */
export function valueFits(attribute: string, value: string): boolean {
  if (attribute === 'xmlns') return value === namespace;
  if (attribute.startsWith('marker-')) return /^url\(#[\w-]+\)$/.test(value);
  if (attribute === 'transform') return /^[a-z]+\([\d\s.,e-]*\)$/.test(value);
  return /^[\w\s.,%-]*$/.test(value);
}
