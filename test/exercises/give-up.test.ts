import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/controllers/the-control-loop/exercises/give-up.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const notHeard =
  'News brings it back: In the end the status of web is about generation 1 of its spec, and there is generation 2. ' +
  'When it was touched last, only three more writes were refused. News brings back a key, dropped or not, with all its retries.';
const stillCounted =
  'What fails is tried again three times, later each time: At 6,302 ms the sync of default/web fails, for the first time in a row, ' +
  'and the key is dropped without another try: the queue still counts 3 failures from before. Who drops a key has to forget its count too.';
const success = 'if (err === undefined || this.#queue.numRequeues(key) >= 3) {';

const attempts: readonly Attempt[] = [
  [
    'a worker that tries for ever',
    ({ start }) => start,
    [
      'What fails is tried again three times, later each time: At 6,302 ms the sync of default/web fails, for the first time in a row, ' +
        'but the queue counts 11 and lets it wait 5120 ms. Whoever settles a key, or drops it, has to forget its count.',
      'Then it is dropped: At 3,373 ms the sync of default/web fails for the fourth time in a row, and the key is put back again. ' +
        'After 3 retries it is to be dropped.',
      notHeard,
    ],
  ],
  [
    'a worker that never says that it is done',
    ({ solution }) => swap(solution, 'this.#queue.done(key);', ''),
    [
      'Every key that is taken is given back: worker-1 takes default/web at 302 ms and never says that it is done. ' +
        'Until it does, the queue only marks the key dirty at every later add, and gives it to nobody.',
      notHeard,
    ],
  ],
  [
    'a worker that is done before it begins',
    ({ solution }) =>
      swap(swap(solution, 'this.#queue.done(key);', ''), 'try {', 'this.#queue.done(key);\n    try {'),
    [
      'No two workers are at work on one key: At 306 ms worker-2 takes default/web while worker-1 is still at work on it. ' +
        'Say that a key is done when its sync is over, and not before.',
    ],
  ],
  [
    'a key that comes back at once',
    ({ start }) => swap(start, 'addRateLimited', 'add'),
    [
      'What fails is tried again three times, later each time: At 3,302 ms the sync of default/web fails, for the first time in a row, ' +
        'and the key is back at once. What fails now is likely to fail again now, and the worker has no time for others. `addRateLimited` lets it wait.',
    ],
  ],
  [
    'a key that is dropped at its first failure',
    ({ solution }) => swap(solution, 'this.#queue.addRateLimited(key);', ''),
    [
      'What fails is tried again three times, later each time: At 3,302 ms the sync of default/web fails, for the first time in a row, ' +
        'and nobody puts the key back. It takes 3 more tries before it may be dropped.',
      notHeard,
    ],
  ],
  [
    'one retry too many',
    ({ solution }) => swap(solution, '>= 3', '> 3'),
    [
      'Then it is dropped: At 3,373 ms the sync of default/web fails for the fourth time in a row, and the key is put back again. ' +
        'After 3 retries it is to be dropped.',
    ],
  ],
  [
    'a dropped key whose count stays',
    ({ solution }) =>
      swap(
        solution,
        success,
        `if (err && this.#queue.numRequeues(key) >= 3) return true;\n      if (err === undefined) {`,
      ),
    [stillCounted, notHeard],
  ],
  [
    'a count that is forgotten at every failure',
    ({ solution }) =>
      swap(
        solution,
        'this.#queue.addRateLimited(key);',
        'this.#queue.addRateLimited(key);\n      this.#queue.forget(key);',
      ),
    [
      'What fails is tried again three times, later each time: At 3,319 ms the sync of default/web fails, for the second time in a row, ' +
        'but the queue counts 1 and lets it wait 5 ms. The count was forgotten too early: a key that goes on failing is neither settled nor dropped.',
      'Then it is dropped: At 3,353 ms the sync of default/web fails for the fourth time in a row, and the key is put back again. ' +
        'After 3 retries it is to be dropped.',
    ],
  ],
  [
    'a settled key whose count stays',
    ({ solution }) =>
      swap(
        solution,
        success,
        `if (err === undefined) return true;\n      if (this.#queue.numRequeues(key) >= 3) {`,
      ),
    [
      "Nothing is counted that is over: In the end the queue counts 1 of default/web's failures, though its last sync went well. " +
        'The next failure would wait longer than it should. Forget the count after a success.',
    ],
  ],
];

describe('a worker that gives up', () => {
  test.each(attempts)('tells what is wrong with %s', async (_name, write, expected) => {
    expect(told(await tryOut(exercise, write))).toEqual(expected);
  });
});
