/** Runs when the site is built, never in a browser: the Go programs of chapters, as readers take them home. */
import { readdirSync, readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';

/** One Go module, in `content/<part>/<chapter>/go/<module>/`. */
interface GoModule {
  /** Such as `client-go`. */
  readonly name: string;
  /** From its folder, in order of name; subfolders last. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** The program of a chapter in Go: the same one, written in each module. */
export interface GoProgram {
  /** Content id of the chapter. */
  readonly chapter: string;
  /** What its go.mod calls it, without the domain. */
  readonly name: string;
  readonly modules: readonly GoModule[];
}

const root = 'content';

const inside = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath.replaceAll('\\', '/')}/${name}`);

/** All Go programs of chapters. To be called from the root of the project. */
export function goPrograms(): GoProgram[] {
  const modules = inside(root).filter((path) => path.endsWith('/go.mod'));
  const folders = [...new Set(modules.map((path) => path.replace(/\/[^/]+\/go\.mod$/, '')))];
  return folders.sort().map((folder) => ({
    chapter: folder.slice(root.length + 1).replace(/\/go$/, ''),
    name: nameOf(modules.find((path) => path.startsWith(`${folder}/`)) ?? ''),
    modules: modules.filter((path) => path.startsWith(`${folder}/`)).map((path) => moduleIn(folder, path)),
  }));
}

function nameOf(goMod: string): string {
  const [, path] = /^module (\S+)$/m.exec(readFileSync(goMod, 'utf8')) ?? [];
  if (path === undefined) throw new Error(`${goMod}: expected a line "module …", found none.`);
  return path.slice(path.lastIndexOf('/') + 1);
}

function moduleIn(folder: string, goMod: string): GoModule {
  const own = goMod.replace(/\/go\.mod$/, '');
  const depth = (path: string): number => path.split('/').length;
  const files = inside(own)
    .map((path) => ({ path: path.slice(own.length + 1), text: readFileSync(path, 'utf8') }))
    .sort((a, b) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1));
  return { name: own.slice(folder.length + 1), files };
}

/** Where the site serves the archive of a program. */
export const zipAddress = ({ chapter, name }: GoProgram): string => `/${chapter}/${name}.zip`;

/** All modules of a program as one archive. The same files give the same bytes. */
export function zipOf({ name, modules }: GoProgram): Uint8Array<ArrayBuffer> {
  const entries = modules.flatMap((module) =>
    module.files.map(({ path, text }) => [`${name}/${module.name}/${path}`, strToU8(text)] as const),
  );
  return zipSync(Object.fromEntries(entries), { mtime: '1980-01-01T00:00:00' });
}

/** The routes of the pages of all programs: what Astro asks of `getStaticPaths`. */
export const goRoutes = () =>
  goPrograms().map((program) => {
    const [part, chapter] = program.chapter.split('/');
    return { params: { part, chapter }, props: { program } };
  });
