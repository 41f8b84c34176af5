import type { Initializers, Manager, StartOrder } from '../../demo/manager.ts';
import { runManager } from '../../demo/manager.ts';
import type { Signal } from '../../go/signal.ts';
import { Chan } from '../../sim/chan.ts';
import type { Blocking } from '../../sim/process.ts';
import { type ElectionSettings, defaultElection, runElected } from '../leader-election/elect.ts';
import type { Host } from '../../stage/host.ts';
import { type Program, replicaNames } from '../../stage/program.ts';
import { configOf } from '../api/config.ts';
import type { Settings } from '../../stage/settings.ts';

/** How the program of a reader's own is set up, and what is wrong with it. */
export interface DemoSettings extends ElectionSettings {
  readonly order: StartOrder;
  /** Between two resyncs of its informers; 0 for none. */
  readonly resyncMs: number;
  /** False: the file that says where the API server is, is not there. */
  readonly kubeconfig: boolean;
  /** Client-side rate limit: the second may not be 0. */
  readonly qps: number;
  readonly burst: number;
  /** The name of a mistake in its code; none if left out. */
  readonly mistake?: string;
}

declare module '../../stage/settings.ts' {
  interface Settings {
    /** What the planes of a reader's own programs set them up with, where that is not their default. */
    readonly demo?: Partial<DemoSettings>;
  }
}

const defaultDemo: DemoSettings = {
  ...defaultElection,
  resourceName: 'demo-manager',
  order: 'make, run, start',
  resyncMs: 0,
  kubeconfig: true,
  qps: 20,
  burst: 30,
};

/**
 * A program that runs these controllers, each made again when the program starts. Several replicas elect who works. A
 * first SIGTERM closes the stop channel.
 */
export function demoPrograms(
  name: string,
  settings: Settings,
  newInitializers: (demo: DemoSettings) => Initializers,
): Program[] {
  const demo: DemoSettings = { ...defaultDemo, ...settings.demo };
  return replicaNames(name, settings.replicas).map((each) => ({
    name: each,
    *main(host) {
      const stop = new Chan<never>('stop');
      host.sim.go('signals', closeAtSignal(host, stop));
      yield* runElected(host, { ...demo, leaderElect: settings.replicas > 1 }, () =>
        runManager(
          host.sim.observe('own-manager', host.name, managerOn(host, demo)),
          host.sim.observe('own-registry', host.name, newInitializers(demo)),
          stop,
        ),
      );
    },
  }));
}

function* closeAtSignal(host: Host, stop: Chan<never>): Blocking<void> {
  // Two, as upstream: the second means it.
  const signals = new Chan<Signal>('signals', 2);
  host.notify(signals, 'SIGTERM');
  yield* signals.receive();
  stop.close();
  yield* signals.receive();
  yield* host.exit('a second SIGTERM');
}

function managerOn(host: Host, { order, resyncMs, kubeconfig, qps, burst }: DemoSettings): Manager {
  const { name, sim } = host;
  return {
    name,
    sim,
    order,
    resyncMs,
    print: (text) => host.print(text),
    readConfig: (path) =>
      kubeconfig
        ? [configOf(host, qps, burst), undefined]
        : [undefined, new Error(`stat ${path}: no such file or directory`)],
    exit: (why) => host.exit(why),
  };
}
