import { exercise } from '../../../../content/machinery/delta-fifo/exercises/tombstone.ts';
import { refuses, swap } from '../../tried.ts';

const queued = "this.#queueActionLocked('Deleted', new DeletedFinalStateUnknown<T>(key, last));";

refuses(
  exercise,
  [
    {
      name: 'nothing for what is missing',
      write: ({ start }) => start,
      says: /the ledger still has the pod `web-2`, which is gone\. The last list did not have it/,
    },
    {
      name: 'the pod itself in place of a tombstone',
      write: ({ solution }) => swap(solution, queued, "this.#queueActionLocked('Deleted', last as T);"),
      says: /The `Deleted` holds a pod like any other.* a `DeletedFinalStateUnknown` has to stand for the pod/,
    },
    {
      name: 'all that getByKey gives in place of the pod',
      write: ({ solution }) =>
        swap(
          swap(solution, 'const [last]', 'const last'),
          queued,
          "this.#queueActionLocked('Deleted', last);",
        ),
      says: /`this\.#queueActionLocked\('Deleted', last\)` gives an error, and nothing looks at it: couldn't create key/,
    },
    {
      name: 'a tombstone of all that getByKey gives',
      write: ({ solution }) => swap(solution, 'const [last]', 'const last'),
      says: /does not hold the last known state of the pod, which is version 4\. `getByKey` gives three values/,
    },
    {
      name: 'a tombstone without a state',
      write: ({ solution }) => swap(solution, '(key, last)', '(key)'),
      says: /does not hold the last known state of the pod/,
    },
    {
      name: 'an object with the fields of a tombstone',
      write: ({ solution }) =>
        swap(solution, 'new DeletedFinalStateUnknown<T>(key, last)', '{ key, obj: last }'),
      says: /gives an error, and nothing looks at it: .*object has no meta/,
    },
    {
      name: 'everything known taken for gone',
      write: ({ solution }) => swap(solution, 'if (keys.has(key)) continue;', ''),
      says: /At 764,414 ms a `Deleted` is queued for the pod `web-1`, which is there/,
    },
    {
      name: 'keys looked for among objects',
      write: ({ solution }) => swap(solution, 'keys.has(key)', 'list.includes(key)'),
      says: /a `Deleted` is queued for the pod `web-1`, which is there/,
    },
    {
      name: 'a look into the queue in place of the consumer',
      write: ({ solution }) => swap(solution, 'this.#knownObjects?.listKeys() ?? []', 'this.#items.keys()'),
      says: /The list at 764,414 ms does not have the pod `web-2`, and no `Deleted` is queued for it/,
    },
    {
      name: 'a deletion behind the back of the queue',
      write: ({ solution }) => swap(solution, queued, 'this.#knownObjects.delete(last);'),
      says: /no `Deleted` is queued for it\. The ledger gets only what is queued/,
    },
    {
      name: 'the name that Go has for it',
      write: ({ solution }) => swap(solution, 'listKeys', 'ListKeys'),
      says: /`ListKeys` is not a method of `this\.#knownObjects`\. Did you mean `listKeys`\?/,
    },
  ],
  [
    {
      name: 'deletions that are not counted for the first sync',
      write: ({ solution }) => swap(solution, 'queuedDeletions++;', ''),
    },
  ],
);
