import type { APIRoute, GetStaticPaths } from 'astro';
import { goOurs } from '../../../components/code/go-build.ts';
import { allScenarios } from '../../../components/scope/scenarios.ts';

/** Every file that a scenario shows, with upstream's beside it. */
export const getStaticPaths: GetStaticPaths = async () => {
  const shown = new Set((await allScenarios()).flatMap(({ shows }) => shows));
  return [...shown].sort().map((file) => ({ params: { file } }));
};

export const GET: APIRoute = async ({ params }) => {
  const go = await goOurs(params.file ?? '');
  return new Response(JSON.stringify(go), { headers: { 'content-type': 'application/json' } });
};
