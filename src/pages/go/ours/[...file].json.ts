import type { APIRoute, GetStaticPaths } from 'astro';
import { readContent } from '../../../chapters/content.ts';
import { goOurs } from '../../../components/code/go-build.ts';
import { allScenarios } from '../../../components/scope/recorder/scenarios.ts';

/** Every file of ours that a scenario shows, or of which a chapter shows a part. */
export const getStaticPaths: GetStaticPaths = async () => {
  const shown = (await allScenarios()).flatMap(({ shows }) => shows);
  const cut = readContent(process.cwd())
    .flatMap(({ elements }) => elements)
    .flatMap(({ name, attributes: { file } }) => (name === 'Snippet' ? [String(file)] : []))
    .map((path) => path.replace(/^src\/runtime\//, ''));
  return [...new Set([...shown, ...cut])].sort().map((file) => ({ params: { file } }));
};

export const GET: APIRoute = async ({ params }) => {
  const go = await goOurs(params.file ?? '');
  return new Response(JSON.stringify(go), { headers: { 'content-type': 'application/json' } });
};
