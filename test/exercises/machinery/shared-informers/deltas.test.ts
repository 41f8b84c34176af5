import { exercise } from '../../../../content/machinery/shared-informers/exercises/deltas.ts';
import { refuses, swap } from '../../tried.ts';

/** What the type of a delta says, and no look at the cache: an Added is new, and of a Replaced it is one or the other. */
const byType = (
  replaced: 'add' | 'update',
): string => `  *#handleDelta(delta: Delta): Blocking<Error | undefined> {
    if (delta.type === 'ReplacedAll' || delta.type === 'SyncAll') return yield* this.#handleAll(delta);
    const newObj = delta.object as KubeObject;
    const [oldObj = newObj] = this.#indexer.get(newObj);
    switch (delta.type) {
      case 'Added':
      ${replaced === 'add' ? "case 'Replaced':" : ''}
        this.#indexer.add(newObj);
        yield* this.#processor.distribute({ kind: 'add', newObj }, false);
        return undefined;
      case 'Deleted':
        this.#indexer.delete(delta.object);
        yield* this.#processor.distribute({ kind: 'delete', oldObj: delta.object }, false);
        return undefined;
      default:
        this.#indexer.update(newObj);
        yield* this.#processor.distribute({ kind: 'update', oldObj, newObj }, delta.type === 'Sync');
        return undefined;
    }
  }`;

const added = "yield* this.#processor.distribute({ kind: 'add', newObj }, false);";
const updated = "yield* this.#processor.distribute({ kind: 'update', oldObj, newObj }, isSync);";
const deleted = "yield* this.#processor.distribute({ kind: 'delete', oldObj: object }, false);";

refuses(
  exercise,
  [
    {
      name: 'an addition, whatever happened',
      write: ({ start }) => start,
      says: /At 1,202 ms a handler hears that the pod `default\/web-a` was added, which it knows already/,
    },
    {
      name: 'a switch over the type of the delta',
      write: () => byType('update'),
      says: /At 4 ms a handler hears that the pod `default\/web-x` changed, of which it has never heard\. Whether a pod is new, the cache says/,
    },
    {
      name: 'a switch that takes all of a list for new',
      write: () => byType('add'),
      says: /hears that the pod `default\/web-\w` was added, which it knows already/,
    },
    {
      name: 'the new object for the old one',
      write: ({ solution }) => swap(solution, 'oldObj, newObj }, isSync', 'oldObj: newObj, newObj }, isSync'),
      says: /`default\/web-a` changed from version (\d+) to \1\. What it knew was version \d+: the old object is the one that the cache had before/,
    },
    {
      name: 'a look at the cache after it was written',
      write: ({ solution }) =>
        swap(
          swap(solution, '    this.#indexer.update(newObj);\n', ''),
          '    const [oldObj',
          '    this.#indexer.update(newObj);\n    const [oldObj',
        ),
      says: /No handler ever hears of a pod as new/,
    },
    {
      name: 'additions that handlers hear of first',
      write: ({ solution }) =>
        swap(
          swap(solution, '      this.#indexer.add(newObj);\n', ''),
          added,
          `${added}\n      this.#indexer.add(newObj);`,
        ),
      says: /a handler hears of the pod `default\/web-\w`, and the cache does not have it\. A controller that looks now finds nothing/,
    },
    {
      name: 'deletions that handlers hear of first',
      write: ({ solution }) =>
        swap(
          swap(solution, '      this.#indexer.delete(object);\n', ''),
          deleted,
          `${deleted}\n      this.#indexer.delete(object);`,
        ),
      says: /hears that the pod `default\/web-\w` was deleted, and the cache still has it/,
    },
    {
      name: 'updates that handlers hear of first',
      write: ({ solution }) =>
        swap(
          swap(solution, '    this.#indexer.update(newObj);\n', ''),
          updated,
          `${updated}\n    this.#indexer.update(newObj);`,
        ),
      says: /at version \d+, and the cache still has version \d+\. A controller that looks now finds the old pod/,
    },
    {
      name: 'a resync for everyone',
      write: ({ solution }) => swap(solution, 'newObj }, isSync)', 'newObj }, false)'),
      says: /the quick handler hears of the pod `default\/web-\w` again, which has not changed\. It wants no resyncs/,
    },
    {
      name: 'changes as if they were resyncs',
      write: ({ solution }) => swap(solution, 'newObj }, isSync)', 'newObj }, true)'),
      says: /The quick handler last heard of the pod `web-e` at version \d+, and it is at version \d+\. With `sync` true/,
    },
    {
      name: 'no resync at all: nothing changed',
      write: ({ solution }) =>
        swap(
          solution,
          'this.#indexer.update',
          'if (sameVersion(oldObj, newObj)) return undefined;\n    this.#indexer.update',
        ),
      says: /There is a resync at .* and the slow handler, which wants resyncs, hears nothing of it/,
    },
    {
      name: 'a call that is not run',
      write: ({ solution }) => swap(solution, added, added.replace('yield* ', '')),
      says: /was called without `yield\*`, so nothing of it has run/,
    },
    {
      name: 'the pair that get gives for the object',
      write: ({ solution }) =>
        swap(swap(solution, 'const [oldObj, exists] =', 'const oldObj ='), '!exists', 'oldObj === undefined'),
      says: /No handler ever hears of a pod as new/,
    },
    {
      name: 'the new object of a deletion',
      write: ({ solution }) => swap(solution, 'oldObj: object }', 'newObj: object }'),
      says: /a handler is called without a pod\. .*Of kind `delete` it has an `oldObj`/,
    },
    {
      name: 'the name that Go has for it',
      write: ({ solution }) => swap(solution, 'this.#indexer.get(', 'this.#indexer.Get('),
      says: /`Get` is not a method of `this\.#indexer`\. Did you mean `get`\?/,
    },
  ],
  [
    {
      name: 'an unchanged pod of a new list told as an update',
      write: ({ solution }) => swap(solution, /const isSync = .*/, "const isSync = type === 'Sync';"),
    },
  ],
);
