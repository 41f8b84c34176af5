import type { PathRecorderMux } from '../../../staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.ts';
import {
  insecureSuperuser,
  serveInsecurely,
} from '../../../staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.ts';
import type { HealthChecker } from '../../../staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.ts';
import { serveSecurely } from '../../../staging/src/k8s.io/apiserver/pkg/server/secure_serving.ts';
import type { Stop } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { anonymousClientConfig } from '../../../staging/src/k8s.io/client-go/rest/config.ts';
import {
  type HealthzAdaptor,
  newLeaderHealthzAdaptor,
} from '../../../staging/src/k8s.io/client-go/tools/leaderelection/healthzadaptor.ts';
import { runOrDie } from '../../../staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.ts';
import { newLock } from '../../../staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.ts';
import { newConfig as newConfigz } from '../../../staging/src/k8s.io/component-base/configz/configz.ts';
import { leaderMetrics } from '../../../staging/src/k8s.io/component-base/metrics/prometheus/clientgo/leaderelection/metrics.ts';
import { get as version } from '../../../staging/src/k8s.io/component-base/version/version.ts';
import {
  buildHandlerChain,
  newBaseHandler,
} from '../../../staging/src/k8s.io/controller-manager/app/serve.ts';
import {
  type ControllerClientBuilder,
  SAControllerClientBuilder,
  SimpleControllerClientBuilder,
} from '../../../staging/src/k8s.io/controller-manager/pkg/clientbuilder/client_builder.ts';
import { DynamicControllerClientBuilder } from '../../../pkg/controller/client_builder_dynamic.ts';
import { second } from '../../../../go/duration.ts';
import type { OS } from '../../../../go/os.ts';
import { klog } from '../../../vendor/k8s.io/klog/v2/klog.ts';
import { select } from '../../../../sim/chan.ts';
import { type Context, background } from '../../../../sim/context.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { CompletedConfig } from './config/config.ts';
import { createControllerContext } from './controllermanager_context.ts';
import { newControllerInitializers } from './controllermanager_initializers.ts';
import { startControllers } from './controllermanager_start.ts';
import { serviceAccountTokenControllerStarter } from './controllermanager_tokens.ts';

/**
 * The name under which the configuration is shown.
 *
 * Mirrors: cmd/kube-controller-manager/app/controllermanager.go#ConfigzName
 */
export const configzName = 'kubecontrollermanager.config.k8s.io';

/**
 * Runs the controller-manager: it serves, and then it leads or waits to lead. It gives an error if it could not begin, and
 * does not come back otherwise.
 *
 * Mirrors: cmd/kube-controller-manager/app/controllermanager.go#Run
 */
export function* run(c: CompletedConfig, stopCh: Stop): Blocking<Error | undefined> {
  const { os, componentConfig, secureServing, insecureServing, authentication, authorization } = c.config;
  const { debugging, leaderElection } = componentConfig.generic; // Go: none

  klog(os).info(`Version: ${version().gitVersion}`); // Go: none

  const [cfgz, cfgzErr] = newConfigz(os, configzName);
  if (cfgzErr) klog(os).error(`unable to register configz: ${cfgzErr.message}`);
  else cfgz.set(componentConfig);

  // What /healthz asks.
  const checks: HealthChecker[] = [];
  let electionChecker: HealthzAdaptor | undefined;
  if (leaderElection.leaderElect) {
    electionChecker = newLeaderHealthzAdaptor(20 * second);
    checks.push(electionChecker);
  }

  // It serves from here on, whether it leads or not. The mux that was made last is the one that controllers add paths to.
  let unsecuredMux: PathRecorderMux | undefined;
  if (secureServing) {
    unsecuredMux = newBaseHandler(os, 'controller-manager', debugging, ...checks);
    const handler = buildHandlerChain(os, unsecuredMux, authorization, authentication);
    serveSecurely(os, secureServing, handler, stopCh);
  }
  if (insecureServing) {
    unsecuredMux = newBaseHandler(os, 'controller-manager', debugging, ...checks);
    const insecureSuperuserAuthn = { authenticator: insecureSuperuser };
    const handler = buildHandlerChain(os, unsecuredMux, undefined, insecureSuperuserAuthn);
    serveInsecurely(os, insecureServing, handler, stopCh);
  }

  const lead = (ctx: Context): Blocking<void> => runControllers(c, unsecuredMux, ctx);

  // Go: LeaderElect#2
  if (!leaderElection.leaderElect) {
    yield* lead(background); // Go: run#2
    throw new Error('unreachable');
  }

  // Two processes on one host are two candidates.
  const id = `${os.hostname}_${os.sim.random.uuid()}`;

  const [rl, lockErr] = newLock(
    leaderElection.resourceLock,
    leaderElection.resourceNamespace,
    leaderElection.resourceName,
    c.config.leaderElectionClient.coreV1(),
    c.config.leaderElectionClient.coordinationV1(),
    { identity: id, eventRecorder: c.config.eventRecorder },
  );
  if (lockErr) return yield* klog(os).fatal(`error creating lock: ${lockErr.message}`);

  yield* runOrDie(os.sim, background, {
    lock: rl,
    leaseDurationMs: leaderElection.leaseDuration,
    renewDeadlineMs: leaderElection.renewDeadline,
    retryPeriodMs: leaderElection.retryPeriod,
    callbacks: {
      onStartedLeading: lead,
      onStoppedLeading: () => klog(os).fatal('leaderelection lost'),
    },
    watchDog: electionChecker,
    name: 'kube-controller-manager',
    metrics: leaderMetrics(os),
  });
  throw new Error('unreachable');
}

