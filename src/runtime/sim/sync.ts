import type { Blocking, Process } from './process.ts';

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

/** `sync.Mutex`, for the few sections that hold a lock while they may park. */
export class Mutex {
  readonly name: string;
  #locked = false;
  readonly #waiters: Process[] = [];

  constructor(name: string) {
    this.name = name;
  }

  *lock(): Blocking<void> {
    while (this.#locked) {
      yield { kind: 'mutex', on: this.name, enlist: (process) => this.#waiters.push(process) };
    }
    this.#locked = true;
  }

  unlock(): void {
    if (!this.#locked) throw new Error(`unlock of unlocked mutex ${this.name}`);
    this.#locked = false;
    wakeFirst(this.#waiters);
  }
}

/** `sync.WaitGroup`. */
export class WaitGroup {
  readonly name: string;
  #count = 0;
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
    this.add(-1);
  }

  *wait(): Blocking<void> {
    while (this.#count > 0) {
      yield { kind: 'wait-group', on: this.name, enlist: (process) => this.#waiters.push(process) };
    }
  }
}
