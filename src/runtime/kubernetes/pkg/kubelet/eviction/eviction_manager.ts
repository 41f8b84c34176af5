import type { ObjectReference, PodStatus } from 'kubernetes-types/core/v1';
import { second } from '../../../../go/duration.ts';
import { list } from '../../../../go/fmt.ts';
import type { Result } from '../../../../go/result.ts';
import { quote } from '../../../../go/strconv.ts';
import { select } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import {
  mustParse,
  newQuantity,
} from '../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import { newTicker, newTimer } from '../../../staging/src/k8s.io/apimachinery/pkg/util/clock/clock.ts';
import type { EventRecorder } from '../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type { Gates } from '../../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import type { PodStats, Summary } from '../../../staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.ts';
import type { Pod } from '../../api/objects.ts';
import { podRequestsAndLimits } from '../../api/v1/resource/helpers.ts';
import { tolerationsTolerateTaint } from '../../apis/core/v1/helper/helpers.ts';
import { getPodQOS } from '../../apis/core/v1/helper/qos/qos.ts';
import type { PodAdmitAttributes, PodAdmitHandler, PodAdmitResult } from '../lifecycle/interfaces.ts';
import { isCriticalPod } from '../types/pod_update.ts';
import type { Signal, Threshold } from './api/types.ts';
import {
  buildSignalToNodeReclaimFuncs,
  buildSignalToRankFunc,
  byEvictionPriority,
  diskUsage,
  evictionMessage,
  getReclaimableThreshold,
  hasNodeCondition,
  isHardEvictionThreshold,
  makeSignalObservations,
  mergeThresholds,
  nodeConditions,
  nodeConditionsLastObservedAt,
  nodeConditionsObservedSince,
  podLocalEphemeralStorageUsage,
  reason,
  thresholdsFirstObservedAt,
  thresholdsMet,
  thresholdsMetGracePeriod,
  thresholdsUpdatedStats,
} from './helpers.ts';
import type {
  ActivePodsFunc,
  Config,
  ContainerGC,
  DiskInfoProvider,
  FsStatsType,
  ImageGC,
  KillPodFunc,
  Manager,
  NodeConditionsObservedAt,
  PodCleanedUpFunc,
  SignalObservations,
  StatsFunc,
  ThresholdsObservedAt,
} from './types.ts';

// What the kernel says of memory between two looks is left out: `--kernel-memcg-notification`, which is off. Kubernetes counts and logs
// what it does here; in Loopscope observers see it.

// Mirrors: pkg/kubelet/eviction/eviction_manager.go#podCleanupTimeout
const podCleanupTimeoutMs = 30 * second;
// Mirrors: pkg/kubelet/eviction/eviction_manager.go#podCleanupPollFreq
const podCleanupPollFreqMs = second;

/** What an eviction manager works with. */
export interface Parts {
  readonly sim: Sim;
  readonly gates: Gates;
  readonly summaryProvider: { get(updateStats: boolean): Blocking<Result<Summary>> };
  readonly config: Config;
  readonly killPodFunc: KillPodFunc;
  readonly imageGC: ImageGC;
  readonly containerGC: ContainerGC;
  readonly recorder: EventRecorder;
  readonly nodeRef: ObjectReference;
  /** How many bytes the file of hosts has that the kubelet made for a pod; undefined if there is none. */
  etcHostsSize(podUID: string): number | undefined;
}

