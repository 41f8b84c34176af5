import type { Blocking } from '../sim/process.ts';
import type { Acts } from './acts.ts';
import type { Host } from './host.ts';
import type { Settings } from './settings.ts';
import type { Observers, Subject } from './subject.ts';

/** A program. It can crash and be started again, and then begins from nothing. Subjects add what theirs can do besides. */
export interface Program {
  readonly name: string;
  /** Its command line, where neither the settings nor who starts it says another. */
  readonly args?: readonly string[];
  /** The machine that it runs on, with others of that name; one of its own if left out. */
  readonly machine?: string;
  /** Set where it is no part of what its plane is about: it is there only so that the rest of the cluster goes on. */
  readonly standIn?: true;
  /** When it returns, the program ends. */
  main(host: Host): Blocking<void>;
}

/** What pictures of a plane's runs have to know of it, as data: subjects add what theirs draw. */
export interface Draws {}

/** What a stage consists of: each scenario names one, by its file in the `planes/` of a subject. Subjects add what they ask of it. */
export interface Plane {
  /** What its runs are about. */
  readonly subjects: readonly Subject[];
  /** Every program, in the order in which they are started. */
  programsOf(settings: Settings): readonly Program[];
  /** What can be done besides what its subjects know. */
  readonly acts?: Acts;
  /** How components are watched besides, round the observers of its subjects. */
  readonly observers?: Observers;
  readonly draws?: Draws;
}

/** The names of so many replicas of a program: its own if there is one, else `<name>-0`, `<name>-1`, and so on. */
export function replicaNames(name: string, replicas: number): readonly string[] {
  return replicas === 1 ? [name] : Array.from({ length: replicas }, (_, i) => `${name}-${i}`);
}
