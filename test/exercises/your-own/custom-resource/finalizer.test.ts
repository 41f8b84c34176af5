import { exercise } from '../../../../content/your-own/custom-resource/exercises/finalizer.ts';
import { refuses, swap } from '../../tried.ts';

const keeps = /    if \(pool\.metadata\.deletionTimestamp.*\n/;
const promises = /    if \(!pool\.metadata\.finalizers.*\n/;
const lineOf = (text: string, line: RegExp): string => line.exec(text)![0];

refuses(
  exercise,
  [
    {
      name: 'a deletion that it does not know of',
      write: ({ start }) => start,
      says: /At 308 ms the pool is entered in the register, and nothing holds it: it has no finalizer\. Deleted now, it would leave its entry behind\. `#addFinalizer` comes first[^]*At 9,000 ms the pool is gone, and its entry is still in the register\. Clean up first; the finalizer goes last/,
    },
    {
      name: 'a promise that is never kept',
      write: ({ solution }) => swap(solution, keeps, ''),
      says: /In the end the pool is still there, and waits for its controller to take off the finalizer\. `#finalize` does that/,
    },
    {
      name: 'no promise',
      write: ({ solution }) => swap(solution, promises, ''),
      says: /At 308 ms the pool is entered in the register, and nothing holds it: it has no finalizer\. Deleted now, it would leave its entry behind\. `#addFinalizer` comes first[^]*At 9,000 ms the pool is gone, and its entry is still in the register\. Clean up first; the finalizer goes last/,
    },
    {
      name: 'a promise that comes last',
      write: ({ solution }) =>
        swap(
          swap(solution, promises, ''),
          '    const pods =',
          `${lineOf(solution, promises)}    const pods =`,
        ),
      says: /At 308 ms the pool is entered in the register, and nothing holds it: it has no finalizer\. Deleted now, it would leave its entry behind\. `#addFinalizer` comes first/,
    },
    {
      name: 'a register that is cleaned up when the pool is gone',
      write: ({ start }) =>
        swap(
          start,
          'if (err) return isNotFound(err) ? undefined : err;',
          `if (isNotFound(err)) return yield* this.#writeEntry({ metadata: { namespace, name } } as LivePool, null);
    if (err) return err;`,
        ),
      says: /At 308 ms the pool is entered in the register, and nothing holds it: it has no finalizer\. Deleted now, it would leave its entry behind\. `#addFinalizer` comes first[^]*At 9,000 ms the pool is gone, and its entry is still in the register\. Clean up first; the finalizer goes last/,
    },
    {
      name: 'null for nil',
      write: ({ solution }) =>
        swap(solution, 'deletionTimestamp !== undefined', 'deletionTimestamp !== null'),
      says: /At 6,000 ms the pool asks for one pod, and there are 0\. None was ever made\. Where Go has `nil`, a pool that is not being deleted has `undefined`/,
    },
    {
      name: 'a method of the time that Go has',
      write: ({ solution }) =>
        swap(
          solution,
          'pool.metadata.deletionTimestamp !== undefined',
          '!pool.metadata.deletionTimestamp.IsZero()',
        ),
      says: /`pool\.metadata\.deletionTimestamp` is `undefined`, so it has no `IsZero`/,
    },
    {
      name: 'a finalizer that is looked for under another name',
      write: ({ solution }) => swap(solution, 'includes(registerFinalizer)', "includes('registerFinalizer')"),
      says: /has its finalizer \d+ times: each sync adds it again/,
    },
    {
      name: 'a list of finalizers that may not be there',
      write: ({ solution }) => swap(solution, 'finalizers?.includes', 'finalizers.includes'),
      says: /`pool\.metadata\.finalizers` is `undefined`, so it has no `includes`/,
    },
    {
      name: 'a finalizer put into the cached pool',
      write: ({ solution }) =>
        swap(
          solution,
          'return yield* this.#addFinalizer(pool);',
          'pool.metadata.finalizers = [registerFinalizer];',
        ),
      says: /`pool\.metadata` is frozen\. .* `\{ \.\.\.pool, metadata: \{ \.\.\.pool\.metadata, finalizers: … \} \}`/,
    },
    {
      name: 'a promise that is not sent',
      write: ({ solution }) =>
        swap(solution, 'return yield* this.#addFinalizer', 'return this.#addFinalizer'),
      says: /`this\.#addFinalizer\(pool\)` was called without `yield\*`/,
    },
    {
      name: 'the name without its sign',
      write: ({ solution }) => swap(solution, 'this.#finalize(', 'this.finalize('),
      says: /`finalize` is not a method of `this`\. Did you mean `#finalize`\?/,
    },
  ],
  [
    {
      name: 'the finalizer asked for first',
      write: ({ solution }) =>
        swap(swap(solution, keeps, ''), promises, `${lineOf(solution, promises)}${lineOf(solution, keeps)}`),
    },
  ],
);
