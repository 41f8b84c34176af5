import type { Mark, MarkPlace } from './mark-places.ts';

const svgNames = 'http://www.w3.org/2000/svg';

/**
 * Makes what is bound to a moment known in a drawing: its words, or the whole node, become `<a data-moment="0">`, with the number of
 * the mark; its line has the same `data-moment`. Throws where the drawing has not got it.
 */
export function markMoments(svg: Element, marks: readonly Mark[]): void {
  const found = marks.map(({ place }) => partsOf(svg, place));
  marks.forEach(({ selector, place }, i) => {
    const { words = [], line } = found[i] ?? {};
    const [first] = words;
    if (!first)
      throw new Error(`"%% at ${selector}": the drawing has no ${place.what} for the line below it.`);
    const link = svg.ownerDocument.createElementNS(svgNames, 'a');
    link.setAttribute('data-moment', String(i));
    first.replaceWith(link);
    link.append(...words);
    line?.setAttribute('data-moment', String(i));
  });
}

/** Elements of the drawing that belong to one thing: those to click on, and the line between two others. */
interface Parts {
  readonly words: readonly Element[];
  readonly line?: Element;
}

function partsOf(svg: Element, place: MarkPlace): Parts | undefined {
  switch (place.what) {
    case 'message':
      return messageAt(svg, place.nth);
    case 'edge':
      return edgeAt(svg, place.ends, place.nth);
    case 'node':
      return nodeOf(svg, place.id);
    default:
      return place satisfies never;
  }
}

/** Mermaid draws the words of a message, a text for each of their lines, right before its arrow. */
function messageAt(svg: Element, nth: number): Parts | undefined {
  const line = [...svg.querySelectorAll('[data-et="message"]')][nth];
  const words: Element[] = [];
  for (
    let at = line?.previousElementSibling;
    at?.classList.contains('messageText');
    at = at.previousElementSibling
  )
    words.unshift(at);
  return line && { words, line };
}

function edgeAt(svg: Element, ends: readonly [string, string] | undefined, nth: number): Parts | undefined {
  const pattern = ends ? new RegExp(`^(L|id)_${ends[0]}_${ends[1]}_(\\d+)$`) : /^(edge)(\d+)$/;
  const numberOf = (edge: Element): number =>
    Number(pattern.exec(edge.getAttribute('data-id') ?? '')?.at(-1) ?? -1);
  const edges = [...svg.querySelectorAll('[data-et="edge"]')].filter((edge) => numberOf(edge) >= 0);
  const line = edges.sort((a, b) => numberOf(a) - numberOf(b))[nth];
  const label = [...svg.querySelectorAll('.edgeLabel > .label')].find(
    (each) => each.getAttribute('data-id') === line?.getAttribute('data-id'),
  );
  return line && label && { words: [label], line };
}

function nodeOf(svg: Element, id: string): Parts | undefined {
  const own = new RegExp(`(^|-)(flowchart|state|classId)-${id}-\\d+$`);
  const node = [...svg.querySelectorAll('.node')].find((each) => own.test(each.id));
  const cluster = [...svg.querySelectorAll('.cluster')].find((each) => each.getAttribute('data-id') === id);
  const found = node ?? cluster;
  return found && { words: [found] };
}
