import { exercise } from '../../../../content/scheduler/binding/exercises/permit.ts';
import { refuses, swap } from '../../tried.ts';

const allows = 'for (const other of waiting) other.allow(name);';
const incomplete = 'waiting.length + 1 < Number(size)';

refuses(
  exercise,
  [
    {
      name: 'a group that is held back for ever',
      write: ({ start }) => start,
      says: /In the end `spark-1` is not bound, though both pods of its group have come\. At 2,002 ms `permit` is asked about `spark-2`, the last of its group, and answers Wait/,
    },
    {
      name: 'a pod of no group held back too',
      write: ({ start }) => swap(start, 'if (group === undefined) return [undefined, 0];', ''),
      says: /At 2,002 ms `web-1` is held back\. It belongs to no group[^]*`permit` is asked about `spark-2`, the last of its group, and answers Wait/,
    },
    {
      name: 'no pod held back',
      write: ({ solution }) => swap(solution, /if \(waiting.length.*\n/, ''),
      says: /At 1,006 ms `mpi-1` is bound\. By its label, the group `mpi` has 3 pods, and only 1 pod of it found a place/,
    },
    {
      name: 'the others left waiting',
      write: ({ solution }) => swap(solution, allows, ''),
      says: /At 2,002 ms `permit` lets `spark-2` go on, and `spark-1` is not allowed to: call `allow\(name\)` of each pod that waits/,
    },
    {
      name: 'a pod that looks for itself among those that wait',
      write: ({ solution }) => swap(solution, 'waiting.length + 1', 'waiting.length'),
      says: /`permit` is asked about `spark-2`, the last of its group, and answers Wait\..* The pod that `permit` is asked about does not wait yet/,
    },
    {
      name: 'a number compared with the text of a label',
      write: ({ solution }) => swap(solution, `if (${incomplete})`, 'if (waiting.length + 1 !== size)'),
      says: /`permit` is asked about `spark-2`, the last of its group, and answers Wait\. The size of the group is a label, so it is a text: `Number\(size\)` is the number/,
    },
    {
      name: 'the others let go, and the last one held',
      write: ({ solution }) =>
        swap(
          solution,
          /allow\(name\);\n\s*return \[undefined, 0\];/,
          "allow(name);\n    return [newStatus('Wait'), patienceMs];",
        ),
      says: /In the end `spark-2` is not bound.* `permit` is asked about `spark-2`, the last of its group, and answers Wait/,
    },
    {
      name: 'pods of every group counted',
      write: ({ solution }) =>
        swap(
          solution,
          'const waiting = this.#waiting(group);',
          'const waiting: WaitingPod[] = [];\n    this.#handle.iterateOverWaitingPods((other) => waiting.push(other));',
        ),
      says: /At 1,006 ms `spark-1` is bound\. By its label, the group `spark` has 2 pods, and only 1 pod of it[^]*At 12,010 ms `spark-2` is bound\. The last of its group had come at 2,002 ms/,
    },
    {
      name: 'two pods for every group',
      write: ({ solution }) => swap(solution, 'Number(size)', '2'),
      says: /At 3,006 ms `mpi-1` is bound\. By its label, the group `mpi` has 3 pods, and only 2 pods of it/,
    },
    {
      name: 'a refusal in place of a wait',
      write: ({ solution }) => swap(solution, "newStatus('Wait')", "newStatus('Unschedulable', 'not yet')"),
      says: /`permit` answers Unschedulable for `spark-2`, which refuses the pod/,
    },
    {
      name: 'a wait of seconds where ms are asked for',
      write: ({ solution }) => swap(solution, "[newStatus('Wait'), patienceMs]", "[newStatus('Wait'), 10]"),
      says: /`spark-1` no longer waits: its wait ended at 1,0\d\d ms\. The time that `permit` gives is in ms/,
    },
    {
      name: 'the name of the pod in place of that of the plugin',
      write: ({ solution }) => swap(solution, 'other.allow(name)', 'other.allow(pod.metadata.name)'),
      says: /`spark-1` is not allowed to: call `allow\(name\)` of each pod that waits, with the name of this plugin/,
    },
    {
      name: 'an answer without a time',
      write: ({ solution }) => swap(solution, /return \[undefined, 0\];\n  \}$/, 'return undefined;\n  }'),
      says: /may return nothing, or no pair such as `\[value, err\]`/,
    },
    {
      name: 'a loop over indices, as range gives them first',
      write: ({ solution }) => swap(solution, 'const other of waiting', 'const other in waiting'),
      says: /`other` is an index, the text `"0"`.* `for \(const … of …\)`/,
    },
    {
      name: 'the name that Go has for it',
      write: ({ solution }) => swap(solution, 'other.allow', 'other.Allow'),
      says: /`Allow` is not a method of `other`\. Did you mean `allow`\?/,
    },
  ],
  [
    {
      name: 'a status that says Success',
      write: ({ solution }) =>
        swap(solution, /return \[undefined, 0\];\n  \}$/, "return [newStatus('Success'), 0];\n  }"),
    },
  ],
);
