import { exercise } from '../../../../content/your-own/standard-shape/exercises/sync.ts';
import { refuses, swap } from '../../tried.ts';

const labels = 'return yield* this.label(node, pods.length);';
const lists = 'const [pods, listErr] = this.#podLister.list(everything());\n    if (listErr) return listErr;';
const gone = 'return isNotFound(err) ? undefined : err;';

refuses(exercise, [
  {
    name: 'all three as they were',
    write: ({ start }) => start,
    says: /the API server is asked for pods, which are in the cache\. The informer asked for them once[^]*the update of `node-a` is refused, and the key is not put back for later\. An error that a sync keeps to itself is lost: return it/,
  },
  {
    name: 'an error kept',
    write: ({ solution }) =>
      swap(solution, labels, 'yield* this.label(node, pods.length);\n    return undefined;'),
    says: /the update of `node-a` is refused, and the key is not put back for later\. An error that a sync keeps to itself is lost: return it/,
  },
  {
    name: 'NotFound given back',
    write: ({ solution }) => swap(solution, gone, 'return err;'),
    says: /At 7,311 ms `node-b` is to be tried again, and there is no such node\. What is gone needs no work, and is no error: `isNotFound` tells/,
  },
  {
    name: 'pods asked for',
    write: ({ solution }) =>
      swap(
        solution,
        lists,
        "const [all, listErr] = yield* this.kubeClient.coreV1().pods('').list();\n    if (listErr) return listErr;\n    const pods = all.items;",
      ),
    says: /the API server is asked for pods, which are in the cache\. The informer asked for them once/,
  },
  {
    name: 'the node asked for',
    write: ({ solution }) =>
      swap(solution, 'this.nodeLister.get(key)', 'yield* this.kubeClient.coreV1().nodes().get(key)'),
    says: /the API server is asked for nodes, which are in the cache\. The informer asked for them once/,
  },
  {
    name: 'an error whatever happened, to be safe',
    write: ({ solution }) =>
      swap(solution, labels, "return (yield* this.label(node, pods.length)) ?? new Error('once more');"),
    says: /At 306 ms `node-a` is to be tried again, and nothing was refused\. A sync that has done its work returns `undefined`, as `nil` in Go/,
  },
  {
    name: 'a write that is not compared first',
    write: ({ solution }) =>
      swap(
        solution,
        labels,
        'const [, failed] = yield* this.kubeClient.coreV1().nodes().update(withPodCount(node, pods.length));\n    return failed;',
      ),
    says: /At 314 ms `node-a` is written, and its label is right already/,
  },
  {
    name: 'a write into the cached node',
    write: ({ solution }) =>
      swap(
        solution,
        labels,
        "node.metadata.labels['demo.example/pods'] = String(pods.length);\n    const [, failed] = yield* this.kubeClient.coreV1().nodes().update(node);\n    return failed;",
      ),
    says: /`node\.metadata\.labels` is frozen\. Objects of a cache are shared/,
  },
  {
    name: 'true for success',
    write: ({ solution }) => swap(solution, labels, 'return !(yield* this.label(node, pods.length));'),
    says: /The function returns `.*`, which is `true`\. It has to return an error, or `undefined` where Go returns `nil`/,
  },
  {
    name: 'a label that is not written',
    write: ({ solution }) => swap(solution, 'return yield* this.label', 'return this.label'),
    says: /`this\.label\(node, pods\.length\)` was called without `yield\*`/,
  },
  {
    name: 'a lister that is waited for',
    write: ({ solution }) => swap(solution, '= this.nodeLister.get', '= yield* this.nodeLister.get'),
    says: /`yield\*` stands before `this\.nodeLister\.get\(key\)`, which never waits/,
  },
  {
    name: 'a node without the error beside it',
    write: ({ solution }) =>
      swap(
        swap(solution, 'const [node, err] =', 'const node ='),
        /if \(err\).*/,
        'if (!node) return undefined;',
      ),
    says: /`node` is a pair, .* which always counts as true\. Take it apart: `const \[value, err\] = …`/,
  },
  {
    name: 'the items that a list of the API server has',
    write: ({ solution }) => swap(solution, 'pods.length', 'pods.items.length'),
    says: /`pods\.items` is `undefined`, so it has no `length`/,
  },
  {
    name: 'the name that Go has for it',
    write: ({ solution }) => swap(solution, 'this.#podLister.list', 'this.#podLister.List'),
    says: /`List` is not a method of `this\.#podLister`\. Did you mean `list`\?/,
  },
]);
