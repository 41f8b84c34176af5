import type { APIRoute, GetStaticPaths } from 'astro';
import { type GoProgram, goPrograms, zipOf } from '../../../components/code/go-programs.ts';

/** The Go program of a chapter, to take home. */
export const getStaticPaths: GetStaticPaths = () =>
  goPrograms().map((program) => {
    const [part, chapter] = program.chapter.split('/');
    return { params: { part, chapter, program: program.name }, props: { program } };
  });

export const GET: APIRoute<{ program: GoProgram }> = ({ props: { program } }) =>
  new Response(zipOf(program), { headers: { 'content-type': 'application/zip' } });
