import type { APIRoute, GetStaticPaths } from 'astro';
import { readContent } from '../../../chapters/content.ts';
import { goUpstream } from '../../../components/code/go-build.ts';
import { pinOf } from '../../../sources/pins.ts';

/** Every file of upstream of which a chapter names a place. */
export const getStaticPaths: GetStaticPaths = () => {
  const named = readContent(process.cwd())
    .flatMap(({ elements }) => elements)
    .flatMap(({ name, attributes: { pins } }) =>
      name === 'WhereUpstream' && Array.isArray(pins) ? pins : [],
    )
    .map((reference) => pinOf(String(reference))[0]?.path);
  return [...new Set(named)].sort().flatMap((file) => (file === undefined ? [] : [{ params: { file } }]));
};

export const GET: APIRoute = async ({ params }) => {
  const go = await goUpstream(params.file ?? '');
  return new Response(JSON.stringify(go), { headers: { 'content-type': 'application/json' } });
};
