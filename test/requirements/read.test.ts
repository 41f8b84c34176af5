import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { countCovered, missing } from '../../src/requirements/coverage.ts';
import { readCoverage } from '../../src/requirements/read.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { rows, problems } = readCoverage(root);

test('the chapters and tests name rows that exist', () => {
  expect(problems).toEqual([]);
});

test('17 of 436 rows are covered: those of the control loop and of the ReplicaSet', () => {
  const covered = rows.filter((each) => each.covered);
  expect([countCovered(rows), rows.length]).toEqual([17, 436]);
  expect([...new Set(covered.map(({ row }) => row.component))]).toEqual(['CTL', 'RS']);
});

test('no row is explained without being asserted', () => {
  const untested = rows.filter((each) => missing(each).join() === 'test').map(({ row }) => row.id);
  expect(untested).toEqual([]);
});

test.each([
  [['RS', 'CTL'], 'expected one component or row, found 2: RS CTL'],
  [
    ['ABC'],
    'expected a component or a row, found "ABC"; the components are LAY, CLI, KCM, LE, CTX, INI, INF, POD, EVT, KLT, CRI, BLD, DKR, BZL, SCH, PRE, CTL, DEP, RS, STS',
  ],
  [['RS-4'], 'expected a row of RS, found "RS-4"; they are RS-01 to RS-13'],
])('the command refuses %j and says what it takes', (given, says) => {
  let error: { status?: number; stderr?: string } = {};
  try {
    execFileSync(process.execPath, ['scripts/coverage.ts', ...given], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (thrown) {
    error = thrown as typeof error;
  }
  expect(error).toMatchObject({
    status: 2,
    stderr: `coverage: ${says}\n  npm run coverage [-- COMPONENT | ROW]\n`,
  });
});
