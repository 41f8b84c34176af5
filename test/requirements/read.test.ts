import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { countCovered, missing } from '../../src/requirements/coverage.ts';
import { readCoverage } from '../../src/requirements/read.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { rows, problems } = readCoverage(root);

test('the chapters and tests name rows that exist', () => {
  expect(problems).toEqual([]);
});

test('of 436 rows the 17 of the control loop and of the ReplicaSet are covered, and none is lost again', () => {
  const first = rows.filter(({ row }) => ['CTL', 'RS'].includes(row.component));
  expect([countCovered(first), first.length, rows.length]).toEqual([17, 17, 436]);
});

test('no row is explained without being asserted', () => {
  const untested = rows.filter((each) => missing(each).join() === 'test').map(({ row }) => row.id);
  expect(untested).toEqual([]);
});

function coverage(folder: string, ...given: string[]): { status: number; stdout: string; stderr: string } {
  try {
    const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const;
    const stdout = execFileSync(process.execPath, ['scripts/coverage.ts', ...given], options);
    return { status: 0, stdout, stderr: '' };
  } catch (error) {
    return error as { status: number; stdout: string; stderr: string };
  }
}

test.each([
  [['RS', 'CTL'], 'expected one component or row, found 2: RS CTL'],
  [
    ['ABC'],
    'expected a component or a row, found "ABC"; the components are LAY, CLI, KCM, LE, CTX, INI, INF, POD, EVT, KLT, CRI, BLD, DKR, BZL, SCH, PRE, CTL, DEP, RS, STS',
  ],
  [['RS-4'], 'expected a row of RS, found "RS-4"; they are RS-01 to RS-13'],
])('the command refuses %j and says what it takes', (given, says) => {
  expect(coverage(root, ...given)).toMatchObject({
    status: 2,
    stderr: `coverage: ${says}\n  npm run coverage [-- COMPONENT | ROW]\n`,
  });
});

test('the command fails where a chapter or a test names a row that there is not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-'));
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  for (const name of ['src', 'node_modules', 'package.json'])
    symlinkSync(join(root, name), join(folder, name));
  write('content/part/name/index.mdx', '---\ntitle: Name\n---\n\n<Explains rows="LE-01 LE-17" />\n');
  write('test/name.test.ts', `test('LE-01 one leads', () => f());\ntest('LE-18 none does', () => f());\n`);
  const { status, stdout, stderr } = coverage(folder);
  rmSync(folder, { recursive: true });
  expect(stdout.split('\n').filter((line) => line.startsWith('LE:') || line.includes('covered'))).toEqual([
    'LE: 1 of 16',
    '1 of 436 rows covered',
  ]);
  expect([status, stderr]).toEqual([
    1,
    'content/part/name/index.mdx:5 names the row LE-17, which does not exist. The rows of LE are LE-01 to LE-16.\n' +
      'test/name.test.ts:2 names the row LE-18, which does not exist. The rows of LE are LE-01 to LE-16.\n',
  ]);
});
