import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/controller-manager/starting-controllers/scenario.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import type { EventOf } from '../../src/runtime/stage/events.ts';
import type { TableState } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { type EntryOf, Played, chapter } from './played.ts';

const manager = 'kube-controller-manager';
const text = chapter('controller-manager/starting-controllers').replaceAll(/\s+/g, ' ');
const [start, again, noKey, accounts, cloud, pauses, fails] = (await Promise.all(
  scenarios.slice(0, 7).map((scenario: Scenario) => Played.of(scenario)),
)) as [Played, Played, Played, Played, Played, Played, Played];

const steps = (run: Played, phase: string): EntryOf<'startup'>[] => run.all('startup', { phase });
const names = (run: Played, phase: string): string[] => steps(run, phase).map(({ event }) => event.name);
const step = (run: Played, phase: string, name: string): EntryOf<'startup'> =>
  run.first('startup', { phase, name } as Partial<EventOf<'startup'>>);
const rows = (run: Played, name: string): TableState['rows'] =>
  mapGet(run.entries.at(-1)!.world.tables, `${manager}/${name}`)?.rows ?? [];

describe('the chapter on starting the controllers', () => {
  test('INI-01 INI-10 there are four verdicts: 30 started, 6 skipped, 2 disabled, none failed', () => {
    expect(names(start, 'started')).toHaveLength(30);
    expect(names(start, 'skipped')).toHaveLength(6);
    expect(names(start, 'disabled')).toEqual(['bootstrapsigner', 'tokencleaner']);
    expect(names(start, 'failed')).toEqual([]);
    expect(rows(start, 'controllers')).toHaveLength(38);
    expect(text).toContain('30 are started, 6 skipped and 2 disabled, and none failed');
  });

  test('INI-01 another seed is another order, and the same verdicts', () => {
    const order = (run: Played): string[] => rows(run, 'controllers').map(({ name }) => name);
    const verdicts = (run: Played): Record<string, string> =>
      Object.fromEntries(rows(run, 'controllers').map(({ name, cells }) => [name, cells[1] ?? '']));
    expect(order(start).slice(0, 2)).toEqual(['serviceaccount-token', 'replicationcontroller']);
    expect(order(again).slice(0, 2)).toEqual(['serviceaccount-token', 'csrsigning']);
    expect(verdicts(again)).toEqual(verdicts(start));
    expect(text).toMatch(/A list of the table is not the order of starting/);
  });

  test('INI-02 the token controller is first and has a client of the root builder', () => {
    expect(names(start, 'starting')[0]).toBe('serviceaccount-token');
    const [first] = rows(start, 'clients').filter(({ name }) => name === 'tokens-controller');
    expect(first?.cells[0]).toBe('root');
    expect(text).toMatch(/It does not set up permissions/);
  });

  test('INI-03 without a key it is skipped, and the three that were asked for start', () => {
    expect(names(noKey, 'skipped')).toEqual(['serviceaccount-token']);
    expect(names(noKey, 'started').sort()).toEqual(['replicaset', 'serviceaccount', 'ttl']);
  });

  test('INI-04 an account gets a Secret and its name, another when that is deleted, and takes it along', () => {
    const writes = accounts
      .all('store.write')
      .filter(({ event }) => ['secrets', 'serviceaccounts'].includes(event.resource))
      .map(
        ({ event }) =>
          `${event.program.startsWith(manager) ? 'controller' : 'user'} ${event.verb} ${event.resource}`,
      );
    expect(writes).toEqual([
      'user create serviceaccounts',
      'controller create secrets',
      'controller update serviceaccounts',
      'user delete secrets',
      'controller update serviceaccounts',
      'controller create secrets',
      'controller update serviceaccounts',
      'user delete serviceaccounts',
      'controller delete secrets',
    ]);
    const queues = new Set(accounts.all('workqueue.add').map(({ event }) => event.queue));
    expect(queues.size).toBe(2);
    const made = accounts.first('store.write', { verb: 'create', resource: 'secrets' });
    const update = accounts.first('api.request', { verb: 'update', resource: 'serviceaccounts' }, made.index);
    expect(mapGet(update.world.tables, `${manager}/mutation-cache`)?.rows).toHaveLength(1);
  });

  test('INI-05 two informers run before the loop, the others behind it, and all behind it without the first start', () => {
    const [first, second] = steps(start, 'factory').map(({ index }) => index) as [number, number];
    const asked = steps(start, 'informer').filter(({ index }) => index < first);
    expect(asked.map(({ event }) => event.name)).toEqual(['v1 ServiceAccount', 'v1 Secret']);
    expect(first).toBeLessThan(step(start, 'starting', 'replicationcontroller').index);
    const last = Math.max(...steps(start, 'starting').map(({ index }) => index));
    expect(second).toBeGreaterThan(last);
    expect(step(start, 'informers', 'InformersStarted').index).toBeGreaterThan(second);
    const late = steps(noKey, 'factory')[0]!.index;
    expect(late).toBeGreaterThan(Math.max(...steps(noKey, 'starting').map(({ index }) => index)));
  });

  test('INI-07 the path of the handler has the name of its controller', () => {
    expect(names(start, 'path').filter((path) => path.startsWith('/debug/controllers/'))).toEqual([
      '/debug/controllers/garbagecollector',
      '/debug/controllers/garbagecollector/',
    ]);
  });

  test('INI-09 a pause of two to four seconds comes before each, one that skips itself too, and all wait for the last', () => {
    const times = steps(pauses, 'starting').map(({ event, at }) => ({ name: event.name, at }));
    expect(times.map(({ name }) => name)).toEqual([
      'serviceaccount-token', // skipped: the list does not have it, and no pause before it
      'ttl',
      'service',
      'podgc',
      'endpoint',
    ]);
    const gaps = times.slice(1).map(({ at }, i) => at - times[i]!.at);
    for (const gap of gaps) {
      expect(gap).toBeGreaterThanOrEqual(2000);
      expect(gap).toBeLessThan(4000);
    }
    expect(names(pauses, 'skipped')).toContain('service');
    const seen = pauses.first('reflector.list', { informer: `${manager}/nodes` });
    const { at } = step(pauses, 'started', 'ttl');
    expect(Math.round(at / 100) / 10).toBe(2.3);
    expect(Math.round((seen.at - at) / 1000)).toBe(10);
    expect(seen.at).toBe(times.at(-1)!.at + 4);
    // All but the two that are off by default.
    expect(names(start, 'starting').length - 1).toBe(35);
  });

  test('INI-10 an error ends the program with the 26 that had started, and none of them had listed anything', () => {
    expect(names(fails, 'started')).toHaveLength(26);
    expect(names(fails, 'failed')).toEqual(['attachdetach']);
    expect(fails.first('program.exit').event).toMatchObject({ code: 255 });
    const listed = fails.all('reflector.list').map(({ event }) => event.informer);
    expect(listed).toEqual([`${manager}/serviceaccounts`, `${manager}/secrets`]);
  });

  test('INI-11 the one handler answers with a graph that is empty', () => {
    const { event } = start.first('http.response');
    expect(event).toMatchObject({ status: 200, path: '/debug/controllers/garbagecollector/graph' });
    expect(event.body).not.toContain('->');
    const shown = rows(start, 'mux-2').filter(({ name }) => name.startsWith('/debug/controllers/'));
    expect(shown.map(({ cells }) => cells[1])).toEqual(['no', 'no']);
  });

  test('INI-12 replicaset asks for its informers within its start', () => {
    const [from, to] = [
      step(noKey, 'starting', 'replicaset').index,
      step(noKey, 'started', 'replicaset').index,
    ];
    const asked = steps(noKey, 'informer').filter(({ index }) => index > from && index < to);
    expect(asked.map(({ event }) => event.name)).toEqual(['apps/v1 ReplicaSet', 'v1 Pod']);
    expect(text).toMatch(/The controller is still not made in the new goroutine/);
  });

  test('INI-13 the cloud is handed the client builder behind the token controller and before the table', () => {
    const handed = step(cloud, 'cloud', 'sample').index;
    expect(handed).toBeGreaterThan(step(cloud, 'started', 'serviceaccount-token').index);
    expect(step(cloud, 'client', 'cloud-provider').index).toBe(handed + 1);
    const [, second] = [...steps(cloud, 'starting'), ...steps(cloud, 'disabled')]
      .map(({ index }) => index)
      .sort((a, b) => a - b);
    expect(second).toBeGreaterThan(handed);
  });
});
