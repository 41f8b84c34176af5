import { relative } from 'node:path';
import type { AstroIntegration } from 'astro';
import { checkContent } from './check.ts';
import { siteAt } from './command.ts';
import { readContent } from '../chapters/content.ts';
import { asText, summary } from './report.ts';

/**
 * Checks all content before a page is built: one mistake, and the build ends with all there are. While chapters are written, it
 * reports a file's mistakes whenever it is saved. `root` is the root of the project.
 */
export function checkedContent(root: string): AstroIntegration {
  return {
    name: 'loopscope-checked-content',
    hooks: {
      // Before the content is read into the collection, which would stop at the first file whose frontmatter is wrong.
      'astro:config:setup': async ({ command, logger }) => {
        if (command !== 'build') return;
        const site = await siteAt(root);
        const problems = checkContent(site);
        const told = summary(problems, site.files.length);
        if (problems.some(({ warning }) => !warning)) throw new Error(`${told}\n${asText(problems)}`);
        if (problems.length > 0) logger.warn(asText(problems));
        logger.info(told);
      },
      'astro:server:setup': async ({ server, logger }) => {
        const site = await siteAt(root);
        const tell = (saved: (path: string) => boolean): void => {
          const files = readContent(root);
          const wanted = files.filter(({ path }) => saved(path));
          const problems = checkContent({ ...site, files }, wanted);
          if (problems.length > 0) logger.warn(asText(problems));
        };
        tell(() => true);
        server.watcher.on('change', (path) => {
          const changed = relative(root, path).replaceAll('\\', '/');
          tell((each) => each === changed);
        });
      },
    },
  };
}
