import type { Root, RootContent } from 'hast';
import type { MdxJsxFlowElementHast } from 'mdast-util-mdx-jsx';

/** What asks, or closes a chapter: the text that a prediction holds back ends before it. */
const ends = new Set([
  'ScopeFrame',
  'Symptom',
  'Prediction',
  'Experiment',
  'Exercise',
  'Myths',
  'Remember',
  'WhereUpstream',
  'SinceThen',
  'StudyGroup',
]);

const nameOf = (node: RootContent): string | undefined =>
  node.type === 'mdxJsxFlowElement' ? (node.name ?? undefined) : undefined;

/** True for a heading, also within the box that it has with its link. */
const isHeading = (node: RootContent): boolean =>
  node.type === 'element' &&
  (/^h[1-6]$/.test(node.tagName) ||
    node.children.some((child) => child.type === 'element' && isHeading(child)));

/**
 * A rehype plugin: what follows a prediction, up to the next heading or the next box, comes into an element of its own. It is closed until
 * the reader has answered, by styles alone (Prediction.astro), and the browser's own search opens it.
 */
export const textGoesOn = () => (tree: Root) => {
  const children: RootContent[] = [];
  let held: RootContent[] | undefined;
  const close = (): void => {
    const [first] = held ?? [];
    if (held?.some(({ type }) => type !== 'text')) children.push(goesOn(held));
    else if (first) children.push(...(held ?? []));
    held = undefined;
  };
  for (const node of tree.children) {
    const name = nameOf(node);
    if (isHeading(node) || (name !== undefined && ends.has(name))) close();
    if (held) held.push(node);
    else children.push(node);
    if (name === 'Prediction') held = [];
  }
  close();
  tree.children = children;
};

function goesOn(children: RootContent[]): MdxJsxFlowElementHast {
  const attribute = (name: string, value: string) => ({ type: 'mdxJsxAttribute' as const, name, value });
  return {
    type: 'mdxJsxFlowElement',
    name: 'div',
    attributes: [attribute('class', 'goes-on'), attribute('hidden', 'until-found')],
    children: children as MdxJsxFlowElementHast['children'],
  };
}
