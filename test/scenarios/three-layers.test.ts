import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/scheduler/three-layers/scenario.ts';
import type { Pod } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { TableState, World } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter } from './played.ts';

const text = chapter('scheduler/three-layers').replaceAll('<wbr />', '');
const played = new Map<string, Played>();
for (const scenario of scenarios) {
  const [, variant = ''] = scenario.id.split('#');
  played.set(variant, await Played.of(scenario));
}
const run = (variant = ''): Played => played.get(variant)!;

const web = { pod: 'default/web' };
const podIn = ({ store }: World, name: string): Pod | undefined =>
  mapGet(store.objects, `pods/default/${name}`) as Pod | undefined;
const schedulerIn = ({ schedulers }: World) => mapGet(schedulers, 'kube-scheduler')!;
const tableIn = ({ tables }: World, name: string): TableState => mapGet(tables, `kube-scheduler/${name}`)!;

test('SCH-01 user, scheduler and kubelet meet in the store only', () => {
  const { entries } = run();
  expect(entries.filter(({ event }) => event.kind === 'http.response')).toEqual([]);
  const writers = run()
    .all('store.write', { key: 'pods/default/web' })
    .map(({ event }) => event.program);
  expect(writers).toEqual(['kubectl', 'kube-scheduler', 'kubelet-stand-in/node-c']);
  const made = run().first('store.write', { key: 'pods/default/web' });
  expect(run().first('sched.bind').at - made.at).toBe(6);
  expect(text).toContain('Six milliseconds later');
});

describe('which pods are for it', () => {
  test('SCH-02 a pod with a node goes to the cache, one without to the queue, one of another scheduler nowhere', () => {
    const queued = run()
      .all('sched.queue')
      .map(({ event }) => [event.pod, event.to]);
    expect(queued).toEqual([['default/web', 'active']]);
    const { world } = run().first('handler.call', { key: 'default/db-0', verb: 'update' });
    expect(mapGet(schedulerIn(world).nodes, 'node-b')?.requested).toMatchObject({ cpu: 1000, pods: 1 });
    const told = run().all('handler.call', { key: 'default/batch-1' });
    expect(told).toHaveLength(2);
    const last = run().entries.at(-1)!.world;
    expect(podIn(last, 'batch-1')).toMatchObject({ status: { phase: 'Pending' } });
    expect(podIn(last, 'batch-1')?.status?.conditions).toBeUndefined();
    const events = run().all('store.write', { resource: 'events' });
    expect(events.filter(({ event }) => event.key.includes('batch-1'))).toEqual([]);
  });

  test('SCH-02 a pod that has come to its end is gone for the scheduler, and its room is free', () => {
    const told = run().first('handler.call', { key: 'default/db-0', verb: 'delete' });
    expect(podIn(told.world, 'db-0')?.status?.phase).toBe('Failed');
    expect(mapGet(schedulerIn(run().entries.at(-1)!.world).nodes, 'node-b')?.pods).toEqual([]);
  });
});

test('SCH-03 of two bindings one is written, with node and condition at once, and the other is refused', () => {
  const two = run('two');
  const [, first] = two.all('store.write', { key: 'pods/default/web' });
  const bound = first!.event.object as Pod;
  expect(bound.spec?.nodeName).toBe('node-c');
  expect(bound.status?.conditions).toMatchObject([{ type: 'PodScheduled', status: 'True' }]);
  const refused = two.first('api.error', { reason: 'Conflict' });
  expect(refused.event.message).toContain('pod web is already assigned to node "node-c"');
  const nodes = two.all('sched.choose').map(({ event }) => event.node);
  expect(nodes).toEqual(['node-c', 'node-b']);
  const back = two.all('sched.queue').at(-1)!;
  expect(back.event).toMatchObject({ pod: 'default/web', to: 'backoff', why: 'ScheduleAttemptFailure' });
  expect(podIn(two.entries.at(-1)!.world, 'web')?.spec?.nodeName).toBe('node-c');
  const { recording: elected } = run('elected');
  const second = run('elected')
    .all('sched.queue')
    .filter(({ process }) => elected.processes[process]?.group === 'kube-scheduler-1');
  expect(second.map(({ event }) => [event.to, event.why])).toEqual([
    ['active', 'PodAdd'],
    ['', 'PodDelete'],
  ]);
});

