import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { foldAt, granularities, nextStop, previousStop, stopsOf } from '../../src/recording/granularity.ts';
import { record } from '../../src/recording/record.ts';
import { isStandIn } from '../../src/recording/stand-ins.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import { root } from '../tidy/files.ts';

const files = globSync('content/*/*/scenario.ts', { cwd: root });

test('there are chapters to step through', () => {
  expect(files.length).toBeGreaterThan(20);
});

describe.each(files)('%s', (file) => {
  test('is walked through in order, forward as backward, folds closed and open', async () => {
    const { scenarios } = (await import(join(root, file))) as { scenarios: readonly Scenario[] };
    const run = await record(scenarios[0]!, { lines: false });
    for (const size of granularities) {
      const closed = stopsOf(run, size);
      const opened = new Set(closed.flatMap((stop) => foldAt(run, size, stop)?.parts[0] ?? []));
      const parts = closed.flatMap((stop) => foldAt(run, size, stop)?.parts ?? [stop]);
      expect(stopsOf(run, size, opened)).toEqual(parts);
      for (const [stops, open] of [
        [closed, undefined],
        [parts, opened],
      ] as const) {
        const forward = walked(-1, (at) => nextStop(run, at, size, open));
        const backward = walked(run.entries.length, (at) => previousStop(run, at, size, open));
        expect(forward).toEqual(stops);
        expect(backward).toEqual(stops.toReversed());
      }
    }
    const all = run.entries.filter((entry) => !isStandIn(run, entry)).map(({ index }) => index);
    const event = stopsOf(run, 'event').flatMap((stop) => foldAt(run, 'event', stop)?.parts ?? [stop]);
    expect(event).toEqual(all);
    expect(stopsOf(run, 'every event')).toEqual(run.entries.map(({ index }) => index));
  });
});

/** Where steps lead from a place, one after the other. */
function walked(from: number, step: (at: number) => number | undefined): number[] {
  const stops: number[] = [];
  for (let at = step(from); at !== undefined; at = step(at)) stops.push(at);
  return stops;
}
