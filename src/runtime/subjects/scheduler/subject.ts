import { emptyMap, mapRemove } from '../../sim/pmap.ts';
import type { Subject } from '../../stage/subject.ts';
import { changeProfileOf } from './acts.ts';
import { schedulerObservers } from './observers.ts';

declare module '../../stage/settings.ts' {
  interface Settings {
    /** What a file of the kind KubeSchedulerConfiguration says. */
    readonly schedulerConfig?: Readonly<Record<string, unknown>>;
  }
}

/** The scheduler: its queue, its cycles, its plugins and its cache. */
export const scheduler: Subject = {
  name: 'scheduler',
  slices: { schedulers: emptyMap() },
  acts: { profile: changeProfileOf },
  observe: () => schedulerObservers,
  forget(trace, program) {
    trace.change('schedulers', mapRemove(trace.world.schedulers, program));
  },
};