test('SCH-04 command, options, configuration, completed configuration, scheduler, run, and caches before the lease', () => {
  const start = run('start');
  const { world } = start.first('startup', { phase: 'run' });
  expect(tableIn(world, 'parts').rows.map(({ name, cells }) => [name, cells[0]])).toEqual([
    ['command', 'NewSchedulerCommand'],
    ['options', 'NewOptions, and the flags'],
    ['config', 'Options.Config'],
    ['completed config', 'Config.Complete'],
    ['scheduler', 'scheduler.New'],
    ['run', 'Scheduler.Run'],
  ]);
  expect(tableIn(world, 'parts').rows[0]?.cells[1]).toBe('71 flags');
  expect(text).toContain('71 flags');
  const [listed, leads] = [start.all('reflector.list').at(-1)!, start.first('leader.acquired')];
  expect(listed.index).toBeLessThan(leads.index);
});

test('SCH-05 one cycle: the phases of an attempt in their order', () => {
  const kinds = run('cycle')
    .entries.filter(({ event }) => event.kind.startsWith('sched.'))
    .map(({ event }) => event.kind.replace('sched.', ''));
  expect(kinds.join(' ')).toBe(
    'queue pop snapshot prefilter filter score choose assume reserve prebind bind confirm',
  );
  const { attempts } = schedulerIn(run('cycle').first('sched.confirm').world);
  const { entries } = mapGet(attempts, 'default/web')!.at(-1)!;
  expect(Object.keys(entries)).toEqual([
    'preFilter',
    'filter',
    'score',
    'choose',
    'reserve',
    'preBind',
    'bind',
  ]);
});

describe('from Schedule into the plugins', () => {
  const calls = (kind: 'sched.filter' | 'sched.bind') =>
    tableIn(run('start').first(kind).world, 'calls').rows.map(({ name, cells }) => `${name} ${cells[0]}`);

  test('SCH-06 Schedule calls the snapshot, filters and scores, and all that decides is plugins', () => {
    const all = calls('sched.bind');
    const steps = all.filter((call) => !call.startsWith('· · · '));
    expect(steps).toEqual([
      'scheduleOne 1',
      '· Schedule 1',
      '· · Cache.UpdateSnapshot 1',
      '· · findNodesThatFitPod 1',
      '· · prioritizeNodes 1',
      '· · selectHost 1',
      '· VolumeBinding.Reserve 1',
      '· VolumeBinding.PreBind 1',
      '· DefaultBinder.Bind 1',
    ]);
    const count = (end: string) => all.filter((call) => call.endsWith(end)).length;
    expect([count('.PreFilter 1'), count('.Score 2'), count('.NormalizeScore 1')]).toEqual([5, 8, 4]);
  });

  test('SCH-06 who is refused by one filter is not shown to those behind it', () => {
    const filters = calls('sched.filter').filter((call) => call.includes('.Filter'));
    expect(filters.filter((call) => call.endsWith(' 3'))).toHaveLength(6);
    expect(filters[5]).toBe('· · · NodeResourcesFit.Filter 3');
    expect(filters.filter((call) => call.endsWith(' 2'))).toHaveLength(9);
    expect(filters).toContain('· · · VolumeZone.Filter 2');
  });
});

describe('which plugins are on', () => {
  const said = text
    .split('\n')
    .flatMap((line) => /^\| ([A-Z]\w+) +\| (.+?) +\| ?([\d,]*) *\|$/.exec(line)?.slice(1, 4) ?? [])
    .reduce<string[][]>(
      (rows, cell, i) => (i % 3 === 0 ? [...rows, [cell]] : (rows.at(-1)!.push(cell), rows)),
      [],
    );
  const table = tableIn(run('start').entries.at(-1)!.world, 'plugins').rows;

  test('SCH-07 the table of the text has every plugin, where it is called, and with what weight', () => {
    expect(said).toHaveLength(28);
    const inText = said.map(([name, points, weight]) => [
      name,
      points!.startsWith('off') ? '' : points,
      weight!.replace(',', ''),
    ]);
    const inRun = table.map(({ name, cells }) => [name, ...cells]);
    const byName = (a: unknown[], b: unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1);
    expect(inText.sort(byName)).toEqual(inRun.sort(byName));
    expect(table.filter(({ note }) => note === 'registered, and not on')).toHaveLength(6);
  });

  test('SCH-07 a profile switches a plugin off and another on, and the pod goes elsewhere', () => {
    const packed = tableIn(run('packed').entries.at(-1)!.world, 'plugins').rows;
    const cells = (name: string) => packed.find((row) => row.name === name)?.cells;
    expect(cells('NodeResourcesLeastAllocated')).toEqual(['', '']);
    expect(cells('NodeResourcesMostAllocated')).toEqual(['Score', '5']);
    const chosen = (variant: string) => run(variant).first('sched.choose', web).event.node;
    expect([chosen('cycle'), chosen('packed')]).toEqual(['node-c', 'node-b']);
  });
});
