import { exercise } from '../../../../content/scheduler/taints-and-tolerations/exercises/every-taint.ts';
import { refuses, swap } from '../../tried.ts';

const effects = /\(\{ effect \}\) => .*/;
const finds = /const taint = findMatchingUntoleratedTaint\([^]*?\n    \);/;

refuses(exercise, [
  {
    name: 'one toleration for all, and all effects alike',
    write: ({ start }) => start,
    says: /`db-d` gets `node-d`, which has the taint `disk=slow:NoSchedule`\. The pod does not tolerate that[^]*At 1,010 ms no node is found for `web-c`[^]*`web-a` is refused because of `dedicated=db:NoSchedule`, and the reason of `node-a` is: node\(s\) had taints, that the pod didn't tolerate\. It has to be `node\(s\) had taint \{dedicated: db\}, that the pod didn't tolerate`[^]*At 1,002 ms preemption tries for `web-a` whether it helps if pods go\. The taint would stay, and the code `Unschedulable` says that it may help/,
  },
  {
    name: 'NoExecute forgotten',
    write: ({ solution }) => swap(solution, " || effect === 'NoExecute'", ''),
    says: /`web-b` gets `node-b`, which has the taint `dedicated=db:NoExecute`\. The pod does not tolerate that/,
  },
  {
    name: 'NoSchedule forgotten',
    write: ({ solution }) => swap(solution, "effect === 'NoSchedule' || ", ''),
    says: /`web-a` gets `node-a`, which has the taint `dedicated=db:NoSchedule`\. The pod does not tolerate that/,
  },
  {
    name: 'a refusal for every effect',
    write: ({ solution }) => swap(solution, effects, '() => true,'),
    says: /At 1,010 ms no node is found for `web-c`/,
  },
  {
    name: 'a refusal where a toleration is found',
    write: ({ solution }) => swap(solution, 'if (!taint) return', 'if (taint) return'),
    says: /`taint` is `undefined`, so it has no `key`/,
  },
  {
    name: 'a code that says that it may help if pods go',
    write: ({ solution }) => swap(solution, 'UnschedulableAndUnresolvable', 'Unschedulable'),
    says: /At 1,002 ms preemption tries for `web-a` whether it helps if pods go\. The taint would stay, and the code `Unschedulable` says that it may help/,
  },
  {
    name: 'the last taint in the reason',
    write: ({ solution }) => swap(solution, '      taints,\n', '      [...taints].reverse(),\n'),
    says: /`web-d` is refused because of `dedicated=db:NoSchedule`, and the reason of `node-d` is: node\(s\) had taint \{disk: slow\}, that the pod didn't tolerate\. It has to be `node\(s\) had taint \{dedicated: db\}, that the pod didn't tolerate`/,
  },
  {
    name: 'the first taint of the node in the reason, tolerated or not',
    write: ({ solution }) =>
      swap(solution, '{${taint.key}: ${taint.value', '{${taints[0].key}: ${taints[0].value'),
    says: /`db-d` is refused because of `disk=slow:NoSchedule`, and the reason of `node-d` is: node\(s\) had taint \{dedicated: db\}, that the pod didn't tolerate\. It has to be `node\(s\) had taint \{disk: slow\}, that the pod didn't tolerate`/,
  },
  {
    name: 'a taint written as kubectl takes it',
    write: ({ solution }) => swap(solution, '${taint.key}: ${', '${taint.key}=${'),
    says: /`web-a` is refused because of `dedicated=db:NoSchedule`, and the reason of `node-a` is: node\(s\) had taint \{dedicated=db\}, that the pod didn't tolerate\. It has to be `node\(s\) had taint \{dedicated: db\}, that the pod didn't tolerate`/,
  },
  {
    name: 'tolerations asked for before taints',
    write: ({ solution }) =>
      swap(
        solution,
        finds,
        `const [taint] = taints.filter(
      (one) =>
        (one.effect === 'NoSchedule' || one.effect === 'NoExecute') &&
        pod.spec.tolerations?.some(({ key }) => key !== one.key),
    );`,
      ),
    says: /At 1,014 ms no node is found for `db-a`/,
  },
  {
    name: 'every taint tolerated by its key alone',
    write: ({ solution }) =>
      swap(
        solution,
        finds,
        `const tolerations = pod.spec.tolerations ?? [];
    const taint = taints.find(
      (one) =>
        (one.effect === 'NoSchedule' || one.effect === 'NoExecute') &&
        !tolerations.some(({ key }) => key === one.key),
    );`,
      ),
    says: /At 1,018 ms no node is found for `agent-d`/,
  },
  {
    name: 'taints sorted where they stand',
    write: ({ solution }) =>
      swap(
        solution,
        'if (!taints) return undefined;',
        'if (!taints) return undefined;\n    taints.sort((a, b) => a.key.localeCompare(b.key));',
      ),
    says: /`taints` is frozen\. .* Make a changed copy, such as `\[\.\.\.taints\]`/,
  },
  {
    name: 'no filter of effects',
    write: ({ solution }) => swap(solution, /,\n\s*\(\{ effect \}\) => .*/, ''),
    says: /Something is of another kind than is needed, here or in what is called here: inclusionFilter is not a function/,
  },
  {
    name: 'true and false, as a test would answer',
    write: ({ solution }) => swap(solution, /const errReason[^]*errReason\);/, 'return false;'),
    says: /The function returns `false`\. It has to return a status, such as `newStatus\('Unschedulable', 'why'\)`, or `undefined` for success/,
  },
  {
    name: 'the field as Go calls it',
    write: ({ solution }) => swap(solution, '${taint.key}', '${taint.Key}'),
    says: /`taint` has no `Key`\. Did you mean `key`\?/,
  },
]);
