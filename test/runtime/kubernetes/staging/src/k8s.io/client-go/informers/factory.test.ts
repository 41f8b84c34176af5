import { describe, expect, test } from 'vitest';
import { newSharedInformerFactory } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import type { SharedInformerFactoryOptions } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import type { Clientset } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { ResourceEventHandlerFuncs } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import type {
  ListOptions,
  ListerWatcher,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/listwatch.ts';
import { newFakeControllerSource } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.ts';
import { everything } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import { Chan } from '../../../../../../../../src/runtime/sim/chan.ts';
import { Sim } from '../../../../../../../../src/runtime/sim/sim.ts';
import { makePod, run } from '../tools/cache/support.ts';

/** A factory over sources of pods, nodes and replicasets, and what they were asked for. */
function setUp(options: Partial<SharedInformerFactoryOptions> = {}) {
  const sim = new Sim();
  const asked: string[] = [];
  const source = (
    resource: string,
  ): [ReturnType<typeof newFakeControllerSource>, (ns?: string) => ListerWatcher] => {
    const fake = newFakeControllerSource(sim);
    const told = (
      verb: string,
      ns: string | undefined,
      { labelSelector, resourceVersion }: ListOptions,
    ): void =>
      void asked.push(
        `${verb} ${resource} in '${ns ?? ''}' at ${resourceVersion}${labelSelector ? ` of ${labelSelector}` : ''}`,
      );
    const lw = (ns?: string): ListerWatcher => ({
      list: (opts) => (told('list', ns, opts), fake.list(opts)),
      watch: (opts) => (told('watch', ns, opts), fake.watch(opts)),
    });
    return [fake, lw];
  };
  const [pods, podClient] = source('pods');
  const [nodes, nodeClient] = source('nodes');
  const [replicaSets, replicaSetClient] = source('replicasets');
  const client = {
    coreV1: () => ({ pods: podClient, nodes: () => nodeClient() }),
    appsV1: () => ({ replicaSets: replicaSetClient }),
  } as unknown as Clientset;
  const factory = newSharedInformerFactory(sim, client, { program: 'test', ...options });
  return { sim, factory, pods, nodes, replicaSets, asked, stop: new Chan<never>('stop') };
}

describe('a factory of shared informers', () => {
  test('INF-05 makes one informer of a kind, for whoever asks for it or for its lister', () => {
    const { factory } = setUp();
    const informer = factory.core().v1().pods().informer();
    expect(factory.core().v1().pods().informer()).toBe(informer);
    expect(factory.core().v1().nodes().informer()).not.toBe(informer);
    expect(informer.name).toBe('test/pods');
    expect(factory.apps().v1().replicaSets().informer().name).toBe('test/replicasets');
  });

  test('INF-06 starts what was asked for and does not run yet, and nothing else', () => {
    const { sim, factory, pods, asked, stop } = setUp();
    pods.add(makePod('a', '', { namespace: 'default' }));
    // The accessors alone ask for nothing.
    factory.core().v1().nodes();
    const lister = factory.core().v1().pods().lister();
    factory.start(stop);
    factory.start(stop);
    sim.runFor(10);
    expect(asked).toEqual(["list pods in '' at 0", "watch pods in '' at 1"]);
    expect(lister.list(everything())[0]?.map(({ metadata }) => metadata.name)).toEqual(['a']);
    factory.apps().v1().replicaSets().informer();
    factory.start(stop);
    sim.runFor(10);
    expect(asked.slice(2)).toEqual(["list replicasets in '' at 0", "watch replicasets in '' at 0"]);
  });

  test('INF-07 waits for the caches of what was started, and tells which have synced', () => {
    const { sim, factory, nodes, stop } = setUp();
    nodes.listError = new Error('no nodes');
    factory.core().v1().pods().informer();
    factory.core().v1().nodes().informer();
    factory.start(stop);
    factory.apps().v1().replicaSets().informer();
    sim.after(1000, () => stop.close());
    expect([...run(factory.waitForCacheSync(stop), sim)]).toEqual([
      ['v1 Pod', true],
      ['v1 Node', false],
    ]);
    expect(sim.now).toBe(1000);
  });

  test('looks at one namespace only, and with other options, if told so', () => {
    const { sim, factory, asked, stop } = setUp({
      namespace: 'kube-system',
      tweakListOptions: (options) => ({ ...options, labelSelector: 'app=web' }),
    });
    factory.core().v1().pods().informer();
    factory.start(stop);
    sim.runFor(10);
    expect(asked).toEqual([
      "list pods in 'kube-system' at 0 of app=web",
      "watch pods in 'kube-system' at 0 of app=web",
    ]);
  });

  test('INF-09 resyncs by kind, and asks the server nothing for it', () => {
    const { sim, factory, pods, nodes, replicaSets, asked, stop } = setUp({
      defaultResyncMs: 30_000,
      customResync: [
        { type: { apiVersion: 'v1', kind: 'Node' }, periodMs: 20_000 },
        { type: { apiVersion: 'apps/v1', kind: 'ReplicaSet' }, periodMs: 0 },
      ],
    });
    const resyncs: string[] = [];
    const noting = (): ResourceEventHandlerFuncs =>
      new ResourceEventHandlerFuncs({
        updateFunc: (_, { kind }) => void resyncs.push(`${sim.now} ms ${kind}`),
      });
    pods.add(makePod('a'));
    nodes.add({ ...makePod('n'), kind: 'Node' });
    replicaSets.add({ ...makePod('r'), apiVersion: 'apps/v1', kind: 'ReplicaSet' });
    factory.core().v1().pods().informer().addEventHandler(noting());
    factory.core().v1().nodes().informer().addEventHandler(noting());
    factory.apps().v1().replicaSets().informer().addEventHandler(noting());
    factory.start(stop);
    sim.runFor(45_000);
    expect(resyncs).toEqual(['20000 ms Node', '30000 ms Pod', '40000 ms Node']);
    expect(asked).toHaveLength(6);
  });

  test('names its processes by resource and part', () => {
    const { sim, factory, stop } = setUp({ defaultResyncMs: 30_000 });
    const informer = factory.core().v1().pods().informer();
    informer.addEventHandler(new ResourceEventHandlerFuncs({}));
    factory.start(stop);
    sim.runFor(10);
    expect(
      [...sim.processes.values()].map(({ name, park }) => `${name}: ${park?.kind} ${park?.on}`).sort(),
    ).toEqual([
      'pods/close: receive stop',
      'pods/informer: cond DeltaFIFO of test/pods',
      'pods/listener-1/pop: select pods/listener-1 addCh',
      'pods/listener-1/run: receive pods/listener-1 nextCh',
      'pods/processor: receive end of test/pods',
      'pods/reflector: select stop or errors of resync or a watch',
      'pods/resync: select the resync timer or stop or end of listAndWatch',
    ]);
  });

  test.each([
    [{ group: '', version: 'v1', resource: 'pods' }, 'test/pods'],
    [{ group: 'apps', version: 'v1', resource: 'replicasets' }, 'test/replicasets'],
  ])('has the informer of the resource %o, and a lister over it', (resource, name) => {
    const { factory } = setUp();
    const [generic] = factory.forResource(resource);
    expect(generic?.informer().name).toBe(name);
    generic
      ?.informer()
      .getIndexer()
      .add(makePod('a', '', { namespace: 'default' }));
    expect(generic?.lister().byNamespace('default').get('a')[0]?.metadata.name).toBe('a');
  });

  test.each([
    [{ group: 'apps', version: 'v1', resource: 'pods' }, 'apps/v1, Resource=pods'],
    [{ group: '', version: 'v2', resource: 'pods' }, '/v2, Resource=pods'],
    [{ group: '', version: 'v1', resource: 'widgets' }, '/v1, Resource=widgets'],
  ])('has none for %o', (resource, text) => {
    expect(setUp().factory.forResource(resource)).toEqual([
      undefined,
      new Error(`no informer found for ${text}`),
    ]);
  });
});
