import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Chan, after, select, trySelect } from '../../../src/runtime/sim/chan.ts';
import { background, withCancel, withTimeout } from '../../../src/runtime/sim/context.ts';
import { type Blocking, causeNow, noCause, running, withCause } from '../../../src/runtime/sim/process.ts';
import { Sim } from '../../../src/runtime/sim/sim.ts';
import { Cond, Mutex, WaitGroup } from '../../../src/runtime/sim/sync.ts';
import { transcript } from './transcript.ts';

describe('Chan', () => {
  test('without a buffer, a sender waits for its receiver', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const chan = new Chan<string>('letters');
    sim.go(
      'sender',
      (function* () {
        yield* chan.send('a');
        say('a is taken');
        yield* chan.send('b');
        say('b is taken');
        chan.close();
      })(),
    );
    sim.go(
      'receiver',
      (function* () {
        for (;;) {
          yield* sim.sleep(10);
          const [letter, ok] = yield* chan.receive();
          say(ok ? `got ${letter}` : 'closed');
          if (!ok) return;
        }
      })(),
    );
    sim.runUntilIdle();
    expect(lines).toEqual([
      '   10  got a',
      '   10  a is taken',
      '   20  got b',
      '   20  b is taken',
      '   30  closed',
    ]);
  });

  test('with a buffer, a sender waits only when it is full', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const chan = new Chan<number>('numbers', 2);
    sim.go(
      'sender',
      (function* () {
        for (let i = 1; i <= 4; i++) {
          yield* chan.send(i);
          say(`sent ${i}, ${chan.length} buffered`);
        }
      })(),
    );
    sim.go(
      'receiver',
      (function* () {
        for (let i = 0; i < 4; i++) {
          yield* sim.sleep(100);
          say(`received ${(yield* chan.receive())[0]}`);
        }
      })(),
    );
    sim.runUntilIdle();
    expect(lines).toEqual([
      '    0  sent 1, 1 buffered',
      '    0  sent 2, 2 buffered',
      '  100  received 1',
      '  100  sent 3, 2 buffered',
      '  200  received 2',
      '  200  sent 4, 2 buffered',
      '  300  received 3',
      '  400  received 4',
    ]);
  });

  test('refuses to be closed twice, and to send once closed', () => {
    const chan = new Chan<number>('numbers');
    chan.close();
    expect(() => chan.close()).toThrow('close of closed channel numbers');
    expect(() => chan.trySend(1)).toThrow('send on closed channel numbers');
    expect(chan.tryReceive()).toEqual([undefined, false]);
  });

  test('a sender that waits while its channel is closed is told', () => {
    const sim = new Sim();
    const chan = new Chan<number>('numbers');
    sim.go('sender', chan.send(1));
    sim.after(10, () => chan.close());
    expect(() => sim.runUntilIdle()).toThrow(
      'process sender failed at 10 ms: Error: send on closed channel numbers',
    );
  });

  test('a crashed receiver takes nothing', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const chan = new Chan<number>('numbers');
    function* receiver(name: string): Blocking<void> {
      say(`${name} got ${(yield* chan.receive())[0]}`);
    }
    sim.go('first', receiver('first'));
    sim.go('second', receiver('second'));
    sim.runUntilIdle();
    sim.crash('first');
    expect(chan.trySend(7)).toBe(true);
    sim.runUntilIdle();
    expect(lines).toEqual(['    0  second got 7']);
  });

  test('who waits for a channel goes on for the reason of who sent, or closed it', () => {
    const sim = new Sim();
    const chan = new Chan<string>('letters');
    const causes: number[] = [];
    const receiver = function* (): Blocking<void> {
      for (let ok = true; ok;) {
        [, ok] = yield* chan.receive();
        causes.push(causeNow());
      }
    };
    sim.go('receiver', receiver());
    sim.runUntilIdle();
    withCause(5, () => chan.trySend('x'));
    sim.runUntilIdle();
    withCause(6, () => chan.close());
    sim.runUntilIdle();
    expect(causes).toEqual([5, 6]);
  });

  test('who was waiting to send goes on for its own reason', () => {
    const sim = new Sim();
    const chan = new Chan<string>('letters');
    const sender = sim.go(
      'sender',
      (function* () {
        yield* chan.send('x');
        yield* sim.sleep(10);
      })(),
    );
    sender.cause = 3;
    sim.runFor(1);
    withCause(8, () => {
      chan.tryReceive();
      expect(causeNow()).toBe(3);
    });
    sim.runFor(1);
    expect(sender.cause).toBe(3);
  });

  test('what is received brings the cause of its sender', () => {
    const sim = new Sim();
    const causes: number[] = [];
    for (const capacity of [0, 1]) {
      const chan = new Chan<string>('letters', capacity);
      const sender = sim.go('sender', chan.send('x'));
      sender.cause = 40 + capacity;
      sim.go(
        'receiver',
        (function* () {
          causes.push(running()?.cause ?? noCause);
          yield* chan.receive();
          causes.push(running()?.cause ?? noCause);
        })(),
      );
    }
    sim.runUntilIdle();
    expect(causes.toSorted()).toEqual([noCause, noCause, 40, 41].toSorted());
  });
});

