import { FastFramework } from '../../../src/runtime/accelerator/fast-framework.ts';
import { SnapshotFacts } from '../../../src/runtime/accelerator/snapshot-facts.ts';
import type { Traits } from '../../../src/runtime/accelerator/traits.ts';
import type { FrameworkImpl } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { fastSim } from './fast.ts';
import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newCycleState } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import { type Status, newStatus } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import type { NodeInfo } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { newSnapshot } from '../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { node, pod } from '../kubernetes/pkg/scheduler/framework/plugins/handle.ts';
import { fakeFramework } from '../kubernetes/pkg/scheduler/framework/runtime/fake.ts';

const full = newStatus('Unschedulable', 'full');

/** Three nodes in two zones, and what filters are asked of them, by pods that are alike. */
function stage(filters: Readonly<Record<string, object>>, options: object = {}) {
  const asked: string[] = [];
  const noting = ([name, { answer, ...does }]: [
    string,
    { answer?: (info: NodeInfo, of: Pod) => Status | undefined },
  ]) => [
    name,
    {
      ...does,
      filter(_state: unknown, of: Pod, info: NodeInfo) {
        asked.push(`${name} ${of.metadata.name} ${info.name}`);
        return answer?.(info, of);
      },
    },
  ];
  const snapshot = newSnapshot(
    [],
    [
      node('a', { host: 'a', zone: 'x' }),
      node('b', { host: 'b', zone: 'y' }),
      node('c', { host: 'c', zone: 'x' }),
    ],
  );
  const fakes = Object.fromEntries(Object.entries(filters).map(noting)) as Record<string, object>;
  const sim = fastSim();
  const framework = fakeFramework(fakes, { sim, snapshotSharedLister: snapshot, ...options });
  /** Which nodes refuse the pod, each with those that say so. */
  const cycle = (name: string) => {
    const [state, of] = [newCycleState(), pod({ name })];
    framework.runPreFilterPlugins(state, of);
    return snapshot.list().map((info) => [...framework.runFilterPlugins(state, of, info).keys()].join());
  };
  const third = () => {
    cycle('first');
    cycle('second');
    asked.length = 0;
    return { refused: cycle('third'), asked: [...asked] };
  };
  return { asked, cycle, third, framework, snapshot, fakes };
}

const ofB = { local: true, answer: ({ name }: NodeInfo) => (name === 'b' ? full : undefined) };

describe('of pods that are alike', () => {
  test('the third is told what filters of one node said to the second, and others are asked where those pass', () => {
    const { third } = stage({ ofB, any: {} });
    expect(third()).toEqual({ refused: ['', 'ofB', ''], asked: ['any third a', 'any third c'] });
  });

  test('a filter of one node that comes after another kind is asked each time', () => {
    const { third } = stage({ any: {}, ofB });
    const asked = ['any third a', 'ofB third a', 'any third b', 'ofB third b', 'any third c', 'ofB third c'];
    expect(third()).toEqual({ refused: ['', 'ofB', ''], asked });
  });

  test('an error is not remembered, since it names the pod', () => {
    const broken = {
      local: true,
      answer: ({ name }: NodeInfo) => (name === 'b' ? newStatus('Error', 'bug') : undefined),
    };
    const { third, framework, snapshot } = stage({ broken });
    expect(third()).toEqual({ refused: ['', 'broken', ''], asked: ['broken third b'] });
    const said = framework.runFilterPlugins(
      newCycleState(),
      pod({ name: 'fourth' }),
      snapshot.list()[1] as NodeInfo,
    );
    expect(said.get('broken')?.message()).toBe('running "broken" filter plugin for pod "fourth": bug');
  });

  test('all are asked if all filters are to run, and each that refuses is told', () => {
    const { third } = stage({ ofB, alsoB: ofB }, { runAllFilters: true });
    const { refused, asked } = third();
    expect(refused).toEqual(['', 'ofB,alsoB', '']);
    expect(asked).toHaveLength(6);
  });

  test('one that a filter ignores is not asked about by it', () => {
    const early = { ignores: ({ metadata }: Pod) => metadata.name === 'third' };
    const late = { ignores: (_of: Pod, state?: object) => state !== undefined };
    expect(stage({ early, late }).third()).toEqual({ refused: ['', '', ''], asked: [] });
  });
});

describe('what depends on labels of nodes alone', () => {
  const zonal = {
    topologyKeys: () => ['zone'],
    answer: ({ name }: NodeInfo) => (name === 'b' ? undefined : full),
  };

  test('is asked once for each of their values', () => {
    expect(stage({ zonal }).third()).toEqual({
      refused: ['zonal', '', 'zonal'],
      asked: ['zonal third a', 'zonal third b'],
    });
  });

  test.each<[string, object]>([
    ['that another filter with it is not', { zonal, any: {} }],
    ['no label', { zonal: { ...zonal, topologyKeys: () => [] } }],
    ['labels that no two nodes share', { zonal: { ...zonal, topologyKeys: () => ['zone', 'host', 'none'] } }],
  ])('is asked of each node where it is %s', (_what, filters) => {
    const { refused, asked } = stage(filters as Record<string, object>).third();
    expect(refused).toEqual(['zonal', '', 'zonal']);
    expect(asked.filter((each) => each.startsWith('zonal'))).toHaveLength(3);
  });

  test('is asked anew on a copy on which something is tried, and of the first of a kind', () => {
    const { asked, cycle, framework, snapshot } = stage({ zonal });
    cycle('first');
    expect(asked).toHaveLength(3);
    const [state, of] = [newCycleState(), pod({ name: 'second' })];
    framework.runPreFilterPlugins(state, of);
    const [a] = snapshot.list() as [NodeInfo];
    for (const info of [a, a.clone(), a.clone(), a]) framework.runFilterPlugins(state, of, info);
    framework.runFilterPlugins(state.clone(), of, a);
    expect(asked.slice(3)).toEqual(Array(4).fill('zonal second a'));
  });
});

test('what is remembered can be had where filters look at one node alone, by the state of this cycle', () => {
  const of = (filters: Readonly<Record<string, object>>, ...names: readonly string[]) => {
    const { snapshot, fakes } = stage(filters);
    const plain = fakeFramework(fakes, { snapshotSharedLister: snapshot }) as FrameworkImpl;
    const fast = new FastFramework(plain, (plugin) => plugin as Traits, new SnapshotFacts(snapshot));
    let state = newCycleState();
    for (const name of names) fast.framework.runPreFilterPlugins((state = newCycleState()), pod({ name }));
    const last = pod({ name: names.at(-1) ?? '' });
    return [state, newCycleState()].map((each) => fast.filters.remembered(each, last) !== undefined);
  };
  expect(of({ ofB }, 'first')).toEqual([false, false]);
  expect(of({ ofB }, 'first', 'second')).toEqual([true, false]);
  expect(of({ ofB, any: {} }, 'first', 'second')).toEqual([false, false]);
});