// Mirrors: pkg/kubelet/eviction/eviction_manager.go#managerImpl
export class ManagerImpl implements Manager, PodAdmitHandler {
  readonly #parts: Parts;
  #nodeConditions: readonly string[] = [];
  #nodeConditionsLastObservedAt: NodeConditionsObservedAt = new Map();
  #thresholdsFirstObservedAt: ThresholdsObservedAt = new Map();
  #thresholdsMet: readonly Threshold[] = [];
  #lastObservations: SignalObservations = new Map();
  /** Undefined until the runtime has said it. */
  #dedicatedImageFs: boolean | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get nodeConditions(): readonly string[] {
    return this.#nodeConditions;
  }

  get thresholdsMet(): readonly Threshold[] {
    return this.#thresholdsMet;
  }

  /** While something is short no pod is taken, but those that make room for themselves, and some where only memory is. */
  // Mirrors: pkg/kubelet/eviction/eviction_manager.go#managerImpl.Admit
  *admit({ pod }: PodAdmitAttributes): Blocking<PodAdmitResult> {
    const admitted = { admit: true, reason: '', message: '' };
    const conditions = this.#nodeConditions;
    if (conditions.length === 0 || isCriticalPod(pod)) return admitted;
    const onlyMemory = hasNodeCondition(conditions, 'MemoryPressure') && conditions.length === 1;
    if (onlyMemory) {
      if (getPodQOS(pod) !== 'BestEffort') return admitted;
      const taint = { key: 'node.kubernetes.io/memory-pressure', effect: 'NoSchedule' } as const;
      if (tolerationsTolerateTaint(pod.spec.tolerations ?? [], taint)) return admitted;
    }
    return { admit: false, reason, message: `The node had condition: ${list(conditions)}. ` };
  }

  // Mirrors: pkg/kubelet/eviction/eviction_manager.go#managerImpl.Start
  start(
    diskInfoProvider: DiskInfoProvider,
    podFunc: ActivePodsFunc,
    podCleanedUpFunc: PodCleanedUpFunc,
    monitoringIntervalMs: number,
  ): void {
    const { sim } = this.#parts;
    const loop = function* (manager: ManagerImpl): Blocking<void> {
      for (;;) {
        const evictedPods = yield* manager.synchronize(diskInfoProvider, podFunc);
        // One that goes makes room, which is waited for before the next one is looked for.
        if (evictedPods) yield* manager.#waitForPodsCleanup(podCleanedUpFunc, evictedPods);
        else yield* sim.sleep(monitoringIntervalMs);
      }
    };
    sim.go('eviction-manager', loop(this));
  }

  // Mirrors: pkg/kubelet/eviction/eviction_manager.go#managerImpl.IsUnderMemoryPressure
  isUnderMemoryPressure(): boolean {
    return hasNodeCondition(this.#nodeConditions, 'MemoryPressure');
  }

  // Mirrors: pkg/kubelet/eviction/eviction_manager.go#managerImpl.IsUnderDiskPressure
  isUnderDiskPressure(): boolean {
    return hasNodeCondition(this.#nodeConditions, 'DiskPressure');
  }

  // Mirrors: pkg/kubelet/eviction/eviction_manager.go#managerImpl.IsUnderPIDPressure
  isUnderPIDPressure(): boolean {
    return hasNodeCondition(this.#nodeConditions, 'PIDPressure');
  }

  /** Looks at what is left, and evicts a pod if that has to be. Gives those that were evicted. */
  // Mirrors: pkg/kubelet/eviction/eviction_manager.go#managerImpl.synchronize
  *synchronize(
    diskInfoProvider: DiskInfoProvider,
    podFunc: ActivePodsFunc,
  ): Blocking<readonly Pod[] | undefined> {
    const { config, gates, summaryProvider } = this.#parts;
    const isolated = gates.enabled('LocalStorageCapacityIsolation');
    if (config.thresholds.length === 0 && !isolated) return undefined;
    if (this.#dedicatedImageFs === undefined) {
      const [hasImageFs, err] = yield* diskInfoProvider.hasDedicatedImageFs();
      if (err) return undefined;
      this.#dedicatedImageFs = hasImageFs;
    }
    const activePods = podFunc();
    const [summary, err] = yield* summaryProvider.get(true);
    if (err) return undefined;
    const [observations, statsFunc] = makeSignalObservations(summary);
    const thresholds = this.#observe(observations);
    if (isolated) {
      const evictedPods = yield* this.#localStorageEviction(activePods, statsFunc);
      if (evictedPods.length > 0) return evictedPods;
    }
    const reclaimable = getReclaimableThreshold(byEvictionPriority(thresholds));
    if (!reclaimable) return undefined;
    return yield* this.#reclaim(reclaimable, activePods, statsFunc);
  }

  /** Writes down what is short, and since when. Gives the thresholds for which something is to be done now. */
  // Part of: pkg/kubelet/eviction/eviction_manager.go#managerImpl.synchronize
  #observe(observations: SignalObservations): Threshold[] {
    const { config, sim } = this.#parts;
    let thresholds = thresholdsMet(config.thresholds, observations, false);
    // What was met is over only when enough more is free.
    const thresholdsNotYetResolved = thresholdsMet(this.#thresholdsMet, observations, true);
    thresholds = mergeThresholds(thresholds, thresholdsNotYetResolved);
    const { now } = sim;
    const firstObservedAt = thresholdsFirstObservedAt(thresholds, this.#thresholdsFirstObservedAt, now);
    const before = this.#nodeConditionsLastObservedAt;
    const lastObservedAt = nodeConditionsLastObservedAt(nodeConditions(thresholds), before, now);
    const periodMs = config.pressureTransitionPeriodMs;
    this.#nodeConditions = nodeConditionsObservedSince(lastObservedAt, periodMs, now);
    this.#thresholdsFirstObservedAt = firstObservedAt;
    this.#nodeConditionsLastObservedAt = lastObservedAt;
    this.#thresholdsMet = thresholdsMetGracePeriod(firstObservedAt, now);
    // Without news since the last time, what was done then may yet show.
    const updated = thresholdsUpdatedStats(this.#thresholdsMet, observations, this.#lastObservations);
    this.#lastObservations = observations;
    return updated;
  }

  // Part of: pkg/kubelet/eviction/eviction_manager.go#managerImpl.synchronize
  *#reclaim(
    [thresholdToReclaim, resourceToReclaim]: readonly [Threshold, string],
    activePods: readonly Pod[],
    statsFunc: StatsFunc,
  ): Blocking<readonly Pod[] | undefined> {
    const { config, nodeRef, recorder } = this.#parts;
    const { signal } = thresholdToReclaim;
    const text = 'Attempting to reclaim %s';
    recorder.eventf(nodeRef, 'Warning', 'EvictionThresholdMet', text, resourceToReclaim);
    if (yield* this.#reclaimNodeLevelResources(signal)) return undefined;
    const rank = buildSignalToRankFunc(this.#dedicatedImageFs ?? false)[signal];
    for (const pod of rank(activePods, statsFunc)) {
      const isHard = isHardEvictionThreshold(thresholdToReclaim);
      const gracePeriodOverride = isHard ? 0 : config.maxPodGracePeriodSeconds;
      const { message, annotations } = evictionMessage(resourceToReclaim, pod, statsFunc);
      if (yield* this.#evictPod(pod, gracePeriodOverride, message, annotations)) return [pod];
    }
    return undefined;
  }

  // Mirrors: pkg/kubelet/eviction/eviction_manager.go#managerImpl.waitForPodsCleanup
  *#waitForPodsCleanup(podCleanedUpFunc: PodCleanedUpFunc, pods: readonly Pod[]): Blocking<void> {
    const { sim } = this.#parts;
    const timeout = newTimer(sim, podCleanupTimeoutMs, 'evicted pods to be gone');
    const ticker = newTicker(sim, podCleanupPollFreqMs, 'evicted pods to be gone');
    try {
      for (;;) {
        const { index } = yield* select(sim, { receive: timeout.c() }, { receive: ticker.c() });
        if (index === 0 || pods.every(podCleanedUpFunc)) return;
      }
    } finally {
      timeout.stop();
      ticker.stop();
    }
  }

  /** Takes away what nobody uses. True if nothing is short then. */
  // Mirrors: pkg/kubelet/eviction/eviction_manager.go#managerImpl.reclaimNodeLevelResources
  *#reclaimNodeLevelResources(signalToReclaim: Signal): Blocking<boolean> {
    const { config, containerGC, imageGC, summaryProvider } = this.#parts;
    const withImageFs = this.#dedicatedImageFs ?? false;
    const reclaimFuncs = buildSignalToNodeReclaimFuncs(imageGC, containerGC, withImageFs);
    const nodeReclaimFuncs = reclaimFuncs[signalToReclaim] ?? [];
    // One that fails keeps no other from it.
    for (const nodeReclaimFunc of nodeReclaimFuncs) yield* nodeReclaimFunc();
    if (nodeReclaimFuncs.length === 0) return false;
    const [summary, err] = yield* summaryProvider.get(true);
    if (err) return false;
    const [observations] = makeSignalObservations(summary);
    return thresholdsMet(config.thresholds, observations, false).length === 0;
  }

  /** Evicts all pods that wrote more than they may, whatever is left on the disk. */
  // Mirrors: pkg/kubelet/eviction/eviction_manager.go#managerImpl.localStorageEviction
  *#localStorageEviction(pods: readonly Pod[], statsFunc: StatsFunc): Blocking<Pod[]> {
    const evicted: Pod[] = [];
    for (const pod of pods) {
      const podStats = statsFunc(pod);
      if (!podStats) continue;
      if (
        (yield* this.#emptyDirLimitEviction(podStats, pod)) ||
        (yield* this.#podEphemeralStorageLimitEviction(podStats, pod)) ||
        (yield* this.#containerEphemeralStorageLimitEviction(podStats, pod))
      )
        evicted.push(pod);
    }
    return evicted;
  }

  // Mirrors: pkg/kubelet/eviction/eviction_manager.go#managerImpl.emptyDirLimitEviction
  *#emptyDirLimitEviction(podStats: PodStats, pod: Pod): Blocking<boolean> {
    for (const { name, emptyDir } of pod.spec.volumes ?? []) {
      const stats = podStats.volume?.findLast((volume) => volume.name === name);
      if (emptyDir?.sizeLimit === undefined || !stats) continue;
      const size = mustParse(emptyDir.sizeLimit);
      if (size.sign() !== 1 || diskUsage(stats).cmp(size) <= 0) continue;
      const message = `Usage of EmptyDir volume ${quote(name)} exceeds the limit ${quote(String(size))}. `;
      return yield* this.#evictPod(pod, 0, message);
    }
    return false;
  }

  // Mirrors: pkg/kubelet/eviction/eviction_manager.go#managerImpl.podEphemeralStorageLimitEviction
  *#podEphemeralStorageLimitEviction(podStats: PodStats, pod: Pod): Blocking<boolean> {
    const limit = podRequestsAndLimits(pod).limits.get('ephemeral-storage');
    if (!limit) return false;
    const fsStatsSet: FsStatsType[] = this.#dedicatedImageFs
      ? ['logs', 'localVolumeSource']
      : ['root', 'logs', 'localVolumeSource'];
    const etcHostsSize = this.#parts.etcHostsSize(pod.metadata.uid);
    const { disk } = podLocalEphemeralStorageUsage(podStats, pod, fsStatsSet, etcHostsSize);
    if (disk.cmp(limit) <= 0) return false;
    const text = 'Pod ephemeral local storage usage exceeds the total limit of containers';
    return yield* this.#evictPod(pod, 0, `${text} ${limit}. `);
  }

  // Mirrors: pkg/kubelet/eviction/eviction_manager.go#managerImpl.containerEphemeralStorageLimitEviction
  *#containerEphemeralStorageLimitEviction(podStats: PodStats, pod: Pod): Blocking<boolean> {
    const nothing = newQuantity(0, 'BinarySI');
    for (const { name, logs, rootfs } of podStats.containers) {
      const containerUsed = diskUsage(logs).add(this.#dedicatedImageFs ? nothing : diskUsage(rootfs));
      const container = pod.spec.containers.findLast((one) => one.name === name);
      const threshold = mustParse(container?.resources?.limits?.['ephemeral-storage'] ?? '0');
      if (threshold.value() === 0 || threshold.cmp(containerUsed) >= 0) continue;
      const limit = quote(String(threshold));
      const text = `Container ${name} exceeded its local ephemeral storage limit ${limit}. `;
      return yield* this.#evictPod(pod, 0, text);
    }
    return false;
  }

  /** False for a pod that is never evicted. One that could not be ended counts as evicted. */
  // Mirrors: pkg/kubelet/eviction/eviction_manager.go#managerImpl.evictPod
  *#evictPod(
    pod: Pod,
    gracePeriodOverride: number,
    evictMsg: string,
    annotations: Readonly<Record<string, string>> = {},
  ): Blocking<boolean> {
    if (isCriticalPod(pod)) return false;
    const { killPodFunc, recorder } = this.#parts;
    const status: PodStatus = { phase: 'Failed', message: evictMsg, reason };
    recorder.annotatedEventf(pod, annotations, 'Warning', reason, '%s', evictMsg);
    yield* killPodFunc(pod, status, gracePeriodOverride);
    return true;
  }
}

/** The manager, which also says which pods the node takes. */
// Mirrors: pkg/kubelet/eviction/eviction_manager.go#NewManager
export function newManager(parts: Parts): ManagerImpl {
  return new ManagerImpl(parts);
}
