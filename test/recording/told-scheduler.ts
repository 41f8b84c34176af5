import type { Event } from '../../src/runtime/stage/events.ts';

const pod = 'default/web-1';
const node = 'node-b';
const done = { pod, node, code: 'Success', reasons: [] } as const;

/** What schedulers do, each as a sentence. */
export const toldOfScheduler: readonly (readonly [event: Event, sentence: string])[] = [
  [
    { kind: 'sched.queue', pod, from: '', to: 'active', why: 'PodAdd', attempts: 0 },
    'default/web-1 comes into the active queue (PodAdd)',
  ],
  [
    { kind: 'sched.queue', pod, from: 'backoff', to: 'active', why: 'BackoffComplete', attempts: 1 },
    'default/web-1 moves from the back-off queue into the active queue (BackoffComplete)',
  ],
  [
    { kind: 'sched.queue', pod, from: 'unschedulable', to: '', why: 'PodDelete', attempts: 2 },
    "default/web-1 leaves the scheduler's queue (PodDelete)",
  ],
  [
    { kind: 'sched.move', why: 'NodeAdd', active: [pod], backoff: [] },
    'NodeAdd: 1 pod may be tried again at once',
  ],
  [
    { kind: 'sched.move', why: 'NodeAdd', active: [pod], backoff: [pod, pod] },
    'NodeAdd: 1 pod may be tried again at once, 2 pods after a back-off',
  ],
  [{ kind: 'sched.pop', pod, attempt: 1 }, 'The scheduler takes default/web-1 from its queue'],
  [{ kind: 'sched.pop', pod, attempt: 2 }, 'The scheduler takes default/web-1 from its queue, for attempt 2'],
  [
    { kind: 'sched.nominate', pod, node },
    'The scheduler promises default/web-1 the room that will be free on node-b',
  ],
  [{ kind: 'sched.nominate', pod, node: '' }, 'No node is promised to default/web-1 any more'],
  [
    { kind: 'sched.snapshot', copied: 1, nodes: 3, generation: 9 },
    'The snapshot takes over 1 of 3 nodes from the cache: what changed since the last pod',
  ],
  [
    { kind: 'sched.prefilter', pod, plugin: '', code: 'Success', reasons: [] },
    'The PreFilter plugins prepare what the filters need for default/web-1',
  ],
  [
    {
      kind: 'sched.filter',
      pod,
      feasible: 1,
      looked: 3,
      all: 5,
      from: 'node-d',
      reasons: ['2 Insufficient cpu'],
    },
    'The filters look at 3 of 5 nodes, from node-d on, for default/web-1: 1 can run it; 2 Insufficient cpu',
  ],
  [
    { kind: 'sched.score', pod, nodes: 2, score: 90, best: [node] },
    '2 nodes get scores for default/web-1: node-b has the most, 90',
  ],
  [
    { kind: 'sched.choose', pod, node, how: 'drawn', among: 2 },
    'The scheduler draws node-b for default/web-1, among 2 with the same score',
  ],
  [
    { kind: 'sched.fail', pod, message: '0/3 nodes are available: 3 Insufficient cpu.' },
    'No node is found for default/web-1: 0/3 nodes are available: 3 Insufficient cpu.',
  ],
  [
    {
      kind: 'sched.preempt',
      pod,
      node,
      victims: ['default/low'],
      violations: 0,
      candidates: 2,
      potential: 3,
    },
    'Preemption chooses node-b for default/web-1, among 2 candidates on 3 nodes: default/low must go',
  ],
  [
    { kind: 'sched.postfilter', ...done },
    'The PostFilter plugins have made room for default/web-1 on node-b',
  ],
  [
    { kind: 'sched.assume', pod, node },
    'The cache counts default/web-1 on node-b from now on, before the API server knows of it',
  ],
  [{ kind: 'sched.forget', pod, node }, 'The cache forgets that default/web-1 was on its way to node-b'],
  [
    { kind: 'sched.confirm', pod, node },
    'The cache hears that default/web-1 is bound to node-b, as it has assumed',
  ],
  [
    { kind: 'sched.expire', pod, node },
    'The cache has not heard of default/web-1 on node-b in time, and forgets it',
  ],
  [{ kind: 'sched.reserve', ...done }, 'The plugins reserve for default/web-1 what it needs on node-b'],
  [
    { kind: 'sched.unreserve', ...done },
    'The plugins give back what they reserved for default/web-1 on node-b',
  ],
  [
    { kind: 'sched.permit', ...done, code: 'Wait' },
    'A Permit plugin holds default/web-1 back on its way to node-b',
  ],
  [{ kind: 'sched.wait', ...done }, 'default/web-1 waits no longer, and may go to node-b'],
  [{ kind: 'sched.prebind', ...done }, 'The PreBind plugins are done with default/web-1 for node-b'],
  [{ kind: 'sched.bind', ...done }, 'default/web-1 is bound to node-b: the API server has taken the binding'],
  [
    { kind: 'sched.bind', ...done, code: 'Error', reasons: ['pod is gone'] },
    'default/web-1 does not come to node-b, at Bind: pod is gone',
  ],
  [{ kind: 'sched.postbind', ...done }, 'The PostBind plugins hear that default/web-1 is bound to node-b'],
];
