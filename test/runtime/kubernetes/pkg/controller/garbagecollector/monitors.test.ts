import { describe, expect, test } from 'vitest';
import type { GroupVersionResource } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import type { ServerResourcesInterface } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/discovery/discovery_client.ts';
import type { InformerFactory } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/controller-manager/pkg/informerfactory/informer_factory.ts';
import { Chan } from '../../../../../../src/runtime/sim/chan.ts';
import { Bench } from './fixture.ts';

const resources = (...names: string[]): Map<string, GroupVersionResource> =>
  new Map(names.map((resource) => [resource, { group: '', version: 'v1', resource }]));

/** A collector whose informers sync when a test says so. */
class Stage {
  readonly synced = new Set<string>();
  readonly made: string[] = [];
  starts = 0;
  readonly bench: Bench;

  constructor() {
    const sharedInformers = {
      forResource: ({ resource }: GroupVersionResource) => {
        if (resource === 'nodes') return [undefined, new Error('no informer')];
        this.made.push(resource);
        const informer = {
          addEventHandlerWithResyncPeriod() {},
          hasSynced: () => this.synced.has(resource),
          getStore: () => ({ getByKey: () => [undefined, false] }),
        };
        return [{ informer: () => informer }, undefined];
      },
      start: () => void this.starts++,
    } as unknown as InformerFactory;
    this.bench = new Bench({ sharedInformers });
  }

  get monitors(): string[] {
    const keys = this.bench.collector.dependencyGraphBuilder.monitors.keys();
    return [...keys].map((key) => key.replace('/v1, Resource=', ''));
  }

  isSynced(): boolean {
    return this.bench.run(this.bench.collector.isSynced());
  }

  resync(...names: string[]): Error | undefined {
    return this.bench.run(this.bench.collector.resyncMonitors(resources(...names)));
  }
}

describe('the monitors', () => {
  test('are one for each resource that there is, and those that stay are kept', () => {
    const stage = new Stage();
    expect(stage.resync('pods', 'secrets')).toBeUndefined();
    expect([stage.monitors, stage.made]).toEqual([
      ['pods', 'secrets'],
      ['pods', 'secrets'],
    ]);
    const { monitors } = stage.bench.collector.dependencyGraphBuilder;
    const pods = monitors.get('pods');
    stage.resync('pods');
    expect(stage.monitors).toEqual(['pods']);
    expect(stage.bench.collector.dependencyGraphBuilder.monitors.get('pods')).toBe(pods);
    expect(stage.made).toEqual(['pods', 'secrets']);
  });

  test('are started once the graph runs, each once, and stopped when their resource is gone', () => {
    const stage = new Stage();
    stage.resync('pods');
    expect(stage.starts).toBe(0);
    const stop = new Chan<never>('stop');
    const { bench } = stage;
    const builder = bench.collector.dependencyGraphBuilder;
    bench.sim.go('graph', builder.run(stop));
    bench.sim.runFor(10);
    expect(stage.starts).toBe(1);
    const pods = builder.monitors.get('pods')?.stopCh;
    stage.resync('pods', 'secrets');
    expect([stage.starts, builder.monitors.get('pods')?.stopCh]).toEqual([2, pods]);
    stage.resync('secrets');
    expect([pods?.closed, builder.monitors.get('secrets')?.stopCh?.closed]).toEqual([true, false]);
    const secrets = builder.monitors.get('secrets')?.stopCh;
    stop.close();
    builder.graphChanges.shutDown();
    bench.sim.runFor(2000);
    expect([stage.monitors, secrets?.closed]).toEqual([[], true]);
  });

  test('that cannot be made are told of, and keep none of the others from being made', () => {
    const stage = new Stage();
    const err = stage.resync('nodes', 'pods', 'unheards');
    expect(stage.monitors).toEqual(['pods']);
    expect(err?.message).toContain(`couldn't start monitor for resource "/v1, Resource=nodes": no informer`);
    expect(err?.message).toContain(`couldn't look up resource "/v1, Resource=unheards"`);
  });

  test('have synced when there are some and all of them have', () => {
    const stage = new Stage();
    expect(stage.isSynced()).toBe(false);
    stage.resync('pods', 'secrets');
    expect(stage.isSynced()).toBe(false);
    stage.synced.add('secrets');
    expect(stage.isSynced()).toBe(false);
    stage.synced.add('pods');
    expect(stage.isSynced()).toBe(true);
  });
});

describe('the look at what resources there are', () => {
  const discovering = (stage: Stage, answers: (string[] | undefined)[], periodMs = 1000) => {
    const asked: number[] = [];
    const client = {
      *serverPreferredResources() {
        asked.push(stage.bench.sim.now);
        const names = answers.length > 1 ? answers.shift() : answers[0];
        if (!names) return [undefined, new Error('down')];
        const verbs = ['delete', 'list', 'watch'];
        const listed = names.map((name) => ({ name, kind: name, namespaced: true, singularName: '', verbs }));
        return [[{ groupVersion: 'v1', resources: listed }], undefined];
      },
    } as unknown as ServerResourcesInterface;
    const stop = new Chan<never>('stop');
    stage.bench.sim.go('sync', stage.bench.collector.sync(client, periodMs, stop));
    return { asked, stop };
  };

  test('changes the monitors when others are there than before, and only then', () => {
    const stage = new Stage();
    stage.synced.add('pods').add('secrets');
    const { asked, stop } = discovering(stage, [['pods'], ['pods'], ['pods', 'secrets'], ['secrets']]);
    const seen: string[] = [];
    for (let i = 0; i < 4; i++) {
      stage.bench.sim.runFor(i === 0 ? 10 : 1000);
      seen.push(stage.monitors.join());
    }
    expect(seen).toEqual(['pods', 'pods', 'pods,secrets', 'secrets']);
    expect(asked).toEqual([0, 1000, 2000, 3000]);
    stop.close();
    stage.bench.sim.runFor(10_000);
    expect(asked).toHaveLength(4);
  });

  test('leaves the monitors as they are when nothing can be learnt', () => {
    const stage = new Stage();
    stage.synced.add('pods');
    discovering(stage, [['pods'], undefined, [], ['pods']]);
    stage.bench.sim.runFor(3500);
    expect([stage.monitors, stage.made]).toEqual([['pods'], ['pods']]);
  });

  test('keeps the workers out until all monitors have synced, and asks again as long as they have not', () => {
    const stage = new Stage();
    const { asked } = discovering(stage, [['pods'], ['pods'], undefined, ['pods', 'secrets']]);
    const { bench } = stage;
    const { attemptToDelete } = bench.collector;
    bench.sim.runFor(500);
    bench.sim.go('worker', bench.collector.attemptToDeleteWorker());
    attemptToDelete.shutDown();
    const working = (): boolean => [...bench.sim.processes.values()].some(({ name }) => name === 'worker');
    bench.sim.runFor(5000);
    expect([working(), stage.monitors]).toEqual([true, ['pods', 'secrets']]);
    expect(asked.length).toBeGreaterThan(2);
    stage.synced.add('pods').add('secrets');
    bench.sim.runFor(2000);
    expect(working()).toBe(false);
  });
});
