import { Chan } from '../src/runtime/sim/chan.ts';
import { Sim } from '../src/runtime/sim/sim.ts';

const items = 1_000_000;

/** How many times a second one process hands something to another, against plain calls of a function. */
export function measureHandoffs(): void {
  const sim = new Sim();
  const chan = new Chan<number>('numbers');
  sim.go(
    'sender',
    (function* () {
      for (let i = 0; i < items; i++) yield* chan.send(i);
    })(),
  );
  sim.go(
    'receiver',
    (function* () {
      for (let i = 0; i < items; i++) yield* chan.receive();
    })(),
  );
  const handoff = secondsOf(() => sim.runUntilIdle());

  const queue: number[] = [];
  const receive = (): number | undefined => queue.pop();
  const plain = secondsOf(() => {
    for (let i = 0; i < items; i++) {
      queue.push(i);
      receive();
    }
  });
  console.log(`  ${perSecond(items, handoff)} handoffs a second over an unbuffered channel`);
  console.log(`  ${(handoff / plain).toFixed(0)} times the cost of a push and a pop`);
}

export function secondsOf(work: () => void): number {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e9;
}

export function perSecond(count: number, seconds: number): string {
  return Math.round(count / seconds).toLocaleString('en');
}
