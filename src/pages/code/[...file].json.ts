import { readdir, readFile } from 'node:fs/promises';
import type { APIRoute, GetStaticPaths } from 'astro';
import { readCode } from '../../components/code/highlight.ts';

/** Every file of src/runtime that mirrors an upstream one, or is of a reader's own: those that a scenario may show. */
export const getStaticPaths: GetStaticPaths = async () => {
  const names = await readdir('src/runtime', { recursive: true });
  const paths = [];
  for (const file of names.map((name) => name.replaceAll('\\', '/')).sort()) {
    if (!file.endsWith('.ts')) continue;
    const text = await readFile(`src/runtime/${file}`, 'utf8');
    if (/Mirrors(?: v\S+)?: /.test(text) || file.startsWith('demo/')) paths.push({ params: { file } });
  }
  return paths;
};

export const GET: APIRoute = async ({ params }) => {
  const code = await readCode(params.file ?? '');
  return new Response(JSON.stringify(code), { headers: { 'content-type': 'application/json' } });
};
