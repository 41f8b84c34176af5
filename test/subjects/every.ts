import type { Offer } from '../../src/components/scope/acts/offer.ts';
import type { Pane } from '../../src/components/scope/panes/pane.ts';

const panesOfEach = import.meta.glob<readonly Pane[]>('../../src/subjects/*/panes.ts', {
  eager: true,
  import: 'panes',
});
const offersOfEach = import.meta.glob<readonly Offer[]>('../../src/subjects/*/offers.ts', {
  eager: true,
  import: 'offers',
});

/** The panes of every subject. */
export const everyPane: readonly Pane[] = Object.values(panesOfEach).flat();

/** The forms of every subject. */
export const everyOffer: readonly Offer[] = Object.values(offersOfEach).flat();
