import {
  type Clientset,
  newForConfig,
} from '../../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import {
  type Config as RestConfig,
  addUserAgent,
} from '../../../../staging/src/k8s.io/client-go/rest/config.ts';
import { buildConfigFromFlags } from '../../../../staging/src/k8s.io/client-go/tools/clientcmd/client_config.ts';
import { newEventBroadcasterAdapter } from '../../../../staging/src/k8s.io/client-go/tools/events/event_broadcaster.ts';
import { newLeaderHealthzAdaptor } from '../../../../staging/src/k8s.io/client-go/tools/leaderelection/healthzadaptor.ts';
import type { LeaderElectionConfig } from '../../../../staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.ts';
import { newLock } from '../../../../staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.ts';
import type { EventRecorder } from '../../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type {
  ClientConnectionConfiguration,
  LeaderElectionConfiguration,
} from '../../../../staging/src/k8s.io/component-base/config/types.ts';
import { leaderMetrics } from '../../../../staging/src/k8s.io/component-base/metrics/prometheus/clientgo/leaderelection/metrics.ts';
import { second } from '../../../../../go/duration.ts';
import type { OS } from '../../../../../go/os.ts';
import type { Result } from '../../../../../go/result.ts';
import { newInformerFactory } from '../../../../pkg/scheduler/scheduler.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { CompletedConfig, Config } from '../config/config.ts';

interface Clients {
  readonly client: Clientset;
  readonly leaderElectionClient: Clientset;
  readonly eventClient: Clientset;
}

/**
 * Clients, what records events, informers, and the election, for a configuration to which the options are applied. To
 * learn which events the API server takes, it asks it.
 */
// Mirrors: cmd/kube-scheduler/app/options/options.go#Options.Config
export function* completed(c: Config, master: string): Blocking<Result<CompletedConfig>> {
  const { os, componentConfig } = c; // Go: none
  const { leaderElection: election, profiles } = componentConfig; // Go: none
  const [clients, err] = createClients(os, componentConfig.clientConnection, master, election.renewDeadline);
  if (err) return [undefined, err];
  const { client, leaderElectionClient, eventClient } = clients; // Go: none

  const eventBroadcaster = yield* newEventBroadcasterAdapter(os.sim, eventClient, os.hostname);

  let leaderElection: Omit<LeaderElectionConfig, 'callbacks'> | undefined;
  if (election.leaderElect) {
    // Events of the election are told under the name of the first profile.
    const coreRecorder = eventBroadcaster.deprecatedNewLegacyRecorder(profiles[0]?.schedulerName ?? '');
    const [made, wrong] = makeLeaderElectionConfig(os, election, leaderElectionClient, coreRecorder);
    if (wrong) return [undefined, wrong];
    leaderElection = made;
  }

  const informerFactory = newInformerFactory(os.sim, client, os.name, 0);
  return [c.complete({ client, informerFactory, eventBroadcaster, leaderElection }), undefined];
}

// Mirrors: cmd/kube-scheduler/app/options/options.go#makeLeaderElectionConfig
function makeLeaderElectionConfig(
  os: OS,
  config: LeaderElectionConfiguration,
  client: Clientset,
  eventRecorder: EventRecorder,
): Result<Omit<LeaderElectionConfig, 'callbacks'>> {
  // Two processes on one host are two candidates.
  const identity = `${os.hostname}_${os.sim.random.uuid()}`;
  const [lock, err] = newLock(
    config.resourceLock,
    config.resourceNamespace,
    config.resourceName,
    client.coreV1(),
    client.coordinationV1(),
    { identity, eventRecorder },
  );
  if (err) return [undefined, new Error(`couldn't create resource lock: ${err.message}`)];
  const leaderElection = {
    lock,
    leaseDurationMs: config.leaseDuration,
    renewDeadlineMs: config.renewDeadline,
    retryPeriodMs: config.retryPeriod,
    watchDog: newLeaderHealthzAdaptor(20 * second),
    name: 'kube-scheduler',
    metrics: leaderMetrics(os),
  };
  return [leaderElection, undefined];
}

/** One client to work with, one whose requests end when a leader could not renew in time, and one for events. */
// Mirrors: cmd/kube-scheduler/app/options/options.go#createClients
function createClients(
  os: OS,
  config: ClientConnectionConfiguration,
  masterOverride: string,
  timeoutMs: number,
): Result<Clients> {
  const [found, err] = buildConfigFromFlags(os, masterOverride, config.kubeconfig);
  if (err) return [undefined, err];
  const { acceptContentTypes, contentType, qps, burst } = config;
  const kubeConfig: RestConfig = os.sim.observe('kubeconfig', os.name, {
    ...found,
    disableCompression: true,
    acceptContentTypes,
    contentType,
    qps,
    burst,
  });
  const restConfig: RestConfig = { ...kubeConfig, timeoutMs };
  const { sim } = os;
  const clients = {
    client: newForConfig(sim, addUserAgent(kubeConfig, 'scheduler')),
    leaderElectionClient: newForConfig(sim, addUserAgent(restConfig, 'leader-election')),
    eventClient: newForConfig(sim, kubeConfig),
  };
  return [clients, undefined];
}
