/**
 * npm run sources: brings the source of Kubernetes at the pinned tag into .cache/kubernetes, as far as pins and Mirrors lines need it.
 * With KUBERNETES_SRC=DIR it looks whether that directory will do instead.
 */
import upstream from '../src/runtime/upstream.json' with { type: 'json' };
import { bring, inspect } from '../src/sources/bring.ts';
import { mirrorsOf } from '../src/sources/mirrors.ts';
import { pins } from '../src/sources/pins.ts';
import { needTree, ownTree } from '../src/sources/tree.ts';
import { readFiles } from './project.ts';

const { repository, tag, commit } = upstream;
const release = { url: `https://github.com/${repository}.git`, tag, commit };
const { mirrors } = mirrorsOf(readFiles('src/runtime/**/*.ts'));
const paths = [...pins.map(({ path }) => path), ...mirrors.map(({ upstreamPath }) => upstreamPath)];
const folders = [...new Set(paths.flatMap((path) => /^([^/]+)\//.exec(path)?.[1] ?? []))].sort();

function sources(): string {
  if (process.env.KUBERNETES_SRC) return inspect(release, needTree());
  console.log(`Bringing ${folders.join(', ')} of Kubernetes ${tag} from ${release.url} …`);
  return bring(release, folders, ownTree);
}

try {
  console.log(sources());
} catch (error) {
  console.error(`sources: ${(error as Error).message}`);
  process.exitCode = 1;
}
