import { exercise } from '../../../../content/scheduler/preemption/exercises/fewest.ts';
import { refuses, swap } from '../../tried.ts';

const byRank = 'potentialVictims.sort(byImportance(now));';
const filtered = 'filterPodsWithPDBViolation(potentialVictims, pdbs)';
const lower = 'if (podPriority(p.pod) >= podPriority(pod)) continue;';

refuses(exercise, [
  {
    name: 'pods taken away until it fits',
    write: ({ start }) => start,
    says: /At 2,002 ms `cron` must go from `node-a`, in vain\. Beside `web-a` there is room for 1 CPU, and `cron` asks for 1[^]*`ledger` must go from `node-b`, against its budget\. `shop` stays, which has no budget/,
  },
  {
    name: 'no pod put back',
    write: ({ solution }) => swap(solution, 'if (fits()) return true;', ''),
    says: /At 2,002 ms `cron` must go from `node-a`, in vain\. Beside `web-a` there is room for 1 CPU, and `cron` asks for 1/,
  },
  {
    name: 'the less important pods put back first',
    write: ({ solution }) => swap(solution, byRank, `${byRank}\n  potentialVictims.reverse();`),
    says: /At 2,018 ms `api` must go from `node-c`, with priority 500, and `mail` stays, with 100/,
  },
  {
    name: 'no order at all',
    write: ({ solution }) => swap(solution, byRank, ''),
    says: /At 2,018 ms `api` must go from `node-c`, with priority 500, and `mail` stays, with 100/,
  },
  {
    name: 'no budgets',
    write: ({ solution }) => swap(solution, filtered, '[[], potentialVictims]'),
    says: /`ledger` must go from `node-b`, against its budget\. `shop` stays, which has no budget/,
  },
  {
    name: 'protected pods put back last',
    write: ({ solution }) =>
      swap(
        solution,
        'const [violatingVictims, nonViolatingVictims]',
        'const [nonViolatingVictims, violatingVictims]',
      ),
    says: /`ledger` must go from `node-b`, against its budget\. `shop` stays, which has no budget/,
  },
  {
    name: 'pods that a budget protects never taken',
    write: ({ solution }) =>
      swap(solution, byRank, `${byRank}\n  if (${filtered}[0].length > 0) return undefined;`),
    says: /In the end `web-b` has no node, though pods of less priority are in its way/,
  },
  {
    name: 'no pod taken away',
    write: ({ solution }) => swap(solution, lower, 'if (true) continue;'),
    says: /In the end `web-a` has no node, though pods of less priority are in its way/,
  },
  {
    name: 'pods of the same priority taken too',
    write: ({ solution }) => swap(solution, lower, lower.replace('>=', '>')),
    says: /At 5,002 ms `web-a` must go from `node-a`, with priority 1000\. `web-d` has 1000: only a pod of less priority may have to go/,
  },
  {
    name: 'every pod taken, whatever its priority',
    write: ({ solution }) => swap(solution, lower, ''),
    says: /At 5,002 ms `web-a` must go from `node-a`, with priority 1000\. `web-d` has 1000: only a pod of less priority may have to go/,
  },
  {
    name: 'a list that changes under the loop',
    write: ({ solution }) => swap(solution, '[...nodeInfo.pods]', 'nodeInfo.pods'),
    says: /`ledger` must go from `node-b`, against its budget\. `shop` stays, which has no budget/,
  },
  {
    name: 'a pod put back that leaves no room, and left there',
    write: ({ solution }) => swap(solution, 'return removePod(p) ? undefined : false;', 'return false;'),
    says: /At 2,002 ms `cron` must go from `node-a`, in vain\. Beside `web-a` there is room for 1 CPU, and `cron` asks for 1/,
  },
  {
    name: 'the name that Go has for it',
    write: ({ solution }) => swap(solution, 'nodeInfo.addPod', 'nodeInfo.AddPod'),
    says: /`AddPod` is not a method of `nodeInfo`\. Did you mean `addPod`\?/,
  },
]);
