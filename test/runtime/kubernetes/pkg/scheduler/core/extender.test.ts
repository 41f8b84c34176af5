import { describe, expect, test } from 'vitest';
import type { HTTPResponse, RoundTripper } from '../../../../../../src/runtime/go/http-client.ts';
import type {
  ExtenderConfig,
  PluginsConfig,
} from '../../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/types.ts';
import { newHTTPExtender } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/core/extender.ts';
import {
  type ScheduleResult,
  newGenericScheduler,
} from '../../../../../../src/runtime/kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import { newCycleState } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type { Extender } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/extender.ts';
import type { Plugin } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import * as defaultbinder from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/defaultbinder/default_binder.ts';
import { callExtenders } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
import * as queuesort from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/queuesort/priority_sort.ts';
import { newFramework } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { Registry } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { newSnapshot } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import type { Blocking } from '../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { node, pod } from '../framework/plugins/handle.ts';

type Decide = (path: string, asked: Record<string, unknown>) => unknown;

/** An extender whose answers are made here; a number is a status, a text an answer that is no JSON. */
const answering = (decide: Decide): RoundTripper => ({
  *post(url, body): Blocking<[HTTPResponse, undefined]> {
    const answer = decide(url, JSON.parse(body) as Record<string, unknown>);
    if (typeof answer === 'number') return [{ statusCode: answer, body: '' }, undefined];
    return [
      { statusCode: 200, body: typeof answer === 'string' ? answer : JSON.stringify(answer) },
      undefined,
    ];
  },
});

/** Runs it to its end. */
function ran<T>(sim: Sim, blocking: Blocking<T>): T {
  let result: { readonly value: T } | undefined;
  sim.go(
    'test',
    (function* () {
      result = { value: yield* blocking };
    })(),
  );
  sim.runUntilIdle();
  if (!result) throw new Error('expected an end, found it waiting');
  return result.value;
}

type Names = { readonly items: readonly { readonly metadata: { readonly name: string } }[] };
const namesIn = (asked: Record<string, unknown>): string[] =>
  (asked.Nodes as Names).items.map(({ metadata }) => metadata.name);

const passing =
  (...passes: readonly string[]): Decide =>
  (_url, asked) => {
    const { items } = asked.Nodes as Names;
    const failed = namesIn(asked).filter((name) => !passes.includes(name));
    return {
      Nodes: { items: items.filter(({ metadata }) => passes.includes(metadata.name)) },
      FailedNodes: Object.fromEntries(failed.map((name) => [name, 'FakeExtender failed'])),
    };
  };

const scoring =
  (best: string): Decide =>
  (_url, asked) =>
    namesIn(asked).map((Host) => ({ Host, Score: Host === best ? 10 : 1 }));

interface Fake extends Partial<ExtenderConfig> {
  readonly filter?: Decide;
  readonly prioritize?: Decide;
}

const filterVerb = 'filter';
const prioritizeVerb = 'prioritize';
const wrong: Decide = () => 500;

function made(sim: Sim, { filter, prioritize, ...config }: Fake): Extender {
  const decide: Decide = (url, asked) => {
    const found = url.endsWith('/filter') ? filter : prioritize;
    return found?.(url, asked);
  };
  return newHTTPExtender(sim, { urlPrefix: 'http://extender/', weight: 1, ...config }, answering(decide));
}

