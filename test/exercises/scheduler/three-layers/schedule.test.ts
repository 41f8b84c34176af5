import { exercise } from '../../../../content/scheduler/three-layers/exercises/schedule.ts';
import { refuses, swap } from '../../tried.ts';

const update = 'const stale = this.#cache.updateSnapshot(this.#nodeInfoSnapshot);';
const fitError = 'new FitError(pod, numAllNodes, statuses)';
const select = 'const [suggestedHost, none] = this.steps.selectHost(priorityList);';

refuses(exercise, [
  {
    name: 'the first node that will do',
    write: ({ start }) => start,
    says: /At 308 ms the kubelet of `node-a` refuses `web-2`: OutOfcpu\. The scheduler counted on room that another pod had taken: its snapshot is older than its cache[^]*At 302 ms `node-a` is chosen for `web-1`\. 3 nodes could take it, and none of them was given a score[^]*At 2,302 ms no node is found for `etl-1`, and the message says only: “no nodes available to schedule pods”\. Which nodes refused it, and why\?/,
  },
  {
    name: 'one look at the nodes, at the beginning',
    write: ({ solution }) =>
      swap(
        solution,
        update,
        `const known = this.#nodeInfoSnapshot.numNodes() > 0;
    const stale = known ? undefined : this.#cache.updateSnapshot(this.#nodeInfoSnapshot);`,
      ),
    says: /At 308 ms the kubelet of `node-c` refuses `web-3`: OutOfcpu\. The scheduler counted on room that another pod had taken: its snapshot is older than its cache/,
  },
  {
    name: 'a look at the nodes after the filters',
    write: ({ solution }) =>
      swap(
        swap(solution, `${update}\n    if (stale) return [undefined, stale];\n`, ''),
        'const [first]',
        `${update}\n    if (stale) return [undefined, stale];\n    const [first]`,
      ),
    says: /The filters looked at no node: their snapshot was empty, and the cache was not/,
  },
  {
    name: 'no scores',
    write: ({ solution }) =>
      swap(solution, 'if (feasibleNodes.length === 1)', 'if (feasibleNodes.length > 0)'),
    says: /At 302 ms `node-a` is chosen for `web-1`\. 3 nodes could take it, and none of them was given a score/,
  },
  {
    name: 'scores, and the first node',
    write: ({ solution }) =>
      swap(solution, select, "const [suggestedHost, none] = [priorityList[0]?.name ?? '', undefined];"),
    says: /At 302 ms `node-a` is chosen for `web-1`\. Its score is \d+, and the highest is \d+/,
  },
  {
    name: 'the lowest score',
    write: ({ solution }) =>
      swap(
        solution,
        select,
        `const [least] = [...priorityList].sort((a, b) => a.score - b.score);
    const [suggestedHost, none] = [least?.name ?? '', undefined];`,
      ),
    says: /At 302 ms `node-a` is chosen for `web-1`\. Its score is \d+, and the highest is \d+/,
  },
  {
    name: 'no more than that there is none',
    write: ({ solution }) => swap(solution, fitError, 'errNoNodesAvailable'),
    says: /At 2,302 ms no node is found for `etl-1`, and the message says only: “no nodes available to schedule pods”\. Which nodes refused it, and why\?[^]*In the end `pay-1` has no node\. Preemption makes room only after a `FitError`/,
  },
  {
    name: 'an error of the right kind without what the filters said',
    write: ({ solution }) => swap(solution, fitError, 'new FitError(pod, numAllNodes, new Map())'),
    says: /“0\/3 nodes are available: \.”\. Which nodes refused it, and why\? A `FitError` that has the statuses says so/,
  },
  {
    name: 'an error with the message of the right one',
    write: ({ solution }) => swap(solution, fitError, `new Error(${fitError}.message)`),
    says: /In the end `pay-1` has no node\. Preemption makes room only after a `FitError`/,
  },
  {
    name: 'an error that is thrown',
    write: ({ solution }) => swap(solution, `return [undefined, ${fitError}];`, `throw ${fitError};`),
    says: /FitError: 0\/3 nodes are available: .* An error that is thrown ends the process\. Where Go returns an error, return it/,
  },
  {
    name: 'the name of the node in place of a result',
    write: ({ solution }) =>
      swap(
        solution,
        'return none ? [undefined, none] : [{ suggestedHost, ...counts }, undefined];',
        'return suggestedHost;',
      ),
    says: /The function returns `suggestedHost`, which is `"node-c"`\. It has to return a pair/,
  },
  {
    name: 'scores that are not asked for',
    write: ({ solution }) =>
      swap(solution, 'yield* this.steps.prioritizeNodes', 'this.steps.prioritizeNodes'),
    says: /`this\.steps\.prioritizeNodes\(.*\)` was called without `yield\*`/,
  },
  {
    name: 'a host that is waited for',
    write: ({ solution }) => swap(solution, '= this.steps.selectHost', '= yield* this.steps.selectHost'),
    says: /`yield\*` stands before `this\.steps\.selectHost\(priorityList\)`, which never waits/,
  },
  {
    name: 'the name that Go has for it',
    write: ({ solution }) => swap(solution, 'this.steps.selectHost', 'this.steps.SelectHost'),
    says: /`SelectHost` is not a method of `this\.steps`\. Did you mean `selectHost`\?/,
  },
]);
