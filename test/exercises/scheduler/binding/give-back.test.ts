import { exercise } from '../../../../content/scheduler/binding/exercises/give-back.ts';
import { refuses, swap } from '../../tried.ts';

const unreserve = 'fwk.runReservePluginsUnreserve(state, assumedPodInfo.pod, host);';
const forget = 'schedulerCache.forgetPod(assumedPodInfo.pod);';
const record = "yield* this.recordSchedulingFailure(fwk, assumedPodInfo, err, reason, '');";

refuses(
  exercise,
  [
    {
      name: 'nothing taken back',
      write: ({ start }) => start,
      says: /At 1,006 ms the binding of `web-1` is refused, and the cache goes on counting the pod on `node-a`\. No other pod can have that room[^]*what plugins reserved for it on `node-a` stays reserved[^]*In the end `web-1` has no node, though there is room for all three pods/,
    },
    {
      name: 'what plugins reserved, left as it is',
      write: ({ solution }) => swap(solution, unreserve, ''),
      says: /what plugins reserved for it on `node-a` stays reserved/,
    },
    {
      name: 'what plugins reserved on a node without a name',
      write: ({ solution }) => swap(solution, unreserve, unreserve.replace('host', "''")),
      says: /what plugins reserved for it on `node-a` stays reserved/,
    },
    {
      name: 'a pod that is not forgotten',
      write: ({ solution }) => swap(solution, forget, ''),
      says: /At 1,006 ms the binding of `web-1` is refused, and the cache goes on counting the pod on `node-a`\. No other pod can have that room[^]*In the end `web-1` has no node, though there is room for all three pods/,
    },
    {
      name: 'a pod forgotten without its node',
      write: ({ solution }) =>
        swap(
          solution,
          forget,
          'const { nodeName, ...spec } = assumedPodInfo.pod.spec;\n    schedulerCache.forgetPod({ ...assumedPodInfo.pod, spec });',
        ),
      says: /`schedulerCache\.forgetPod\(\{ \.\.\.assumedPodInfo\.pod, spec \}\)` gives an error, and nothing looks at it: pod .* was assumed on undefined but assigned to node-a/,
    },
    {
      name: 'the error of forgetPod looked at, and nothing done about it',
      write: ({ solution }) =>
        swap(
          swap(solution, record, ''),
          unreserve,
          `${record}\n    const failed = ${forget}\n    if (failed) return;`,
        ).replace(/\n    schedulerCache.*/, ''),
      says: /At 1,006 ms the binding of `web-1` is refused, and the cache goes on counting the pod on `node-a`\. No other pod can have that room[^]*what plugins reserved for it on `node-a` stays reserved/,
    },
    {
      name: 'all that stands around the pod in place of the pod',
      write: ({ solution }) => swap(solution, forget, 'schedulerCache.forgetPod(assumedPodInfo);'),
      says: /Something is `undefined` here, or in what is called here: .*'uid' of 'pod\.metadata' .* at line 333 of `scheduler\.ts`/,
    },
    {
      name: 'the pod removed as one that was bound',
      write: ({ solution }) => swap(solution, forget, 'schedulerCache.removePod(assumedPodInfo.pod);'),
      says: /`schedulerCache\.removePod\(assumedPodInfo\.pod\)` gives an error, and nothing looks at it: pod .* is not found in scheduler cache, so cannot be removed from it/,
    },
    {
      // What records the failure puts the pod of the informer's cache into the same info, without a node.
      name: 'the failure recorded first',
      write: ({ solution }) => swap(swap(solution, record, ''), unreserve, `${record}\n    ${unreserve}`),
      says: /`schedulerCache\.forgetPod\(assumedPodInfo\.pod\)` gives an error, and nothing looks at it: pod .* was assumed on undefined but assigned to node-a\. .* at 1,010 ms/,
    },
    {
      name: 'a failure that is not recorded',
      write: ({ solution }) => swap(solution, record, ''),
      says: /the pod never comes into the queue again\. `recordSchedulingFailure` puts it there\.[^]*In the end `web-1` has no node, though there is room for all three pods/,
    },
    {
      name: 'a failure whose record is not run',
      write: ({ solution }) => swap(solution, 'yield* this.record', 'this.record'),
      says: /`this\.recordSchedulingFailure\(.*\)` was called without `yield\*`, so nothing of it has run/,
    },
    {
      name: 'the name that Go has for it',
      write: ({ solution }) => swap(solution, 'forgetPod', 'ForgetPod'),
      says: /`ForgetPod` is not a method of `schedulerCache`\. Did you mean `forgetPod`\?/,
    },
  ],
  [
    {
      name: 'the cache first, and then the plugins',
      write: ({ solution }) => swap(swap(solution, unreserve, ''), forget, `${forget}\n    ${unreserve}`),
    },
  ],
);
