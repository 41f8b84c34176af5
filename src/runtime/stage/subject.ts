import type { Sim } from '../sim/sim.ts';
import type { ObservedKind, ObservedMap } from '../sim/observe.ts';
import type { Acts } from './acts.ts';
import type { User } from './scenario.ts';
import type { Settings } from './settings.ts';
import type { Stage } from './stage.ts';
import type { Slices, Trace } from './world.ts';

/** How a component of a kind is watched: gives back the component, or one of the same type round it. */
export type ObserverOf<K extends ObservedKind> = (
  trace: Trace,
  name: string,
  component: ObservedMap[K],
  sim: Sim,
) => ObservedMap[K];

/** How components are watched, by their kind. */
export type Observers = { readonly [K in ObservedKind]?: ObserverOf<K> };

/** A component that a program has built. `name` is what the world calls it. */
export interface Built {
  readonly kind: ObservedKind;
  readonly name: string;
}

/** Something that runs have besides programs, made before the first of them starts. */
export interface Part {
  /** A program has ended, and with it what it held of this part. */
  disconnect?(program: string): void;
  /** Is another value when something has happened here: a stage has settled when it stays the same. */
  state?(): unknown;
}

/** The parts of a stage, by the subject that builds them: each adds its own. */
export interface PartMap {}

/** What a run can be about. A plane says which subjects its runs have; what it does not name, they do not load. */
export interface Subject {
  /** The name of its folder, here and where pages have theirs. */
  readonly name: string;
  /** What it adds to the world, as it is before anything has happened. */
  readonly slices?: Partial<Slices>;
  /** What it adds to the settings, as it is where a scenario does not say otherwise. */
  readonly settings?: Partial<Settings>;
  /** Its part of a stage. */
  build?(stage: Stage): Part;
  /** What somebody outside can do. */
  readonly acts?: Acts;
  /** What else somebody outside can do and see in a story. */
  userOf?(stage: Stage): Partial<User>;
  /** Watches the components of one run. */
  observe?(): Observers;
  /** Takes out of the world what a program that has ended held in memory. */
  forget?(trace: Trace, program: string, built: readonly Built[]): void;
}
