import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/machinery/events/exercises/answers.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const attempts: readonly Attempt[] = [
  [
    'a sink that creates whatever it is given',
    ({ start }) => start,
    [
      'An Event that is told again is counted: At 5,000 ms the reporter has told three times of the same, and the Event in the store counts 1. What has a count above 1 is there already: it is to be patched, not made again.',
      'An Event that was deleted is made anew: Somebody deleted the Event that is told for the fourth time, and in the end there is none. A patch of what is not there is answered with 404; then it has to be made anew.',
      'What got no answer is tried again: The Event of when nobody answered never gets into the store, although the API server comes back after twelve seconds. What got no answer has to be tried again.',
      'No event waits behind one that is hopeless: Five seconds after it was told, the last Event is not in the store. The sink takes one event at a time, so something before it is still being tried.',
    ],
  ],
  [
    'a sink that gives up when nobody answers',
    ({ solution }) => swap(solution, 'return isRefusal(err);', 'return true;'),
    [
      'What got no answer is tried again: The Event of when nobody answered never gets into the store, although the API server comes back after twelve seconds. What got no answer has to be tried again.',
    ],
  ],
  [
    'a sink that takes a refusal for silence',
    ({ solution }) => swap(solution, 'return isRefusal(err);', 'return false;'),
    [
      'What was refused is not tried again: At 43,696 ms an Event is sent again that the API server has refused. It will be refused each time, and for two minutes all others wait behind it.',
      'No event waits behind one that is hopeless: Five seconds after it was told, the last Event is not in the store. The sink takes one event at a time, so something before it is still being tried.',
    ],
  ],
  [
    'a sink that patches only',
    ({ solution }) => swap(solution, ' || isKeyNotFoundError(result[1])', ''),
    [
      'An Event that was deleted is made anew: Somebody deleted the Event that is told for the fourth time, and in the end there is none. A patch of what is not there is answered with 404; then it has to be made anew.',
    ],
  ],
  ['a sink that hears what it is told', ({ solution }) => solution, []],
];

describe('What to make of an answer', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
