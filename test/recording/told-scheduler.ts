import type { Event } from '../../src/runtime/stage/events.ts';

const pod = 'default/web-1';
const node = 'node-b';
const done = { pod, node, code: 'Success', reasons: [] } as const;

/** What schedulers do, each as a sentence. */
export const toldOfScheduler: readonly (readonly [event: Event, sentence: string])[] = [
  [
    { kind: 'sched.queue', pod, from: '', to: 'active', why: 'PodAdd', attempts: 0 },
    'The scheduler puts default/web-1 into the active queue (PodAdd)',
  ],
  [
    { kind: 'sched.queue', pod, from: 'backoff', to: 'active', why: 'BackoffComplete', attempts: 1 },
    'The scheduler moves default/web-1 from the back-off queue into the active queue (BackoffComplete)',
  ],
  [
    { kind: 'sched.queue', pod, from: 'unschedulable', to: '', why: 'PodDelete', attempts: 2 },
    'The scheduler takes default/web-1 out of its queue (PodDelete)',
  ],
  [
    { kind: 'sched.move', why: 'NodeAdd', active: [pod], backoff: [] },
    'NodeAdd: the scheduler may try 1 pod again at once',
  ],
  [
    { kind: 'sched.move', why: 'NodeAdd', active: [pod], backoff: [pod, pod] },
    'NodeAdd: the scheduler may try 1 pod again at once, 2 pods after a back-off',
  ],
  [{ kind: 'sched.pop', pod, attempt: 1 }, 'The scheduler takes default/web-1 from its queue'],
  [{ kind: 'sched.pop', pod, attempt: 2 }, 'The scheduler takes default/web-1 from its queue, for attempt 2'],
  [
    { kind: 'sched.nominate', pod, node },
    'The scheduler nominates node-b for default/web-1: room will be free there',
  ],
  [{ kind: 'sched.nominate', pod, node: '' }, 'The scheduler nominates no node for default/web-1 any more'],
  [
    { kind: 'sched.snapshot', copied: 1, nodes: 3, generation: 9 },
    'The scheduler copies 1 of 3 nodes from its cache into its snapshot: what changed since the last pod',
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
    'The scheduler scores 2 nodes for default/web-1: node-b has the most, 90',
  ],
  [
    { kind: 'sched.choose', pod, node, how: 'drawn', among: 2 },
    'The scheduler draws node-b for default/web-1, among 2 with the same score',
  ],
  [
    { kind: 'sched.fail', pod, message: '0/3 nodes are available: 3 Insufficient cpu.' },
    'The scheduler finds no node for default/web-1: 0/3 nodes are available: 3 Insufficient cpu',
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
    'The scheduler preempts on node-b for default/web-1, among 2 candidates on 3 nodes: default/low must go',
  ],
  [
    { kind: 'sched.postfilter', ...done },
    'The PostFilter plugins have made room for default/web-1 on node-b',
  ],
  [
    { kind: 'sched.assume', pod, node },
    'The scheduler assumes default/web-1 on node-b: its cache counts it there before the API server knows of it',
  ],
  [
    { kind: 'sched.forget', pod, node },
    "The scheduler's cache forgets that default/web-1 was on its way to node-b",
  ],
  [
    { kind: 'sched.confirm', pod, node },
    "The scheduler's cache hears that default/web-1 is bound to node-b, as it has assumed",
  ],
  [
    { kind: 'sched.expire', pod, node },
    "The scheduler's cache has not heard of default/web-1 on node-b in time, and forgets it",
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
  [
    { kind: 'sched.wait', ...done },
    'The Permit plugins no longer hold default/web-1 back: it may go to node-b',
  ],
  [{ kind: 'sched.prebind', ...done }, 'The PreBind plugins are done with default/web-1 for node-b'],
  [
    { kind: 'sched.bind', ...done },
    'The scheduler has bound default/web-1 to node-b: the API server took the binding',
  ],
  [
    { kind: 'sched.bind', ...done, code: 'Error', reasons: ['pod is gone'] },
    'The scheduler does not bring default/web-1 to node-b, at Bind: pod is gone',
  ],
  [
    { kind: 'sched.postbind', ...done },
    'The PostBind plugins hear that the scheduler has bound default/web-1 to node-b',
  ],
];
