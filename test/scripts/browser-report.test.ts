import { expect, test } from 'vitest';
import { type BrowserReport, ceasedToDraw, saysNothing, undrawn } from '../../scripts/browser-report.ts';

type Ended = readonly [ok: boolean, ...annotations: string[]];

/** A report of a file with tests of its own, and more in a group. */
function reportOf(own: readonly Ended[], grouped: readonly Ended[] = []): BrowserReport {
  const specs = (tests: readonly Ended[]) =>
    tests.map(([ok, ...types], i) => ({
      title: `test ${i + 1}`,
      ok,
      tests: [{ annotations: types.map((type) => ({ type })) }],
    }));
  return {
    stats: { expected: 0, unexpected: 0 },
    suites: [{ specs: specs(own), suites: [{ specs: specs(grouped) }] }],
  };
}

test.each<[what: string, again: boolean, own: readonly Ended[], grouped?: readonly Ended[]]>([
  ['all passed', false, [[true]]],
  ['one failed', false, [[true], [false]]],
  ['one failed that Chromium did not draw', true, [[true], [false, ceasedToDraw]]],
  ['one of these failed, and one for another reason', false, [[false, ceasedToDraw]], [[false]]],
  ['two were not drawn', true, [[false, ceasedToDraw]], [[false, 'slow', ceasedToDraw], [true]]],
])('%s: to be asked again, %s', (_, again, own, grouped) => {
  expect(saysNothing(reportOf(own, grouped))).toBe(again);
});

test('those that Chromium did not draw are named, also where others failed', () => {
  const own: Ended[] = [[true], [false, ceasedToDraw], [false], [true, ceasedToDraw]];
  expect(undrawn(reportOf(own))).toEqual(['test 2']);
});
