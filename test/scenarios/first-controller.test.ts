import { readFileSync, existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesOnDisk, runtimeText } from '../../src/instrument/runtime-graph.ts';
import { recordEdited } from '../../src/recording/record-edited.ts';
import type {
  Event,
  Lease,
  Node,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newSharedInformerFactory } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import { newForConfig } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { newControllerInitializers } from '../../src/runtime/subjects/own/planes/pod-manager.ts';
import { pod } from '../../src/runtime/subjects/api/objects.ts';
import { podCountLabel } from '../../src/runtime/demo/pod-count.ts';
import { PodController } from '../../src/runtime/demo/pod-controller.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import type { World } from '../../src/runtime/stage/world.ts';
import type { ProcessView } from '../../src/runtime/sim/trace.ts';
import { mapEntries, mapGet } from '../../src/runtime/sim/pmap.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import { Played, chapter } from './played.ts';
import { managed, master, scenarios, threePods } from '../../content/your-own/first-controller/scenario.ts';

const program = 'pod-manager';
const text = chapter('your-own/first-controller').replaceAll(/\s+/g, ' ');
const variant = (name: string): Scenario =>
  scenarios.find(({ id }) => id === `your-own/first-controller${name && `#${name}`}`)!;
/** The rows of a table of the State view, by name. */
const tableOf = (world: World, key: string): Record<string, readonly string[]> =>
  Object.fromEntries((mapGet(world.tables, key)?.rows ?? []).map(({ name, cells }) => [name, cells]));

const printed = (played: Played, from = 0): string[] =>
  played.all('program.output', { program }, from).map(({ event }) => event.text);
const roundsOf = (played: Played): number[] =>
  played.all('api.request', { program, verb: 'list', resource: 'nodes' }).map(({ at }) => at);
const labelOf = (world: World, name = 'node-a'): string | undefined =>
  (mapGet(world.store.objects, `nodes/${name}`) as Node | undefined)?.metadata.labels?.[podCountLabel];
const eventsOf = (world: World): Event[] =>
  mapEntries(world.store.objects).flatMap(([key, object]) =>
    key.startsWith('events/') && (object as Event).reason === 'Counted' ? [object as Event] : [],
  );
const stateOf = ({ entries }: Played, name: string): ProcessView | undefined =>
  mapEntries(entries.at(-1)!.world.processes).find(([, process]) => process.name === name)?.[1];
const atEnd = (played: Played): World => played.entries.at(-1)!.world;

describe('a manager of a reader’s own', async () => {
  const played = await Played.of(
    managed('life', {}, 40_000, function* (user) {
      yield* threePods(user);
      yield* user.sleep(22_500);
      user.act({ kind: 'terminate', program });
      yield* user.sleep(5_000);
      user.act({ ...master, name: 'node-b', labels: { touched: 'late' } });
    }),
  );

  test('POD-01 the tree of a project: what is written by hand, and what is generated', () => {
    const readme = readFileSync('src/runtime/demo/README.md', 'utf8');
    const files = [...readme.matchAll(/^\| `([\w./-]+)`/gm)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) expect(existsSync(`src/runtime/${file}`), file).toBe(true);
    for (const generated of ['informers', 'listers', 'kubernetes'])
      expect(readme).toMatch(new RegExp(`k8s.io/client-go/${generated}\`.*generated`));
    const tree = [...text.matchAll(/\| `((?:cmd|pkg)\/[\w/-]+)` \| [^|]+ \| (\S+) \|/g)];
    expect(tree.map(([, folder, writer]) => `${folder} ${writer}`)).toEqual([
      'cmd/demo-manager you',
      'pkg/controller/pod you',
      'pkg/apis/demo/v1 you',
      'pkg/client/clientset/versioned `client-gen`',
      'pkg/client/informers `informer-gen`',
      'pkg/client/listers `lister-gen`',
    ]);
    expect(text).toContain('| `pkg/client/clientset/versioned` |');
    // None of those that are generated for one's own types is needed yet.
    const asked = played.all('api.request', { program }).map(({ event }) => event.resource);
    expect([...new Set(asked)].sort()).toEqual(['events', 'nodes', 'pods']);
  });

  test('POD-02 its registry has one entry, and all that it starts has the one stop channel', () => {
    expect([...newControllerInitializers({}).keys()]).toEqual(['pod']);
    const stopped = played.first('watch.close', { watch: 'pod-manager/pods' });
    expect(stopped.at).toBe(played.act(5).at);
    expect(printed(played, stopped.index - 2)).toEqual(['Shutting down pod controller']);
  });

  test('POD-04 StartController comes back, and the closure then blocks for ever, even when all are stopped', () => {
    const main = stateOf(played, program);
    expect(main).toMatchObject({ state: 'parked' });
    expect(JSON.stringify(main)).toContain('for ever');
    expect(played.all('program.exit', { program })).toEqual([]);
  });

  test('POD-05 a missing kubeconfig and a client that cannot be made are fatal', async () => {
    const exit = async (demo: Parameters<typeof managed>[1]): Promise<string> => {
      const run = await Played.of(managed('fatal', demo, 2000));
      expect(run.all('api.request', { program })).toEqual([]);
      return run.first('program.exit', { program }).event.why;
    };
    expect(await exit({ kubeconfig: false })).toBe(
      'error running controllers: stat /etc/kubernetes/demo.kubeconfig: no such file or directory',
    );
    expect(await exit({ burst: 0 })).toContain('expected a burst above 0');
  });

  test('POD-06 with a resync period of 0 there is no resync, however long it runs', async () => {
    const run = async (resyncMs: number): Promise<Played> => {
      const long = await Played.of(managed('resync', { resyncMs }, 100_000));
      // The controller has no handler: even if the informer looks every 30 s, it has nobody to tell.
      expect(long.all('reflector.resync', { informer: 'pod-manager/pods' })).toEqual([]);
      return long;
    };
    const waitsFor = (played: Played): string | undefined => stateOf(played, 'pods/resync')?.waitsFor?.on;
    expect(waitsFor(await run(0))).toBe('stop or end of listAndWatch');
    expect(waitsFor(await run(30_000))).toBe('the resync timer or stop or end of listAndWatch');
  });

  test('POD-07 POD-09 the constructor asks for the informer of pods, and the record is complete', () => {
    const sim = new Sim({});
    const config = { transport: {} as never, userAgent: 'demo' };
    const client = newForConfig(sim, config);
    const asked: string[] = [];
    const factory = newSharedInformerFactory(sim, client, { program: 'demo' });
    const { informerFor } = factory;
    factory.informerFor = (type, newFunc) => {
      asked.push(type.kind);
      return informerFor.call(factory, type, newFunc) as never;
    };
    const controller = new PodController(sim, factory.core().v1().pods(), client, 'demo', () => {});
    expect(asked).toContain('Pod');
    expect(controller).toMatchObject({ kubeClient: client, clusterName: 'demo' });
    for (const field of ['podLister', 'podListerSynced', 'broadcaster', 'recorder'] as const)
      expect(controller[field], field).toBeDefined();
    expect(runtimeText('demo/pod-controller.ts').match(/this\.clusterName/g)).toHaveLength(1);
  });

  test('POD-08 the factory starts after the informers were asked for; before or after Run is the same', async () => {
    const [early, between, late] = await Promise.all(
      (['start, make, run', 'make, start, run', 'make, run, start'] as const).map((order) =>
        Played.of(managed(order, { order }, 30_000)),
      ),
    );
    // Nothing was registered when the factory started: no list, no watch, and Run waits for ever.
    expect(early!.all('api.request', { program })).toEqual([]);
    expect(printed(early!)).toEqual(['Starting pod controller']);
    expect(labelOf(atEnd(early!))).toBeUndefined();
    for (const run of [between!, late!]) {
      expect(run.all('api.request', { program, verb: 'list', resource: 'pods' })).toHaveLength(1);
      expect(labelOf(atEnd(run))).toBe('3');
      expect(roundsOf(run)).toEqual([100, 10_100, 20_100]);
    }
  });

  test('POD-10 events are logged as soon as there is a broadcaster, and say who recorded them', () => {
    const logged = played.all('program.output').find(({ event: { text } }) => text.startsWith('Event('))!;
    const recorded = played.first('event.record', { program });
    expect(recorded.index).toBeGreaterThan(logged.index);
    expect(recorded.event).toMatchObject({ type: 'Normal', reason: 'Counted', about: 'Pod/web-b' });
    for (const { source } of eventsOf(atEnd(played))) expect(source).toEqual({ component: 'pod-controller' });
  });

  test('POD-11 Run waits for the cache, records, begins its rounds, and blocks until stop closes', () => {
    const list = played.first('reflector.list', { informer: 'pod-manager/pods' });
    expect(list.at).toBeLessThan(roundsOf(played)[0]!);
    expect(printed(played)[0]).toBe('Starting pod controller');
    expect(printed(played).at(-1)).toBe('Shutting down pod controller');
    expect(roundsOf(played).filter((at) => at > played.act(5).at)).toEqual([]);
    // The sink is the second who watches; the first is the log.
    const watchers = ({ processes }: World): number =>
      mapEntries(processes).filter(([, { name, group }]) => name === 'events/watcher' && group === program)
        .length;
    const sink = played.entries.find(({ world }) => watchers(world) === 2)!;
    const firstRound = played.first('api.request', { program, verb: 'list', resource: 'nodes' });
    expect(sink.index).toBeGreaterThan(list.index);
    expect(sink.index).toBeLessThanOrEqual(firstRound.index);
    const waits = mapEntries(played.before(5).processes).map(([, { name, waitsFor }]) => [
      name,
      waitsFor?.on,
    ]);
    expect(waits).toContainEqual(['pod', 'stop']);
    expect(waits).toContainEqual(['pods/rounds', 'stop or its period']);
    for (const name of ['pods/rounds', 'pod']) expect(stateOf(played, name), name).toBeUndefined();
  });

  test('POD-12 a round begins at once and then every ten seconds; one that takes longer is followed at once', async () => {
    const first = roundsOf(played)[0]!;
    expect(roundsOf(played).map((at) => at - first)).toEqual([0, 10_000, 20_000]);

    // Six seconds for the list of nodes and six for the update: the ten are over before the round is.
    const slow = await Played.of(
      managed(
        'slow',
        {},
        100_000,
        function* (user) {
          yield* user.sleep(20_000);
          yield* threePods(user);
          yield* user.sleep(43_000);
          user.act({ kind: 'terminate', program });
        },
        { latencyMs: 3000 },
      ),
    );
    const begun = roundsOf(slow).slice(-3);
    expect(begun.map((at) => at - begun[0]!)).toEqual([0, 12_000, 24_000]);
    // The round that runs when stop closes is not interrupted, and none follows.
    expect(begun.at(-1)).toBeLessThan(slow.act(5).at);
    const updates = slow.all('api.request', { program, verb: 'update', resource: 'nodes' });
    expect(updates.at(-1)!.at).toBeGreaterThan(slow.act(5).at);
  });

  test('POD-13 POD-14 a round lists once and prints every pod of the cache, in the order of its map', async () => {
    const round = printed(played).filter((text) => text.startsWith('pod '));
    expect(round.slice(0, 3)).toEqual(['pod default/web-b', 'pod default/web-a', 'pod default/web-c']);
    const cached = mapGet(atEnd(played).indexers, 'pod-manager/pods')!;
    expect(
      mapEntries(cached)
        .map(([key]) => key)
        .sort(),
    ).toEqual(['default/web-a', 'default/web-b', 'default/web-c']);
    expect(round).toHaveLength(6);
    // Three rounds, three calls of the lister, however many pods it gives.
    expect(tableOf(atEnd(played), 'pod-manager/requests')['list pods']).toEqual(['3', '1']);
    expect(text).toContain('lists all pods with one call of the lister');

    const sorted = await Played.of(
      managed('sorted', {}, 15_000, function* (user) {
        for (const name of ['web-a', 'web-b', 'web-c'])
          user.act({ kind: 'apply', object: pod(name, { app: 'web' }) });
        yield* user.settle();
      }),
    );
    const lines = printed(sorted).filter((text) => text.startsWith('pod '));
    expect(lines.slice(0, 3)).toEqual(['pod default/web-a', 'pod default/web-b', 'pod default/web-c']);
    expect(text).toMatch(/In Go the order changes from call to call/);
  });

  test('POD-15 POD-18 pods are read from the cache, and nodes from the API server in every round', () => {
    const requests = (resource: string): string[] =>
      played.all('api.request', { program, resource }).map(({ event }) => event.verb);
    expect(requests('pods')).toEqual(['list', 'watch']);
    expect(requests('nodes').filter((verb) => verb === 'list')).toHaveLength(3);
    // node-b has no label that makes it a master.
    expect(labelOf(atEnd(played), 'node-b')).toBeUndefined();
    expect(labelOf(atEnd(played))).toBe('3');
  });

  test('POD-16 a conflict is printed, and mended by the next round only', async () => {
    const write = played.first('store.write', { program, resource: 'nodes' });
    const before = write.event.previous!.metadata;
    expect(Number(write.event.object.metadata.resourceVersion)).toBeGreaterThan(
      Number(before.resourceVersion),
    );
    expect(before.labels?.[podCountLabel]).toBeUndefined();

    // What the text says of the conflict.
    const told = await Played.of(scenarios[0]!);
    const late = told.first('api.error', { program, code: 409 });
    const update = told.all('api.request', { program, verb: 'update' })[1]!;
    expect([
      update.event.version,
      mapGet(late.world.store.objects, 'nodes/node-a')?.metadata.resourceVersion,
    ]).toEqual(['21', '30']);

    const run = await Played.of(
      managed('conflict', {}, 30_000, function* (user) {
        yield* threePods(user);
        user.act({ kind: 'conflict', resource: 'nodes', times: 1 });
      }),
    );
    const refused = run.first('api.error', { program, code: 409 });
    expect(refused.at).toBeLessThan(11_000);
    expect(printed(run).filter((text) => text.startsWith('update node node-a: '))).toHaveLength(1);
    const mended = run.first('store.write', { program, resource: 'nodes' });
    expect(mended.at - refused.at).toBeGreaterThan(9_000);
  });

  test('POD-17 one event a pod and round: its count rises, until the correlator holds the rest back', async () => {
    const long = await Played.of(managed('long', {}, 290_000));
    const events = eventsOf(atEnd(long));
    expect(events.map(({ involvedObject }) => involvedObject.name).sort()).toEqual([
      'web-a',
      'web-b',
      'web-c',
    ]);
    expect(events.map(({ count }) => count)).toEqual([25, 25, 25]);
    // All 28 rounds with pods logged it: what is held back is held back from the API server.
    expect(printed(long).filter((text) => text.includes('Name:"web-a"'))).toHaveLength(28);
  });

  test('POD-19 it knows nothing of changes: a new pod is counted when the next round comes', async () => {
    const run = await Played.of(
      managed('late', {}, 30_000, function* (user) {
        yield* threePods(user);
        yield* user.sleep(12_000 - 1322);
        user.act({ kind: 'apply', object: pod('web-d', { app: 'web' }) });
      }),
    );
    const made = run.act(5);
    expect(labelOf(made.world)).toBe('3');
    const counted = run.entries.find(({ world }) => labelOf(world) === '4')!;
    expect(counted.at).toBeGreaterThan(20_100);
    expect(made.at).toBeLessThan(14_000);
  });

  test('POD-20 of two replicas one leads and works; the other waits, and takes over', async () => {
    const run = await Played.of(
      managed(
        'two',
        {},
        60_000,
        function* (user) {
          yield* threePods(user);
          yield* user.sleep(12_000);
          user.act({ kind: 'crash', program: 'pod-manager-0' });
        },
        { replicas: 2 },
      ),
    );
    const asks = (name: string): number[] =>
      run.all('api.request', { program: name, verb: 'list', resource: 'pods' }).map(({ at }) => at);
    const crash = run.first('program.crash').at;
    expect(asks('pod-manager-0').filter((at) => at >= crash)).toEqual([]);
    expect(asks('pod-manager-0')).toHaveLength(1);
    expect(asks('pod-manager-1')).toHaveLength(1);
    expect(asks('pod-manager-1')[0]).toBeGreaterThan(crash);
    const holderIn = ({ store }: World): string | undefined =>
      mapEntries(store.objects)
        .filter(([key]) => key.startsWith('leases/'))
        .map(([, object]) => (object as Lease).spec?.holderIdentity?.replace(/_.*/, ''))[0];
    const worked = run
      .all('event.record')
      .filter(({ event }) => event.reason === 'Counted')
      .map(({ event, world }) => [event.program, holderIn(world)]);
    expect(new Set(worked.map(([name]) => name))).toEqual(new Set(['pod-manager-0', 'pod-manager-1']));
    for (const [name, holder] of worked) expect(name).toBe(holder);
    const stoodBy = run
      .all('api.request')
      .filter(({ event, at }) => event.program.startsWith('pod-manager-1') && at < crash)
      .map(({ event }) => event.resource);
    expect(new Set(stoodBy)).toEqual(new Set(['leases']));
  });

  test('POD-11 without the wait it counts before its cache is filled, and a wrong number stands for a round', async () => {
    const restarted = async (mistake?: string): Promise<(string | undefined)[]> => {
      const run = await Played.of(
        managed(
          'restarted',
          mistake === undefined ? {} : { mistake },
          40_000,
          function* (user) {
            yield* threePods(user);
            user.act({ kind: 'start', program });
          },
          { idle: [program] },
        ),
      );
      const seen = run.entries.map(({ world }) => labelOf(world));
      return seen.filter((label, i) => label !== seen[i - 1]);
    };
    expect(await restarted()).toEqual(['3']);
    expect(await restarted('no wait')).toEqual(['0', '3']);
  });

  test('a reader’s edit of the controller runs in the page', async () => {
    const file = 'demo/pod-controller.ts';
    const text = runtimeText(file).replace('const periodMs = 10_000;', 'const periodMs = 5_000;');
    const scenario = managed('edited', {}, 22_000);
    const recording = await recordEdited(scenario, { [file]: text }, filesOnDisk([file]), { lines: false });
    expect(roundsOf(new Played(recording))).toEqual([100, 5100, 10_100, 15_100, 20_100]);
  });

  test('its lines are recorded, as those of any file that is shown', async () => {
    expect(master.name).toBe('node-a');
    const scenario = managed('lines', {}, 11_000);
    const file = 'demo/pod-controller.ts';
    const edits = { [file]: runtimeText(file) };
    const recording = await recordEdited(scenario, edits, filesOnDisk([file]));
    const lines = new Played(recording).all('line', { file });
    expect(lines.map(({ event }) => event.function)).toContain('reconcilePods');
  });
});

describe('the story of the chapter', async () => {
  const played = await Played.of(variant(''));

  test('POD-02 POD-04 POD-05 POD-06 the tables show one controller, the file, the client and no resync', () => {
    const world = atEnd(played);
    const made = played.first('startup', { name: 'pod' });
    expect(tableOf(made.world, 'pod-manager/controllers')).toEqual({ pod: ['made'] });
    expect(tableOf(played.before(5), 'pod-manager/controllers')).toEqual({ pod: ['runs'] });
    expect(tableOf(world, 'pod-manager/controllers')).toEqual({ pod: ['has ended'] });
    expect(tableOf(world, 'pod-manager/manager')).toEqual({
      kubeconfig: ['/etc/kubernetes/demo.kubeconfig'],
      config: ['user agent pod-manager, 20 requests a second, 30 at once'],
      resync: ['0 ms: none, ever'],
    });
    expect(text).toMatch(/The manager starts its controllers, and cannot stop a single one/);
    expect(text).toMatch(/All of them share one stop channel, which closes for all at once/);
    expect(text).toMatch(/ignores this error goes on with a client that is nil/);
    expect(text).toMatch(
      /Zero does not mean "at once" or "the default"\. It means that the factory never sets a timer/,
    );
  });

  test('POD-07 POD-08 the table of informers fills when the controller is made, and the factory starts what is in it', () => {
    const [config, made, started] = played.all('startup');
    expect(tableOf(config!.world, 'pod-manager/informers')).toEqual({});
    expect(tableOf(made!.world, 'pod-manager/informers')).toEqual({ pods: ['v1 Pod', 'no', 'no'] });
    expect(tableOf(started!.world, 'pod-manager/informers')).toEqual({ pods: ['v1 Pod', 'yes', 'no'] });
    expect(text).toContain('start the factory after the last informer was asked for');
  });

  test('POD-09 POD-10 the record after construction, with a broadcaster that one logger watches', () => {
    const made = played.first('startup', { name: 'pod' });
    expect(tableOf(made.world, 'pod-manager/controller')).toMatchObject({
      clusterName: ['"demo", which nothing reads'],
      podListerSynced: ['says false'],
      broadcaster: ['one watcher: the log'],
      recorder: ['signs as pod-controller'],
    });
    expect(text).toMatch(/Kubernetes left `glog` for `klog` in v1\.13/);
  });

  test('POD-15 POD-18 two columns count reads from the cache and requests to the API server', () => {
    const counts = tableOf(atEnd(played), 'pod-manager/requests');
    expect(counts['list pods']).toEqual(['5', '1']);
    expect(counts['list nodes']).toEqual(['0', '5']);
    expect(text).toContain('It lists nodes from the API server each time');
  });

  test('POD-16 the fourth round mends what the third could not write, and the fifth changes nothing', () => {
    const writes = played.all('store.write', { program, resource: 'nodes' });
    expect(writes.map(({ at }) => at)).toEqual([10_106, 30_106]);
    expect(tableOf(played.act(2).world, 'kube-apiserver/masters')).toEqual({ 'node-a': ['none', '5'] });
    expect(tableOf(writes[0]!.world, 'kube-apiserver/masters')).toEqual({ 'node-a': ['3', '21'] });
    const asked = played.all('api.request', { program, verb: 'update', resource: 'nodes' });
    expect(asked.map(({ at }) => at)).toEqual([10_104, 20_104, 30_104, 40_104]);
    expect(text).toMatch(/a write into the labels of an object that has none panics/);
  });

  test('POD-12 stop comes 2.8 s into a round, which writes three seconds later and is the last', async () => {
    const slow = await Played.of(variant('slow'));
    const stop = slow.act(3);
    const last = slow.all('api.request', { program, verb: 'list', resource: 'nodes' }).at(-1)!;
    expect(stop.at - last.at).toBe(2800);
    const update = slow.all('api.request', { program, verb: 'update', resource: 'nodes' }).at(-1)!;
    expect(update.at - stop.at).toBe(3200);
  });

  test('POD-17 after 25 events the next is left out', async () => {
    const long = await Played.of(variant('long'));
    const dropped = long.first('event.drop', { program });
    // The last of all is counted a moment later.
    expect(long.all('event.record', { program }).filter(({ at }) => at < dropped.at)).toHaveLength(25);
    const rows = tableOf(atEnd(long), 'pod-manager/event correlator');
    expect(rows['Pod/web-a Counted']?.slice(0, 2)).toEqual(['27', '25']);
  });

  test('POD-20 after the crash it takes the other replica 15 seconds to begin', async () => {
    const two = await Played.of(variant('two'));
    const crash = two.first('program.crash');
    const next = two.first('startup', { name: 'config', program: 'pod-manager-1' });
    expect(Math.round((next.at - crash.at) / 1000)).toBe(15);
  });
});
