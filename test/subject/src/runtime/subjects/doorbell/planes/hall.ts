import type { Plane } from '../../../stage/program.ts';
import { button, chime } from '../chime.ts';
import { doorbell } from '../subject.ts';

/** One machine, on which a chime and its buttons run. There is no API server. */
export const plane: Plane = {
  subjects: [doorbell],
  programsOf: ({ doors }) => [chime, ...doors.map(button)],
};
