import { exercise } from '../../../../content/your-own/standard-shape/exercises/worker.ts';
import { refuses, swap } from '../../tried.ts';

const handles = 'this.handleErr(yield* this.sync(key), key);';
const done = 'this.queue.done(key);';

refuses(
  exercise,
  [
    {
      name: 'a key that is taken and synced, and no more',
      write: ({ start }) => start,
      says: /In the end there are 4 pods, and the label of `node-a` says 0[^]*the queue believes that a worker still works on `node-a`, and gives the key to no other\. A worker that takes a key has to call `done`[^]*is refused, and the key is not put back for later\. `handleErr` puts it back if it is given the error/,
    },
    {
      name: 'no word that it is done',
      write: ({ solution }) => swap(solution, done, ''),
      says: /In the end there are 4 pods, and the label of `node-a` says 0[^]*the queue believes that a worker still works on `node-a`, and gives the key to no other\. A worker that takes a key has to call `done`/,
    },
    {
      name: 'done before the sync',
      write: ({ start }) => swap(start, 'yield* this.sync(key);', `${done}\n    ${handles}`),
      says: /At 302 ms a worker writes `node-a`, and has called `done` before that\. Another worker may have taken the key meanwhile/,
    },
    {
      name: 'done where it succeeds',
      write: ({ start }) =>
        swap(
          start,
          'yield* this.sync(key);',
          `const err = yield* this.sync(key);\n    this.handleErr(err, key);\n    if (!err) ${done}`,
        ),
      says: /the queue believes that a worker still works on `node-a`, and gives the key to no other\. A worker that takes a key has to call `done`/,
    },
    {
      name: 'errors forgotten',
      write: ({ solution }) =>
        swap(solution, handles, 'yield* this.sync(key);\n      this.queue.forget(key);'),
      says: /is refused, and the key is not put back for later\. `handleErr` puts it back if it is given the error/,
    },
    {
      name: 'failures that are never forgotten',
      write: ({ solution }) =>
        swap(solution, handles, 'if (yield* this.sync(key)) this.queue.addRateLimited(key);'),
      says: /the number of failures that the queue counts of `node-a` is still 3, and the key has succeeded since/,
    },
    {
      name: 'a key that is added again at once',
      write: ({ solution }) => swap(solution, handles, 'if (yield* this.sync(key)) this.queue.add(key);'),
      says: /is refused, and the key is not put back for later\. `handleErr` puts it back if it is given the error/,
    },
    {
      name: 'errors that are caught, as elsewhere in TypeScript',
      write: ({ start }) =>
        swap(
          start,
          'yield* this.sync(key);',
          `try {
      yield* this.sync(key);
      this.handleErr(undefined, key);
    } catch (err) {
      this.handleErr(err as Error, key);
    } finally {
      ${done}
    }`,
        ),
      says: /is refused, and the key is not put back for later\. `handleErr` puts it back if it is given the error/,
    },
    {
      name: 'a sync that is not run',
      write: ({ solution }) => swap(solution, 'yield* this.sync(key)', 'this.sync(key)'),
      says: /`err` holds a call that has not run\. Write `yield\*` before that call/,
    },
    {
      name: 'no answer to whether it goes on',
      write: ({ solution }) => swap(solution, 'return true;', ''),
      says: /The function ends without a `return`\. It has to return `true` or `false`/,
    },
    {
      name: 'the name that Go has for it',
      write: ({ solution }) => swap(solution, 'this.queue.done', 'this.queue.Done'),
      says: /`Done` is not a method of `this\.queue`\. Did you mean `done`\?/,
    },
  ],
  [
    {
      name: 'done in the line after, as a sync here returns its errors',
      write: ({ start }) => swap(start, 'yield* this.sync(key);', `${handles}\n    ${done}`),
    },
  ],
);