/** What may happen to a channel. `crash` is of one of those who wait. */
const doings = ['send', 'receive', 'trySend', 'tryReceive', 'crash', 'close'] as const;

test('property: a channel says truly whether a send or a receive would wait', () => {
  const run = (capacity: number, steps: readonly (typeof doings)[number][]): void => {
    const sim = new Sim();
    const chan = new Chan<number>('numbers', capacity);
    const parked: string[] = [];
    steps.forEach((step, i) => {
      const { sendable, receivable, closed, length } = chan;
      if (step === 'crash') {
        const name = parked.shift();
        if (name) sim.crash(name);
      } else if (step === 'close') {
        const hasSender = [...sim.processes.values()].some(({ park }) => park?.kind === 'send');
        if (closed || hasSender) return;
        chan.close();
        expect([chan.closed, chan.sendable, chan.receivable]).toEqual([true, true, true]);
      } else if (step === 'tryReceive') expect(chan.tryReceive() !== undefined).toBe(receivable);
      else if (step === 'receive') {
        const process = sim.go(`${i}`, chan.receive());
        sim.runUntilIdle();
        expect(process.state).toBe(receivable ? 'done' : 'parked');
        parked.push(process.name);
      } else if (closed) expect(() => chan.trySend(i)).toThrow('send on closed channel');
      else if (step === 'trySend') expect(chan.trySend(i)).toBe(sendable);
      else {
        const process = sim.go(`${i}`, chan.send(i));
        sim.runUntilIdle();
        expect(process.state).toBe(sendable ? 'done' : 'parked');
        parked.push(process.name);
      }
      sim.runUntilIdle();
      expect(chan.length).toBeLessThanOrEqual(capacity);
      expect(Math.abs(chan.length - length)).toBeLessThanOrEqual(1);
    });
  };
  const steps = fc.array(fc.constantFrom(...doings), { maxLength: 20 });
  fc.assert(fc.property(fc.nat(2), steps, run), { numRuns: 300 });
});

