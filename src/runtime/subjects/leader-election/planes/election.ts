import { isNotFound } from '../../../kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { everything } from '../../../kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import { until } from '../../../kubernetes/staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import { newSharedInformerFactory } from '../../../kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import { newForConfig } from '../../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { newLeaderHealthzAdaptor } from '../../../kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/healthzadaptor.ts';
import { leases } from '../../../kubernetes/pkg/registry/coordination/lease/strategy.ts';
import { startup } from '../../../stage/startup.ts';
import { endpoints } from '../../../kubernetes/pkg/registry/core/endpoint/strategy.ts';
import { Chan } from '../../../sim/chan.ts';
import type { Context } from '../../../sim/context.ts';
import type { Blocking } from '../../../sim/process.ts';
import { type ElectionSettings, defaultElection, runElected } from '../elect.ts';
import type { Host } from '../../../stage/host.ts';
import type { Plane, Program } from '../../../stage/program.ts';
import { configOf } from '../../api/config.ts';
import { api } from '../../api/subject.ts';
import { controlLoop } from '../../control-loop/subject.ts';
import { leaderElection } from '../subject.ts';

/** What a scenario of this plane may set. */
interface CounterSettings extends ElectionSettings {
  readonly replicas: number;
  /** Between two counts of the leader, in ms. */
  readonly workMs: number;
  /** `before`: caches are filled before the election, as in the scheduler. `after`: by the leader, as in the controller-manager. */
  readonly caches: 'before' | 'after';
}

declare module '../../../stage/settings.ts' {
  interface Settings {
    /** What the plane `election` sets its programs up with, where that is not their default. */
    readonly election?: Partial<CounterSettings>;
  }
}

export const defaultCounter: CounterSettings = {
  ...defaultElection,
  replicas: 3,
  workMs: 1000,
  caches: 'after',
};

/** Replicas of a small program. The one that leads counts the pods, again and again, and writes down who counted. */
export const plane: Plane = {
  subjects: [api, controlLoop, leaderElection],
  kinds: [leases, endpoints],
  programsOf({ election }) {
    const settings: CounterSettings = { ...defaultCounter, ...election };
    return Array.from({ length: settings.replicas }, (_, i) =>
      counter(`${settings.resourceName}-${i}`, settings),
    );
  },
};

/** Where a replica says whether it is well. */
const healthPort = 10252;
/** How long the lease of a leader may be expired before it is unwell. */
const toleratedMs = 20_000;

function counter(name: string, settings: CounterSettings): Program {
  return {
    name,
    *main(host) {
      const { sim } = host;
      const client = newForConfig(sim, configOf(host, 20, 30));
      const informers = newSharedInformerFactory(sim, client, { program: name });
      const pods = informers.core().v1().pods();
      pods.informer();
      const stop = new Chan<never>('stop');
      const fillCaches = function* (): Blocking<void> {
        informers.start(stop);
        yield* informers.waitForCacheSync(stop);
        startup(sim, 'caches', 'pods', 'has filled its caches');
      };

      const watchDog = newLeaderHealthzAdaptor(toleratedMs);
      host.listen(healthPort, function* () {
        const err = watchDog.check();
        return err ? { status: 500, body: err.message } : { status: 200, body: 'ok' };
      });

      if (settings.caches === 'before') yield* fillCaches();
      let round = 0;
      const lead = function* (ctx: Context): Blocking<void> {
        if (settings.caches === 'after') yield* fillCaches();
        const count = function* (): Blocking<void> {
          const [all = []] = pods.lister().list(everything());
          yield* write(host, { pods: String(all.length), by: name, round: String(++round) });
        };
        yield* until(sim, count, settings.workMs, ctx.done);
      };
      yield* runElected(host, settings, lead, { watchDog });
    },
  };

  /** It does not look at what is there: nothing but the election keeps two of them from writing by turns. */
  function* write(host: Host, data: Readonly<Record<string, string>>): Blocking<void> {
    const configMaps = newForConfig(host.sim, configOf(host, 20, 30))
      .coreV1()
      .configMaps('default');
    const [, err] = yield* configMaps.patch('pod-count', 'application/merge-patch+json', { data });
    if (!isNotFound(err)) return;
    const metadata = { name: 'pod-count', namespace: 'default' };
    yield* configMaps.create({ kind: 'ConfigMap', apiVersion: 'v1', metadata, data });
  }
}
