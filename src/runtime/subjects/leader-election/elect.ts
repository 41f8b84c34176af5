import { newForConfig } from '../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { EventSinkImpl } from '../../kubernetes/staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.ts';
import { addUserAgent } from '../../kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import type { HealthzAdaptor } from '../../kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/healthzadaptor.ts';
import { runOrDie } from '../../kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.ts';
import type { LeaderMetricsFactory } from '../../kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/metrics.ts';
import {
  leasesResourceLock,
  newLock,
} from '../../kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.ts';
import { newBroadcaster } from '../../kubernetes/staging/src/k8s.io/client-go/tools/record/event.ts';
import { type Context, background } from '../../sim/context.ts';
import { isFault } from '../../sim/limits.ts';
import type { Blocking } from '../../sim/process.ts';
import type { Host } from '../../stage/host.ts';
import { configOf } from '../api/config.ts';
import { defaultDurations } from './durations.ts';

/** How the replicas of a program choose the one that works. All times are ms. */
export interface ElectionSettings {
  /** False: every replica works, at once. */
  readonly leaderElect: boolean;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
  /** Kind of the lock: `leases`, `endpoints`, `configmaps`, `endpointsleases` or `configmapsleases`. */
  readonly resourceLock: string;
  readonly resourceNamespace: string;
  readonly resourceName: string;
}

/** What the flags of the controller-manager stand at if nobody sets them. */
export const defaultElection: ElectionSettings = {
  leaderElect: true,
  ...defaultDurations,
  resourceLock: leasesResourceLock,
  resourceNamespace: 'kube-system',
  resourceName: 'kube-controller-manager',
};

/**
 * Runs `run` in the replica that leads, as the controller-manager does: with a lock, an identity that no other process
 * has, and an end of the process when leadership is lost. It comes back only if `run` does without an election.
 */
export function* runElected(
  host: Host,
  election: ElectionSettings,
  run: (ctx: Context) => Blocking<void>,
  told: { readonly watchDog?: HealthzAdaptor; readonly metrics?: LeaderMetricsFactory } = {},
): Blocking<void> {
  if (!election.leaderElect) return yield* run(background);
  const { sim, name } = host;
  const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = election;
  const config = configOf(host, 20, 30);
  // A request that takes longer than the deadline is of no use to a leader.
  const leaderElectionClient = newForConfig(
    sim,
    addUserAgent({ ...config, timeoutMs: renewDeadlineMs }, 'leader-election'),
  );
  const broadcaster = newBroadcaster(sim);
  broadcaster.startRecordingToSink(new EventSinkImpl(newForConfig(sim, config).coreV1().events('')));
  const [lock, err] = newLock(
    election.resourceLock,
    election.resourceNamespace,
    election.resourceName,
    leaderElectionClient.coreV1(),
    leaderElectionClient.coordinationV1(),
    {
      // Two processes on one host are two candidates.
      identity: `${name}_${sim.random.uuid()}`,
      eventRecorder: broadcaster.newRecorder({ component: election.resourceName }),
    },
  );
  if (err) return yield* host.exit(`error creating lock: ${err.message}`);
  try {
    yield* runOrDie(sim, background, {
      lock,
      leaseDurationMs,
      renewDeadlineMs,
      retryPeriodMs,
      callbacks: {
        onStartedLeading: run,
        onStoppedLeading: () => host.exit('leaderelection lost'),
      },
      name: election.resourceName,
      ...told,
    });
  } catch (panic) {
    // What nobody recovers ends a Go program: it says why, and its exit code is 2.
    if (!(panic instanceof Error) || isFault(panic)) throw panic;
    host.print(`panic: ${panic.message}`, 'stderr');
    yield* host.exit('panic', 2);
  }
}