describe('select', () => {
  test('waits for all of its channels at once, and names those that it has', () => {
    const sim = new Sim();
    const [left, right] = [new Chan<string>('left'), new Chan<number>('right')];
    const cases = [{ receive: left }, { receive: undefined }, { send: right, value: 7 }];
    const process = sim.go('a', select(sim, ...cases, { send: undefined, value: 0 }));
    sim.runUntilIdle();
    expect([process.park?.kind, process.park?.on]).toEqual(['select', 'left or right']);
    expect([left.sendable, left.receivable, right.sendable, right.receivable]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(right.tryReceive()).toEqual([7, true]);
    sim.runUntilIdle();
    expect([process.state, left.sendable, right.receivable]).toEqual(['done', false, false]);
  });

  test('tells which case went, what it brought and whether its channel was open', () => {
    const sim = new Sim();
    const selected = (...cases: Parameters<typeof trySelect>[1][]) => trySelect(sim, ...cases);
    const [full, empty, closed] = [new Chan<string>('a', 1), new Chan<string>('b', 1), new Chan<string>('c')];
    full.trySend('x');
    closed.close();
    expect(selected({ send: full, value: 'y' }, { receive: empty })).toBeUndefined();
    expect(selected({ receive: empty }, { receive: full })).toEqual({ index: 1, value: 'x', ok: true });
    expect(selected({ receive: full }, { send: empty, value: 'z' })).toEqual({
      index: 1,
      value: undefined,
      ok: true,
    });
    expect(empty.tryReceive()).toEqual(['z', true]);
    expect(selected({ receive: closed })).toEqual({ index: 0, value: undefined, ok: false });
    expect(() => selected({ send: closed, value: 'w' })).toThrow('send on closed channel c');
  });

  test('what is ready goes at once, and draws no chance where nothing is to choose', () => {
    const sim = new Sim({ seed: 3, order: 'seeded' });
    const chan = new Chan<string>('letters', 1);
    chan.trySend('x');
    const results: unknown[] = [];
    sim.go(
      'a',
      (function* () {
        results.push(yield* select(sim, { receive: new Chan<string>('other') }, { receive: chan }));
      })(),
    );
    sim.step();
    expect(results).toEqual([{ index: 1, value: 'x', ok: true }]);
    const other = new Sim({ seed: 3, order: 'seeded' });
    other.go('a', other.yieldNow());
    other.step();
    expect(sim.random.uint32()).toBe(other.random.uint32());
  });

  test('that would send fails when its channel is closed meanwhile, and that would receive is told', () => {
    const sim = new Sim();
    const [out, into] = [new Chan<number>('out'), new Chan<number>('into')];
    const results: unknown[] = [];
    sim.go(
      'receiver',
      (function* () {
        results.push(yield* select(sim, { receive: into }, { receive: out }));
      })(),
    );
    sim.runUntilIdle();
    into.close();
    sim.runUntilIdle();
    expect(results).toEqual([{ index: 0, value: undefined, ok: false }]);
    sim.go('sender', select(sim, { send: out, value: 1 }));
    sim.runUntilIdle();
    out.close();
    expect(() => sim.runUntilIdle()).toThrow(
      'process sender failed at 0 ms: Error: send on closed channel out',
    );
  });

  test('takes what is ready, or waits for the first', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const [work, stop] = [new Chan<string>('work', 1), new Chan<never>('stop')];
    sim.go(
      'loop',
      (function* () {
        for (;;) {
          const { index, value } = yield* select(
            sim,
            { receive: stop },
            { receive: work },
            { receive: after(sim, 50) },
          );
          if (index === 0) return say('stopped');
          say(index === 1 ? `work ${String(value)}` : 'nothing for 50 ms');
        }
      })(),
    );
    sim.after(20, () => work.trySend('a'));
    sim.after(130, () => stop.close());
    sim.runUntilIdle();
    expect(lines).toEqual([
      '   20  work a',
      '   70  nothing for 50 ms',
      '  120  nothing for 50 ms',
      '  130  stopped',
    ]);
  });

  test('an undefined channel never goes', () => {
    const sim = new Sim();
    expect(trySelect(sim, { receive: undefined }, { send: undefined, value: 1 })).toBeUndefined();
  });

  test('sends as well as receives, each only once', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const [left, right] = [new Chan<number>('left'), new Chan<number>('right')];
    sim.go(
      'either',
      (function* () {
        const { index } = yield* select(sim, { send: left, value: 1 }, { send: right, value: 2 });
        say(`case ${index} went`);
      })(),
    );
    sim.go(
      'reader',
      (function* () {
        yield* sim.sleep(10);
        say(`right brought ${(yield* right.receive())[0]}`);
      })(),
    );
    sim.runUntilIdle();
    expect(left.tryReceive()).toBeUndefined();
    expect(lines).toEqual(['   10  right brought 2', '   10  case 1 went']);
  });

  test('with several cases ready: the first in fifo order, any in seeded order', () => {
    const chosen = (order: 'fifo' | 'seeded'): Set<number | undefined> => {
      const indices = new Set<number | undefined>();
      for (let seed = 0; seed < 40; seed++) {
        const sim = new Sim({ seed, order });
        const chans = [new Chan<number>('a', 1), new Chan<number>('b', 1)];
        for (const chan of chans) chan.trySend(1);
        indices.add(trySelect(sim, ...chans.map((receive) => ({ receive })))?.index);
      }
      return indices;
    };
    expect(chosen('fifo')).toEqual(new Set([0]));
    expect(chosen('seeded')).toEqual(new Set([0, 1]));
  });
});

