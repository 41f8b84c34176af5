import type { Problem } from '../sources/problem.ts';
import type { Assertion } from './assertions.ts';
import type { Row } from './rows.ts';

/** A section of a chapter that explains a row. */
export interface Explanation {
  readonly row: string;
  /** Path of the chapter from the root of the project, and the line that names the row. */
  readonly path: string;
  readonly line: number;
  /** Title of the chapter, and of the section where there is one. */
  readonly title: string;
  readonly section?: string;
  /** Address of the section on the site. */
  readonly href: string;
}

/** What is there for a row. It is covered when a chapter explains it and a test asserts it. */
export interface RowCoverage {
  readonly row: Row;
  readonly explained: readonly Explanation[];
  readonly asserted: readonly Assertion[];
  readonly covered: boolean;
}

/** Everything known of the checklist: each row in its order, and what names rows that do not exist. */
export interface Coverage {
  readonly rows: readonly RowCoverage[];
  readonly problems: readonly Problem[];
}

/** Brings rows, chapters and tests together. */
export function coverageOf(
  rows: readonly Row[],
  explanations: readonly Explanation[],
  assertions: readonly Assertion[],
): Coverage {
  const known = new Set(rows.map(({ id }) => id));
  const problems = [...explanations, ...assertions]
    .filter(({ row }) => !known.has(row))
    .map(({ row, path, line }) => ({
      path,
      line,
      says: `names the row ${row}, which does not exist. ${nearestRow(row, rows)}`,
    }));
  return {
    rows: rows.map((row) => {
      const explained = explanations.filter((each) => each.row === row.id);
      const asserted = assertions.filter((each) => each.row === row.id);
      return { row, explained, asserted, covered: explained.length > 0 && asserted.length > 0 };
    }),
    problems,
  };
}

/** Number of covered rows. */
export function countCovered(rows: readonly RowCoverage[]): number {
  return rows.filter(({ covered }) => covered).length;
}

/** What a row still lacks: nothing, the chapter, the test, or both. */
export function missing({ explained, asserted }: RowCoverage): readonly ('chapter' | 'test')[] {
  return [
    ...(explained.length > 0 ? [] : (['chapter'] as const)),
    ...(asserted.length > 0 ? [] : (['test'] as const)),
  ];
}

/** What to choose from in place of a row that does not exist. */
export function nearestRow(id: string, rows: readonly Row[]): string {
  const [code = ''] = id.split('-');
  const same = rows.filter(({ component }) => component === code);
  if (same.length > 0) return `The rows of ${code} are ${same[0]?.id} to ${same.at(-1)?.id}.`;
  return `The components are ${[...new Set(rows.map(({ component }) => component))].join(', ')}.`;
}
