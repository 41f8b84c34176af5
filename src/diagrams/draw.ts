import mermaid from 'mermaid';
import { clean } from './clean.ts';
import type { Mark } from './mark-places.ts';
import { markMoments } from './marks.ts';
import { face, fontSize, settings } from './settings.ts';

/** What is drawn. */
export interface Sketch {
  /** Between the fences. */
  readonly text: string;
  /** Unique in its page: ids in the drawing begin with it. */
  readonly name: string;
  readonly marks: readonly Mark[];
}

/**
 * Draws a diagram with mermaid, in a browser, as an SVG that holds nothing but what `allowed.ts` allows: shapes and words, which the
 * page's style sheet colours. The same source gives the same drawing. Rejects with mermaid's words where it cannot read the source.
 */
export async function draw({ text, name, marks }: Sketch): Promise<string> {
  mermaid.initialize(settings);
  // A text is measured with the face that is there.
  await document.fonts.load(`${fontSize}px '${face}'`);
  const place = document.createElement('div');
  // Measured, and never seen; what the page says of its own text is not for this.
  place.style.cssText =
    'all: initial; position: absolute; inset-block-start: 0; width: 1200px; visibility: hidden; pointer-events: none';
  document.body.append(place);
  try {
    const { svg: drawn } = await mermaid.render(`drawing-${name}`, text, place);
    const { documentElement: svg } = new DOMParser().parseFromString(drawn, 'image/svg+xml');
    if (svg.localName !== 'svg') throw new Error('mermaid drew no SVG.');
    markMoments(svg, marks);
    const [, , width = '', height = ''] = svg.getAttribute('viewBox')?.split(/\s+/) ?? [];
    clean(svg, `diagram-${name}`);
    svg.setAttribute('width', String(Math.ceil(Number(width))));
    svg.setAttribute('height', String(Math.ceil(Number(height))));
    svg.setAttribute('role', marks.length > 0 ? 'group' : 'img');
    return inLines(new XMLSerializer().serializeToString(svg));
  } finally {
    place.remove();
  }
}

/** A line for each shape, so that a change of a drawing can be looked at. In a text a line break would be a blank. */
const inLines = (svg: string): string => `${svg.replace(/>(?=<(?!\/?(tspan|text|title|desc)\b))/g, '>\n')}\n`;