// Upstream's TestGenericSchedulerWithExtenders.
describe('the generic scheduler asks extenders', () => {
  const all = passing('node1', 'node2');
  const two = ['node1', 'node2'];
  const interested = { managedResources: [{ name: 'example.com/gpu' }] };
  type Case = readonly [string, readonly Fake[], readonly string[], ScheduleResult | undefined, number?];
  const result = (suggestedHost: string, evaluatedNodes: number, feasibleNodes: number) => ({
    suggestedHost,
    evaluatedNodes,
    feasibleNodes,
  });
  const cases: readonly Case[] = [
    [
      'test 1',
      [
        { filterVerb, filter: all },
        { filterVerb, filter: wrong },
      ],
      two,
      undefined,
    ],
    [
      'test 2',
      [
        { filterVerb, filter: all },
        { filterVerb, filter: passing() },
      ],
      two,
      undefined,
    ],
    [
      'test 3',
      [
        { filterVerb, filter: all },
        { filterVerb, filter: passing('node1') },
      ],
      two,
      result('node1', 2, 1),
    ],
    [
      'test 4',
      [
        { filterVerb, filter: passing('node2') },
        { filterVerb, filter: passing('node1') },
      ],
      two,
      undefined,
    ],
    [
      'test 5',
      [{ filterVerb, filter: all, prioritizeVerb, prioritize: wrong }],
      ['node1'],
      result('node1', 1, 1),
    ],
    [
      'test 6',
      [
        { filterVerb, filter: all, prioritizeVerb, prioritize: scoring('node1'), weight: 1 },
        { filterVerb, filter: all, prioritizeVerb, prioritize: scoring('node2'), weight: 5 },
      ],
      two,
      result('node2', 2, 2),
    ],
    [
      'test 7',
      [{ filterVerb, filter: all, prioritizeVerb, prioritize: scoring('node1'), weight: 1 }],
      two,
      result('node2', 2, 2),
      20,
    ],
    [
      'test 8',
      [{ filterVerb, filter: wrong, prioritizeVerb, prioritize: wrong, ...interested }],
      two,
      result('node2', 2, 2),
      1,
    ],
    [
      'test 9',
      [
        { filterVerb, filter: wrong, ignorable: true },
        { filterVerb, filter: passing('node1') },
      ],
      two,
      result('node1', 2, 1),
    ],
  ];
  test.each(cases.map((c) => ({ name: c[0], c })))('$name', ({ c }) => {
    const [, fakes, names, expected, weight] = c;
    const sim = new Sim();
    const snapshot = newSnapshot(
      [],
      names.map((name) => node(name)),
    );
    const registry = new Registry({
      TrueFilter: () => [{ name: () => 'TrueFilter', filter: () => undefined } as Plugin, undefined],
      Node2Prioritizer: () => [
        {
          name: () => 'Node2Prioritizer',
          score: (_state: unknown, _pod: unknown, name: string) => [name === 'node2' ? 100 : 10, undefined],
          scoreExtensions: () => undefined,
        } as Plugin,
        undefined,
      ],
      [queuesort.name]: queuesort.newPlugin,
      [defaultbinder.name]: defaultbinder.newPlugin,
    });
    const plugins: PluginsConfig = {
      queueSort: { enabled: [{ name: queuesort.name }] },
      filter: { enabled: [{ name: 'TrueFilter' }] },
      bind: { enabled: [{ name: defaultbinder.name }] },
      ...(weight !== undefined && { score: { enabled: [{ name: 'Node2Prioritizer', weight }] } }),
    };
    const [framework, err] = newFramework(registry, plugins, [], { sim, snapshotSharedLister: snapshot });
    if (err) throw err;
    const extenders = fakes.map((fake) => made(sim, fake));
    const scheduler = newGenericScheduler(sim, { updateSnapshot: () => undefined }, snapshot, extenders, 0);
    const [found, failed] = ran(sim, scheduler.schedule(framework, newCycleState(), pod()));
    expect(found).toEqual(expected);
    expect(failed === undefined).toBe(expected !== undefined);
  });
});

// Upstream's TestIsInterested.
describe('an extender is interested in pods that ask for what it manages', () => {
  const memory = { resources: { requests: { memory: '0' }, limits: { memory: '0' } } };
  const cases: readonly (readonly [string, readonly string[], object, boolean])[] = [
    ['Empty managed resources', [], { containers: [] }, true],
    ['Managed memory, empty resources', ['memory'], { containers: [{ name: 'app' }] }, false],
    [
      'Managed memory, of two containers one',
      ['cpu', 'memory'],
      { containers: [{ name: 'a' }, { name: 'b', resources: { limits: { memory: '1' } } }] },
      true,
    ],
    [
      'Managed memory, a container that asks for something else',
      ['memory'],
      { containers: [{ name: 'a', resources: { requests: { cpu: '1' } } }] },
      false,
    ],
    ['Managed memory, container memory', ['memory'], { containers: [{ name: 'app', ...memory }] }, true],
    [
      'Managed memory, init container memory',
      ['memory'],
      { containers: [{ name: 'app' }], initContainers: [{ name: 'init', ...memory }] },
      true,
    ],
  ];
  test.each(cases)('%s', (_what, managed, spec, interested) => {
    const extender = made(new Sim(), { managedResources: managed.map((name) => ({ name })) });
    expect(extender.isInterested(pod({}, spec))).toBe(interested);
  });
});

