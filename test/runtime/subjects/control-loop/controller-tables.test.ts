import { expect, test } from 'vitest';
import { Stage } from '../../../../src/runtime/stage/stage.ts';
import { pod } from '../../../../src/runtime/subjects/api/objects.ts';
import { plane } from '../../../../src/runtime/subjects/control-loop/planes/controllers.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';

test('what the controllers of Services and accounts hold are tables', () => {
  const cluster = new Stage(plane, { latencyMs: 20 }, { seed: 1 });
  const trace = cluster.record();
  cluster.start();
  const rows = (table: string): unknown[] =>
    (mapGet(trace.world.tables, `kube-controller-manager/${table}`)?.rows ?? []).map(({ name, cells }) => [
      name,
      ...cells,
    ]);
  const metadata = { name: 'web', namespace: 'default' };
  const spec = { selector: { app: 'web' }, ports: [{ port: 80 }] };
  cluster.act({ kind: 'apply', object: { apiVersion: 'v1', kind: 'Service', metadata, spec } });
  cluster.act({ kind: 'apply', object: pod('one', { app: 'web' }) });
  cluster.sim.runFor(4000);
  expect(rows('service-selectors')).toEqual([['default/web', 'app=web']]);
  expect(rows('trigger-times')).toEqual([
    ['default/web', '2021-01-16T12:00:00Z', expect.stringMatching(/^one 2021-01-16T12:00:0\dZ$/) as string],
  ]);
  // Its own Secrets are ahead of the cache only for a moment.
  const made = trace.entries.map(({ world }) =>
    mapGet(world.tables, 'kube-controller-manager/mutation-cache')?.rows.map(
      ({ name }) => name.split('-token')[0],
    ),
  );
  expect(made).toContainEqual(['default/default']);

  cluster.act({ kind: 'delete', resource: 'services', namespace: 'default', name: 'web' });
  cluster.sim.runFor(1000);
  expect([rows('service-selectors'), rows('trigger-times')]).toEqual([[], []]);
});
