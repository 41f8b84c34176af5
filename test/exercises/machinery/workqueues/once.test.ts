import { exercise } from '../../../../content/machinery/workqueues/exercises/once.ts';
import { refuses, swap } from '../../tried.ts';

const known = 'if (this.#dirty.has(item)) return;\n    this.#dirty.add(item);\n';
const worked = 'if (this.#processing.has(item)) return;';

refuses(
  exercise,
  [
    {
      name: 'every key, wherever it is',
      write: ({ start }) => start,
      says: /At 310 ms `default\/db` waits in the queue twice/,
    },
    {
      name: 'no more than a look at the dirty set',
      write: ({ solution }) => swap(solution, worked, ''),
      says: /A key is with at most one worker: At 306 ms a worker takes `default\/web`, which another worker has had since 302 ms/,
    },
    {
      name: 'nothing noted of a key that a worker has',
      write: ({ solution }) =>
        swap(solution, `this.#dirty.add(item);\n    ${worked}`, `${worked}\n    this.#dirty.add(item);`),
      says: /At 306 ms `default\/web` is added while a worker has it\. The worker is done at 322 ms, and the key does not wait/,
    },
    {
      name: 'no dirty set at all',
      write: ({ solution }) => swap(solution, known, ''),
      says: /is added while a worker has it\. .* no sync will see what changed meanwhile/,
    },
    {
      name: 'a key that is noted and not queued',
      write: ({ solution }) => swap(solution, 'this.#append(item);', ''),
      says: /In the end `default\/web` is dirty, and does not wait in the queue/,
    },
    {
      name: 'workers that nothing wakes',
      write: ({ solution }) => swap(solution, 'this.#cond.signal();', ''),
      says: /In the end `default\/web` waits in the queue, and no worker takes it\. .* woken by `signal`/,
    },
    {
      name: 'a set as Go has it: a map that is indexed',
      write: ({ solution }) => swap(solution, 'this.#dirty.add(item)', 'this.#dirty[item] = true'),
      says: /`this\.#dirty` is a Set, which has no index\. Write `this\.#dirty\.has\(item\)`/,
    },
    {
      name: 'a look through the queue, as through a list',
      write: ({ start }) =>
        swap(
          start,
          'this.#append(item);',
          'if (this.#queue.includes(item)) return;\n    this.#append(item);',
        ),
      says: /`includes` is not a method of `this\.#queue`\. It has these: `append`/,
    },
    {
      name: 'the name that Go has for it',
      write: ({ solution }) => swap(solution, 'this.#dirty.has', 'this.#dirty.Has'),
      says: /`Has` is not a method of `this\.#dirty`\. Did you mean `has`\?/,
    },
  ],
  [
    {
      name: 'every worker woken',
      write: ({ solution }) => swap(solution, 'signal()', 'broadcast()'),
    },
  ],
);
