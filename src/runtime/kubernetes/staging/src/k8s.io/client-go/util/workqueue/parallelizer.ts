import { Chan } from '../../../../../../../sim/chan.ts';
import type { Context } from '../../../../../../../sim/context.ts';
import { type Blocking, running } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import { WaitGroup } from '../../../../../../../sim/sync.ts';

// Mirrors: staging/src/k8s.io/client-go/util/workqueue/parallelizer.go#DoWorkPieceFunc
export type DoWorkPieceFunc = (piece: number) => Blocking<void>;

// Mirrors: staging/src/k8s.io/client-go/util/workqueue/parallelizer.go#Options
export type Options = (options: { chunkSize: number }) => void;

/** Hands out that many pieces at once to a worker. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/parallelizer.go#WithChunkSize
export function withChunkSize(size: number): Options {
  return (options) => {
    options.chunkSize = size;
  };
}

/** Does `pieces` pieces of work with up to `workers` processes, and waits until all are done or `ctx` is. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/parallelizer.go#ParallelizeUntil
export function* parallelizeUntil(
  sim: Sim,
  ctx: Context | undefined,
  workers: number,
  pieces: number,
  doWorkPiece: DoWorkPieceFunc,
  ...opts: Options[]
): Blocking<void> {
  if (pieces === 0) return;
  const options = { chunkSize: 0 };
  for (const opt of opts) opt(options);
  const chunkSize = Math.max(options.chunkSize, 1);

  const chunks = ceilDiv(pieces, chunkSize);
  const toProcess = new Chan<number>('a chunk of work', chunks);
  for (let i = 0; i < chunks; i++) toProcess.trySend(i);
  toProcess.close();

  const wg = new WaitGroup('the workers');
  const started = Math.min(workers, chunks);
  wg.add(started);
  const name = running()?.name ?? 'parallelizeUntil';
  const work = function* (): Blocking<void> {
    try {
      for (let chunk = toProcess.tryReceive(); chunk?.[1]; chunk = toProcess.tryReceive()) {
        const start = chunk[0] * chunkSize;
        const end = Math.min(start + chunkSize, pieces);
        for (let p = start; p < end; p++) {
          if (ctx?.err) return;
          yield* doWorkPiece(p);
        }
      }
    } finally {
      wg.done();
    }
  };
  for (let i = 1; i <= started; i++) sim.go(`${name}/piece-worker-${i}`, work());
  yield* wg.wait();
}

// Mirrors: staging/src/k8s.io/client-go/util/workqueue/parallelizer.go#ceilDiv
function ceilDiv(a: number, b: number): number {
  return Math.floor((a + b - 1) / b);
}
