import { Chan } from '../../../../../../../../sim/chan.ts';
import type { Sim } from '../../../../../../../../sim/sim.ts';
import type { Timer as SimTimer } from '../../../../../../../../sim/timers.ts';

/** A timer that sends the time on a channel of one place when it is due. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/clock/clock.go#Timer
export interface Timer {
  c(): Chan<number>;
  /** True if the timer had not fired. */
  stop(): boolean;
  /** Starts over with another delay. True if the timer had not fired. */
  reset(ms: number): boolean;
}

/** Sends the time on a channel again and again. A tick that nobody took is not doubled by the next. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/clock/clock.go#Ticker
export interface Ticker {
  c(): Chan<number>;
  stop(): void;
}

/** A timer due in `ms`. `name` is what a process parked on it is said to wait for. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/clock/clock.go#RealClock.NewTimer
export function newTimer(sim: Sim, ms: number, name = 'a timer'): Timer {
  const chan = new Chan<number>(name, 1);
  const start = (delayMs: number): SimTimer => sim.after(delayMs, () => chan.trySend(sim.now));
  let timer = start(ms);
  return {
    // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/clock/clock.go#realTimer.C
    c: () => chan,
    // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/clock/clock.go#realTimer.Stop
    stop: () => sim.stop(timer),
    // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/clock/clock.go#realTimer.Reset
    reset(delayMs) {
      const pending = sim.stop(timer);
      timer = start(delayMs);
      return pending;
    },
  };
}

/** A ticker with a period of `ms`, which must be positive. It keeps the clock moving until it is stopped. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/clock/clock.go#RealClock.NewTicker
export function newTicker(sim: Sim, ms: number, name = 'a ticker'): Ticker {
  if (!(ms > 0)) throw new RangeError(`newTicker: expected a positive period, found ${ms}`);
  const chan = new Chan<number>(name, 1);
  const tick = (): void => {
    chan.trySend(sim.now);
    timer = sim.after(ms, tick);
  };
  let timer = sim.after(ms, tick);
  return {
    // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/clock/clock.go#realTicker.C
    c: () => chan,
    // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/clock/clock.go#realTicker.Stop
    stop: () => void sim.stop(timer),
  };
}

/**
 * What a clock shows, as Go's `time.Time`: the time of day, which may be wrong and may be set, and a count that only
 * ever runs on, by which durations are measured. Both in ms.
 */
export interface Time {
  /** Since 1970. */
  readonly wall: number;
  readonly monotonic: number;
}

/** The clock of the machine that a program runs on. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/clock/clock.go#PassiveClock
export interface Clock {
  now(): Time;
  /** Ms that passed since then, on this clock. */
  since(time: Time): number;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/clock/clock.go#RealClock
export function realClock(sim: Sim): Clock {
  return {
    // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/clock/clock.go#RealClock.Now
    now: () => ({ wall: sim.epoch + sim.now, monotonic: sim.now }),
    // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/clock/clock.go#RealClock.Since
    since: (time) => sim.now - time.monotonic,
  };
}
