import { exercise } from '../../../../content/controllers/the-control-loop/exercises/give-up.ts';
import { refuses, swap } from '../../tried.ts';

const sync = 'const err = yield* this.syncHandler(key);';
const settled = 'if (err === undefined || this.#queue.numRequeues(key) >= 3) {';
const putBack = 'this.#queue.addRateLimited(key);';

refuses(
  exercise,
  [
    {
      name: 'a worker that tries for ever',
      write: ({ start }) => start,
      says: /Then it is dropped: At 3,373 ms .* fourth time in a row, and the key is put back again/,
    },
    {
      name: 'the name that Go has for the count',
      write: ({ solution }) => swap(solution, 'numRequeues', 'NumRequeues'),
      says: /`NumRequeues` is not a method of `this\.#queue`\. Did you mean `numRequeues`\?/,
    },
    {
      name: "Go's nil",
      write: ({ solution }) => swap(solution, 'err === undefined', 'err == nil'),
      says: /There is no `nil` here\. In TypeScript, write `undefined`/,
    },
    {
      name: 'a sync that is called and not run',
      write: ({ solution }) => swap(solution, 'yield* this.syncHandler', 'this.syncHandler'),
      says: /`err` holds a call that has not run\. Write `yield\*`/,
    },
    {
      name: 'retries on the spot, which hold up all other keys',
      write: ({ solution }) =>
        swap(
          solution,
          sync,
          'let err = yield* this.syncHandler(key);\nfor (let i = 0; err && i < 3; i++) err = yield* this.syncHandler(key);',
        ),
      says: /The worker leaves retries to the queue: .* syncs it more than once before it lets go/,
    },
    {
      name: 'errors that are thrown, as elsewhere in TypeScript',
      write: ({ start }) =>
        swap(
          start,
          sync,
          'let err: unknown;\ntry { yield* this.syncHandler(key); } catch (thrown) { err = thrown; }',
        ),
      says: /fails, for the first time in a row, and the key is not put back/,
    },
    {
      name: 'a worker that never says that it is done',
      write: ({ solution }) => swap(solution, 'this.#queue.done(key);', ''),
      says: /`worker-1` takes `default\/web` at 302 ms and never calls `done`/,
    },
    {
      name: 'a worker that is done before it begins',
      write: ({ solution }) =>
        swap(swap(solution, 'this.#queue.done(key);', ''), 'try {', 'this.#queue.done(key);\n    try {'),
      says: /`worker-2` takes `default\/web` while `worker-1` is still working on it/,
    },
    {
      name: 'a key that comes back at once',
      write: ({ start }) => swap(start, 'addRateLimited', 'add'),
      says: /the key is back at once.*`addRateLimited` makes it wait/,
    },
    {
      name: 'a key that is dropped at its first failure',
      write: ({ solution }) => swap(solution, putBack, ''),
      says: /for the first time in a row, and the key is not put back .* after 3 retries, not before/,
    },
    {
      name: 'one retry too many',
      write: ({ solution }) => swap(solution, '>= 3', '> 3'),
      says: /Then it is dropped: .* After 3 retries it has to be dropped/,
    },
    {
      name: 'one retry too few',
      write: ({ solution }) => swap(solution, '>= 3', '>= 2'),
      says: /for the third time in a row, and the key is not put back/,
    },
    {
      name: 'a dropped key whose count stays',
      write: ({ start }) => swap(start, putBack, `if (this.#queue.numRequeues(key) < 3) ${putBack}`),
      says: /the queue still counts 3 failures from before\. To drop a key is to `forget` its count/,
    },
    {
      name: 'a count that is forgotten at every failure',
      write: ({ solution }) => swap(solution, putBack, `${putBack}\nthis.#queue.forget(key);`),
      says: /but the queue counts 1 and lets it wait 5 ms\. The count was forgotten too early/,
    },
    {
      name: 'a settled key whose count stays',
      write: ({ solution }) =>
        swap(
          solution,
          settled,
          'if (err === undefined) return true;\nif (this.#queue.numRequeues(key) >= 3) {',
        ),
      says: /the queue still counts 1 of the failures of `default\/web`, though its last sync succeeded/,
    },
    {
      name: 'false for a key that is dropped',
      write: ({ solution }) =>
        swap(solution, 'forget(key);\n        return true;', 'forget(key);\n return !err;'),
      says: /The worker goes on with other keys: .* Return `false` only when the queue has shut down/,
    },
    {
      name: 'nothing where true is to be returned',
      write: ({ solution }) => swap(solution, `${putBack}\n\n      return true;`, putBack),
      says: /The function ends without a `return`\. It has to return `true` or `false`/,
    },
  ],
  [
    {
      name: 'the order in which the Deployment controller asks',
      write: ({ start }) =>
        swap(
          start,
          putBack,
          `if (this.#queue.numRequeues(key) < 3) {\n${putBack}\nreturn true;\n}\nthis.#queue.forget(key);`,
        ),
    },
  ],
);
