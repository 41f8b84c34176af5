import { exercise } from '../../../../content/scheduler/writing-a-plugin/exercises/what-if.ts';
import { refuses, swap } from '../../tried.ts';

const add = 'count(state, podToAdd, nodeInfo, 1)';
const remove = 'count(state, podToRemove, nodeInfo, -1)';

refuses(exercise, [
  {
    name: 'nothing counted',
    write: ({ start }) => start,
    says: /Preemption took pods away from copies of 3 nodes, and the filter still said no: it did not see in the state that they were gone/,
  },
  {
    name: 'pods counted only where they go',
    write: ({ solution }) => swap(solution, add, 'undefined'),
    says: /At 4,002 ms the scheduler nominates `node-a` for `sim-1`, and no pod has to go for it\. .* a pod that is put back has to count again/,
  },
  {
    name: 'pods counted only where they come back',
    write: ({ solution }) => swap(solution, remove, 'undefined'),
    says: /Preemption took pods away from copies of 3 nodes, and the filter still said no: it did not see in the state that they were gone/,
  },
  {
    name: 'every pod counted',
    write: ({ solution }) => swap(solution, 'if (needsLicence(pod)) ', ''),
    says: /At 4,002 ms `web-a` has to go, and it has no licence\. So no licence becomes free/,
  },
  {
    name: 'the pod counted that looks for a place',
    write: ({ solution }) =>
      swap(
        swap(solution, add, 'count(state, _pod, nodeInfo, 1)'),
        remove,
        'count(state, _pod, nodeInfo, -1)',
      ),
    says: /At 4,002 ms `web-a` has to go, and it has no licence\. So no licence becomes free/,
  },
  {
    name: 'plus for minus',
    write: ({ solution }) =>
      swap(swap(solution, add, add.replace('1', '-1')), remove, remove.replace('-1', '1')),
    says: /Preemption took pods away from copies of 3 nodes, and the filter still said no: it did not see in the state that they were gone/,
  },
  {
    name: 'a count of its own, which is no copy',
    write: ({ solution }) =>
      swap(
        solution,
        'const [inUse, failed] = readState<InUse>(state, stateKey);',
        'const [inUse, failed] = [this.newState(), undefined];',
      ),
    says: /Preemption took pods away from copies of 3 nodes, and the filter still said no: it did not see in the state that they were gone/,
  },
  {
    name: 'one of the two functions',
    write: ({ solution }) => swap(solution, /\n\s*removePod: .*/, ''),
    says: /removePod is not a function\. .* an object without that method\. Names of methods begin with a small letter here/,
  },
  {
    name: 'the functions by the names that Go has',
    write: ({ solution }) => swap(swap(solution, 'addPod:', 'AddPod:'), 'removePod:', 'RemovePod:'),
    says: /removePod is not a function\. .* an object without that method\. Names of methods begin with a small letter here/,
  },
  {
    name: 'the count in place of an answer',
    write: ({ solution }) =>
      swap(solution, 'return undefined;\n    };', 'return inUse.in(zoneOf(nodeInfo.node()));\n    };'),
    says: /The function returns `inUse\.in\(.*\)`, which is `1`\. It has to return a status/,
  },
  {
    name: 'what is called, in place of a function to call',
    write: ({ solution }) =>
      swap(solution, `addPod: (state, _pod, podToAdd, nodeInfo) => ${add}`, 'addPod: count()'),
    says: /Something is `undefined` here, or in what is called here: .*'read'/,
  },
  {
    name: 'the name that Go has for it',
    write: ({ solution }) => swap(solution, 'inUse.add', 'inUse.Add'),
    says: /`Add` is not a method of `inUse`\. Did you mean `add`\?/,
  },
]);
