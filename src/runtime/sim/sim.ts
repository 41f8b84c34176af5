import { type Limits, LimitReached, ProcessFailed, defaultLimits } from './limits.ts';
import type { Observe } from './observe.ts';
import { unobserved } from './observe.ts';
import {
  type Blocking,
  type Process,
  actUpon,
  causeNow,
  latestNow,
  noCause,
  running,
  setCause,
  setRunning,
  setServed,
} from './process.ts';
import { Random } from './random.ts';
import { isThrown } from './thrown.ts';
import { type Timer, Timers } from './timers.ts';
import type { Trace } from './trace.ts';

/** Which ready process goes next: the one that waited longest, or any, by the seed. */
export type ReadyOrder = 'fifo' | 'seeded';

export interface SimOptions {
  readonly seed?: number;
  readonly order?: ReadyOrder;
  readonly limits?: Partial<Limits>;
  /** Virtual ms since 1970 at which the run begins. */
  readonly epoch?: number;
}

/** Saturday 2021-01-16 12:00:00 UTC, shortly after v1.20.2 was released. */
const defaultEpoch = Date.UTC(2021, 0, 16, 12, 0, 0);

/** A span of virtual time, in whole ms; 0 for one that lies behind. */
function spanOf(ms: number): number {
  const whole = Math.max(0, Math.ceil(ms));
  if (!Number.isNaN(whole)) return whole;
  throw new RangeError('expected a time in ms, found NaN: it was computed from something that is no number');
}

class SimProcess implements Process {
  state: Process['state'] = 'ready';
  park: Process['park'];
  cause = noCause;
  last = noCause;
  readonly id: number;
  readonly name: string;
  readonly group: string;
  readonly body: Blocking<unknown>;
  readonly #sim: Sim;

  constructor(sim: Sim, id: number, name: string, group: string, body: Blocking<unknown>) {
    this.#sim = sim;
    this.id = id;
    this.name = name;
    this.group = group;
    this.body = body;
  }

  get now(): number {
    return this.#sim.now;
  }

  wake(): void {
    if (this.state !== 'parked') return;
    this.state = 'ready';
    this.park = undefined;
    this.#sim.enqueue(this);
  }
}

/**
 * Runs processes one at a time on a virtual clock. Nothing happens but in `step`, and the same seed and
 * inputs give the same steps. Time stands still while any process is ready.
 */
export class Sim {
  readonly random: Random;
  readonly limits: Limits;
  readonly order: ReadyOrder;
  readonly epoch: number;
  /** Wraps components as they are built, so that a trace can watch them. */
  observe: Observe = unobserved;
  /** Set before the first step to record the run. */
  trace: Trace | undefined;
  /** Virtual ms since the run began. */
  now = 0;
  /** Steps taken: the number by which an input says when it comes. */
  steps = 0;
  readonly processes = new Map<number, Process>();
  readonly #timers = new Timers();
  #ready: Process[] = [];
  /** The paused groups, each with those of its processes that could go on. */
  readonly #paused = new Map<string, Process[]>();
  #head = 0;
  #processCount = 0;
  #timerCount = 0;

  constructor(options: SimOptions = {}) {
    this.random = new Random(options.seed ?? 1);
    this.order = options.order ?? 'fifo';
    this.limits = { ...defaultLimits, ...options.limits };
    this.epoch = options.epoch ?? defaultEpoch;
  }

  /**
   * Starts a process, as Go's `go` statement does. It belongs to the group of the process that starts it,
   * unless `group` says otherwise.
   */
  go(name: string, body: Blocking<unknown>, group?: string): Process {
    if (typeof body?.next !== 'function') {
      throw new TypeError(
        `sim.go("${name}"): expected a started generator, such as run(), found ${typeof body}`,
      );
    }
    if (this.processes.size >= this.limits.processes) {
      throw this.#overLimit('processes', `one more: ${name}`);
    }
    const id = this.#processCount++;
    const process = new SimProcess(this, id, name, group ?? running()?.group ?? name, body);
    process.cause = causeNow();
    this.processes.set(id, process);
    this.trace?.processChanged(process);
    this.enqueue(process);
    return process;
  }

