import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/machinery/indexer-and-lister/scenario.ts';
import type { Node } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  newIndexer,
  metaNamespaceKeyFunc,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/store.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import { podCountLabel } from '../../src/runtime/demo/pod-count.ts';
import type { World } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter, named } from './played.ts';

const [counted, inPlace] = named(scenarios, '', 'in-place');
const program = 'pods-per-node';
const text = chapter('machinery/indexer-and-lister').replaceAll(/\s+/g, ' ');

/** The rows of a table of the program, by their names. */
function rowsOf(world: World, table: string): Record<string, string> {
  const found = mapGet(world.tables, `${program}/${table}`);
  return Object.fromEntries((found?.rows ?? []).map(({ name, cells }) => [name, cells.join(' | ')]));
}
const labelOf = (object: unknown): string | undefined =>
  (object as Node | undefined)?.metadata.labels?.[podCountLabel];
const storedOf = ({ store }: World, name = 'node-a'): string | undefined =>
  labelOf(mapGet(store.objects, `nodes/${name}`));
const atEnd = (played: Played): World => played.entries.at(-1)!.world;
const printed = (played: Played): string[] =>
  played.all('program.output', { program }).map(({ event }) => event.text);

describe('an indexer', async () => {
  const played = await Played.of(counted);
  const written = (verb: 'add' | 'update' | 'delete', key: string): World =>
    played.first('indexer.write', { informer: `${program}/pods`, verb, key }).world;

  test('INF-19 is a map with an index by namespace, and with one of the controller’s own', () => {
    const world = written('add', 'kube-system/dns-1');
    expect(mapGet(world.indexers, `${program}/pods`)!.size).toBe(3);
    expect(rowsOf(world, 'index namespace')).toEqual({
      default: 'default/web-1, default/web-2',
      'kube-system': 'kube-system/dns-1',
    });
    expect(rowsOf(world, 'index node')).toEqual({
      '(none)': 'default/web-1, default/web-2, kube-system/dns-1',
    });
  });

  test('INF-19 an update moves a key from one set to another, and an empty set is dropped', () => {
    expect(rowsOf(written('update', 'default/web-1'), 'index node')).toEqual({
      '(none)': 'default/web-2, kube-system/dns-1',
      'node-a': 'default/web-1',
    });
    expect(rowsOf(written('update', 'kube-system/dns-1'), 'index node')).toEqual({
      'node-a': 'default/web-1, kube-system/dns-1',
      'node-b': 'default/web-2',
    });
    expect(rowsOf(written('delete', 'default/web-1'), 'index node')).toEqual({
      'node-a': 'kube-system/dns-1',
      'node-b': 'default/web-2',
    });
  });

  test('INF-25 everything is read from the caches; pods are listed and watched once, and the rest are writes', () => {
    const reads = rowsOf(played.first('act', {}, played.act(5).index).world, 'reads');
    const [pods, nodes] = ['pods', 'nodes'].map((each) => Number(reads[`${each}, from the cache`]));
    expect(pods! + nodes!).toBe(34);
    expect(text).toContain('more than thirty reads');
    expect([reads['list pods'], reads['watch pods']]).toEqual(['1', '1']);
    const asked = played
      .all('api.request', { program })
      .map(({ event }) => `${event.verb} ${event.resource}`);
    expect([...new Set(asked)].sort()).toEqual([
      'list nodes',
      'list pods',
      'update nodes',
      'watch nodes',
      'watch pods',
    ]);
    expect(asked.filter((each) => !each.startsWith('update'))).toHaveLength(4);
    expect(printed(played)).toContain('node-a: pods 1, app=web in default 2');
    expect(text).toContain('the cache is not consistent with the store. It is late.');
  });

  test('INF-25 the cache is 2 ms late, and a write that was based on an old version is refused and made again', () => {
    const stored = played.first('store.write', { verb: 'create', key: 'pods/default/web-3' });
    const cached = played.first('indexer.write', { key: 'default/web-3' });
    expect(cached.at - stored.at).toBe(2);
    expect(mapGet(mapGet(stored.world.indexers, `${program}/pods`)!, 'default/web-3')).toBeUndefined();
    const refused = played.first('api.error', { reason: 'Conflict' });
    const again = played.first('store.write', { resource: 'nodes' }, refused.index);
    expect(again.at - refused.at).toBe(7);
    expect([storedOf(atEnd(played)), storedOf(atEnd(played), 'node-b')]).toEqual(['2', '1']);
  });

  test('INF-01 INF-02 INF-03 the tree of accessors is a table: what each watches, and its lister', () => {
    const accessors = rowsOf(atEnd(played), 'accessors');
    const groups = new Set(Object.keys(accessors).map((each) => each.split('(')[0]));
    expect(groups.size).toBe(18);
    for (const group of groups) expect(text).toContain(group);
    for (const version of ['v1', 'v1beta1', 'v1beta2']) {
      expect(accessors[`Apps().${version.toUpperCase()}().Deployments()`]).toBe(
        `/apis/apps/${version}/deployments | DeploymentLister`,
      );
    }
    const five = Object.keys(accessors).filter((each) => each.startsWith('Apps().V1()'));
    expect(five).toHaveLength(5);
    for (const accessor of five) {
      const [, name = ''] = /\.(\w+)\(\)$/.exec(accessor) ?? [];
      expect(text).toMatch(new RegExp(`\`${name}\` +\\| \`${accessors[accessor]?.split(' | ')[1]}\``));
    }
    expect(accessors['Core().V1().Endpoints()']).toBe('/api/v1/endpoints | EndpointsLister');
    expect(text).toMatch(/Auditregistration and Settings\. Both are gone, and Internal is new/);
  });

  test('INF-08 by name it is the same informer, and a kind of one’s own is an error', () => {
    expect(printed(played).slice(0, 2)).toEqual([
      'no informer found for demo.example/v1, Resource=podpools',
      'pods: by name and by accessors it is the same informer',
    ]);
  });
});

