import { formatTime, parseTime } from '../../../../apimachinery/pkg/apis/meta/v1/time.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import type { Context } from '../../../../../../../../sim/context.ts';
import type { Blocking } from '../../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../../sim/sim.ts';
import { type Clientset, newForConfig } from '../../../kubernetes/clientset.ts';
import type { CoordinationV1Client } from '../../../kubernetes/typed/coordination/v1/coordination_client.ts';
import type { CoreV1Client } from '../../../kubernetes/typed/core/v1/core_client.ts';
import { type Config, addUserAgent } from '../../../rest/config.ts';
import type { EventRecorder as Recorder } from '../../record/event.ts';
import { ConfigMapLock } from './configmaplock.ts';
import { EndpointsLock } from './endpointslock.ts';
import { LeaseLock } from './leaselock.ts';
import { MultiLock } from './multilock.ts';

// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go#LeaderElectionRecordAnnotationKey
export const leaderElectionRecordAnnotationKey = 'control-plane.alpha.kubernetes.io/leader';

// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go#EndpointsResourceLock
export const endpointsResourceLock = 'endpoints';
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go#ConfigMapsResourceLock
export const configMapsResourceLock = 'configmaps';
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go#LeasesResourceLock
export const leasesResourceLock = 'leases';
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go#EndpointsLeasesResourceLock
export const endpointsLeasesResourceLock = 'endpointsleases';
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go#ConfigMapsLeasesResourceLock
export const configMapsLeasesResourceLock = 'configmapsleases';

/**
 * Who leads, and since when. Times are ms since 1970 on the clock of whoever wrote them, undefined for none; an empty
 * holder means that nobody leads and anyone may.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go#LeaderElectionRecord
export interface LeaderElectionRecord {
  readonly holderIdentity: string;
  /** What the holder says; a candidate goes by its own configuration. */
  readonly leaseDurationSeconds: number;
  readonly acquireTime: number | undefined;
  readonly renewTime: number | undefined;
  /** How often the holder changed. */
  readonly leaderTransitions: number;
}

/** The record of an object that carries none. */
export const noRecord: LeaderElectionRecord = {
  holderIdentity: '',
  leaseDurationSeconds: 0,
  acquireTime: undefined,
  renewTime: undefined,
  leaderTransitions: 0,
};

/**
 * The record as JSON, by which candidates see whether it changed. Times are cut to whole seconds, so that two
 * renewals within a second look alike.
 */
export function marshalRecord(record: LeaderElectionRecord): string {
  const time = (ms: number | undefined): string | null => (ms === undefined ? null : formatTime(ms));
  const { holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaderTransitions } = record;
  return JSON.stringify({
    holderIdentity,
    leaseDurationSeconds,
    acquireTime: time(acquireTime),
    renewTime: time(renewTime),
    leaderTransitions,
  });
}

/** Reads what `marshalRecord` wrote. */
export function unmarshalRecord(text: string): Result<LeaderElectionRecord> {
  try {
    const read = JSON.parse(text) as Record<string, unknown>;
    const { holderIdentity = '', leaseDurationSeconds = 0, leaderTransitions = 0 } = read;
    const record: LeaderElectionRecord = {
      holderIdentity: String(holderIdentity),
      leaseDurationSeconds: Number(leaseDurationSeconds),
      acquireTime: parseTime(read['acquireTime'] as string | null | undefined),
      renewTime: parseTime(read['renewTime'] as string | null | undefined),
      leaderTransitions: Number(leaderTransitions),
    };
    return [record, undefined];
  } catch (error) {
    return [undefined, error as Error];
  }
}

// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go#EventRecorder
export type EventRecorder = Pick<Recorder, 'eventf'>;

/** What all locks have in common. */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go#ResourceLockConfig
export interface ResourceLockConfig {
  /** Tells this candidate from all others. */
  readonly identity: string;
  readonly eventRecorder?: EventRecorder;
}

/** A record and its bytes, or why there is none. */
export type GetResult = [LeaderElectionRecord, string, undefined] | [undefined, undefined, Error];

/** An object of the API server in which the record is kept. Each call parks until the server has answered, or `ctx` ends. */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go#Interface
export interface Interface {
  get(ctx: Context): Blocking<GetResult>;
  create(ctx: Context, ler: LeaderElectionRecord): Blocking<Error | undefined>;
  /** Replaces the record that `get` gave last. A conflict if somebody wrote it since. */
  update(ctx: Context, ler: LeaderElectionRecord): Blocking<Error | undefined>;
  recordEvent(s: string): void;
  identity(): string;
  /** The lock in words: namespace and name. */
  describe(): string;
}

/** A lock of one of the five types. */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go#New
export function newLock(
  lockType: string,
  namespace: string,
  name: string,
  coreClient: CoreV1Client,
  coordinationClient: CoordinationV1Client,
  rlc: ResourceLockConfig,
): Result<Interface> {
  const meta = { namespace, name };
  const endpointsLock = new EndpointsLock(meta, coreClient, rlc);
  const configmapLock = new ConfigMapLock(meta, coreClient, rlc);
  const leaseLock = new LeaseLock(meta, coordinationClient, rlc);
  switch (lockType) {
    case endpointsResourceLock:
      return [endpointsLock, undefined];
    case configMapsResourceLock:
      return [configmapLock, undefined];
    case leasesResourceLock:
      return [leaseLock, undefined];
    case endpointsLeasesResourceLock:
      return [new MultiLock(endpointsLock, leaseLock), undefined];
    case configMapsLeasesResourceLock:
      return [new MultiLock(configmapLock, leaseLock), undefined];
    default:
      return [undefined, new Error(`Invalid lock-type ${lockType}`)];
  }
}

/** A lock with a client of its own, whose requests take at most half the renew deadline, but a second if that is more. */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go#NewFromKubeconfig
export function newFromKubeconfig(
  sim: Sim,
  lockType: string,
  namespace: string,
  name: string,
  rlc: ResourceLockConfig,
  kubeconfig: Config,
  renewDeadlineMs: number,
): Result<Interface> {
  const timeoutMs = Math.max(Math.floor(renewDeadlineMs / 2), 1000);
  const leaderElectionClient: Clientset = newForConfig(
    sim,
    addUserAgent({ ...kubeconfig, timeoutMs }, 'leader-election'),
  );
  return newLock(
    lockType,
    namespace,
    name,
    leaderElectionClient.coreV1(),
    leaderElectionClient.coordinationV1(),
    rlc,
  );
}
