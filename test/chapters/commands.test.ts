import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { root } from '../tidy/files.ts';

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function check(args: readonly string[]): Promise<Ran> {
  const run = promisify(execFile);
  try {
    const { GITHUB_ACTIONS: _, ...env } = process.env;
    const { stdout, stderr } = await run(process.execPath, ['scripts/check-content.ts', ...args], {
      cwd: root,
      env,
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as Ran;
  }
}

describe('npm run check:content', () => {
  test('finds nothing wrong in the content that there is', async () => {
    const { code, stdout } = await check([]);
    expect(stdout).toMatch(/^(.*warning: .*\n)*\d+ files of content: no problem(, \d+ warnings?)?\.\n$/);
    expect(code).toBe(0);
  });

  test('looks only at the pages that a file can break', async () => {
    const { stdout } = await check(['content/guide/reading-the-code.mdx']);
    expect(stdout).toBe('1 file of content: no problem.\n');
  });

  test('says which file there is not', async () => {
    const { code, stderr } = await check(['content/guide/nowhere.mdx']);
    expect(stderr).toContain(
      'check:content: expected paths of files, found nothing at content/guide/nowhere.mdx\n',
    );
    expect(code).toBe(2);
  });
});
