import { posix } from 'node:path';
import type { Problem, SourceFile } from './problem.ts';
import { declarationsOf, placesOf } from './declarations.ts';
import { nearestNames } from './nearest.ts';
import type { Tree } from './tree.ts';

const { dirname, join } = posix;

/** What stands in src/runtime/upstream.json. */
export interface Upstream {
  readonly paths: Readonly<Record<string, string>>;
}

/** A `Mirrors:` line. */
export interface Mirror {
  readonly path: string;
  readonly line: number;
  readonly upstreamPath: string;
  readonly symbol: string;
  /** The release that has it, where that is not the pinned one: the one of the lenses. */
  readonly tag?: string;
}

const form =
  /^\s*(?:\/\/|\*|\/\*\*) Mirrors(?: (v\d+\.\d+\.\d+))?: ([\w./-]+\.\w+)#([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)(?: \*\/)?$/;

/** All `Mirrors:` lines of the files, and those that are not written as they must be. */
export function mirrorsOf(files: readonly SourceFile[]): { mirrors: Mirror[]; problems: Problem[] } {
  const mirrors: Mirror[] = [];
  const problems: Problem[] = [];
  for (const { path, text } of files) {
    text.split('\n').forEach((line, index) => {
      if (!/(?:\/\/|\*).*\bMirrors(?: v\S*)?:/.test(line)) return;
      const [, tag, upstreamPath, symbol] = form.exec(line) ?? [];
      if (upstreamPath === undefined || symbol === undefined) {
        const says = `write "${line.trim()}" as \`// Mirrors: path#Symbol\` or \`// Mirrors: path#Type.Method\`, with nothing after it.`;
        problems.push({ path, line: index + 1, says });
      } else {
        mirrors.push({ path, line: index + 1, upstreamPath, symbol, ...(tag === undefined ? {} : { tag }) });
      }
    });
  }
  return { mirrors, problems };
}

/** The folder of upstream that a file of src/runtime mirrors, or undefined when its folder has no counterpart. */
function upstreamFolder(path: string, { paths }: Upstream): string | undefined {
  const inside = path.replace(/^src\/runtime\//, '');
  const [ours, theirs] =
    Object.entries(paths)
      .filter(([prefix]) => inside.startsWith(`${prefix}/`))
      .sort(([a], [b]) => b.length - a.length)[0] ?? [];
  return ours === undefined ? undefined : dirname(join(theirs ?? '', inside.slice(ours.length + 1)));
}

/** Folders of ours: what they mirror stands there because the simulator needs it. */
const ownFolders = /^src\/runtime\/(sim|stage|subjects)\//;

/**
 * Files whose path stands for another folder than the one they mirror. A file may carry a declaration or two from elsewhere, where a
 * file for it alone would be smaller than its own heading, but most of it must come from the folder that its path names.
 */
export function misplaced(mirrors: readonly Mirror[], upstream: Upstream): Problem[] {
  return [...new Set(mirrors.map(({ path }) => path))].flatMap((path) => {
    if (ownFolders.test(path)) return [];
    const folder = upstreamFolder(path, upstream);
    const own = mirrors.filter((mirror) => mirror.path === path);
    const away = own.filter(
      ({ upstreamPath }) => folder === undefined || !`${dirname(upstreamPath)}/`.startsWith(`${folder}/`),
    );
    const [first] = away;
    if (first === undefined || away.length * 2 <= own.length) return [];
    const says =
      folder === undefined
        ? `mirrors ${first.upstreamPath}, but its folder has no counterpart in src/runtime/upstream.json: add it there, or move the file.`
        : `mirrors ${first.upstreamPath}, but its own path stands for ${folder}/: move the declaration to the file that mirrors it.`;
    return [{ path, line: first.line, says }];
  });
}

/** Mirrors whose file or symbol is not in the tree of upstream. */
export function unresolved(mirrors: readonly Mirror[], { read, beside }: Tree): Problem[] {
  return mirrors.flatMap(({ path, line, upstreamPath, symbol }) => {
    const text = read(upstreamPath);
    const names = text === undefined ? [] : declarationsOf(upstreamPath, text).map(({ name }) => name);
    if (names.includes(symbol)) return [];
    const elsewhere = beside(upstreamPath).find((file) => placesOf(file.path, file.text, symbol).length > 0);
    const near = nearestNames(symbol, names);
    const is = text === undefined ? 'is not there' : `declares no ${symbol}`;
    const remedy =
      elsewhere !== undefined
        ? `write ${elsewhere.path}#${symbol}`
        : near.length > 0
          ? `write ${near.join(' or ')}`
          : 'correct it';
    const says = `mirrors ${upstreamPath}#${symbol}, but upstream ${upstreamPath} ${is}: ${remedy}.`;
    return [{ path, line, says }];
  });
}
