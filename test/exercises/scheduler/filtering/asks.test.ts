import { exercise } from '../../../../content/scheduler/filtering/exercises/asks.ts';
import { refuses, swap } from '../../tried.ts';

const initContainers = `  for (const container of spec.initContainers ?? [])
    result.request.setMaxResource(container.resources?.requests);
`;
const overhead = '  result.request.add(spec.overhead as ResourceList | undefined);\n';

refuses(exercise, [
  {
    name: 'a sum of all containers',
    write: ({ start }) => start,
    says: /In the end `shop` has no node\. `node-a` has 4 of cpu left\. `shop` needs 3 of cpu at a time: an init container asks for 3, more than the containers together, 2\.[^]*At 4,802 ms `sandbox` gets `node-b`\. The pods there need 4\.25 of cpu then, and the node has 4\. `sandbox` needs 3\.5 of cpu at a time: the containers ask for 3 together.* overhead of 0\.5 comes on top/,
  },
  {
    name: 'no init containers',
    write: ({ solution }) => swap(solution, initContainers, ''),
    says: /At 6,302 ms `train-2` gets `node-a`\. The pods there need 3 of example\.com\/gpu then, and the node has 2\. .* an init container asks for 2, more than the containers together, 1/,
  },
  {
    name: 'no overhead',
    write: ({ solution }) => swap(solution, overhead, ''),
    says: /At 4,802 ms `sandbox` gets `node-b`\. The pods there need 4\.25 of cpu then, and the node has 4\. `sandbox` needs 3\.5 of cpu at a time: the containers ask for 3 together.* overhead of 0\.5 comes on top/,
  },
  {
    name: 'nothing at all',
    write: ({ solution }) => swap(solution, 'return result;', 'return new PreFilterState();'),
    says: /At 4,802 ms `sandbox` gets `node-b`\. The pods there need 4\.25 of cpu then, and the node has 4\. `sandbox` needs 3\.5 of cpu at a time: the containers ask for 3 together.* overhead of 0\.5 comes on top/,
  },
  {
    name: 'the largest container, where they run together',
    write: ({ solution }) =>
      swap(solution, 'spec.containers) result.request.add', 'spec.containers) result.request.setMaxResource'),
    says: /At 4,802 ms `sandbox` gets `node-b`\. The pods there need 4\.25 of cpu then, and the node has 4\. `sandbox` needs 3\.5 of cpu at a time: the containers ask for 3 together.* overhead of 0\.5 comes on top/,
  },
  {
    name: 'init containers added up, and compared as one',
    write: ({ solution }) =>
      swap(
        solution,
        initContainers,
        `  const before = new PreFilterState();
  for (const container of spec.initContainers ?? []) before.request.add(container.resources?.requests);
  if (before.request.milliCPU > result.request.milliCPU) result.request = before.request;
`,
      ),
    says: /At 6,302 ms `train-2` gets `node-a`\. The pods there need 3 of example\.com\/gpu then, and the node has 2\. .* an init container asks for 2, more than the containers together, 1/,
  },
  {
    name: 'init containers compared by their processors alone',
    write: ({ solution }) =>
      swap(
        solution,
        initContainers,
        `  for (const container of spec.initContainers ?? []) {
    const before = new PreFilterState();
    before.request.add(container.resources?.requests);
    if (before.request.milliCPU > result.request.milliCPU) result.request.milliCPU = before.request.milliCPU;
  }
`,
      ),
    says: /At 6,302 ms `train-2` gets `node-a`\. The pods there need 3 of example\.com\/gpu then, and the node has 2\. .* an init container asks for 2, more than the containers together, 1/,
  },
  {
    name: 'the overhead first, so that an init container swallows it',
    write: ({ solution }) =>
      swap(swap(solution, overhead, ''), initContainers, `${overhead}${initContainers}`),
    says: /At 7,802 ms `vm` gets `node-b`\. The pods there need 4\.25 of cpu then, and the node has 4\. `vm` needs 3\.5 of cpu at a time: an init container asks for 3.* overhead of 0\.5 comes on top/,
  },
  {
    name: 'the overhead as one more container of which the largest counts',
    write: ({ solution }) =>
      swap(solution, 'request.add(spec.overhead', 'request.setMaxResource(spec.overhead'),
    says: /At 4,802 ms `sandbox` gets `node-b`\. The pods there need 4\.25 of cpu then, and the node has 4\. `sandbox` needs 3\.5 of cpu at a time: the containers ask for 3 together.* overhead of 0\.5 comes on top/,
  },
  {
    name: 'amounts as they stand in the manifest',
    write: ({ solution }) =>
      swap(
        solution,
        'result.request.add(container.resources?.requests);',
        'result.request.milliCPU += container.resources?.requests?.cpu * 1000;',
      ),
    says: /`container\.resources\?\.requests\?\.cpu` is `"1"`, which is no number: what is computed from it is NaN/,
  },
  {
    name: 'the name that Go has for it',
    write: ({ solution }) => swap(solution, 'setMaxResource', 'SetMaxResource'),
    says: /`SetMaxResource` is not a method of `result\.request`\. Did you mean `setMaxResource`\?/,
  },
]);
