import { Sim, type SimOptions } from '../sim/sim.ts';
import { Trace as SimTrace } from '../sim/trace.ts';
import { Actor } from './actor.ts';
import type { Act } from './acts.ts';
import { Faults } from './faults.ts';
import { type Observer, newObserver } from './observer.ts';
import type { Plane } from './program.ts';
import { Programs } from './programs.ts';
import { type Settings, settingsOf } from './settings.ts';
import type { Part, PartMap } from './subject.ts';
import { initialWorld, type Trace } from './world.ts';

/**
 * Where a story plays: the programs of a plane on a simulator, and the parts that its subjects build, such as an API server.
 * Build it, ask for a record if one is wanted, start it, and step its `sim`.
 */
export class Stage {
  readonly sim: Sim;
  readonly plane: Plane;
  readonly settings: Settings;
  readonly #parts = new Map<string, Part>();
  readonly #faults: Faults;
  #programs: Programs | undefined;
  #actor: Actor | undefined;
  #observer: Observer | undefined;

  constructor(plane: Plane, settings: Partial<Settings> = {}, options: SimOptions = {}) {
    this.plane = plane;
    this.sim = new Sim(options);
    this.settings = settingsOf(plane.subjects, settings);
    this.#faults = new Faults(this.sim);
  }

  /** Traces the run from now on. To be called before `start`, so that nothing is missed. */
  record(): Trace {
    if (this.#programs)
      throw new Error('Stage.record: expected to be called before start, found a stage that has started');
    const trace: Trace = new SimTrace(this.sim, initialWorld(this.plane.subjects));
    this.sim.trace = trace as SimTrace;
    this.#observer = newObserver(this.sim, trace, this.plane.subjects, this.plane.observers);
    this.sim.observe = this.#observer.observe;
    return trace;
  }

  /** Builds the parts, and starts the programs. */
  start(): void {
    for (const { name, build } of this.plane.subjects) if (build) this.#parts.set(name, build(this));
    this.#actor = new Actor(this);
    this.#programs = new Programs(this, this.#observer);
    this.#programs.startAll();
  }

  /** What a subject has built. Throws a RangeError where the plane has no such subject. */
  part<K extends keyof PartMap>(name: K): PartMap[K] {
    const part = this.#parts.get(name);
    if (!part) {
      const known = [...this.#parts.keys()].join(', ') || 'none';
      throw new RangeError(`expected a part of this stage, found "${name}"; there are ${known}`);
    }
    return part as PartMap[K];
  }

  /** All that subjects have built. */
  get parts(): readonly Part[] {
    return [...this.#parts.values()];
  }

  get programs(): Programs {
    return started(this.#programs);
  }

  /** The names of the programs that only stand in for others; none before it starts. */
  get standIns(): readonly string[] {
    return this.#programs?.standIns ?? [];
  }

  /** Why nothing can be done to a program of that name; undefined where there is one. */
  unknownProgram(name: string): Error | undefined {
    if (this.programs.get(name)) return undefined;
    const known = this.programs.names.join(', ');
    return new Error(`expected the name of a program, found "${name}"; there are ${known}`);
  }

  /** Does what somebody outside can do. An error of the API server, or an act that makes no sense, is given back. */
  act(act: Act, by: 'story' | 'reader' = 'story'): Error | undefined {
    return started(this.#actor).act(act, by);
  }

  /** Shows a fault in the world until it is mended, which a `text` of undefined says, or for a time. */
  showFault(name: string, text: string | undefined, forMs?: number): void {
    this.#faults.show(name, text, forMs);
  }
}

function started<T>(part: T | undefined): T {
  if (part === undefined)
    throw new Error('Stage: expected one that has started, found one on which start was not called');
  return part;
}
