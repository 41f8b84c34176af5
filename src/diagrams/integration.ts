import type { AstroIntegration } from 'astro';
import { savePath, savingDrawings } from './save.ts';

/**
 * While chapters are written, the browser of whoever writes draws what is behind its source, and the server keeps it. A built site has
 * nothing of that. `root` is the root of the project.
 */
export function drawnWhileWritten(root: string): AstroIntegration {
  return {
    name: 'loopscope-drawn-while-written',
    hooks: {
      'astro:config:setup': ({ command, injectScript }) => {
        if (command === 'dev') injectScript('page', `import '/src/diagrams/redraw.ts';`);
      },
      'astro:server:setup': ({ server }) => {
        const save = savingDrawings(root);
        server.middlewares.use(savePath, (request, response) => void save(request, response));
      },
    },
  };
}