  /** Puts a process that can run at the end of the ready queue, or aside while its group is paused. */
  enqueue(process: Process): void {
    (this.#paused.get(process.group) ?? this.#ready).push(process);
  }

  /** Calls `fire` after `ms` of virtual time, in no process. */
  after(ms: number, fire: () => void): Timer {
    const timer: Timer = {
      at: this.now + spanOf(ms),
      since: this.now,
      ms,
      sequence: this.#timerCount++,
      cause: latestNow(),
      fire,
    };
    this.#timers.push(timer);
    return timer;
  }

  /** Stops a timer. True if it had not fired. */
  stop(timer: Timer): boolean {
    const pending = timer.fire !== undefined;
    timer.fire = undefined;
    return pending;
  }

  /** Parks the running process for `ms`; what it does then has the end of that time for its reason. */
  *sleep(ms: number): Blocking<void> {
    yield* this.#park(ms, (process) => {
      actUpon(process, causeNow());
      process.wake();
    });
  }

  /** Parks the running process for `ms` in which something is on its way: no reason for what it does then. */
  *travel(ms: number): Blocking<void> {
    yield* this.#park(ms, (process) => process.wake());
  }

  *#park(ms: number, then: (process: Process) => void): Blocking<void> {
    const until = this.now + spanOf(ms);
    yield {
      kind: 'sleep',
      on: 'time',
      until,
      enlist: (process) => void this.after(ms, () => then(process)),
    };
  }

  /** Lets every other ready process go first, as `runtime.Gosched` does. */
  *yieldNow(): Blocking<void> {
    yield { kind: 'yield', on: 'its turn', enlist: (process) => process.wake() };
  }

  /**
   * Drops every live process of a group, as a crash does, or with `done` the end of a program: no `finally` runs.
   * Gives their number.
   */
  crash(group: string, state: 'crashed' | 'done' = 'crashed'): number {
    let dropped = 0;
    this.#paused.delete(group);
    for (const process of this.processes.values()) {
      if (process.group !== group) continue;
      this.#end(process, state);
      dropped++;
    }
    return dropped;
  }

  /**
   * Lets no process of a group go on until `resume`, as SIGSTOP does. Time passes all the same: its timers fire, and what
   * they wake goes on when the group does.
   */
  pause(group: string): void {
    if (this.#paused.has(group)) return;
    const waiting = this.#ready.slice(this.#head);
    this.#head = 0;
    this.#ready = waiting.filter((process) => process.group !== group);
    this.#paused.set(
      group,
      waiting.filter((process) => process.group === group),
    );
  }

  /** Ends a pause; without effect on a group that is not paused. */
  resume(group: string): void {
    const waiting = this.#paused.get(group) ?? [];
    this.#paused.delete(group);
    for (const process of waiting) if (process.state === 'ready') this.enqueue(process);
  }

  /**
   * Does the next thing: runs one ready process until it parks, or moves the clock to the next timer.
   * False when nothing is left to do.
   */
  step(): boolean {
    const process = this.#nextReady();
    if (process === undefined && this.#timers.peek() === undefined) return false;
    this.steps++;
    if (this.steps > this.limits.steps) throw this.#overLimit('steps', 'a run that goes on');
    if (process) this.#resume(process);
    else this.#fireNext();
    return true;
  }

  /** True while a process can run at the present time. */
  get busy(): boolean {
    for (let i = this.#head; i < this.#ready.length; i++) if (this.#ready[i]?.state === 'ready') return true;
    return false;
  }

  /** When the next timer fires; undefined when there is none. */
  get nextTimerAt(): number | undefined {
    return this.#timers.peek()?.at;
  }

  runUntilIdle(): void {
    while (this.step());
  }

  /** Runs until `ms` have passed; the clock then stands at the end even if nothing happened there. */
  runFor(ms: number): void {
    const end = this.now + ms;
    while (this.busy || (this.nextTimerAt ?? Infinity) <= end) this.step();
    this.now = end;
  }

  /** Runs until `done()`; false if everything came to rest before. */
  runUntil(done: () => boolean): boolean {
    while (!done()) if (!this.step()) return done();
    return true;
  }

  /** The virtual time as Kubernetes writes it: RFC 3339, whole seconds. */
  timestamp(at: number = this.now): string {
    return new Date(this.epoch + at).toISOString().replace(/\.\d+Z$/, 'Z');
  }

  #nextReady(): Process | undefined {
    while (this.#head < this.#ready.length) {
      const at =
        this.order === 'seeded'
          ? this.#head + this.random.below(this.#ready.length - this.#head)
          : this.#head;
      const process = this.#ready[at] as Process;
      this.#ready[at] = this.#ready[this.#head] as Process;
      this.#head++;
      if (this.#head > 1024 && this.#head * 2 > this.#ready.length) {
        this.#ready = this.#ready.slice(this.#head);
        this.#head = 0;
      }
      if (process.state === 'ready') return process;
    }
    return undefined;
  }

  #resume(process: Process): void {
    process.state = 'running';
    setRunning(process);
    try {
      const { done, value } = process.body.next();
      if (done) {
        this.#end(process, 'done');
      } else if (process.state === 'running') {
        process.state = 'parked';
        process.park = value;
        value.enlist(process);
        this.trace?.processChanged(process);
      }
    } catch (error) {
      this.#end(process, 'crashed');
      throw isThrown(error, LimitReached) ? error : new ProcessFailed(process.name, this.now, error);
    } finally {
      setRunning(undefined);
    }
  }

  #fireNext(): void {
    const timer = this.#timers.pop();
    if (timer?.fire === undefined) return;
    if (timer.at > this.limits.virtualMs) throw this.#overLimit('virtualMs', `a timer at ${timer.at} ms`);
    this.now = timer.at;
    const fire = timer.fire;
    timer.fire = undefined;
    setCause(this.#causeOf(timer));
    fire();
    setCause(noCause);
    setServed(undefined);
  }

  /** What led to a timer, and that its time is over. */
  #causeOf(timer: Timer): number {
    if (!this.trace || timer.cause === noCause) return timer.cause;
    const [cause, waited] = this.trace.decisions.waited(timer);
    setServed(waited);
    return cause;
  }

  #end(process: Process, state: 'done' | 'crashed'): void {
    process.state = state;
    process.park = undefined;
    this.processes.delete(process.id);
    this.trace?.processChanged(process);
  }

  #overLimit(limit: keyof Limits, found: string): LimitReached {
    return new LimitReached(limit, this.limits[limit], found, this.trace?.lastEvents(10) ?? []);
  }
}