describe('to change what a lister gave', async () => {
  const run = await Played.of(inPlace);
  const refused = run.first('api.error', { reason: 'Conflict' });

  test('the cache says it before the request has left; one write that is refused is never made again', () => {
    const asked = run.all('api.request', { program, verb: 'update' }).findLast(({ at }) => at < refused.at)!;
    expect(rowsOf(asked.world, 'labels')['node-a']).toBe('2 | 1');
    const again = run.first('workqueue.get', { key: 'node-a' }, refused.index);
    expect(again.at - refused.at).toBe(5);
    expect(run.all('api.request', { program, verb: 'update' }, refused.index)).toEqual([]);
    expect(run.first('workqueue.forget', {}, again.index).event.key).toBe('node-a');
    expect(storedOf(atEnd(run))).toBe('1');
    expect(rowsOf(atEnd(run), 'labels')['node-a']).toBe('2 | 1');
    expect(printed(run).filter((line) => /conflict|error|refused/i.test(line))).toEqual([]);
  });

  test('a resync finds nothing to do; only news of the node does', async () => {
    const story: Scenario['story'] = function* (user) {
      yield* inPlace.story(user);
      yield* user.sleep(40_000);
      user.act({
        kind: 'relabel',
        resource: 'nodes',
        namespace: '',
        name: 'node-a',
        labels: { look: 'here' },
      });
      yield* user.sleep(1000);
    };
    const demo = { ...inPlace.settings?.demo, resyncMs: 30_000 };
    const long = await Played.of({
      ...inPlace,
      settings: { ...inPlace.settings, demo },
      endsAtMs: 60_000,
      story,
    });
    const resync = long.first('reflector.resync', { informer: `${program}/nodes` });
    const touched = long.all('act').at(-1)!;
    expect(touched.index).toBeGreaterThan(resync.index);
    expect(long.first('workqueue.get', { key: 'node-a' }, resync.index).index).toBeLessThan(touched.index);
    expect(storedOf(touched.world)).toBe('1');
    expect(storedOf(atEnd(long))).toBe('2');
  });

  test('an index of what was changed breaks: the key stays in the set of the old value', () => {
    const byApp = newIndexer(metaNamespaceKeyFunc, {
      app: (obj) => [[(obj as Node).metadata.labels?.['app'] ?? ''], undefined],
    });
    const node = (app: string): Node =>
      ({ kind: 'Node', apiVersion: 'v1', metadata: { name: 'n', labels: { app } } }) as Node;
    const cached = node('web');
    byApp.add(cached);
    (cached.metadata.labels as Record<string, string>)['app'] = 'db';
    byApp.update(node('api'));
    expect(byApp.indexKeys('app', 'web')[0]).toEqual(['n']);
    expect(byApp.indexKeys('app', 'api')[0]).toEqual(['n']);
  });
});
