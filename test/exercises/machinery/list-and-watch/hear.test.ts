import { exercise } from '../../../../content/machinery/list-and-watch/exercises/hear.ts';
import { refuses, swap } from '../../tried.ts';

/** A switch over the types of events, with this at the end of each case. */
const cases = (end: string): string => `  *#apply(event: WatchEvent): Blocking<void> {
    const object = event.object as KubeObject;
    switch (event.type) {
      case 'ADDED':
        yield* this.#store.add(object);
        ${end}
      case 'MODIFIED':
        yield* this.#store.update(object);
        ${end}
      case 'DELETED':
        yield* this.#store.delete(object);
    }
  }`;

refuses(
  exercise,
  [
    {
      name: 'everything added',
      write: ({ start }) => start,
      says: /At 60,008 ms something without a name gets into a cache\. It is a bookmark/,
    },
    {
      name: 'a bookmark that is kept',
      write: ({ solution }) =>
        swap(solution, "event.type === 'MODIFIED'", "event.type === 'MODIFIED' || event.type === 'BOOKMARK'"),
      says: /something without a name gets into a cache/,
    },
    {
      name: 'an update of what was added',
      write: ({ solution }) => swap(solution, 'this.#store.add(', 'this.#store.update('),
      says: /At 302 ms the watch says `ADDED` of `default\/web`, and the store records `Updated`/,
    },
    {
      name: 'a deletion time taken for a deletion',
      write: ({ solution }) =>
        swap(
          solution,
          'yield* this.#store.update(object);',
          'if (object.metadata.deletionTimestamp) yield* this.#store.delete(object);\n      else yield* this.#store.update(object);',
        ),
      says: /the watch says `MODIFIED` of `default\/web-\w+`, and the store records `Deleted`/,
    },
    {
      name: 'a switch as in Go, where no case runs into the next',
      write: () => cases(''),
      says: /the watch says `ADDED` of `default\/web`, and the store records `Deleted`/,
    },
    {
      name: "the types as Go's constants are called",
      write: ({ solution }) => swap(solution, "'ADDED'", 'watch.Added'),
      says: /There is no `watch` here\./,
    },
    {
      name: 'the types in another spelling',
      write: ({ solution }) => swap(solution, "'DELETED'", "'Deleted'"),
      says: /the watch says `DELETED` of `default\/web-\w+`, and the store gets nothing of it\. `event\.type` is `'ADDED'`/,
    },
    {
      name: 'the field as Go calls it',
      write: ({ solution }) => swap(solution, 'event.type', 'event.Type'),
      says: /`event` has no `Type`\. Did you mean `type`\?/,
    },
    {
      name: 'the event in place of its object',
      write: ({ solution }) => swap(solution, 'this.#store.delete(object)', 'this.#store.delete(event)'),
      says: /the watch says `DELETED` of `default\/web-\w+`, and the store gets nothing of it/,
    },
    {
      name: 'a call that is not run',
      write: ({ solution }) => swap(solution, 'yield* this.#store.delete', 'this.#store.delete'),
      says: /`this\.#store\.delete\(object\)` was called without `yield\*`/,
    },
  ],
  [{ name: 'a switch in which each case ends', write: () => cases('break;') }],
);
