import { exercise } from '../../../../content/scheduler/node-name/exercises/gone.ts';
import { refuses, swap } from '../../tried.ts';

const done = 'this.#nodeQueue.done(nodeName);';
const adds = 'deletedNodesNames.add(nodeName);';

refuses(exercise, [
  {
    name: 'every node taken for gone',
    write: ({ start }) => start,
    says: /At 60,104 ms `web` is deleted\. `node-c` is there, and runs it\. The API server was not asked about that node/,
  },
  {
    name: 'a look into the cache alone',
    write: ({ start }) => swap(start, adds, `if (!existingNodeNames.has(nodeName)) ${adds}`),
    says: /At 100,104 ms `db` is deleted\. `node-d` is there, and runs it\. The API server was not asked/,
  },
  {
    name: 'every error taken for a no',
    write: ({ solution }) => swap(solution, 'if (!err && !exists)', 'if (!exists)'),
    says: /At 60,104 ms `report` is deleted\. No answer has said that `node-9` is gone\. The API server had answered 503: that is an error/,
  },
  {
    name: 'an error given back without the key',
    write: ({ solution }) => swap(solution, 'if (!err && !exists)', 'if (err) continue;\n      if (!exists)'),
    says: /asked about `node-9` once, at 60,100 ms, and never again\. A key that is not given back with `done` never comes out/,
  },
  {
    name: 'a key given back only where the node is gone',
    write: ({ solution }) => swap(swap(solution, done, ''), adds, `${adds}\n${done}`),
    says: /asked about `node-9` once, at 60,100 ms, and never again\. A key that is not given back with `done` never comes out/,
  },
  {
    name: 'a key put back at once when no answer comes',
    write: ({ solution }) =>
      swap(
        solution,
        done,
        `${done}\nif (!existingNodeNames.has(nodeName) && !deletedNodesNames.has(nodeName)) this.#nodeQueue.add(nodeName);`,
      ),
    says: /the API server is asked about `node-9` again, \d ms after it was asked before, and had given no answer\. .* Leave the node out/,
  },
  {
    name: 'a question about every node',
    write: ({ solution }) => swap(solution, 'if (!existingNodeNames.has(nodeName)) {', '{'),
    says: /At 60,104 ms the API server is asked about `node-c`\. That node came meanwhile, and the cache has it: look at `existingNodeNames` first/,
  },
  {
    name: 'no node taken for gone',
    write: ({ start }) => swap(start, adds, ''),
    says: /In the end `report` is still there, though its node `node-9` does not exist/,
  },
  {
    name: 'yes taken for no',
    write: ({ solution }) => swap(solution, '!err && !exists', '!err && exists'),
    says: /At 100,112 ms `db` is deleted\. `node-d` is there, and runs it\. The API server has it/,
  },
  {
    name: 'both things that checkIfNodeExists gives, taken for one',
    write: ({ solution }) =>
      swap(swap(solution, 'const [exists, err] =', 'const exists ='), '!err && !exists', '!exists'),
    says: /`exists` is a pair.*, which always counts as true\. Take it apart: `const \[value, err\] = …`/,
  },
  {
    name: 'a question that is not asked',
    write: ({ solution }) => swap(solution, 'yield* this.checkIfNodeExists', 'this.checkIfNodeExists'),
    says: /`this\.checkIfNodeExists\(nodeName\)` was called without `yield\*`/,
  },
  {
    name: 'a length that never gets less',
    write: ({ solution }) =>
      swap(
        swap(
          solution,
          /const \[nodeName, quit\].*\n.*\n.*\n\s*\}/,
          'const nodeName = [...existingNodeNames][0]!;',
        ),
        done,
        '',
      ),
    says: /endless loop: .* found discoverDeletedNodes still running at line 164/,
  },
  {
    name: 'the name that Go has for it',
    write: ({ solution }) => swap(solution, 'existingNodeNames.has', 'existingNodeNames.Has'),
    says: /`Has` is not a method of `existingNodeNames`\. Did you mean `has`\?/,
  },
]);
