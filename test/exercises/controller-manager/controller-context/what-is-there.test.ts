import { exercise } from '../../../../content/controller-manager/controller-context/exercises/what-is-there.ts';
import { refuses, swap } from '../../tried.ts';

const logged = /if \(err\) klog.*/;

refuses(
  exercise,
  [
    {
      name: 'a set for which every group has to answer',
      write: ({ start }) => start,
      says: /At 28 ms the controller-manager ends: error building controller context: .*apps\/v1/,
    },
    {
      name: 'an error that nothing looks at',
      write: ({ start }) => swap(start, 'if (err) return [undefined, err];', ''),
      says: /The log does not name `apps\/v1`, which is missing[^]*Nothing at all could be discovered, and the controller-manager goes on/,
    },
    {
      name: 'silence about what is missing',
      write: ({ solution }) => swap(solution, logged, ''),
      says: /The log does not name `apps\/v1`, which is missing/,
    },
    {
      name: 'a log that does not say what is missing',
      write: ({ solution }) => swap(solution, ': ${err.message}', ''),
      says: /The log does not name `apps\/v1`, which is missing/,
    },
    {
      name: 'a log that ends the program',
      write: ({ solution }) => swap(solution, logged, 'if (err) yield* klog(os).fatal(err.message);'),
      says: /At 28 ms the controller-manager ends: unable to retrieve the complete list/,
    },
    {
      name: 'a set without the rest',
      write: ({ solution }) =>
        swap(solution, 'for (const { groupVersion', 'if (!err) for (const { groupVersion'),
      says: /The controller `job` does not run, though the API server named `batch\/v1`/,
    },
    {
      name: 'the error beside the set',
      write: ({ solution }) =>
        swap(solution, 'return [allResources, undefined]', 'return [allResources, err]'),
      says: /the controller-manager ends: error building controller context/,
    },
    {
      name: 'the set without an error beside it',
      write: ({ solution }) => swap(solution, 'return [allResources, undefined]', 'return allResources'),
      says: /It has to return a pair, `\[value, undefined\]` or `\[undefined, err\]`/,
    },
    {
      name: 'a list that is never nil',
      write: ({ solution }) => swap(solution, 'resourceMap.length === 0', 'resourceMap === undefined'),
      says: /Return an error where `resourceMap` is empty/,
    },
    {
      name: 'a panic in place of an error',
      write: ({ solution }) =>
        swap(solution, /return \[undefined, new Error\('unable.*/, "throw new Error('nothing');"),
      says: /the controller-manager panics, where it learned of nothing at all\. Return an error/,
    },
    {
      name: "Go's length of a list",
      write: ({ solution }) => swap(solution, 'resourceMap.length === 0', 'len(resourceMap) == 0'),
      says: /There is no `len` here\. In TypeScript, write `list\.length`/,
    },
    {
      name: "the log as Go's package has it",
      write: ({ solution }) => swap(solution, 'klog(os).error', 'klog.error'),
      says: /`error` is not a method of `klog`, which is a function\. Call it first: `klog\(…\)\.error`/,
    },
  ],
  [
    {
      name: 'a look at the set in place of the list',
      write: ({ solution }) =>
        swap(
          swap(solution, /  if \(resourceMap.length === 0\)\n.*\n/, ''),
          'return [allResources, undefined];',
          "if (allResources.size === 0) return [undefined, new Error('nothing')];\n  return [allResources, undefined];",
        ),
    },
  ],
);
