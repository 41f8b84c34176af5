import {
  type HealthChecker,
  installHandler as installHealthz,
} from '../../../staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.ts';
import { serveInsecurely } from '../../../staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.ts';
import {
  type PathRecorderMux,
  newPathRecorderMux,
} from '../../../staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.ts';
import { Profiling } from '../../../staging/src/k8s.io/apiserver/pkg/server/routes/profiling.ts';
import { serveSecurely } from '../../../staging/src/k8s.io/apiserver/pkg/server/secure_serving.ts';
import { newLeaderElector } from '../../../staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.ts';
import {
  installHandler as installConfigz,
  newConfig as newConfigz,
} from '../../../staging/src/k8s.io/component-base/configz/configz.ts';
import type { PodLister } from '../../../staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import { legacyHandler } from '../../../staging/src/k8s.io/component-base/metrics/legacyregistry/registry.ts';
import { get as version } from '../../../staging/src/k8s.io/component-base/version/version.ts';
import { buildHandlerChain } from '../../../staging/src/k8s.io/controller-manager/app/serve.ts';
import { type Handler, handlerFunc } from '../../../../go/http.ts';
import type { OS } from '../../../../go/os.ts';
import { klog } from '../../../vendor/k8s.io/klog/v2/klog.ts';
import { handler as resourcesHandler } from '../../../pkg/scheduler/metrics/resources/resources.ts';
import type { KubeSchedulerConfiguration } from '../../../pkg/scheduler/apis/config/types.ts';
import type { Context } from '../../../../sim/context.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { SetUp } from './server_setup.ts';

/**
 * Serves, fills the caches, and then schedules: at once, or when it leads. Unlike the controller-manager it has filled its
 * caches when it begins to wait for that.
 */
// Mirrors: cmd/kube-scheduler/app/server.go#Run
export function* run(ctx: Context, { cc, sched }: SetUp): Blocking<Error | undefined> {
  const { os, componentConfig, insecureServing, insecureMetricsServing, secureServing } = cc.config; // Go: none
  const { eventBroadcaster, informerFactory, leaderElection } = cc.made; // Go: none
  klog(os).v(1)?.info(`Starting Kubernetes Scheduler version ${version().gitVersion}`);

  const [cz, err] = newConfigz(os, 'componentconfig');
  if (err) return new Error(`unable to register configz: ${err.message}`);
  cz.set(componentConfig);

  eventBroadcaster.startRecordingToSink(ctx.done);

  const checks: HealthChecker[] = [];
  if (leaderElection?.watchDog) checks.push(leaderElection.watchDog);

  let leads = false;
  const measures: Measures = {
    podLister: informerFactory.core().v1().pods().lister(),
    isLeader: () => leads,
  };

  // It serves whether it leads or not.
  const { authentication, authorization } = cc.config; // Go: none
  if (insecureServing) {
    const handler = newHealthzHandler(
      os,
      componentConfig,
      insecureMetricsServing ? undefined : measures,
      checks,
    );
    serveInsecurely(os, insecureServing, withoutQuestions(os, handler), ctx.done);
  }
  if (insecureMetricsServing) {
    const handler = newMetricsHandler(os, componentConfig, measures);
    serveInsecurely(os, insecureMetricsServing, withoutQuestions(os, handler), ctx.done);
  }
  if (secureServing) {
    const handler = newHealthzHandler(os, componentConfig, measures, checks);
    serveSecurely(os, secureServing, buildHandlerChain(os, handler, authorization, authentication), ctx.done);
  }

  informerFactory.start(ctx.done);
  yield* informerFactory.waitForCacheSync(ctx.done);

  if (leaderElection) {
    const callbacks = {
      onStartedLeading(leading: Context) {
        leads = true;
        return sched.run(leading);
      },
      onStoppedLeading: () => klog(os).fatal('leaderelection lost'),
    };
    const [leaderElector, wrong] = newLeaderElector(os.sim, { ...leaderElection, callbacks });
    if (wrong) return new Error(`couldn't create leader elector: ${wrong.message}`);
    yield* leaderElector.run(ctx);
    return new Error('lost lease');
  }

  leads = true;
  yield* sched.run(ctx);
  return new Error('finished without leader elect');
}

/** Nobody is asked who he is, nor what he may; the log says so. */
const withoutQuestions = (os: OS, handler: Handler): Handler =>
  buildHandlerChain(os, handler, { authorizer: undefined }, { authenticator: undefined });

/** What is told of pods, and by whom: all schedulers would tell the same, so the leader does. */
interface Measures {
  readonly podLister: PodLister;
  isLeader(): boolean;
}

// Mirrors: cmd/kube-scheduler/app/server.go#installMetricHandler
function installMetricHandler(
  os: OS,
  pathRecorderMux: PathRecorderMux,
  { podLister, isLeader }: Measures,
): void {
  installConfigz(os, pathRecorderMux);
  pathRecorderMux.handle('/metrics', legacyHandler(os));
  const resourceMetricsHandler = resourcesHandler(podLister);
  const leadersOnly = handlerFunc(function* (w, r) {
    if (isLeader()) yield* resourceMetricsHandler.serveHTTP(w, r);
  });
  pathRecorderMux.handle('/metrics/resources', leadersOnly);
}

// Mirrors: cmd/kube-scheduler/app/server.go#newMetricsHandler
function newMetricsHandler(
  os: OS,
  { debugging }: KubeSchedulerConfiguration,
  measures: Measures,
): PathRecorderMux {
  const pathRecorderMux = newPathRecorderMux(os, 'kube-scheduler');
  installMetricHandler(os, pathRecorderMux, measures);
  if (debugging.enableProfiling) new Profiling().install(pathRecorderMux);
  return pathRecorderMux;
}

/** Tells of measures, too, unless they have a port of their own. */
// Mirrors: cmd/kube-scheduler/app/server.go#newHealthzHandler
function newHealthzHandler(
  os: OS,
  { debugging }: KubeSchedulerConfiguration,
  measures: Measures | undefined,
  checks: readonly HealthChecker[],
): PathRecorderMux {
  const pathRecorderMux = newPathRecorderMux(os, 'kube-scheduler');
  installHealthz(os, pathRecorderMux, ...checks);
  if (measures) installMetricHandler(os, pathRecorderMux, measures);
  if (debugging.enableProfiling) new Profiling().install(pathRecorderMux);
  return pathRecorderMux;
}