describe('what is posted and what comes back', () => {
  const nodes = [node('a'), node('b')];

  test('names only, for one that knows the nodes; and Go reads fields in any case', () => {
    const sim = new Sim();
    let posted: [string, unknown] | undefined;
    const decide: Decide = (url, asked) => {
      posted = [url, asked];
      return { nodeNames: ['b'], failedNodes: { a: 'no' } };
    };
    const config = { urlPrefix: 'http://extender//', filterVerb, nodeCacheCapable: true };
    const extender = newHTTPExtender(sim, config, answering(decide));
    const asked = pod({ name: 'p' });
    const [passed, failed] = ran(sim, extender.filter(asked, nodes));
    expect(posted).toEqual([
      'http://extender/filter',
      { Pod: JSON.parse(JSON.stringify(asked)), Nodes: null, NodeNames: ['a', 'b'] },
    ]);
    expect(passed).toEqual([nodes[1]]);
    expect(failed).toEqual(new Map([['a', 'no']]));
  });

  test.each([
    [
      { NodeNames: ['c'] },
      'extender "http://x" claims a filtered node "c" which is not found in the input node list',
    ],
    [{ Error: 'out of order' }, 'out of order'],
    [503, 'failed filter with extender at URL http://x/filter, code 503'],
    ['', 'EOF'],
  ])('%j is refused', (answer, message) => {
    const sim = new Sim();
    const config = { urlPrefix: 'http://x', filterVerb, nodeCacheCapable: true };
    const extender = newHTTPExtender(
      sim,
      config,
      answering(() => answer),
    );
    expect(ran(sim, extender.filter(pod(), nodes))[2]?.message).toBe(message);
  });

  test('an extender that has no verb for something lets all nodes pass, scores none, and does not bind', () => {
    const sim = new Sim();
    const extender = newHTTPExtender(sim, { urlPrefix: 'http://x' }, answering(wrong));
    expect(ran(sim, extender.filter(pod(), nodes))).toEqual([nodes, new Map(), undefined]);
    const none = [
      ['a', 0],
      ['b', 0],
    ];
    expect(ran(sim, extender.prioritize(pod(), nodes))).toEqual([none, 0, undefined]);
    expect([extender.isBinder(), extender.supportsPreemption(), extender.isIgnorable()]).toEqual([
      false,
      false,
      false,
    ]);
    const unbound = ran(sim, extender.bind({ target: { name: 'a' } } as never));
    expect(unbound?.message).toBe('unexpected empty bindVerb in extender');
    const [, err] = ran(sim, extender.processPreemption(pod(), new Map(), newSnapshot([], [])));
    expect(err?.message).toBe(
      'preempt verb is not defined for extender http://x but run into ProcessPreemption',
    );
  });

  test.each<[boolean, unknown, readonly string[]]>([
    [false, { Nodes: { items: nodes.slice(1) } }, ['b']],
    [false, { NodeNames: ['a'] }, []],
    [false, {}, []],
    [true, { Nodes: { items: nodes.slice(1) } }, ['b']],
    [true, { NodeNames: [] }, []],
    [true, { NodeNames: ['b', 'a'] }, ['b', 'a']],
  ])('of one that knows the nodes (%s), %j says which nodes pass', (nodeCacheCapable, answer, passed) => {
    const sim = new Sim();
    const extender = newHTTPExtender(
      sim,
      { urlPrefix: 'http://x', filterVerb, nodeCacheCapable },
      answering(() => answer),
    );
    const [found] = ran(sim, extender.filter(pod(), nodes));
    expect(found?.map(({ metadata }) => metadata.name)).toEqual(passed);
  });

  test.each<[unknown, unknown]>([
    [
      [{ Host: 'a', Score: 7 }, { host: 'b' }, { score: 2 }],
      [
        [
          ['a', 7],
          ['b', 0],
          ['', 2],
        ],
        3,
        undefined,
      ],
    ],
    ['null', [[], 3, undefined]],
    [
      500,
      [
        undefined,
        undefined,
        new Error('failed prioritize with extender at URL http://x/prioritize, code 500'),
      ],
    ],
  ])('%j are scores, which count by the weight', (answer, expected) => {
    const sim = new Sim();
    const extender = newHTTPExtender(
      sim,
      { urlPrefix: 'http://x', prioritizeVerb, weight: 3 },
      answering(() => answer),
    );
    expect(ran(sim, extender.prioritize(pod(), nodes))).toEqual(expected);
  });

  test('an answer that is late is an error after the timeout', () => {
    const sim = new Sim();
    const slow: RoundTripper = {
      *post() {
        yield* sim.sleep(60_000);
        return [{ statusCode: 200, body: '{}' }, undefined];
      },
    };
    const extender = newHTTPExtender(sim, { urlPrefix: 'http://x', filterVerb }, slow);
    let at = 0;
    const [, , err] = ran(
      sim,
      (function* () {
        const answer = yield* extender.filter(pod(), nodes);
        at = sim.now;
        return answer;
      })(),
    );
    expect(at).toBe(5_000);
    expect(err?.message).toBe(
      'Post "http://x/filter": context deadline exceeded (Client.Timeout exceeded while awaiting headers)',
    );
  });

  test('a binding', () => {
    const sim = new Sim();
    const config = { urlPrefix: 'http://x', bindVerb: 'bind' };
    const binding = { metadata: { namespace: 'ns', name: 'p', uid: 'u' }, target: { name: 'a' } };
    let posted: unknown;
    const decide: Decide = (_url, asked) => {
      posted = asked;
      return { Error: 'full' };
    };
    const extender = newHTTPExtender(sim, config, answering(decide));
    expect(extender.isBinder()).toBe(true);
    expect(ran(sim, extender.bind(binding as never))?.message).toBe('full');
    expect(posted).toEqual({ PodName: 'p', PodNamespace: 'ns', PodUID: 'u', Node: 'a' });
  });

  test('a binding that succeeds, one of which little is said, and one that is not answered', () => {
    const sim = new Sim();
    const posted: unknown[] = [];
    const decide: Decide = (_url, asked) => {
      posted.push(asked);
      return asked.Node === '' ? 500 : {};
    };
    const extender = newHTTPExtender(sim, { urlPrefix: 'http://x', bindVerb: 'bind' }, answering(decide));
    expect(ran(sim, extender.bind({ target: { name: 'a' } } as never))).toBeUndefined();
    expect(ran(sim, extender.bind({ metadata: {}, target: {} } as never))?.message).toBe(
      'failed bind with extender at URL http://x/bind, code 500',
    );
    expect(posted).toEqual(['a', ''].map((Node) => ({ PodName: '', PodNamespace: '', PodUID: '', Node })));
  });
});

