/** The page's fragment begins with this when it holds a moment; `share-link.ts` reads the rest. */
export const momentPrefix = '#scope=';
