import { expect, test } from 'vitest';
import { NodeStatuses } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/core/node-statuses.ts';
import { newStatus } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newSnapshot } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { node } from '../framework/plugins/handle.ts';

const names = ['a', 'b', 'c'];
const status = (reason: string) => newStatus('Unschedulable', reason);

function stage() {
  const snapshot = newSnapshot(
    [],
    names.map((name) => node(name)),
  );
  const statuses = new NodeStatuses(snapshot);
  const said = () => [...statuses.values()].map(({ reasons }) => reasons.join());
  return { snapshot, statuses, said };
}

test('is a map: one status for each name, the one that was set last', () => {
  const { statuses, said } = stage();
  expect([statuses.size, statuses.get('a'), said()]).toEqual([0, undefined, []]);
  statuses.set('c', status('full'));
  statuses.set('a', status('tainted'));
  statuses.set('c', status('gone'));
  expect(names.map((name) => statuses.get(name)?.reasons)).toEqual([['tainted'], undefined, ['gone']]);
  expect([statuses.size, said()]).toEqual([2, ['tainted', 'gone']]);
});

test('takes what is said of nodes that are not in the snapshot', () => {
  const { statuses, said } = stage();
  statuses.set('b', status('full'));
  statuses.set('elsewhere', status('unknown'));
  statuses.set('elsewhere', status('far'));
  expect(statuses.get('elsewhere')?.reasons).toEqual(['far']);
  expect([statuses.size, said()]).toEqual([2, ['full', 'far']]);
});

test('holds for the nodes that there were when the snapshot has others', () => {
  const { snapshot, statuses } = stage();
  statuses.set('b', status('full'));
  const [, b, c] = snapshot.list();
  snapshot.delete('a');
  snapshot.clearList();
  for (const info of [b, c]) if (info) snapshot.append(info);
  expect(names.map((name) => statuses.get(name)?.reasons)).toEqual([undefined, ['full'], undefined]);
});