describe('sync', () => {
  test('Cond wakes one with signal and all with broadcast', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const cond = new Cond('items');
    for (const name of ['a', 'b', 'c']) {
      sim.go(
        name,
        (function* () {
          yield* cond.wait();
          say(name);
        })(),
      );
    }
    sim.after(1, () => cond.signal());
    sim.after(2, () => cond.broadcast());
    sim.runUntilIdle();
    expect(lines).toEqual(['    1  a', '    2  b', '    2  c']);
  });

  test('Mutex keeps others out while its holder sleeps', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const mutex = new Mutex('lock');
    for (const name of ['a', 'b']) {
      sim.go(
        name,
        (function* () {
          yield* mutex.lock();
          say(`${name} in`);
          yield* sim.sleep(10);
          say(`${name} out`);
          mutex.unlock();
        })(),
      );
    }
    sim.runUntilIdle();
    expect(lines).toEqual(['    0  a in', '   10  a out', '   10  b in', '   20  b out']);
    expect(() => mutex.unlock()).toThrow('unlock of unlocked mutex lock');
  });

  test('Mutex is given to one who has waited for more than 1 ms, and taken before one who has not', () => {
    for (const [waitsMs, order] of [
      [10, ['a in', 'b in', 'a in']],
      [0, ['a in', 'a in', 'b in']],
    ] as const) {
      const sim = new Sim();
      const seen: string[] = [];
      const mutex = new Mutex('lock');
      const enter = function* (name: string, times: number): Blocking<void> {
        for (let i = 0; i < times; i++) {
          yield* mutex.lock();
          seen.push(`${name} in`);
          yield* waitsMs > 0 ? sim.sleep(waitsMs) : sim.yieldNow();
          mutex.unlock();
        }
      };
      sim.go('a', enter('a', 2));
      sim.go('b', enter('b', 1));
      sim.runUntilIdle();
      expect(seen).toEqual(order);
    }
  });

  test('WaitGroup waits for all', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const group = new WaitGroup('creates');
    group.add(2);
    for (const ms of [30, 10]) {
      sim.go(
        'one',
        (function* () {
          yield* sim.sleep(ms);
          group.done();
        })(),
      );
    }
    sim.go(
      'waiter',
      (function* () {
        yield* group.wait();
        say('all done');
      })(),
    );
    sim.runUntilIdle();
    expect(lines).toEqual(['   30  all done']);
    expect(() => group.done()).toThrow('negative counter in wait group creates');
  });

  test('contexts end with their parent, their cancel or their time', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const [parent, cancel] = withCancel(background);
    const [child] = withCancel(parent);
    const [timed] = withTimeout(sim, parent, 100);
    const [late] = withTimeout(sim, parent, 1000);
    for (const [name, context] of Object.entries({ child, timed, late })) {
      sim.go(
        name,
        (function* () {
          yield* context.done.receive();
          say(`${name}: ${context.err?.message}`);
        })(),
      );
    }
    sim.after(500, cancel);
    sim.runUntilIdle();
    expect(lines).toEqual([
      '  100  timed: context deadline exceeded',
      '  500  child: context canceled',
      '  500  late: context canceled',
    ]);
    expect(background.err).toBeUndefined();
  });
});