describe('preemption', () => {
  const running = ['a', 'b'].map((nodeName) => pod({ name: `victim-${nodeName}` }, { nodeName }));
  const lister = newSnapshot(running, [node('a'), node('b')]).nodeInfos();
  const candidates = running.map((victim, i) => ({
    name: ['a', 'b'][i] ?? '',
    victims: { pods: [victim], numPDBViolations: 1 },
  }));
  const preemptVerb = 'preempt';
  const uidOf = (i: number) => running[i]?.metadata.uid ?? '';
  const asked = (decide: Decide, more: Partial<ExtenderConfig> = {}) => {
    const sim = new Sim();
    const config = { urlPrefix: 'http://x', preemptVerb, ...more };
    const extenders = [newHTTPExtender(sim, config, answering(decide))];
    return ran(sim, callExtenders(extenders, pod(), lister, candidates));
  };

  test('an extender strikes out candidates; budgets that it tells of are not read', () => {
    let posted: Record<string, unknown> = {};
    const decide: Decide = (_url, sent) => {
      posted = sent;
      return { NodeNameToMetaVictims: { b: { Pods: [{ UID: uidOf(1) }], NumPDBViolations: 1 } } };
    };
    const [left] = asked(decide, { nodeCacheCapable: true });
    expect(left).toEqual([{ name: 'b', victims: { pods: [running[1]], numPDBViolations: 0 } }]);
    expect(posted.NodeNameToVictims).toBeNull();
    expect(posted.NodeNameToMetaVictims).toEqual({
      a: { Pods: [{ UID: uidOf(0) }], NumPDBViolations: 0 },
      b: { Pods: [{ UID: uidOf(1) }], NumPDBViolations: 0 },
    });
  });

  test('whole victims for one that does not know the nodes', () => {
    let posted: Record<string, unknown> = {};
    const decide: Decide = (_url, sent) => {
      posted = sent;
      return {};
    };
    expect(asked(decide)).toEqual([[], undefined]);
    expect(posted.NodeNameToMetaVictims).toBeNull();
    expect(posted.NodeNameToVictims).toMatchObject({
      a: { NumPDBViolations: 1, Pods: [{ spec: { nodeName: 'a' } }] },
    });
  });

  test('a node that is not known, and an answer that is none, are errors; a node without victims is left', () => {
    const about = (node: string, victims: unknown) =>
      asked(() => ({ NodeNameToMetaVictims: { [node]: victims } }));
    expect(about('c', { Pods: [] })[1]?.message).toBe('nodeinfo not found for node name "c"');
    expect(asked(wrong)[1]?.message).toBe('failed preempt with extender at URL http://x/preempt, code 500');
    const none = { name: 'a', victims: { pods: [], numPDBViolations: 0 } };
    for (const victims of [null, {}, { Pods: [] }]) expect(about('a', victims)[0]).toEqual([none]);
    const [, err] = about('a', { Pods: [{}] });
    expect(err?.message).toContain('(UID: &{}) on node: a');
  });

  test('a victim that is not on the node is an error, unless the extender can be ignored', () => {
    const decide: Decide = () => ({ NodeNameToMetaVictims: { a: { Pods: [{ UID: 'nobody' }] } } });
    expect(asked(decide)[1]?.message).toBe(
      'extender: http://x claims to preempt pod (UID: &{nobody}) on node: a, but the pod is not found on that node',
    );
    expect(asked(decide, { ignorable: true })[0]).toEqual(candidates);
  });
});
