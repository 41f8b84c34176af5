import { describe, expect, test } from 'vitest';
import { newCache } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/cache.ts';
import {
  ContainerID,
  type Pod,
  type PodStatus,
  type State,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import {
  generateEvents,
  newGenericPLEG,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/pleg/generic.ts';
import type { Result } from '../../../../../../src/runtime/go/result.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';

/** A generator over a runtime whose pods are words such as `1234: c1 exited, c2 running`. */
function plegOf(capacity = 100) {
  const sim = new Sim();
  const runtime = { pods: [] as string[], fails: new Set<string>(), inspected: [] as string[] };
  const parse = (words: string): Pod => {
    const [id = '', containers = ''] = words.split(': ');
    return {
      id,
      name: `name${id}`,
      namespace: 'ns',
      containers: containers
        .split(', ')
        .filter(Boolean)
        .map((text) => {
          const [cid = '', state = ''] = text.split(' ');
          const none = { name: 'c', image: 'i', imageID: 'i', hash: 0 };
          return { id: new ContainerID('test', cid), state: state as State, ...none };
        }),
      sandboxes: [],
    };
  };
  const cache = newCache();
  const pleg = newGenericPLEG(
    sim,
    {
      *getPods(): Generator<never, Result<Pod[]>> {
        if (runtime.fails.has('all')) return [undefined, new Error('no runtime')];
        return [runtime.pods.map(parse), undefined];
      },
      *getPodStatus(id, name, namespace): Generator<never, Result<PodStatus>> {
        runtime.inspected.push(id);
        if (runtime.fails.has(id)) return [undefined, new Error(`cannot inspect ${id}`)];
        return [{ id, name, namespace, ips: [], containerStatuses: [], sandboxStatuses: [] }, undefined];
      },
    },
    capacity,
    1000,
    cache,
  );
  /** What is told of these pods. */
  const relist = (...pods: string[]): string[] => {
    runtime.pods = pods;
    sim.go('relist', pleg.relist());
    sim.runUntilIdle();
    const told: string[] = [];
    for (let got = pleg.watch().tryReceive(); got?.[0]; got = pleg.watch().tryReceive())
      told.push(`${got[0].id} ${got[0].type} ${got[0].data}`);
    return told.toSorted();
  };
  return { sim, runtime, cache, pleg, relist };
}

test('TestRelisting: what changed since the look before', () => {
  const { relist } = plegOf();
  expect(relist('1234: c1 exited, c2 running, c3 unknown', '4567: c1 exited')).toEqual([
    '1234 ContainerDied c1',
    '1234 ContainerStarted c2',
    '4567 ContainerDied c1',
  ]);
  expect(relist('1234: c1 exited, c2 running, c3 unknown', '4567: c1 exited')).toEqual([]);
  expect(relist('1234: c2 exited, c3 running', '4567: c4 running')).toEqual([
    '1234 ContainerDied c2',
    '1234 ContainerRemoved c1',
    '1234 ContainerStarted c3',
    '4567 ContainerRemoved c1',
    '4567 ContainerStarted c4',
  ]);
});

test('TestDetectingContainerDeaths: one that is gone before it was seen to end has died and is removed', () => {
  const { relist } = plegOf();
  relist('1234: c1 running, c2 running', '4567: c1 running');
  expect(relist('1234: c2 running', '4567: c1 exited')).toEqual([
    '1234 ContainerDied c1',
    '1234 ContainerRemoved c1',
    '4567 ContainerDied c1',
  ]);
});

test('TestEventChannelFull: what does not fit is lost', () => {
  const { relist } = plegOf(4);
  relist('1234: c1 exited, c2 running, c3 unknown', '4567: c1 exited');
  expect(relist('1234: c2 exited, c3 running', '4567: c4 running')).toHaveLength(4);
});

test('TestRemoveCacheEntry: a pod that is gone is forgotten', () => {
  const { cache, relist } = plegOf();
  relist('1234: c1 exited');
  relist();
  expect(cache.get('1234')).toEqual([
    { id: '1234', name: '', namespace: '', ips: [], containerStatuses: [], sandboxStatuses: [] },
    undefined,
  ]);
});

test('TestRelistWithReinspection: a pod that could not be inspected is inspected again', () => {
  const { runtime, cache, relist } = plegOf();
  expect(relist('1: c1 running')).toEqual(['1 ContainerStarted c1']);
  runtime.fails.add('1');
  expect(relist('1: c1 running, c2 running')).toEqual([]);
  expect(cache.get('1')[1]?.message).toBe('cannot inspect 1');
  runtime.fails.clear();
  runtime.inspected = [];
  expect(relist('1: c1 running, c2 running')).toEqual(['1 ContainerStarted c2']);
  expect(runtime.inspected).toEqual(['1']);
  expect(cache.get('1')[1]).toBe(undefined);
});

test('TestHealthy: a look in the last three minutes', () => {
  const { sim, runtime, pleg, relist } = plegOf();
  expect(pleg.healthy()[1]?.message).toBe('pleg has yet to be successful');
  relist();
  sim.runFor(60_000);
  expect(pleg.healthy()).toEqual([true, undefined]);
  sim.runFor(120_001);
  expect(pleg.healthy()[1]?.message).toContain('pleg was last seen active 3m0.001s ago; threshold is 3m0s');
  runtime.fails.add('all');
  relist();
  expect(pleg.healthy()[0]).toBe(undefined);
  runtime.fails.clear();
  relist();
  expect(pleg.healthy()).toEqual([true, undefined]);
});

describe('what two looks at a container tell', () => {
  const states = ['running', 'exited', 'unknown', 'non-existent'] as const;
  const told = {
    running: ['', 'ContainerStarted', 'ContainerStarted', 'ContainerStarted'],
    exited: ['ContainerDied', '', 'ContainerDied', 'ContainerDied'],
    unknown: ['ContainerChanged', 'ContainerChanged', '', 'ContainerChanged'],
    'non-existent': [
      'ContainerDied ContainerRemoved',
      'ContainerRemoved',
      'ContainerDied ContainerRemoved',
      '',
    ],
  };
  test.each(states)('now %s', (now) => {
    const got = states.map((before) =>
      generateEvents('p', 'c', before, now)
        .map(({ type }) => type)
        .join(' '),
    );
    expect(got).toEqual(told[now]);
  });
});
