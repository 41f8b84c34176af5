import { type VNode, options, render } from 'preact';

/*
 * Nothing but text can come from a recording, a link or a text that somebody brought. Preact takes an object for an element if it has
 * no constructor, which what JSON can say always has; what a worker sends need not. So each element that this page's own code makes
 * gets a mark that nothing from outside can have, and what has none is not drawn.
 */

/** No message carries a symbol. */
const made = Symbol('made here');

interface Marked {
  [made]?: true;
}

/** Preact's own name for the hook before an element is drawn, for which its types have none. */
const beforeDrawn = '__b';

interface Hooks {
  [beforeDrawn]?: (vnode: VNode) => void;
}

const { vnode: onMade } = options;
const { [beforeDrawn]: onDraw } = options as Hooks;

options.vnode = (vnode) => {
  // An element's fields, and not itself, are what its copies share.
  if (vnode.type !== null) (vnode.props as Marked)[made] = true;
  onMade?.(vnode);
};

(options as Hooks)[beforeDrawn] = (vnode) => {
  if (vnode.type !== null && !(vnode.props as Marked | null | undefined)?.[made])
    throw new TypeError(
      'expected a text to show, found an object that passes for an element; it is not drawn',
    );
  onDraw?.(vnode);
};

/** As Preact's, where that mark is looked at: draw by this one. */
export { render };
