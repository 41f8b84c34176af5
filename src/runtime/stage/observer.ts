import type { Observe } from '../sim/observe.ts';
import { running } from '../sim/process.ts';
import type { Sim } from '../sim/sim.ts';
import type { Built, ObserverOf, Observers, Subject } from './subject.ts';
import type { Trace } from './world.ts';

export interface Observer {
  readonly observe: Observe;
  /** Takes out of the world what a program held in memory, since it is gone. */
  forget(program: string): void;
}

/**
 * Watches every component of a run as it is built, and records what they do into the trace. Of several observers of a kind
 * each stands round the one before: those of the subjects in their order, then `more`. A component of a kind that nobody
 * watches stays as it is.
 */
export function newObserver(
  sim: Sim,
  trace: Trace,
  subjects: readonly Subject[],
  more: Observers = {},
): Observer {
  const layers = [...subjects.flatMap((subject) => subject.observe?.() ?? []), more];
  const built = new Map<string, Built[]>();
  return {
    observe(kind, name, component) {
      const program = running()?.group ?? '';
      built.set(program, [...(built.get(program) ?? []), { kind, name }]);
      return layers.reduce((watched, observers) => {
        // It gives one of the same type.
        const observe: ObserverOf<typeof kind> | undefined = observers[kind];
        return observe ? (observe(trace, name, watched, sim) as typeof watched) : watched;
      }, component);
    },
    forget(program) {
      for (const { forget } of subjects) forget?.(trace, program, built.get(program) ?? []);
    },
  };
}
