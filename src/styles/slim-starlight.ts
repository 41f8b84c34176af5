import type { Plugin } from 'vite';

const ours = new URL('./print.css', import.meta.url).pathname;
/** What keeps the state of a menu that ours is not. */
const unneeded = /\/SidebarPersistState(\.\w+)?$/;

/**
 * Starlight has every page carry the styles of all that it can do. The frame of a page is ours, and so are all its styles: those for
 * the screen, which our components bring, and those for paper, which replace Starlight's.
 */
export const slimStarlight: Plugin = {
  name: 'loopscope-slim-starlight',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\/print\.css\?/ },
    handler(id, importer = '') {
      return importer.includes('/@astrojs/starlight/') ? ours + id.slice(id.indexOf('?')) : undefined;
    },
  },
  transform: {
    filter: { id: [/\/@astrojs\/starlight\/.*(\.css$|type=style)/, unneeded] },
    handler: () => ({ code: '', map: null }),
  },
};
