import { expect, test } from 'vitest';
import { parts } from '../../src/chapters/parts.ts';
import { components, rows, rowsOf, verdicts, type Row } from '../../src/requirements/rows.ts';
import { pinOf } from '../../src/sources/pins.ts';

const counted = (of: readonly Row[]) =>
  Object.keys(verdicts).map((verdict) => of.filter((row) => row.verdict === verdict).length);

test('the checklist is whole: rows of each component, and how many are wrong, outdated, imprecise, omit, agree', () => {
  const table = components.map(({ code }) => [code, rowsOf(code).length, ...counted(rowsOf(code))].join(' '));
  expect(table).toEqual([
    'LAY 13 0 1 7 1 4',
    'CLI 22 0 2 10 8 2',
    'KCM 16 1 1 4 6 4',
    'LE 16 2 0 4 8 2',
    'CTX 14 1 1 4 4 4',
    'INI 51 0 1 3 17 30',
    'INF 26 1 1 4 16 4',
    'POD 20 1 3 7 5 4',
    'EVT 11 0 0 2 8 1',
    'KLT 64 1 22 1 29 11',
    'CRI 20 1 4 2 7 6',
    'BLD 20 0 2 6 8 4',
    'DKR 17 0 0 6 6 5',
    'BZL 22 3 0 7 2 10',
    'SCH 41 3 3 10 12 13',
    'PRE 10 0 0 2 6 2',
    'CTL 4 0 0 1 2 1',
    'DEP 16 1 0 3 9 3',
    'RS 13 0 0 4 6 3',
    'STS 20 2 1 8 7 2',
  ]);
  expect(rows).toHaveLength(436);
  expect(counted(rows)).toEqual([17, 42, 95, 167, 115]);
});

test('each row has an id of its own, in order, and says what it is and what has to be seen', () => {
  const ids = rows.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const order = components.flatMap(({ code }) =>
    ids.filter((id) => id.startsWith(`${code}-`)).sort((a, b) => a.localeCompare(b, 'en', { numeric: true })),
  );
  expect(ids).toEqual(order);
  for (const { id, component, what, mustShow, note, verdict } of rows) {
    expect(id).toMatch(new RegExp(`^${component}-\\d{2}$`));
    for (const text of [what, mustShow]) expect(text, id).toMatch(/\S.*[.)"]$/);
    // A row that has nothing to say beyond its verdict is one that leaves all out, or one that is right.
    if (note === '') expect(['omits', 'agrees'], id).toContain(verdict);
  }
});

test('each pin that a row names exists, and belongs to it or to another row', () => {
  const broken = rows.flatMap(({ id, pins }) =>
    pins.flatMap((pin) => {
      const [, problem] = pinOf(pin);
      return problem ? [`${id}: ${problem.message}`] : [];
    }),
  );
  expect(broken).toEqual([]);
  expect(new Set(rows.flatMap(({ pins }) => pins)).size).toBe(613);
});

test('each component is the task of one topic of the book', () => {
  const given = parts.flatMap(({ topics }) => topics.flatMap(({ component }) => component ?? []));
  expect([...given].sort()).toEqual(components.map(({ code }) => code).sort());
});
