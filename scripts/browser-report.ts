import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.ts';

/** Where the browser tests leave how they ended. */
export const reportFile = join(root, '.cache', 'playwright.json');

/** How a test is marked that failed while Chromium drew nothing more of its page. */
export const ceasedToDraw = 'ceased to draw';

/** What is read of the report that Playwright's JSON reporter writes. */
export interface BrowserReport {
  readonly stats: { readonly expected: number; readonly unexpected: number };
  readonly suites: readonly Suite[];
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs: readonly Spec[];
}

interface Spec {
  readonly title: string;
  readonly ok: boolean;
  readonly tests: readonly { readonly annotations: readonly { readonly type: string }[] }[];
}

export function readReport(): BrowserReport {
  return JSON.parse(readFileSync(reportFile, 'utf8')) as BrowserReport;
}

/** True if tests failed, and each of them because Chromium ceased to draw: then it says nothing of the site. */
export function saysNothing({ suites }: BrowserReport): boolean {
  const failed = suites.flatMap(failedSpecs);
  return failed.length > 0 && failed.every(isUndrawn);
}

/** Titles of the tests that failed because Chromium ceased to draw. */
export const undrawn = ({ suites }: BrowserReport): string[] =>
  suites
    .flatMap(failedSpecs)
    .filter(isUndrawn)
    .map(({ title }) => title);

const isUndrawn = ({ tests }: Spec): boolean =>
  tests.every(({ annotations }) => annotations.some(({ type }) => type === ceasedToDraw));

function failedSpecs({ specs, suites = [] }: Suite): Spec[] {
  return [...specs.filter(({ ok }) => !ok), ...suites.flatMap(failedSpecs)];
}

/** Adds those that passed in an earlier run to the report of tests that were asked again. */
export function addPassed(earlier: BrowserReport): void {
  const { stats, ...rest } = readReport();
  const expected = stats.expected + earlier.stats.expected;
  writeFileSync(reportFile, JSON.stringify({ ...rest, stats: { ...stats, expected } }));
}
