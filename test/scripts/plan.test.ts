import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planOf } from '../../scripts/plan.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tests = [
  { path: 'test/scenarios/loop.test.ts', text: `import '../../content/part/loop/scenario.ts';` },
  { path: 'test/scenarios/loops.test.ts', text: `import '../../content/part/loops/scenario.ts';` },
  { path: 'test/recording/record.test.ts', text: `import '../../content/part/loop/scenario.ts';` },
];
const plan = (...changed: string[]) => planOf(changed, tests, (path) => !path.includes('gone'));

describe('a change is content alone', () => {
  test.each([
    ['content/part/loop/index.mdx'],
    ['content/part/loop/scenario.ts'],
    ['content/glossary.json'],
    ['README.md'],
    ['src/runtime/README.md'],
  ])('when it touches %s', (path) => {
    expect(plan(path, 'content/guide/page.mdx').contentOnly).toBe(true);
  });

  test.each([
    ['src/chapters/parts.ts'],
    ['test/scenarios/loop.test.ts'],
    ['package.json'],
    ['.github/workflows/ci.yml'],
    ['public/diagrams/a.svg'],
  ])('but not when it touches %s', (path) => {
    expect(plan(path, 'content/part/loop/index.mdx').contentOnly).toBe(false);
  });
});

const whole = [
  'test/tidy.test.ts',
  'test/scenarios/chapters.test.ts',
  'test/requirements/read.test.ts',
  'test/components/prose/glossary.test.ts',
  'test/sources/pins.test.ts',
  'test/i18n',
];

test('a chapter is checked, and what tells of it; a translation counts for its chapter', () => {
  expect(plan('content/zh-cn/part/loop/index.mdx', 'content/part/loop/gone.mdx')).toEqual({
    contentOnly: true,
    content: ['content/zh-cn/part/loop/index.mdx'],
    code: false,
    tests: [...whole, 'test/scenarios/loop.test.ts'],
  });
});

test('when a story or an exercise changes, whatever plays it is tested, and the exercises are tried', () => {
  const tested = [...whole, 'test/exercises', 'test/scenarios/loop.test.ts', 'test/recording/record.test.ts'];
  for (const path of ['content/part/loop/scenario.ts', 'content/part/loop/exercises/one.ts'])
    expect(plan(path)).toEqual({ contentOnly: true, content: [path], code: true, tests: tested });
});

test('when the Chinese of exercises changes, the exercises are tried', () => {
  expect(plan('content/zh-cn/part/loop/exercises.json').tests).toContain('test/exercises');
});

test('the tests of the whole content are where they are looked for', () => {
  expect(whole.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('where nothing of the content changed there is nothing of it to test', () => {
  expect(plan('README.md')).toEqual({ contentOnly: true, content: [], code: false, tests: [] });
  expect(plan()).toEqual({ contentOnly: true, content: [], code: false, tests: [] });
});

describe('the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'changed-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  const write = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${path}\n`);
  };
  const changed = (...args: string[]) => {
    try {
      const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const;
      return execFileSync(process.execPath, ['scripts/changed.ts', ...args], options);
    } catch (error) {
      return (error as { stderr: string }).stderr;
    }
  };

  beforeAll(() => {
    for (const name of ['changed.ts', 'plan.ts', 'project.ts'])
      cpSync(join(root, 'scripts', name), join(folder, 'scripts', name), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
    git('init', '-q', '-b', 'main');
    write('content/part/loop/index.mdx');
    git('add', '-A');
    git('commit', '-qm', 'Begin');
    git('checkout', '-qb', 'work');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('sees what is committed, what is not yet, and what is new', () => {
    expect(changed()).toBe('only=content\n');
    write('content/part/new chapter/index.mdx');
    expect(changed()).toBe('only=content\n');
    git('add', '-A');
    git('commit', '-qm', 'Write');
    expect(changed('main')).toBe('only=content\n');
    write('src/file.ts');
    expect(changed()).toBe('only=everything\n');
    git('add', '-A');
    git('commit', '-qm', 'Write more');
    expect(changed()).toBe('only=everything\n');
    expect(changed('work')).toBe('only=content\n');
  });

  test('says what to name when it does not find where the work began', () => {
    expect(changed('nowhere')).toBe(
      'changed: expected the commit that the work began from, found "nowhere", which is none. Name it: npm test -- --changed COMMIT\n',
    );
  });
});