/**
 * What a leader does: clients, context, controllers, informers, and then nothing more. It is a closure within `Run` upstream.
 *
 * Mirrors: cmd/kube-controller-manager/app/controllermanager.go#Run
 */
function* runControllers(
  c: CompletedConfig,
  unsecuredMux: PathRecorderMux | undefined,
  ctx: Context,
): Blocking<void> {
  const { os, kubeconfig } = c.config;
  const rootClientBuilder = os.sim.observe(
    'client-builder',
    'root',
    new SimpleControllerClientBuilder(os, kubeconfig),
  );
  const clientBuilder = yield* clientBuilderOf(c, rootClientBuilder);
  const [controllerContext, err] = yield* createControllerContext(
    c,
    rootClientBuilder,
    clientBuilder,
    ctx.done,
  );
  if (err) return yield* klog(os).fatal(`error building controller context: ${err.message}`);
  const saTokenControllerInitFunc = serviceAccountTokenControllerStarter(rootClientBuilder);

  const controllers = newControllerInitializers(os, controllerContext.loopMode);
  const startErr = yield* startControllers(
    controllerContext,
    saTokenControllerInitFunc,
    controllers,
    unsecuredMux,
  );
  if (startErr) return yield* klog(os).fatal(`error starting controllers: ${startErr.message}`);

  controllerContext.informerFactory.start(controllerContext.stop);
  controllerContext.objectOrMetadataInformerFactory.start(controllerContext.stop);
  controllerContext.informersStarted.close();

  yield* select(os.sim);
}

/** The root builder itself, unless each controller is to ask under a name of its own. */
function* clientBuilderOf(
  c: CompletedConfig,
  rootClientBuilder: ControllerClientBuilder,
): Blocking<ControllerClientBuilder> {
  const { os, componentConfig, kubeconfig, client } = c.config;
  if (!componentConfig.kubeCloudShared.useServiceAccountCredentials) return rootClientBuilder;
  if (componentConfig.saController.serviceAccountKeyFile === '') {
    // Another process may make the tokens. If none does, the builder gives up after a time.
    klog(os).warning(
      '--use-service-account-credentials was specified without providing a --service-account-private-key-file',
    );
  }
  const anonymous = anonymousClientConfig(kubeconfig);
  const dynamic = yield* shouldTurnOnDynamicClient(os, client);
  klog(os)
    .v(1)
    ?.info(`using ${dynamic ? 'dynamic' : 'legacy'} client builder`);
  const builder = dynamic
    ? new DynamicControllerClientBuilder(os, anonymous, client.coreV1(), 'kube-system')
    : new SAControllerClientBuilder(os, anonymous, client.coreV1(), 'kube-system');
  return os.sim.observe('client-builder', 'controllers', builder);
}

/**
 * True if the API server makes tokens on request.
 *
 * Mirrors: cmd/kube-controller-manager/app/controllermanager.go#shouldTurnOnDynamicClient
 */
export function* shouldTurnOnDynamicClient(os: OS, client: Clientset): Blocking<boolean> {
  const [list, err] = yield* client.discovery().serverResourcesForGroupVersion('v1');
  if (err || !list) {
    klog(os).warning(`fetch api resource lists failed, use legacy client builder: ${err?.message ?? ''}`);
    return false;
  }
  return list.resources.some(
    ({ name, group, verbs }) =>
      name === 'serviceaccounts/token' && group === 'authentication.k8s.io' && verbs.includes('create'),
  );
}
