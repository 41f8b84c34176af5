import { type Blocking, type Process, causeNow, noCause, setCause } from './process.ts';

const wakeFirst = (waiters: Process[]): Process | undefined => {
  for (let process = waiters.shift(); process; process = waiters.shift()) {
    if (process.state !== 'parked') continue;
    process.wake();
    return process;
  }
  return undefined;
};

/** `sync.Cond`. Its lock is not modelled: between two `yield*` nothing else runs. */
export class Cond {
  readonly name: string;
  readonly #waiters: Process[] = [];

  constructor(name: string) {
    this.name = name;
  }

  *wait(): Blocking<void> {
    yield { kind: 'cond', on: this.name, enlist: (process) => this.#waiters.push(process) };
  }

  signal(): void {
    wakeFirst(this.#waiters);
  }

  broadcast(): void {
    while (wakeFirst(this.#waiters));
  }
}

/**
 * `sync.Mutex`, for the few sections that hold a lock while they may park. Who asks for it in the moment in which it is
 * free gets it before those who wait, as in Go; but one who has waited for longer than 1 ms is given it next.
 */
export class Mutex {
  readonly name: string;
  #locked = false;
  /** Who was given the lock, and has not gone on yet. */
  #next: Process | undefined;
  readonly #waiters: { readonly process: Process; readonly since: number }[] = [];

  constructor(name: string) {
    this.name = name;
  }

  *lock(): Blocking<void> {
    const self: { process?: Process } = {};
    const enlist = (process: Process): void => {
      self.process = process;
      this.#waiters.push({ process, since: process.now });
    };
    const isGiven = (): boolean => self.process !== undefined && self.process === this.#next;
    while (this.#locked && !isGiven()) yield { kind: 'mutex', on: this.name, enlist };
    this.#next = undefined;
    this.#locked = true;
  }

  unlock(): void {
    if (!this.#locked) throw new Error(`unlock of unlocked mutex ${this.name}`);
    this.#locked = false;
    for (let waiter = this.#waiters.shift(); waiter; waiter = this.#waiters.shift()) {
      const { process, since } = waiter;
      if (process.state !== 'parked') continue;
      this.#locked = process.now - since > 1;
      if (this.#locked) this.#next = process;
      process.wake();
      return;
    }
  }
}

/** `sync.RWMutex`: many readers, or one writer. A writer who waits keeps new readers out. */
export class RWMutex {
  readonly name: string;
  #readers = 0;
  #writing = false;
  #waitingWriters = 0;
  #waiters: Process[] = [];

  constructor(name: string) {
    this.name = name;
  }

  *lock(): Blocking<void> {
    this.#waitingWriters++;
    while (this.#writing || this.#readers > 0) yield* this.#park();
    this.#waitingWriters--;
    this.#writing = true;
  }

  unlock(): void {
    if (!this.#writing) throw new Error(`unlock of unlocked mutex ${this.name}`);
    this.#writing = false;
    this.#wakeAll();
  }

  *rLock(): Blocking<void> {
    while (this.#writing || this.#waitingWriters > 0) yield* this.#park();
    this.#readers++;
  }

  rUnlock(): void {
    if (this.#readers === 0) throw new Error(`unlock of mutex ${this.name}, which nobody reads`);
    this.#readers--;
    if (this.#readers === 0) this.#wakeAll();
  }

  *#park(): Blocking<void> {
    yield { kind: 'mutex', on: this.name, enlist: (process) => this.#waiters.push(process) };
  }

  #wakeAll(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    while (wakeFirst(waiters));
  }
}

/** `sync.WaitGroup`. Who has waited acts upon the last thing that one of those was at, if that came after its own cause. */
export class WaitGroup {
  readonly name: string;
  #count = 0;
  #brought = noCause;
  #waiters: Process[] = [];

  constructor(name: string) {
    this.name = name;
  }

  add(delta: number): void {
    this.#count += delta;
    if (this.#count < 0) throw new Error(`negative counter in wait group ${this.name}`);
    if (this.#count === 0) while (wakeFirst(this.#waiters));
  }

  done(): void {
    this.#brought = Math.max(this.#brought, causeNow());
    this.add(-1);
  }

  *wait(): Blocking<void> {
    while (this.#count > 0) {
      yield { kind: 'wait-group', on: this.name, enlist: (process) => this.#waiters.push(process) };
    }
    const cause = causeNow();
    if (cause > noCause && this.#brought > cause) setCause(this.#brought);
  }
}
