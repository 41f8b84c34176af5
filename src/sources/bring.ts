import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where the tree comes from, and which it must be. */
export interface Release {
  /** Address of the git repository. */
  readonly url: string;
  readonly tag: string;
  /** What the tag points to, in 40 hexadecimal digits. */
  readonly commit: string;
}

/**
 * Clones a release into `directory`, as shallow and as narrow as git can: one commit, and of the top-level folders only `folders`.
 * A tree that is there stays if it is that commit, and is replaced if not. Returns what was done; throws, saying what to do, when it
 * cannot be done.
 */
export function bring(release: Release, folders: readonly string[], directory: string): string {
  const { tag, commit } = release;
  if (isClone(directory) && commitOf(directory) === commit) {
    const had = git('-C', directory, 'sparse-checkout', 'list').split('\n');
    if (folders.every((folder) => had.includes(folder)))
      return `Kubernetes ${tag} is in ${directory} already.`;
    git('-C', directory, 'sparse-checkout', 'set', ...folders);
  } else {
    const [part, old] = [`${directory}.part`, `${directory}.old`];
    rmSync(part, { recursive: true, force: true });
    clone(release, part);
    git('-C', part, 'sparse-checkout', 'set', ...folders);
    // If this ends early, no half of a tree stands where a whole one is looked for.
    rmSync(old, { recursive: true, force: true });
    if (existsSync(directory)) renameSync(directory, old);
    renameSync(part, directory);
    rmSync(old, { recursive: true, force: true });
  }
  return `Kubernetes ${tag} is in ${directory} now: ${folders.join(', ')}.`;
}

function clone({ url, tag, commit }: Release, directory: string): void {
  const little = ['--quiet', '--depth', '1', '--branch', tag, '--filter=blob:none', '--sparse'];
  git('-c', 'advice.detachedHead=false', 'clone', ...little, url, directory);
  const found = commitOf(directory);
  if (found === commit) return;
  rmSync(directory, { recursive: true });
  throw new Error(
    `${tag} of ${url} is commit ${found}, expected ${commit}: correct tag and commit in src/runtime/upstream.json.`,
  );
}

/**
 * Looks whether a tree of the reader's own, a clone or an unpacked archive, is the release, and says so.
 * Throws when it is another release.
 */
export function inspect({ tag, commit }: Release, directory: string): string {
  const found = commitOf(directory);
  if (found === undefined)
    return `${directory} holds Kubernetes, but not which version: npm run sources:check tells whether it is ${tag}.`;
  if (found === commit) return `${directory} holds Kubernetes ${tag}. It will be used.`;
  throw new Error(
    `${directory}: expected Kubernetes ${tag}, commit ${commit}, found commit ${found}. Check out the tag there, or unset KUBERNETES_SRC.`,
  );
}

const isClone = (directory: string): boolean => existsSync(join(directory, '.git'));

/** A file into which git writes the commit when it makes an archive. */
const stamped = 'staging/src/k8s.io/component-base/version/base.go';

/** The commit of a clone or of an unpacked archive; undefined when nothing tells it. */
function commitOf(directory: string): string | undefined {
  if (isClone(directory)) return git('-C', directory, 'rev-parse', 'HEAD');
  const file = join(directory, stamped);
  if (!existsSync(file)) return undefined;
  return /gitCommit\s*=\s*"([0-9a-f]{40})"/.exec(readFileSync(file, 'utf8'))?.[1];
}

/** Runs git, which may ask for no password and know of no repository but that of its arguments, and returns what it printed. */
function git(...args: readonly string[]): string {
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...rest } = process.env;
  const env = { ...rest, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
  const { error, status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8', env });
  if (!error && status === 0) return stdout.trim();
  const problem = error
    ? `git could not be started (${error.message})`
    : (/^(?:fatal|error): .*[^.\n]/m.exec(stderr)?.[0] ?? stderr.trim().split('\n').at(-1));
  throw new Error(
    `${problem}. Install git and go online, or unpack an archive of the tag yourself and set KUBERNETES_SRC to its directory.`,
  );
}
