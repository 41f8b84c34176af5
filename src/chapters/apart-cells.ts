import type { Root } from 'hast';
import { visit } from 'unist-util-visit';

/**
 * A rehype plugin: ends each cell of a table with a blank. MDX leaves out the line breaks between cells, and the search would take the
 * last word of a cell and the first of the next for one.
 */
export const apartCells = () => (tree: Root) =>
  visit(tree, 'element', ({ tagName, children }) => {
    if (tagName === 'td' || tagName === 'th') children.push({ type: 'text', value: ' ' });
  });
