/** The page's fragment begins with this when it holds a cluster; `cluster-link.ts` reads the rest. */
export const linkPrefix = '#cluster=';
