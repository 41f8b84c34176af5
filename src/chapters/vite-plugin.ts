import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { componentFiles } from './components.ts';
import { parseContent } from './content.ts';

/**
 * A Vite plugin that puts our components at hand in every content file: at its end, so that its lines keep their numbers, it imports
 * those that the file uses. `root` is the root of the project.
 */
export function componentsAtHand(root: string): Plugin {
  return {
    name: 'loopscope-components-at-hand',
    enforce: 'pre',
    transform: {
      filter: { id: /\/content\/.*\.mdx$/ },
      handler(source, id) {
        const files = componentFiles(root);
        const path = relative(root, id).replaceAll('\\', '/');
        const used = new Set(parseContent(path, source).elements.map(({ name }) => name));
        const imports = [...used].flatMap((name) => {
          const file = files.get(name);
          return file ? [`import ${name} from ${JSON.stringify(join(root, file))};`] : [];
        });
        return imports.length > 0 ? { code: `${source}\n\n${imports.join('\n')}\n`, map: null } : null;
      },
    },
  };
}

/** A Vite plugin that leaves the stories of these chapters, given by content id, out of what is built. */
export function withoutStories(chapters: ReadonlySet<string>): Plugin {
  return {
    name: 'loopscope-without-stories',
    enforce: 'pre',
    load: {
      filter: { id: /\/content\/.*\/scenario[^/]*\.ts$/ },
      handler: (id) =>
        [...chapters].some((chapter) => id.includes(`/content/${chapter}/`))
          ? { code: 'export const scenarios = [];', map: null }
          : undefined,
    },
  };
}
