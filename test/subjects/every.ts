import type { Offer } from '../../src/components/scope/acts/offer.ts';
import type { Pane } from '../../src/components/scope/panes/pane.ts';
import type { SubjectWords } from '../../src/recording/subjects.ts';
import type { StoryNumber } from '../../src/runtime/stage/numbers.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';

type Each<T> = Readonly<Record<string, T>>;

/** What subjects have, each by its file. */
export const wordsOfEach: Each<SubjectWords> = import.meta.glob('/src/subjects/*/words.ts', {
  eager: true,
  import: 'words',
});
export const panesOfEach: Each<readonly Pane[]> = import.meta.glob('/src/subjects/*/panes.ts', {
  eager: true,
  import: 'panes',
});
export const offersOfEach: Each<readonly Offer[]> = import.meta.glob('/src/subjects/*/offers.ts', {
  eager: true,
  import: 'offers',
});

/** The forms of every subject. */
export const everyOffer: readonly Offer[] = Object.values(offersOfEach).flat();

/** The numbers that stories offer, by the file of the scenario. */
export const everyNumber: readonly (readonly [path: string, numbers: readonly StoryNumber[]])[] =
  Object.entries(
    import.meta.glob<readonly Scenario[]>('/content/**/scenario.ts', { eager: true, import: 'scenarios' }),
  ).map(([path, scenarios]) => [path.slice(1), scenarios.flatMap(({ numbers = [] }) => numbers)]);
