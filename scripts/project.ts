import { spawn } from 'node:child_process';
import { globSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from '../src/sources/problem.ts';

/** Root of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');

/** Root of the built site. */
export const dist = join(root, 'dist');

const bin = join(root, 'node_modules', '.bin');

/** Environment in which the project's own tools are found first, and nothing is reported to anyone. */
export const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  ASTRO_TELEMETRY_DISABLED: '1',
};

/** How a command ended: its exit code, and all that it printed. */
export interface Ran {
  readonly code: number;
  readonly output: string;
}

/** Runs a tool of the project. With `show` what it prints appears as it comes. */
export function run(
  command: string,
  args: readonly string[],
  options: { show?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...environment, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const take = (chunk: Buffer): void => {
      output += chunk.toString();
      if (options.show) process.stdout.write(chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Newest change (ms) of any file under the paths, which are relative to the root. */
export function newest(paths: readonly string[]): number {
  let latest = 0;
  const visit = (path: string): void => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return;
    if (found.isDirectory()) readdirSync(path).forEach((name) => visit(join(path, name)));
    else latest = Math.max(latest, found.mtimeMs);
  };
  paths.forEach((path) => visit(join(root, path)));
  return latest;
}

/** Files of the project whose path fits a glob pattern, in order of path. */
export function readFiles(pattern: string): SourceFile[] {
  return globSync(pattern, { cwd: root })
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
