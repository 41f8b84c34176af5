import type { Plugin } from 'vite';

/** Parts of Starlight that no page has. */
const absent = 'Badge|Banner|ContentNotice|MobileTableOfContents|PageSidebar|SocialIcons|TableOfContentsList';
const none = new RegExp(`/(asides|anchor-links)\\.css$|/(${absent})\\.astro\\?.*type=style`);

/** Colours and shadows, all of which tokens.css sets again. */
const colours = /--sl-(color|hue|shadow)[\w-]*:[^;]*;/g;
/** Rules for asides and for <details> in plain Markdown, which chapters do not have. */
const unwritten = /[^{}@]*\b(details|summary|starlight-aside)\b[^{}]*\{[^{}]*\}/g;

/** Starlight has every page carry the styles of all that it can do. This takes out what this site has no use for. */
export const slimStarlight: Plugin = {
  name: 'loopscope-slim-starlight',
  enforce: 'pre',
  transform: {
    filter: { id: /\/starlight\/.*(\.css$|type=style)/ },
    handler(code, id) {
      if (none.test(id)) return { code: '', map: null };
      if (id.endsWith('/props.css')) return { code: code.replace(colours, ''), map: null };
      if (id.endsWith('/markdown.css')) return { code: code.replace(unwritten, ''), map: null };
      return undefined;
    },
  },
};
