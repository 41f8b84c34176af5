import type { Scenario } from '../../src/runtime/stage/scenario.ts';

const twice: Scenario = {
  id: 'playground/doorbell',
  title: 'Two doors',
  summary: 'Somebody comes to the front door, and somebody to the back door.',
  seed: 1,
  plane: 'doorbell/hall',
  shows: [],
  endsAtMs: 5_000,
  *story(user) {
    yield* user.sleep(500);
    user.act({ kind: 'press', door: 'front' });
    yield* user.sleep(1000);
    user.act({ kind: 'press', door: 'back' });
    yield* user.sleep(500);
  },
};

export const scenarios: readonly Scenario[] = [twice];
