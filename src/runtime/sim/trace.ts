import { type Because, Decisions, type Said } from './because.ts';
import { LimitReached } from './limits.ts';
import {
  type Process,
  type ProcessState,
  causeNow,
  noCause,
  running,
  setCause,
  setLatest,
} from './process.ts';
import { type PMap, emptyMap, mapGet, mapRemove, mapSet } from './pmap.ts';
import type { Sim } from './sim.ts';

/** A place in our source. `symbol` is the upstream name of the declaration, `line` counts from 1. */
export interface Anchor {
  readonly file: string;
  readonly line?: number;
  readonly symbol?: string;
}

/** One thing that happened, with all that was true right after it. */
export interface Entry<Event, World> {
  readonly index: number;
  /** Virtual ms. */
  readonly at: number;
  /** The scheduler step in which it happened; an input after it names the same number. */
  readonly step: number;
  /** Id of the process that did it; -1 for a timer or an input. */
  readonly process: number;
  /** Index of the entry that led to this one; -1 if none did. */
  readonly cause: number;
  /** What decided that the cause led to it, where something did: a timer, or a check that an observer knows of. */
  readonly because?: Because;
  readonly event: Event;
  readonly anchor?: Anchor;
  readonly world: World;
}

/** What the world remembers of a process: enough for the goroutine pane. */
export interface ProcessView {
  readonly id: number;
  readonly name: string;
  readonly group: string;
  readonly state: ProcessState;
  /** What a parked process waits for. */
  readonly waitsFor?: { readonly kind: string; readonly on: string; readonly until?: number };
}

/** The immutable root of a moment: a value for every observed component, and the live processes. */
export interface WorldBase {
  readonly processes: PMap<ProcessView>;
}

/**
 * The record of a run. Observers call `change` when a component's state is replaced and `record` when something
 * worth a step happened; all changes up to then are in that entry's world.
 */
export class Trace<Event = unknown, World extends WorldBase = WorldBase> {
  readonly entries: Entry<Event, World>[] = [];
  /** All processes that ever lived, by id. */
  readonly processes: { readonly id: number; readonly name: string; readonly group: string }[] = [];
  /** Where a process stands in our source, for entries that say no place of their own. */
  locate: ((process: number) => Anchor | undefined) | undefined;
  readonly #sim: Sim;
  #world: World;
  #changes: Record<string, unknown> = {};
  #changed = false;
  #moved = new Map<number, Process>();
  /** What decided, where a cause alone does not say why. */
  readonly decisions = new Decisions();

  constructor(sim: Sim, initial: World) {
    this.#sim = sim;
    this.#world = initial;
  }

  /** The world with all changes up to now. */
  get world(): World {
    this.#settle();
    return this.#world;
  }

  /** Replaces the state of one component, named by its key in the world. */
  change<K extends keyof World & string>(component: K, state: World[K]): void {
    this.#changes[component] = state;
    this.#changed = true;
  }

  /** Adds an entry, caused by what the running process, timer or input is acting upon. Gives its index. */
  record(event: Event, anchor?: Anchor): number {
    const index = this.aside(event, anchor);
    setLatest(index);
    return index;
  }

  /** As `record`, for what leads to nothing: a timer that is set next was set by what is recorded before. */
  aside(event: Event, anchor?: Anchor): number {
    const index = this.entries.length;
    if (index >= this.#sim.limits.entries) {
      throw new LimitReached('entries', this.#sim.limits.entries, 'one more', this.lastEvents(10));
    }
    this.#settle();
    const process = running()?.id ?? -1;
    const cause = causeNow();
    const decision = cause < noCause ? this.decisions.get(cause) : undefined;
    this.entries.push({
      index,
      at: this.#sim.now,
      step: this.#sim.steps,
      process,
      ...(decision ?? { cause }),
      event,
      anchor: anchor ?? this.locate?.(process),
      world: this.#world,
    });
    return index;
  }

  /** Records, and makes the new entry the cause of what the same process does next. */
  stage(event: Event, anchor?: Anchor): number {
    const index = this.record(event, anchor);
    setCause(index);
    return index;
  }

  /** Says why the running process, timer or input does what it does next. What led to it is `cause`. */
  because(said: Said, cause: number = causeNow()): void {
    setCause(this.decisions.add(cause, said));
  }

  /** Replaces the event of an entry whose end is known only now: an act and the error it met. */
  amend(index: number, event: Event): void {
    const entry = this.entries[index];
    if (!entry)
      throw new RangeError(`Trace.amend: expected an index below ${this.entries.length}, found ${index}`);
    this.entries[index] = { ...entry, event };
  }

  /** Told by the simulator when a process starts, parks or ends. */
  processChanged(process: Process): void {
    this.#moved.set(process.id, process);
    const { id, name, group } = process;
    this.processes[id] ??= { id, name, group };
  }

  lastEvents(count: number): string[] {
    return this.entries
      .slice(-count)
      .map(({ at, event }) => `${at} ms  ${JSON.stringify(event).slice(0, 120)}`);
  }

  #settle(): void {
    const process = running();
    if (process) this.#moved.set(process.id, process);
    if (this.#moved.size > 0) {
      let processes = this.#world.processes;
      for (const moved of this.#moved.values()) processes = withProcess(processes, moved);
      this.#moved.clear();
      // A running process has to be looked at again once it parks.
      if (processes !== this.#world.processes) this.change('processes', processes as World['processes']);
    }
    if (!this.#changed) return;
    this.#world = { ...this.#world, ...this.#changes };
    this.#changes = {};
    this.#changed = false;
  }
}

/** An empty world to start from. */
export function emptyWorld(): WorldBase {
  return { processes: emptyMap() };
}

/** The same map where nothing changed: most entries leave all processes as they were, and share their world. */
function withProcess(processes: PMap<ProcessView>, process: Process): PMap<ProcessView> {
  const key = String(process.id);
  if (process.state === 'done') return mapRemove(processes, key);
  const { id, name, group, state, park } = process;
  const known = mapGet(processes, key);
  const waits = known?.waitsFor;
  if (
    known?.state === state &&
    waits?.kind === park?.kind &&
    waits?.on === park?.on &&
    waits?.until === park?.until
  )
    return processes;
  const view: ProcessView = park
    ? { id, name, group, state, waitsFor: { kind: park.kind, on: park.on, until: park.until } }
    : { id, name, group, state };
  return mapSet(processes, key, view);
}
