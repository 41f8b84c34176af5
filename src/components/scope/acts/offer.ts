import type { Act } from '../../../runtime/stage/acts.ts';
import type { World } from '../../../runtime/stage/world.ts';
import { onUseEach } from '../../base/on-use.ts';
import type { Field, FieldProblem, Values } from './fields.ts';

/** One way in which the reader can change the world at the present step. */
export interface Offer {
  readonly id: string;
  /** What will happen and what to watch, in one sentence. */
  readonly about: string;
  /** The form, filled in from what exists at that moment; or why it cannot be done then. */
  readonly fields: (world: World) => readonly Field[] | string;
  readonly build: (values: Values) => Act | readonly FieldProblem[];
}

/** The forms of each subject. */
export const subjectOffers = onUseEach(
  import.meta.glob<{ readonly offers: readonly Offer[] }>('../../../subjects/*/offers.ts'),
);
