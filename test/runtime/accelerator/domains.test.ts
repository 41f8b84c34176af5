import { OfNodes } from '../../../src/runtime/accelerator/of-nodes.ts';
import { fastSim } from './fast.ts';
import { expect, test } from 'vitest';
import { newCycleState } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import { type Plugin, newStatus } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { type Division, Divisions } from '../../../src/runtime/accelerator/domains.ts';
import { newFramework } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { Registry } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import type { NodeInfo } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { newSnapshot } from '../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { type Labels, node, pod } from '../kubernetes/pkg/scheduler/framework/plugins/handle.ts';

const nodes: Readonly<Record<string, Labels>> = {
  a: { zone: 'x', disk: 'fast' },
  b: { zone: 'y', disk: 'fast' },
  c: { zone: 'x', disk: 'slow' },
  d: { zone: 'x', disk: 'fast' },
  e: {},
  f: { zone: '' },
};
const snapshot = newSnapshot(
  [],
  Object.entries(nodes).map(([name, labels]) => node(name, labels)),
);

test.each<[readonly string[], readonly number[]]>([
  [[], [0, 0, 0, 0, 0, 0]],
  [['zone'], [0, 1, 0, 0, 2, 3]],
  [['disk'], [0, 0, 1, 0, 2, 2]],
  [
    ['zone', 'disk'],
    [0, 1, 2, 0, 3, 4],
  ],
])('nodes are together that have the same values of %j', (keys, domains) => {
  const division = new Divisions(new OfNodes(snapshot)).by(keys);
  expect([...division.domains]).toEqual(domains);
  expect(division.numDomains).toBe(Math.max(...domains) + 1);
});

test('nodes are divided anew when one of them changes', () => {
  const changing = newSnapshot([], [node('a', { zone: 'x' }), node('b', { zone: 'x' })]);
  const known = new OfNodes<Division>(changing);
  const divisions = new Divisions(known);
  expect(divisions.by(['zone']).numDomains).toBe(1);
  changing.list()[1]?.setNode(node('b', { zone: 'y' }));
  known.forget();
  expect(divisions.by(['zone']).numDomains).toBe(2);
});

/** Which nodes a filter was asked about by the third of three pods that are alike. */
function askedOf(keys: readonly string[] | undefined): { asked: string[]; refused: string[] } {
  const asked: string[] = [];
  const made = (name: string, rest: object) => () =>
    [{ name: () => name, ...rest } as unknown as Plugin, undefined] as [Plugin, undefined];
  const registry = new Registry({
    sort: made('sort', { less: () => true }),
    bind: made('bind', { *bind() {} }),
    fast: made('fast', {
      ...(keys && { topologyKeys: () => keys }),
      filter(_state: unknown, _pod: unknown, info: NodeInfo) {
        asked.push(info.name);
        const disk = info.node()?.metadata.labels?.['disk'];
        return disk === 'fast' ? undefined : newStatus('Unschedulable', 'slow');
      },
    }),
  });
  const set = (name: string) => ({ enabled: [{ name }] });
  const [framework, err] = newFramework(
    registry,
    { queueSort: set('sort'), bind: set('bind'), filter: set('fast') },
    [],
    { sim: fastSim(), snapshotSharedLister: snapshot },
  );
  if (err) throw err;
  let refused: string[] = [];
  for (const name of ['first', 'second', 'third']) {
    const [state, one] = [newCycleState(), pod({ name })];
    asked.length = 0;
    framework.runPreFilterPlugins(state, one);
    refused = snapshot
      .list()
      .filter((info) => framework.runFilterPlugins(state, one, info).size > 0)
      .map((info) => info.name);
  }
  return { asked, refused };
}

test('a filter that names the labels it looks at is asked once for each of their values', () => {
  const refused = ['c', 'e', 'f'];
  expect(askedOf(undefined)).toEqual({ asked: ['a', 'b', 'c', 'd', 'e', 'f'], refused });
  expect(askedOf(['disk'])).toEqual({ asked: ['a', 'c', 'e'], refused });
  expect(askedOf(['zone', 'disk'])).toEqual({ asked: ['a', 'b', 'c', 'e', 'f'], refused });
});
