import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.ts';

/** What has to be checked for a change. */
export interface Plan {
  /** Whether it touched nothing but chapters and other prose, so that the rest of the tests can say nothing new. */
  readonly contentOnly: boolean;
  /** Files of content/ that it touched and that are still there. */
  readonly content: readonly string[];
  /** Whether a story or an exercise is among them. */
  readonly code: boolean;
  /** Tests that read all content, and those that play these chapters. */
  readonly tests: readonly string[];
}

/** Tests of the whole content, which any change of it can fail. */
const always = [
  'test/tidy.test.ts',
  'test/scenarios/chapters.test.ts',
  'test/requirements/read.test.ts',
  'test/components/prose/glossary.test.ts',
  'test/sources/pins.test.ts',
  'test/i18n',
];

/** What to check when these paths, from the root of the project, have changed. `tests` are the test files there are, with their text. */
export function planOf(
  changed: readonly string[],
  tests: readonly { readonly path: string; readonly text: string }[],
  exists: (path: string) => boolean,
): Plan {
  const content = changed.filter((path) => path.startsWith('content/'));
  const folders = new Set(content.flatMap((path) => folderOf(path) ?? []));
  const code = content.some((path) => path.endsWith('.ts'));
  // Many tests play a story, but only those beside it read the prose.
  const own = tests
    .filter(({ path }) => code || path.startsWith('test/scenarios/'))
    .filter(({ text }) => [...folders].some((folder) => text.includes(`${folder}/`)))
    .map(({ path }) => path);
  // An exercise runs on a story: what changes either can change whether it is solved. Its translation is by what it says.
  const tried = code || content.some((path) => path.endsWith('/exercises.json'));
  const all = [...always, ...(tried ? ['test/exercises'] : []), ...own];
  return {
    contentOnly: changed.every((path) => path.startsWith('content/') || path.endsWith('.md')),
    content: content.filter(exists),
    code,
    tests: content.length > 0 ? [...new Set(all)] : [],
  };
}

/** The folder of a chapter, the same for its translations: of content/zh-cn/part/name/index.mdx it is content/part/name. */
function folderOf(path: string): string | undefined {
  const [, part, name] = /^content\/(?:zh-cn\/)?([\w-]+)\/([\w-]+)\//.exec(path) ?? [];
  return name === undefined ? undefined : `content/${part}/${name}`;
}

/**
 * Paths that differ from where the work left `base`: committed, not yet committed, or new. Without a base it is the main branch,
 * as the remote has it if there is one. The error says what to name instead.
 */
export function changedSince(base?: string): [string[], undefined] | [undefined, Error] {
  const named =
    base ?? ['origin/main', 'main'].find((each) => git('rev-parse', '--verify', '-q', each) !== undefined);
  const fork = named === undefined ? undefined : git('merge-base', named, 'HEAD')?.trim();
  if (fork === undefined) {
    const found = base === undefined ? 'neither origin/main nor main' : `"${base}", which is none`;
    return [
      undefined,
      new Error(
        `expected the commit that the work began from, found ${found}. Name it: npm test -- --changed COMMIT`,
      ),
    ];
  }
  const differ = git('diff', '--name-only', '--no-renames', '-z', fork) ?? '';
  const fresh = git('ls-files', '--others', '--exclude-standard', '-z') ?? '';
  return [[...new Set(`${differ}${fresh}`.split('\0').filter(Boolean))].sort(), undefined];
}

/** The plan for the work at hand. */
export function planSince(base?: string): [Plan, undefined] | [undefined, Error] {
  const [changed, problem] = changedSince(base);
  if (problem) return [undefined, problem];
  const tests = globSync('test/!(e2e)/**/*.test.{ts,tsx}', { cwd: root }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));
  return [planOf(changed, tests, (path) => existsSync(join(root, path))), undefined];
}

/** What git prints, or undefined when it fails. */
function git(...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}
