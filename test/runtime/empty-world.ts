import { type World, initialWorld } from '../../src/runtime/stage/world.ts';
import { api } from '../../src/runtime/subjects/api/subject.ts';
import { controlLoop } from '../../src/runtime/subjects/control-loop/subject.ts';
import { scheduler } from '../../src/runtime/subjects/scheduler/subject.ts';

/** The world of a run of most subjects before anything has happened. */
export const emptyWorld = (): World => initialWorld([api, controlLoop, scheduler]);
