import { exercise } from '../../../../content/controllers/replicaset/exercises/expectations.ts';
import { refuses, swap } from '../../tried.ts';

const creations = 'this.#expectations.expectCreations(rsKey, diff);';
const deletions = 'this.#expectations.expectDeletions(rsKey, getPodKeys(podsToDelete));';
const deleted = 'yield* wg.wait();';

refuses(exercise, [
  {
    name: 'no expectations at all',
    write: ({ start }) => start,
    says: /At 3,316 ms there are 7 active pods, and no more than 6 .* No expectation told it that they were on their way/,
  },
  {
    name: 'the name that Go has for it',
    write: ({ solution }) => swap(solution, 'expectCreations', 'ExpectCreations'),
    says: /`ExpectCreations` is not a method of `this\.#expectations`\. Did you mean `expectCreations`\?/,
  },
  {
    name: 'creations that are expected after the requests',
    write: ({ solution }) =>
      swap(swap(solution, creations, ''), 'const skippedPods', `${creations}\n      const skippedPods`),
    says: /Call `expectCreations` before the first request[^]*still expects 2 creations, since 310 ms, and no such event will come/,
  },
  {
    name: 'deletions that are expected after the requests',
    write: ({ solution }) => swap(swap(solution, deletions, ''), deleted, `${deleted}\n${deletions}`),
    says: /At 7,702 ms the controller asks for the deletion of `default\/web-\w+`, which it does not expect/,
  },
  {
    name: 'as many creations as the spec says',
    write: ({ solution }) => swap(solution, creations, creations.replace('diff', 'rs.spec.replicas')),
    says: /still expects 3 creations, since 3,302 ms, .* for no more than you ask for/,
  },
  {
    name: 'each creation by itself, in place of the one before',
    write: ({ solution }) =>
      swap(
        swap(solution, creations, ''),
        '() => this.#createOnePod(rs)',
        `() => { ${creations.replace('diff', '1')} return this.#createOnePod(rs); }`,
      ),
    says: /At 4,108 ms there are 7 active pods/,
  },
  {
    name: 'a difference that is still negative',
    write: ({ solution }) =>
      swap(swap(solution, creations, ''), 'diff *= -1;', `${creations}\n      diff *= -1;`),
    says: /At 302 ms the controller asks for a pod that it does not expect/,
  },
  {
    name: 'the name of the set for its key',
    write: ({ solution }) => swap(solution, creations, creations.replace('rsKey', 'rs.metadata.name')),
    says: /What it expects stands under `web`, and the handlers look under `default\/web`/,
  },
  {
    name: 'no deletions',
    write: ({ solution }) => swap(solution, deletions, ''),
    says: /asks for the deletion of `default\/web-\w+` once more/,
  },
  {
    name: 'a number of deletions in place of their keys',
    write: ({ solution }) => swap(solution, 'getPodKeys(podsToDelete)', 'diff'),
    says: /A list is needed here, and `number 4` is none/,
  },
  {
    name: 'pods in place of their keys',
    write: ({ solution }) => swap(solution, 'getPodKeys(podsToDelete)', 'podsToDelete'),
    says: /It expects an object instead: `getPodKeys` gives the keys/,
  },
  {
    name: 'names of pods in place of their keys',
    write: ({ solution }) =>
      swap(solution, 'getPodKeys(podsToDelete)', 'podsToDelete.map(({ metadata }) => metadata.name)'),
    says: /It expects `web-\w+` instead: `getPodKeys` gives the keys/,
  },
  {
    name: 'the deletion of every pod',
    write: ({ solution }) => swap(solution, 'getPodKeys(podsToDelete)', 'getPodKeys(filteredPods)'),
    says: /still expects 2 deletions/,
  },
  {
    name: 'a wait for the cache in place of expectations',
    write: ({ start }) =>
      swap(
        swap(
          start,
          'return err;\n    } else',
          'yield* this.#sim.sleep(1500);\n      return err;\n    } else',
        ),
        deleted,
        `${deleted}\n      yield* this.#sim.sleep(1500);`,
      ),
    says: /At 302 ms the controller asks for a pod that it does not expect/,
  },
  {
    name: 'a deletion that is over when the request is answered',
    write: ({ solution }) =>
      swap(solution, deleted, `${deleted}\n      this.#expectations.deleteExpectations(rsKey);`),
    says: /asks for the deletion of `default\/web-\w+` once more/,
  },
]);
