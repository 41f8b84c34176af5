import { LinkChecker } from 'linkinator';
import { dist } from './project.ts';
import { serveOrEnd } from './serve.ts';

const site = await serveOrEnd(dist, 4400);
const { links } = await new LinkChecker().check({
  path: `${site.address}/`,
  recurse: true,
  checkFragments: true,
  concurrency: 20,
  // A connection that breaks on a busy machine is no broken link.
  retryErrors: true,
  // Only what we serve: a link to the world is not ours to break a build with. A moment of a run was checked when it was written.
  linksToSkip: async (link: string) => !link.startsWith(site.address) || link.includes('#scope='),
});
await site.close();
const seen = links.filter(({ state }) => state !== 'SKIPPED');
const broken = links.filter(({ state }) => state === 'BROKEN');
for (const { url, parent, status } of broken) {
  console.error(
    `broken: ${url.replace(site.address, '')} (${status}), linked from ${parent?.replace(site.address, '')}`,
  );
}
console.log(`${seen.length} links checked, ${broken.length} broken`);
process.exit(broken.length > 0 ? 1 : 0);
