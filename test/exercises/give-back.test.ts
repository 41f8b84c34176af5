import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/scheduler/binding/exercises/give-back.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const unreserve = 'fwk.runReservePluginsUnreserve(state, assumedPodInfo.pod, host);';
const forget = 'schedulerCache.forgetPod(assumedPodInfo.pod);';
const record = "yield* this.recordSchedulingFailure(fwk, assumedPodInfo, err, reason, '');";

const counted =
  'The cache does not count a pod on a node any more when its binding has failed: At 1,006 ms the binding of web-1 is refused, and it is still counted on node-a. No other pod can have that room, and web-1 cannot be tried again.';
const reserved =
  'What plugins reserved is given back: At 1,006 ms the binding of web-1 is refused, and what plugins reserved for it on node-a stays reserved.';
const lost = 'Each pod gets a node: In the end web-1 has no node, though there is room for all three.';

/** What is left to ask when the run ended at a call whose error nothing looks at. */
const ended = (call: string, why: string, at: string, line: number): string[] => [
  `It runs to its end: \`schedulerCache.${call}\` gives an error, and nothing looks at it: pod 2f174ed9-7bf6-4178-a4e0-88870e345050 ${why}. This ended the process \`bind web-1\` at ${at} ms, at line ${line} of \`scheduler.ts\`.`,
  'A node is never promised more than it has: open',
  'A pod that failed comes into the queue again: open',
  'The cache does not count a pod on a node any more when its binding has failed: open',
  'What plugins reserved is given back: open',
  'Each pod gets a node: open',
];
const elsewhere = 'was assumed on undefined but assigned to node-a';

const attempts: readonly Attempt[] = [
  ['takes nothing back', ({ start }) => start, [counted, reserved, lost]],
  ['leaves what is reserved', ({ solution }) => swap(solution, unreserve, ''), [reserved]],
  ['does not forget', ({ solution }) => swap(solution, forget, ''), [counted, lost]],
  [
    'forgets a pod without its node',
    ({ solution }) =>
      swap(
        solution,
        forget,
        'const { nodeName, ...spec } = assumedPodInfo.pod.spec;\n    schedulerCache.forgetPod({ ...assumedPodInfo.pod, spec });',
      ),
    ended('forgetPod({ ...assumedPodInfo.pod, spec })', elsewhere, '1,006', 334),
  ],
  [
    'removes the pod as one that was bound',
    ({ solution }) => swap(solution, forget, 'schedulerCache.removePod(assumedPodInfo.pod);'),
    ended(
      'removePod(assumedPodInfo.pod)',
      'is not found in scheduler cache, so cannot be removed from it',
      '1,006',
      333,
    ),
  ],
  // What tells of it puts the pod as it is in the informer's cache into the same info, without a node.
  [
    'tells first',
    ({ solution }) => swap(swap(solution, record, ''), unreserve, `${record}\n    ${unreserve}`),
    ended('forgetPod(assumedPodInfo.pod)', elsewhere, '1,010', 334),
  ],
  [
    'reports nothing',
    ({ solution }) => swap(solution, record, ''),
    [
      'A pod that failed comes into the queue again: At 1,006 ms the binding of web-1 is refused, and it never comes into the queue again.',
      lost,
    ],
  ],
  ['takes all back, and tells', ({ solution }) => solution, []],
];

describe('Take it all back', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
