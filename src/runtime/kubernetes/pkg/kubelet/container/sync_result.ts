import { quote } from '../../../../go/strconv.ts';
import {
  type Aggregate,
  newAggregate,
} from '../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';

/** A container ended, and it is too early to start it again. */
// Mirrors: pkg/kubelet/container/sync_result.go#ErrCrashLoopBackOff
export const errCrashLoopBackOff: Error = new Error('CrashLoopBackOff');
// Mirrors: pkg/kubelet/container/sync_result.go#ErrContainerNotFound
export const errContainerNotFound: Error = new Error('no matching container');
// Mirrors: pkg/kubelet/container/sync_result.go#ErrRunContainer
export const errRunContainer: Error = new Error('RunContainerError');
// Mirrors: pkg/kubelet/container/sync_result.go#ErrKillContainer
export const errKillContainer: Error = new Error('KillContainerError');
// Mirrors: pkg/kubelet/container/sync_result.go#ErrCreatePodSandbox
export const errCreatePodSandbox: Error = new Error('CreatePodSandboxError');
// Mirrors: pkg/kubelet/container/sync_result.go#ErrConfigPodSandbox
export const errConfigPodSandbox: Error = new Error('ConfigPodSandboxError');
// Mirrors: pkg/kubelet/container/sync_result.go#ErrKillPodSandbox
export const errKillPodSandbox: Error = new Error('KillPodSandboxError');

/** What was done for a pod. */
// Mirrors: pkg/kubelet/container/sync_result.go#SyncAction
export type SyncAction =
  | 'StartContainer'
  | 'KillContainer'
  | 'SetupNetwork'
  | 'TeardownNetwork'
  | 'InitContainer'
  | 'CreatePodSandbox'
  | 'ConfigPodSandbox'
  | 'KillPodSandbox';

/** How one of these things went. */
// Mirrors: pkg/kubelet/container/sync_result.go#SyncResult
export class SyncResult {
  readonly action: SyncAction;
  /** Of a container its name. */
  readonly target: string;
  /** In a word. */
  error: Error | undefined;
  /** For people. */
  message = '';

  constructor(action: SyncAction, target: string) {
    this.action = action;
    this.target = target;
  }

  // Mirrors: pkg/kubelet/container/sync_result.go#SyncResult.Fail
  fail(err: Error, msg: string): void {
    this.error = err;
    this.message = msg;
  }
}

// Mirrors: pkg/kubelet/container/sync_result.go#NewSyncResult
export function newSyncResult(action: SyncAction, target: string): SyncResult {
  return new SyncResult(action, target);
}

/** How a sync went, or a kill. */
// Mirrors: pkg/kubelet/container/sync_result.go#PodSyncResult
export class PodSyncResult {
  readonly syncResults: SyncResult[] = [];
  /** What went wrong apart from all of these. */
  syncError: Error | undefined;

  // Mirrors: pkg/kubelet/container/sync_result.go#PodSyncResult.AddSyncResult
  addSyncResult(...result: readonly SyncResult[]): void {
    this.syncResults.push(...result);
  }

  // Mirrors: pkg/kubelet/container/sync_result.go#PodSyncResult.AddPodSyncResult
  addPodSyncResult(result: PodSyncResult): void {
    this.addSyncResult(...result.syncResults);
    this.syncError = result.syncError;
  }

  // Mirrors: pkg/kubelet/container/sync_result.go#PodSyncResult.Fail
  fail(err: Error): void {
    this.syncError = err;
  }

  /** All errors as one. */
  // Mirrors: pkg/kubelet/container/sync_result.go#PodSyncResult.Error
  error(): Aggregate | undefined {
    const errlist: Error[] = [];
    if (this.syncError) errlist.push(new Error(`failed to SyncPod: ${this.syncError.message}`));
    for (const { action, target, error, message } of this.syncResults) {
      if (!error) continue;
      const text = `failed to ${quote(action)} for ${quote(target)} with ${error.message}: ${quote(message)}`;
      errlist.push(new Error(text));
    }
    return newAggregate(errlist);
  }
}
