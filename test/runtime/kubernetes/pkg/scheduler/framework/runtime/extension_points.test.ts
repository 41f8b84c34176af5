import { describe, expect, test } from 'vitest';
import type { Result } from '../../../../../../../src/runtime/go/result.ts';
import { newCycleState } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import {
  type Answer,
  type Code,
  type Framework,
  type Plugin,
  codeOf,
  mergeStatuses,
  newStatus,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newFramework } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { Registry } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { newNodeInfo } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { newEmptySnapshot } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { background } from '../../../../../../../src/runtime/sim/context.ts';
import type { Blocking } from '../../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';
import { pod as podOf } from '../plugins/handle.ts';

const pod = podOf({ name: 'pod' });
const state = newCycleState();

type Point = 'preFilter' | 'filter' | 'postFilter' | 'reserve' | 'preBind';

const injected = (code: Code): Answer =>
  code === 'Success' ? undefined : newStatus(code, 'injected status');

/** A plugin at one extension point that says nothing but this. */
const plugin = (point: Point, name: string, code: Code): Plugin => {
  const answers: Readonly<Record<Point, unknown>> = {
    preFilter: () => injected(code),
    filter: () => injected(code),
    *postFilter() {
      return [undefined, injected(code)];
    },
    reserve: () => injected(code),
    *preBind() {
      return injected(code);
    },
  };
  return { name: () => name, [point]: answers[point], unreserve() {} } as Plugin;
};

function frameworkOf(point: Point, codes: readonly Code[], runAllFilters = false): Result<Framework> {
  const names = codes.length === 1 ? ['TestPlugin'] : codes.map((_, i) => `TestPlugin${i + 1}`);
  const plugins = names.map((name, i) => plugin(point, name, codes[i] as Code));
  const sort = { name: () => 'sort', less: () => false } as Plugin;
  const bind = { name: () => 'bind', *bind() {} } as Plugin;
  const registry = new Registry(
    Object.fromEntries([sort, bind, ...plugins].map((each) => [each.name(), () => [each, undefined]])),
  );
  const set = (...list: readonly string[]) => ({ enabled: list.map((name) => ({ name })) });
  const config = { queueSort: set('sort'), bind: set('bind'), [point]: set(...names) };
  const options = { sim: new Sim(), snapshotSharedLister: newEmptySnapshot(), runAllFilters };
  return newFramework(registry, config, [], options);
}

function made(...args: Parameters<typeof frameworkOf>): Framework {
  const [framework, err] = frameworkOf(...args);
  if (err) throw err;
  return framework;
}

function finished<T>(blocking: Blocking<T>): T {
  const { done, value } = blocking.next();
  if (!done) throw new Error('expected what needs no waiting, found that it parks');
  return value;
}

const told = (status: Answer): string => (status ? `${codeOf(status)}: ${status.message()}` : codeOf(status));

describe('TestFilterPlugins', () => {
  const first = 'Error: running "TestPlugin1" filter plugin for pod "pod": injected status';
  test.each<[readonly Code[], boolean, string, readonly string[]]>([
    [['Success'], false, 'Success', []],
    [
      ['Error'],
      false,
      'Error: running "TestPlugin" filter plugin for pod "pod": injected status',
      ['TestPlugin'],
    ],
    [['Unschedulable'], false, 'Unschedulable: injected status', ['TestPlugin']],
    [
      ['UnschedulableAndUnresolvable'],
      false,
      'UnschedulableAndUnresolvable: injected status',
      ['TestPlugin'],
    ],
    [['Error', 'Error'], false, first, ['TestPlugin1']],
    [['Success', 'Success'], false, 'Success', []],
    [['Error', 'Success'], false, first, ['TestPlugin1']],
    [['Success', 'Error'], false, first.replace('1', '2'), ['TestPlugin2']],
    [['Success', 'Unschedulable'], false, 'Unschedulable: injected status', ['TestPlugin2']],
    [['Success'], true, 'Success', []],
    [['Error', 'Error'], true, first, ['TestPlugin1']],
    [
      ['UnschedulableAndUnresolvable', 'Unschedulable'],
      true,
      'UnschedulableAndUnresolvable: injected status, injected status',
      ['TestPlugin1', 'TestPlugin2'],
    ],
    [['Unschedulable', 'Unschedulable'], false, 'Unschedulable: injected status', ['TestPlugin1']],
  ])('%j, all of them: %s', (codes, runAllFilters, merged, by) => {
    const statuses = made('filter', codes, runAllFilters).runFilterPlugins(state, pod, newNodeInfo());
    expect(told(mergeStatuses(statuses))).toBe(merged);
    expect([...statuses.keys()]).toEqual(by);
  });
});

const failures: readonly [readonly Code[], string | undefined][] = [
  [['Success'], undefined],
  [['Unschedulable'], 'TestPlugin'],
  [['Error'], 'TestPlugin'],
  [['UnschedulableAndUnresolvable'], 'TestPlugin'],
  [['Success', 'Success'], undefined],
  [['Error', 'Error'], 'TestPlugin1'],
  [['Success', 'Error'], 'TestPlugin2'],
  [['Error', 'Success'], 'TestPlugin1'],
  [['Unschedulable', 'Success'], 'TestPlugin1'],
];

test.each(failures)('TestReservePlugins: %j', (codes, by) => {
  const status = made('reserve', codes).runReservePluginsReserve(state, pod, '');
  expect(told(status)).toBe(by ? `Error: running Reserve plugin "${by}": injected status` : 'Success');
});

test.each(failures)('TestPreBindPlugins: %j', (codes, by) => {
  const status = finished(made('preBind', codes).runPreBindPlugins(background, state, pod, ''));
  expect(told(status)).toBe(by ? `Error: running PreBind plugin "${by}": injected status` : 'Success');
});

test.each<[readonly Code[], string]>([
  [['Success'], 'Success'],
  [['Unschedulable', 'Success'], 'Success'],
  [['Success', 'Unschedulable'], 'Success'],
  [['Unschedulable', 'Unschedulable'], 'Unschedulable: injected status, injected status'],
  [['Error', 'Success'], 'Error: injected status'],
])('TestPostFilterPlugins: %j', (codes, said) => {
  const [, status] = finished(
    made('postFilter', codes).runPostFilterPlugins(background, state, pod, new Map()),
  );
  expect(told(status)).toBe(said);
});

test.each<[readonly Code[], string]>([
  [['Success', 'Success'], 'Success'],
  [['Success', 'Unschedulable'], 'Unschedulable: injected status'],
  [['Error', 'Unschedulable'], 'Error: running PreFilter plugin "TestPlugin1": injected status'],
])('TestPreFilterPlugins: %j', (codes, said) => {
  expect(told(made('preFilter', codes).runPreFilterPlugins(state, pod))).toBe(said);
});
