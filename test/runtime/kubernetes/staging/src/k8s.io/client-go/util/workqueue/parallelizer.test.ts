import { describe, expect, test } from 'vitest';
import {
  parallelizeUntil,
  withChunkSize,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/workqueue/parallelizer.ts';
import { background, withCancel } from '../../../../../../../../../src/runtime/sim/context.ts';
import { running } from '../../../../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { transcript } from '../../../../../../../sim/transcript.ts';

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

  test.each([
    { pieces: 3, workers: 5, chunkSize: 1, started: 3 },
    { pieces: 3, workers: 5, chunkSize: 2, started: 2 },
    { pieces: 4, workers: 5, chunkSize: 2, started: 2 },
    { pieces: 5, workers: 5, chunkSize: 2, started: 3 },
    { pieces: 9, workers: 2, chunkSize: 1, started: 2 },
  ])(
    'starts $started workers for $pieces pieces in chunks of $chunkSize, and needs no context',
    ({ pieces, workers, chunkSize, started }) => {
      const sim = new Sim();
      const done: number[] = [];
      const work = function* (piece: number) {
        yield* sim.sleep(10);
        done.push(piece);
      };
      sim.go('test', parallelizeUntil(sim, undefined, workers, pieces, work, withChunkSize(chunkSize)));
      sim.runFor(1);
      expect([...sim.processes.values()].map(({ name }) => name)).toEqual([
        'test',
        ...Array.from({ length: started }, (_, i) => `test/piece-worker-${i + 1}`),
      ]);
      sim.runUntilIdle();
      expect(done.sort()).toEqual(Array.from({ length: pieces }, (_, i) => i));
    },
  );
});
