import type { APIRoute, GetStaticPaths } from 'astro';
import { type GoProgram, goPrograms, zipAddress, zipOf } from '../components/programs/go-programs.ts';

/** The Go program of a chapter, to take home. */
export const getStaticPaths: GetStaticPaths = () =>
  goPrograms().map((program) => ({
    params: { program: zipAddress(program).replace(/^\/|\.zip$/g, '') },
    props: { program },
  }));

export const GET: APIRoute<{ program: GoProgram }> = ({ props: { program } }) =>
  new Response(zipOf(program), { headers: { 'content-type': 'application/zip' } });
