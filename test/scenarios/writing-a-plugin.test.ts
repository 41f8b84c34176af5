import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/scheduler/writing-a-plugin/scenario.ts';
import type { Pod } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { type Attempt, numberAt, placeOf, verdictOf } from '../../src/runtime/subjects/scheduler/world.ts';
import type { Entry } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played } from './played.ts';

const played = new Map<string, Played>();
for (const scenario of scenarios) {
  const [, variant = ''] = scenario.id.split('#');
  played.set(variant, await Played.of(scenario));
}
const run = (variant = ''): Played => played.get(variant)!;

const nodes = ['node-a', 'node-b', 'node-c', 'node-d'];
const of = (name: string): { pod: string } => ({ pod: `default/${name}` });
function attemptAt({ world }: Entry, name: string): Attempt {
  return mapGet(mapGet(world.schedulers, 'kube-scheduler')!.attempts, `default/${name}`)!.at(-1)!;
}
/** Where the pods are in the end, by the number in their names. */
function places(variant = ''): Record<string, string | undefined> {
  const { store } = run(variant).entries.at(-1)!.world;
  const node = (name: string): string | undefined =>
    (mapGet(store.objects, `pods/default/${name}`) as Pod | undefined)?.spec?.nodeName;
  return Object.fromEntries(['web', 'sim-1'].map((name) => [name, node(name)]));
}
const chosen = (variant = ''): string[] =>
  run(variant)
    .all('sched.choose')
    .map(({ event }) => `${event.pod.replace('default/', '')} ${event.node}`);

describe('the plugin', () => {
  const main = run();

  test('SCH-15 gives points from 0 to 100 after all nodes are compared, which are weighted and added up', () => {
    const { scores } = attemptAt(main.first('sched.score', of('web')), 'web');
    const column = scores!.columns.find(({ plugin }) => plugin === 'Licences')!;
    const at = (name: string): number[] => {
      const place = scores!.nodes.indexOf(name);
      return [numberAt(column.raw, place), numberAt(column.normalized, place)];
    };
    expect(nodes.map(at)).toEqual([
      [2, 0],
      [2, 0],
      [1, 50],
      [0, 100],
    ]);
    expect(column.weight).toBe(1);
    for (const [place] of scores!.nodes.entries()) {
      const sum = scores!.columns.reduce(
        (all, { normalized, weight }) => all + numberAt(normalized, place) * weight,
        0,
      );
      expect(numberAt(scores!.total, place)).toBe(sum);
    }
    // One node passes for the third, and nobody is asked for a score.
    expect(main.all('sched.score', of('cad-3'))).toEqual([]);
    expect(main.first('sched.choose', of('cad-3')).event.how).toBe('only');
  });

  test('refuses where no licence is left, and otherwise where none ever was', () => {
    const { filters } = attemptAt(main.first('sched.fail', of('cad-4')), 'cad-4');
    const said = nodes.map((name) => verdictOf(filters!, placeOf(filters!, name))[0]?.code);
    expect(said).toEqual(['Unschedulable', 'Unschedulable', 'Unschedulable', 'UnschedulableAndUnresolvable']);
    expect(main.first('sched.fail', of('cad-4')).event.message).toBe(
      '0/4 nodes are available: 1 node(s) were in a zone without licences, 3 node(s) had no licence left.',
    );
  });

  test('is understood by preemption: one that has a licence goes for one that matters more', () => {
    expect(main.first('sched.preempt', of('sim-1')).event).toMatchObject({
      node: 'node-b',
      victims: ['default/cad-1'],
      potential: 3,
    });
    expect(places()).toEqual({ web: 'node-d', 'sim-1': 'node-b' });
  });
});

test('without it all find a node, and three pods share the two licences of north', () => {
  expect(chosen('without')).toEqual([
    'web node-d',
    'cad-1 node-b',
    'cad-2 node-a',
    'cad-3 node-c',
    'cad-4 node-a',
    'sim-1 node-c',
  ]);
});

describe('mistakes', () => {
  test('not registered: the scheduler does not start', () => {
    expect(run('forgotten').first('program.exit').event.why).toContain(
      'PreFilterPlugin "Licences" does not exist',
    );
    expect(run('forgotten').all('sched.pop')).toEqual([]);
  });

  test('not enabled at PreFilter: each attempt ends in an error', () => {
    const messages = run('half')
      .all('sched.fail')
      .map(({ event }) => event.message);
    expect(
      messages.filter((message) => !message.includes('"PreFilterLicences" from cycleState: not found')),
    ).toEqual([]);
    expect(chosen('half')).toEqual([]);
    expect(run('half').all('sched.filter', of('web'))).toHaveLength(2);
  });

  test('unresolvable where it is not: preemption tries no node', () => {
    expect(run('hopeless').first('sched.preempt', of('sim-1')).event).toMatchObject({
      node: '',
      potential: 0,
    });
    expect(places('hopeless')['sim-1']).toBeUndefined();
  });

  test('counted in the informer’s cache: four get three licences, and nobody is a victim', () => {
    expect(chosen('live').filter((one) => one.startsWith('cad'))).toHaveLength(4);
    expect(run('live').first('sched.preempt', of('sim-1')).event).toMatchObject({ node: '', potential: 4 });
  });

  test('SCH-15 a score above 100: an error, for whom two nodes pass', () => {
    expect(run('unbounded').first('sched.fail', of('web')).event.message).toContain(
      'plugin "Licences" returns an invalid score 120, it should in the range of [0, 100] after normalizing',
    );
    expect(chosen('unbounded')).toEqual([]);
  });

  test('a copy that is none: sim-1 is promised a node for which nobody goes', () => {
    const sharing = run('sharing');
    expect(sharing.first('sched.preempt', of('sim-1')).event).toMatchObject({ node: 'node-a', victims: [] });
    expect(sharing.all('api.request', { verb: 'delete', program: 'kube-scheduler' })).toEqual([]);
    expect(places('sharing')['sim-1']).toBeUndefined();
  });
});
