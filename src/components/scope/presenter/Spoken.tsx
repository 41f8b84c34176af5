import { type ComponentChildren, type VNode, h } from 'preact';

interface SpokenProps {
  /** Part of the page as it was built. */
  readonly of: Element;
  /** What of it is meant, where that is not all. */
  readonly mark?: Element | undefined;
}

/** Words for eyes that are near: what a term means, asides, the time at the head of a step. */
const aside = '.margin-note, .what, .step > a, [hidden], img, svg, button, input';

/** What keeps its sense in any type. */
const kept: ReadonlySet<string> = new Set(['code', 'kbd', 'em', 'strong', 'b', 'i', 'sub', 'sup']);

/** The words of a part of the page, for the last row: text and the few elements that give it sense, without links and asides. */
export function Spoken({ of, mark }: SpokenProps): VNode {
  return <>{[...of.childNodes].map((node) => spoken(node, mark))}</>;
}

function spoken(node: Node, mark: Element | undefined): ComponentChildren {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
  if (!(node instanceof Element) || node.matches(aside)) return null;
  const inner = <Spoken of={node} mark={mark} />;
  if (node === mark) return <mark>{inner}</mark>;
  if (kept.has(node.localName)) return h(node.localName, null, inner);
  return /^(p|li|pre)$/.test(node.localName) ? <span class="presenter-line">{inner} </span> : inner;
}
