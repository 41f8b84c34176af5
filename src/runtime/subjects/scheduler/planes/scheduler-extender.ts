import { ExtenderServer } from '../../../demo/scheduling/extender.ts';
import { Chan } from '../../../sim/chan.ts';
import type { Plane, Program } from '../../../stage/program.ts';
import { configOf } from '../../api/config.ts';
import { plane as scheduler } from './scheduler.ts';

/** Serves until it is ended. */
const extender: Program = {
  name: 'extender',
  *main(host) {
    new ExtenderServer(host, configOf(host, 20, 30)).serve();
    yield* new Chan<never>('the end of the extender').receive();
  },
};

/**
 * The plane `scheduler` with an extender beside it. The scheduler asks it where `schedulerConfig` says so:
 * `extenders: [{ urlPrefix: 'http://extender:8888', filterVerb: 'filter', … }]`.
 */
export const plane: Plane = {
  ...scheduler,
  programsOf: (settings) => [extender, ...scheduler.programsOf(settings)],
};
