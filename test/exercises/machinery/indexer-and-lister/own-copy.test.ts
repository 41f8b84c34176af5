import { exercise } from '../../../../content/machinery/indexer-and-lister/exercises/own-copy.ts';
import { refuses, swap } from '../../tried.ts';

/** The start, which writes into the node, with a line before that. */
const before = (start: string, line: string): string =>
  swap(start, 'const labels =', `${line}\n    const labels =`);
const intoTheCache =
  /At 100 ms the cache has `node-a` at version 4 with 0 in the label\. At that version the API server said nothing\. The label was written into the cached node, or into a part that your copy shares/;

refuses(
  exercise,
  [
    {
      name: 'a write into the cache',
      write: ({ start }) => start,
      says: /In the end `node-a` has 2 pods, and its label says 0\. The last write was refused: Operation cannot be fulfilled/,
    },
    {
      name: 'a copy of the outermost part only',
      write: ({ start }) => before(start, 'node = { ...node };'),
      says: intoTheCache,
    },
    {
      name: 'a copy without one of the labels',
      write: ({ start }) => before(start, 'node = { ...node, metadata: { ...node.metadata } };'),
      says: intoTheCache,
    },
    {
      name: 'a write into the cache that is taken back',
      write: ({ start }) =>
        swap(
          before(start, 'const was = node.metadata.labels?.[podCountLabel];'),
          'return err;',
          "if (err) labels[podCountLabel] = was ?? '0';\n    return err;",
        ),
      says: intoTheCache,
    },
    {
      name: 'a write into the cache once the API server has taken it',
      write: ({ solution }) =>
        swap(
          solution,
          'return err;',
          'if (!err) node.metadata.labels![podCountLabel] = String(count);\n    return err;',
        ),
      says: /At 104 ms the cache has `node-a` at version 4 with 0 in the label/,
    },
    {
      name: 'an error that is forgotten',
      write: ({ solution }) => swap(solution, 'return err;', 'return undefined;'),
      says: /In the end `node-a` has 2 pods, and its label says 0\. The last write was refused/,
    },
    {
      name: 'labels without those that were there',
      write: ({ solution }) => swap(solution, '{ ...metadata.labels, [podCountLabel]', '{ [podCountLabel]'),
      says: /`node-a` loses its label `kubernetes\.io\/arch`/,
    },
    {
      name: 'a number where labels hold texts',
      write: ({ solution }) => swap(solution, 'String(count) };', 'count };'),
      says: /its label says nothing\. The last write was refused: .*expected a string, found 2/,
    },
    {
      name: "Go's DeepCopy",
      write: ({ start }) => before(start, 'node = node.DeepCopy();'),
      says: /Objects have no `deepCopy` here: .* such as `{ \.\.\.node }`/,
    },
    {
      name: 'a fresh node from the API server, changed in place',
      write: ({ start }) =>
        before(
          start,
          'const [fresh] = yield* this.kubeClient.coreV1().nodes().get(node.metadata.name);\n    node = fresh!;',
        ),
      says: /`labels` is frozen\. Objects of a cache are shared, .* `{ \.\.\.labels, \[podCountLabel\]: … }`/,
    },
    {
      name: "the platform's own deep copy",
      write: ({ start }) => before(start, 'node = structuredClone(node);'),
      says: /`structuredClone` cannot copy this object/,
    },
    {
      name: 'both things that update gives',
      write: ({ solution }) =>
        swap(swap(solution, 'const [, err] = yield*', 'return yield*'), '    return err;\n', ''),
      says: /It has to return an error, or `undefined` where Go returns `nil`/,
    },
  ],
  [
    {
      name: 'the copy that this file has a function for',
      write: ({ solution }) =>
        swap(
          swap(solution, 'update(copy)', 'update(withPodCount(node, count))'),
          /    const labels[^]*labels \} \};\n/,
          '',
        ),
    },
    {
      name: 'a copy by way of JSON',
      write: ({ start }) => before(start, 'node = JSON.parse(JSON.stringify(node));'),
    },
    {
      name: 'a write each time, needed or not',
      write: ({ solution }) => swap(solution, /    if .*return undefined;\n/, ''),
    },
  ],
);
