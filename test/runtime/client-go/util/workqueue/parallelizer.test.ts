import { describe, expect, test } from 'vitest';
import {
  parallelizeUntil,
  withChunkSize,
} from '../../../../../src/runtime/client-go/util/workqueue/parallelizer.ts';
import { background, withCancel } from '../../../../../src/runtime/sim/context.ts';
import { running } from '../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';
import { transcript } from '../../../sim/transcript.ts';

describe('parallelizeUntil', () => {
  test.each([
    { pieces: 1000, workers: 10, chunkSize: 1 },
    { pieces: 1000, workers: 10, chunkSize: 10 },
    { pieces: 1000, workers: 10, chunkSize: 100 },
    { pieces: 999, workers: 10, chunkSize: 13 },
    { pieces: 0, workers: 10, chunkSize: 1 },
  ])('does each piece once: $pieces pieces, chunks of $chunkSize', ({ pieces, workers, chunkSize }) => {
    const sim = new Sim({ order: 'seeded' });
    const seen: number[] = Array(pieces).fill(0);
    let ended = false;
    sim.go(
      'test',
      (function* () {
        yield* parallelizeUntil(
          sim,
          background,
          workers,
          pieces,
          function* (piece) {
            yield* sim.sleep(piece % 7);
            seen[piece] = (seen[piece] ?? 0) + 1;
          },
          withChunkSize(chunkSize),
        );
        ended = true;
      })(),
    );
    sim.runUntilIdle();
    expect(seen).toEqual(Array(pieces).fill(1));
    expect(ended).toBe(true);
  });

  test('workers take chunks side by side, and none takes a piece after the context has ended', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const [ctx, cancel] = withCancel(background);
    sim.go(
      'test',
      (function* () {
        yield* parallelizeUntil(
          sim,
          ctx,
          2,
          7,
          function* (piece) {
            say(`${running()?.name}: ${piece}`);
            yield* sim.sleep(piece === 0 ? 25 : 10);
          },
          withChunkSize(2),
        );
        say('over');
      })(),
    );
    sim.after(22, cancel);
    sim.runUntilIdle();
    expect(lines).toEqual([
      '    0  test/piece-worker-1: 0',
      '    0  test/piece-worker-2: 2',
      '   10  test/piece-worker-2: 3',
      '   20  test/piece-worker-2: 4',
      '   30  over',
    ]);
  });
});
