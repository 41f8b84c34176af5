/* The stills of a chapter, one below the other, each with a name: what is printed, and seen where no script runs. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { getCollection } from 'astro:content';
import { speaking } from '../../i18n/speaking.ts';
import { stillsPath } from '../../components/prose/still/stills.ts';
import { drawStills } from '../../components/scope/frame/draw-stills.tsx';

export const getStaticPaths: GetStaticPaths = async () => {
  const chapters = await getCollection('docs', ({ data }) => data.kind === 'chapter');
  return chapters.map((entry) => ({
    params: { chapter: stillsPath(entry.filePath ?? '').replace(/^\/stills\/|\.svg$/g, '') },
    props: { entry },
  }));
};

export const GET: APIRoute = async ({ props: { entry } }) => {
  const language = entry.id.startsWith('zh-cn/') ? 'zh-cn' : undefined;
  const drawn = await speaking(language, () => drawStills(entry));
  return new Response(drawn, { headers: { 'content-type': 'image/svg+xml' } });
};
