import type { AstroIntegration } from 'astro';
import { checkContent } from './check.ts';
import { siteAt } from './command.ts';
import { asText, summary } from './report.ts';

/** Checks all content before a page is built. One mistake, and the build ends with all there are. `root` is the root of the project. */
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
    },
  };
}
