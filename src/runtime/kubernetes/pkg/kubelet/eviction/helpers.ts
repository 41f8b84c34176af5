import type { PodStatus } from 'kubernetes-types/core/v1';
import { parseDuration } from '../../../../go/duration.ts';
import type { Result } from '../../../../go/result.ts';
import { parseFloat32 } from '../../../../go/strconv.ts';
import {
  type Quantity,
  mustParse,
  newQuantity,
  parseQuantity,
} from '../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import { parseTime } from '../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/time.ts';
import { podPriority } from '../../../staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';
import {
  type ContainerStats,
  type FsStats,
  type MemoryStats,
  type PodStats,
  type ProcessStats,
  type Summary,
  systemContainerPods,
} from '../../../staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.ts';
import type { Pod } from '../../api/objects.ts';
import { getResourceRequestQuantity } from '../../api/v1/resource/helpers.ts';
import { isLocalEphemeralVolume } from '../../volume/util/util.ts';
import { nodeAllocatableEnforcementKey } from '../types/constants.ts';
import {
  type Signal,
  type Threshold,
  type ThresholdValue,
  getThresholdQuantity,
  opForSignal,
} from './api/types.ts';
import type {
  ContainerGC,
  FsStatsType,
  ImageGC,
  NodeConditionsObservedAt,
  NodeReclaimFunc,
  RankFunc,
  SignalObservation,
  SignalObservations,
  StatsFunc,
  ThresholdsObservedAt,
} from './types.ts';

// Kubernetes logs what it observes; in Loopscope observers see it.

/** Why a pod that was evicted failed. */
// Mirrors: pkg/kubelet/eviction/helpers.go#Reason
export const reason = 'Evicted';
// Mirrors: pkg/kubelet/eviction/helpers.go#resourceInodes
const resourceInodes = 'inodes';
// Mirrors: pkg/kubelet/eviction/helpers.go#resourcePids
const resourcePids = 'pids';
// Mirrors: pkg/kubelet/eviction/helpers.go#OffendingContainersKey
export const offendingContainersKey = 'offending_containers';
// Mirrors: pkg/kubelet/eviction/helpers.go#OffendingContainersUsageKey
export const offendingContainersUsageKey = 'offending_containers_usage';
// Mirrors: pkg/kubelet/eviction/helpers.go#StarvedResourceKey
export const starvedResourceKey = 'starved_resource';

/** What a node says of itself when a signal is low. */
// Mirrors: pkg/kubelet/eviction/helpers.go#signalToNodeCondition
const signalToNodeCondition: Readonly<Record<Signal, string>> = {
  'memory.available': 'MemoryPressure',
  'allocatableMemory.available': 'MemoryPressure',
  'imagefs.available': 'DiskPressure',
  'nodefs.available': 'DiskPressure',
  'imagefs.inodesFree': 'DiskPressure',
  'nodefs.inodesFree': 'DiskPressure',
  'pid.available': 'PIDPressure',
};

/** What is short when a signal is low. */
// Mirrors: pkg/kubelet/eviction/helpers.go#signalToResource
const signalToResource: Readonly<Record<Signal, string>> = {
  'memory.available': 'memory',
  'allocatableMemory.available': 'memory',
  'imagefs.available': 'ephemeral-storage',
  'imagefs.inodesFree': resourceInodes,
  'nodefs.available': 'ephemeral-storage',
  'nodefs.inodesFree': resourceInodes,
  'pid.available': resourcePids,
};

// Mirrors: pkg/kubelet/eviction/helpers.go#validSignal
function validSignal(signal: string): signal is Signal {
  return Object.hasOwn(signalToResource, signal);
}

const unsupported = (signal: string): Error => new Error(`unsupported eviction signal ${signal}`);

/** The first of the thresholds, and what it is about. */
// Mirrors: pkg/kubelet/eviction/helpers.go#getReclaimableThreshold
export function getReclaimableThreshold(
  thresholds: readonly Threshold[],
): readonly [Threshold, resource: string] | undefined {
  const [threshold] = thresholds;
  return threshold && [threshold, signalToResource[threshold.signal]];
}

type Statements = Readonly<Record<string, string>>;

/** What the flags of a kubelet say of when pods are evicted. `allocatableConfig` is what of the node is enforced. */
// Mirrors: pkg/kubelet/eviction/helpers.go#ParseThresholdConfig
export function parseThresholdConfig(
  allocatableConfig: readonly string[],
  evictionHard: Statements,
  evictionSoft: Statements,
  evictionSoftGracePeriod: Statements,
  evictionMinimumReclaim: Statements,
): Result<Threshold[]> {
  const [hardThresholds, hardErr] = parseThresholdStatements(evictionHard);
  if (hardErr) return [undefined, hardErr];
  const [softThresholds, softErr] = parseThresholdStatements(evictionSoft);
  if (softErr) return [undefined, softErr];
  const [gracePeriods, graceErr] = parseGracePeriods(evictionSoftGracePeriod);
  if (graceErr) return [undefined, graceErr];
  const [minReclaims, reclaimErr] = parseMinimumReclaims(evictionMinimumReclaim);
  if (reclaimErr) return [undefined, reclaimErr];

  const results = [...hardThresholds];
  for (const threshold of softThresholds) {
    const gracePeriodMs = gracePeriods.get(threshold.signal);
    if (gracePeriodMs === undefined) {
      const text = 'grace period must be specified for the soft eviction threshold';
      return [undefined, new Error(`${text} ${threshold.signal}`)];
    }
    results.push({ ...threshold, gracePeriodMs });
  }
  const reclaiming = results.map((threshold) => {
    const minReclaim = minReclaims.get(threshold.signal);
    return minReclaim ? { ...threshold, minReclaim } : threshold;
  });
  const isEnforced = allocatableConfig.includes(nodeAllocatableEnforcementKey);
  return [isEnforced ? addAllocatableThresholds(reclaiming) : reclaiming, undefined];
}

/** What holds for the memory of the node holds for that of all pods together too, where that is bounded. */
// Mirrors: pkg/kubelet/eviction/helpers.go#addAllocatableThresholds
function addAllocatableThresholds(thresholds: readonly Threshold[]): Threshold[] {
  const additionalThresholds = thresholds
    .filter((threshold) => threshold.signal === 'memory.available' && isHardEvictionThreshold(threshold))
    .map((threshold) => ({ ...threshold, signal: 'allocatableMemory.available' as const }));
  return [...thresholds, ...additionalThresholds];
}

// Mirrors: pkg/kubelet/eviction/helpers.go#parseThresholdStatements
function parseThresholdStatements(statements: Statements): Result<Threshold[]> {
  const results: Threshold[] = [];
  for (const [signal, val] of Object.entries(statements)) {
    const [result, err] = parseThresholdStatement(signal, val);
    if (err) return [undefined, err];
    if (result) results.push(result);
  }
  return [results, undefined];
}

/** An amount, or a share of what there is; undefined for one that would never be met, or always. */
// Mirrors: pkg/kubelet/eviction/helpers.go#parseThresholdStatement
function parseThresholdStatement(signal: string, val: string): Result<Threshold | undefined> {
  if (!validSignal(signal)) return [undefined, unsupported(signal)];
  const threshold = { signal, operator: opForSignal[signal] ?? '', gracePeriodMs: 0 };
  if (val.endsWith('%')) {
    if (val === '0%' || val === '100%') return [undefined, undefined];
    const [percentage, err] = parsePercentage(val);
    if (err) return [undefined, err];
    const text = `eviction percentage threshold ${signal} must be`;
    if (percentage < 0) return [undefined, new Error(`${text} >= 0%: ${val}`)];
    // What was parsed is a share already, so that only what is a hundred times too much is refused.
    if (percentage > 100) return [undefined, new Error(`${text} <= 100%: ${val}`)];
    return [{ ...threshold, value: { percentage } }, undefined];
  }
  const [quantity, err] = parseQuantity(val);
  if (err) return [undefined, err];
  if (quantity.sign() <= 0)
    return [undefined, new Error(`eviction threshold ${signal} must be positive: ${quantity}`)];
  return [{ ...threshold, value: { quantity, percentage: 0 } }, undefined];
}

/** A share between 0 and 1, as a float of 32 bits. */
// Mirrors: pkg/kubelet/eviction/helpers.go#parsePercentage
function parsePercentage(input: string): Result<number> {
  const [value, err] = parseFloat32(input.replace(/%+$/, ''));
  return err ? [undefined, err] : [Math.fround(value / 100), undefined];
}

// Mirrors: pkg/kubelet/eviction/helpers.go#parseGracePeriods
function parseGracePeriods(statements: Statements): Result<Map<Signal, number>> {
  const results = new Map<Signal, number>();
  for (const [signal, val] of Object.entries(statements)) {
    if (!validSignal(signal)) return [undefined, unsupported(signal)];
    const [gracePeriodMs, err] = parseDuration(val);
    if (err) return [undefined, err];
    if (gracePeriodMs < 0) {
      const text = `invalid eviction grace period specified: ${val}, must be a positive value`;
      return [undefined, new Error(text)];
    }
    results.set(signal, gracePeriodMs);
  }
  return [results, undefined];
}

// Mirrors: pkg/kubelet/eviction/helpers.go#parseMinimumReclaims
function parseMinimumReclaims(statements: Statements): Result<Map<Signal, ThresholdValue>> {
  const results = new Map<Signal, ThresholdValue>();
  for (const [signal, val] of Object.entries(statements)) {
    if (!validSignal(signal)) return [undefined, unsupported(signal)];
    if (val.endsWith('%')) {
      const [percentage, err] = parsePercentage(val);
      if (err) return [undefined, err];
      if (percentage <= 0) {
        const text = `eviction percentage minimum reclaim ${signal} must be positive: ${val}`;
        return [undefined, new Error(text)];
      }
      results.set(signal, { percentage });
      continue;
    }
    const [quantity, err] = parseQuantity(val);
    if (err) return [undefined, err];
    if (quantity.sign() < 0)
      return [undefined, new Error(`negative eviction minimum reclaim specified for ${signal}`)];
    results.set(signal, { quantity, percentage: 0 });
  }
  return [results, undefined];
}

/** What is not known counts as nothing. */
// Mirrors: pkg/kubelet/eviction/helpers.go#diskUsage
export function diskUsage(fsStats: FsStats | undefined): Quantity {
  return newQuantity(fsStats?.usedBytes ?? 0, 'BinarySI');
}

// Mirrors: pkg/kubelet/eviction/helpers.go#inodeUsage
function inodeUsage(fsStats: FsStats | undefined): Quantity {
  return newQuantity(fsStats?.inodesUsed ?? 0, 'DecimalSI');
}

// Mirrors: pkg/kubelet/eviction/helpers.go#memoryUsage
function memoryUsage(memStats: MemoryStats | undefined): Quantity {
  return newQuantity(memStats?.workingSetBytes ?? 0, 'BinarySI');
}

// Mirrors: pkg/kubelet/eviction/helpers.go#processUsage
function processUsage(processStats: ProcessStats | undefined): number {
  return processStats?.process_count ?? 0;
}

// Mirrors: pkg/kubelet/eviction/helpers.go#localVolumeNames
function localVolumeNames({ spec }: Pod): string[] {
  return (spec.volumes ?? [])
    .filter(({ hostPath, emptyDir, configMap, gitRepo }) => {
      return hostPath || (emptyDir && emptyDir.medium !== 'Memory') || configMap || gitRepo;
    })
    .map(({ name }) => name);
}

/** Bytes and inodes. */
interface DiskUsage {
  readonly disk: Quantity;
  readonly inodes: Quantity;
}

const total = (stats: readonly (FsStats | undefined)[]): DiskUsage => ({
  disk: stats.reduce((sum, one) => sum.add(diskUsage(one)), newQuantity(0, 'BinarySI')),
  inodes: stats.reduce((sum, one) => sum.add(inodeUsage(one)), newQuantity(0, 'DecimalSI')),
});

const sum = (a: DiskUsage, b: DiskUsage): DiskUsage => ({
  disk: a.disk.add(b.disk),
  inodes: a.inodes.add(b.inodes),
});

/** What all containers wrote into their layers, into their logs, or both. */
// Mirrors: pkg/kubelet/eviction/helpers.go#containerUsage
function containerUsage(podStats: PodStats, statsToMeasure: readonly FsStatsType[]): DiskUsage {
  return total(
    podStats.containers.flatMap(({ rootfs, logs }) => [
      ...(statsToMeasure.includes('root') ? [rootfs] : []),
      ...(statsToMeasure.includes('logs') ? [logs] : []),
    ]),
  );
}

// Mirrors: pkg/kubelet/eviction/helpers.go#podLocalVolumeUsage
function podLocalVolumeUsage(volumeNames: readonly string[], podStats: PodStats): DiskUsage {
  return total(volumeNames.map((volumeName) => podStats.volume?.find(({ name }) => name === volumeName)));
}

// Mirrors: pkg/kubelet/eviction/helpers.go#podDiskUsage
function podDiskUsage(podStats: PodStats, pod: Pod, statsToMeasure: readonly FsStatsType[]): DiskUsage {
  const usage = containerUsage(podStats, statsToMeasure);
  if (!statsToMeasure.includes('localVolumeSource')) return usage;
  return sum(usage, podLocalVolumeUsage(localVolumeNames(pod), podStats));
}

// Mirrors: pkg/kubelet/eviction/helpers.go#localEphemeralVolumeNames
function localEphemeralVolumeNames({ spec }: Pod): string[] {
  return (spec.volumes ?? []).filter(isLocalEphemeralVolume).map(({ name }) => name);
}

/** What counts against the limit of a pod. The file of hosts that a kubelet makes for it is part of it, in bytes. */
// Mirrors: pkg/kubelet/eviction/helpers.go#podLocalEphemeralStorageUsage
export function podLocalEphemeralStorageUsage(
  podStats: PodStats,
  pod: Pod,
  statsToMeasure: readonly FsStatsType[],
  etcHostsSize: number | undefined,
): DiskUsage {
  let usage = containerUsage(podStats, statsToMeasure);
  if (statsToMeasure.includes('localVolumeSource'))
    usage = sum(usage, podLocalVolumeUsage(localEphemeralVolumeNames(pod), podStats));
  if (etcHostsSize === undefined) return usage;
  return sum(usage, total([{ usedBytes: etcHostsSize, inodesUsed: 1 }]));
}

// Mirrors: pkg/kubelet/eviction/helpers.go#cachedStatsFunc
function cachedStatsFunc(podStats: readonly PodStats[]): StatsFunc {
  const uid2PodStats = new Map(podStats.map((stats) => [stats.podRef.uid, stats]));
  return (pod) => uid2PodStats.get(pod.metadata.uid);
}

/** Below 0 if the first is to go before the second. */
// Mirrors: pkg/kubelet/eviction/helpers.go#cmpFunc
type CmpFunc = (p1: Pod, p2: Pod) => number;

/** The first comparison that tells two pods apart decides. */
// Mirrors: pkg/kubelet/eviction/helpers.go#orderedBy
function orderedBy(...cmp: readonly CmpFunc[]): CmpFunc {
  return (p1, p2) => {
    for (const one of cmp) {
      const cmpResult = one(p1, p2);
      if (cmpResult !== 0) return cmpResult;
    }
    return 0;
  };
}

// Mirrors: pkg/kubelet/eviction/helpers.go#priority
function priority(p1: Pod, p2: Pod): number {
  return podPriority(p1) - podPriority(p2);
}

/** A pod of which nothing is known goes first. */
function measured(
  stats: StatsFunc,
  compare: (s1: PodStats, s2: PodStats, p1: Pod, p2: Pod) => number,
): CmpFunc {
  return (p1, p2) => {
    const [p1Stats, p2Stats] = [stats(p1), stats(p2)];
    if (!p1Stats || !p2Stats) return cmpBool(!p1Stats, !p2Stats);
    return compare(p1Stats, p2Stats, p1, p2);
  };
}

/** Who uses more than was asked for goes first. */
// Mirrors: pkg/kubelet/eviction/helpers.go#exceedMemoryRequests
function exceedMemoryRequests(stats: StatsFunc): CmpFunc {
  const exceeds = (podStats: PodStats, pod: Pod): boolean =>
    memoryUsage(podStats.memory).cmp(getResourceRequestQuantity(pod, 'memory')) > 0;
  return measured(stats, (s1, s2, p1, p2) => cmpBool(exceeds(s1, p1), exceeds(s2, p2)));
}

/** By how much it uses more than was asked for. */
// Mirrors: pkg/kubelet/eviction/helpers.go#memory
function memory(stats: StatsFunc): CmpFunc {
  const over = (podStats: PodStats, pod: Pod): Quantity =>
    memoryUsage(podStats.memory).sub(getResourceRequestQuantity(pod, 'memory'));
  return measured(stats, (s1, s2, p1, p2) => over(s2, p2).cmp(over(s1, p1)));
}

// Mirrors: pkg/kubelet/eviction/helpers.go#process
function process(stats: StatsFunc): CmpFunc {
  return measured(stats, (s1, s2) => processUsage(s2.process_stats) - processUsage(s1.process_stats));
}

type DiskResource = 'ephemeral-storage' | typeof resourceInodes;

const amountOf = ({ disk, inodes }: DiskUsage, diskResource: DiskResource): Quantity =>
  diskResource === resourceInodes ? inodes : disk;

// Mirrors: pkg/kubelet/eviction/helpers.go#exceedDiskRequests
function exceedDiskRequests(
  stats: StatsFunc,
  fsStatsToMeasure: readonly FsStatsType[],
  diskResource: DiskResource,
): CmpFunc {
  const exceeds = (podStats: PodStats, pod: Pod): boolean =>
    amountOf(podDiskUsage(podStats, pod, fsStatsToMeasure), diskResource).cmp(
      getResourceRequestQuantity(pod, diskResource),
    ) > 0;
  return measured(stats, (s1, s2, p1, p2) => cmpBool(exceeds(s1, p1), exceeds(s2, p2)));
}

/** Also from inodes, bytes that were asked for are taken away. */
// Mirrors: pkg/kubelet/eviction/helpers.go#disk
function disk(
  stats: StatsFunc,
  fsStatsToMeasure: readonly FsStatsType[],
  diskResource: DiskResource,
): CmpFunc {
  const over = (podStats: PodStats, pod: Pod): Quantity =>
    amountOf(podDiskUsage(podStats, pod, fsStatsToMeasure), diskResource).sub(
      getResourceRequestQuantity(pod, 'ephemeral-storage'),
    );
  return measured(stats, (s1, s2, p1, p2) => over(s2, p2).cmp(over(s1, p1)));
}

/** What is true goes first. */
// Mirrors: pkg/kubelet/eviction/helpers.go#cmpBool
function cmpBool(a: boolean, b: boolean): number {
  if (a === b) return 0;
  return b ? 1 : -1;
}

// Mirrors: pkg/kubelet/eviction/helpers.go#rankMemoryPressure
const rankMemoryPressure: RankFunc = (pods, stats) =>
  pods.toSorted(orderedBy(exceedMemoryRequests(stats), priority, memory(stats)));

// Mirrors: pkg/kubelet/eviction/helpers.go#rankPIDPressure
const rankPIDPressure: RankFunc = (pods, stats) => pods.toSorted(orderedBy(priority, process(stats)));

// Mirrors: pkg/kubelet/eviction/helpers.go#rankDiskPressureFunc
function rankDiskPressureFunc(
  fsStatsToMeasure: readonly FsStatsType[],
  diskResource: DiskResource,
): RankFunc {
  return (pods, stats) =>
    pods.toSorted(
      orderedBy(
        exceedDiskRequests(stats, fsStatsToMeasure, diskResource),
        priority,
        disk(stats, fsStatsToMeasure, diskResource),
      ),
    );
}

/** Memory goes before all else. Upstream's order puts each signal of memory before all that were there. */
// Mirrors: pkg/kubelet/eviction/helpers.go#byEvictionPriority
export function byEvictionPriority(thresholds: readonly Threshold[]): Threshold[] {
  const isOfMemory = ({ signal }: Threshold): boolean => signalToResource[signal] === 'memory';
  return [
    ...thresholds.filter(isOfMemory).reverse(),
    ...thresholds.filter((threshold) => !isOfMemory(threshold)),
  ];
}

/** What is left of each thing, as far as it is known, and what each pod uses. */
// Mirrors: pkg/kubelet/eviction/helpers.go#makeSignalObservations
export function makeSignalObservations(summary: Summary): [SignalObservations, StatsFunc] {
  const result = new Map<Signal, SignalObservation>();
  const { node } = summary;
  observeMemory(result, 'memory.available', node.memory);
  const allocatableContainer = getSysContainer(node.systemContainers ?? [], systemContainerPods);
  observeMemory(result, 'allocatableMemory.available', allocatableContainer?.memory);
  if (node.fs) {
    observeBytes(result, 'nodefs.available', node.fs);
    observeInodes(result, 'nodefs.inodesFree', node.fs);
  }
  const imageFs = node.runtime?.imageFs;
  if (imageFs && observeBytes(result, 'imagefs.available', imageFs))
    observeInodes(result, 'imagefs.inodesFree', imageFs);
  const { maxpid, curproc, time } = node.rlimit ?? {};
  if (curproc !== undefined && maxpid !== undefined) {
    const available = newQuantity(maxpid - curproc, 'DecimalSI');
    const capacity = newQuantity(maxpid, 'DecimalSI');
    result.set('pid.available', { available, capacity, time: parseTime(time) });
  }
  return [result, cachedStatsFunc(summary.pods)];
}

// Part of: pkg/kubelet/eviction/helpers.go#makeSignalObservations
function observeMemory(
  result: Map<Signal, SignalObservation>,
  signal: Signal,
  { availableBytes, workingSetBytes, time }: MemoryStats = {},
): void {
  if (availableBytes === undefined || workingSetBytes === undefined) return;
  const available = newQuantity(availableBytes, 'BinarySI');
  const capacity = newQuantity(availableBytes + workingSetBytes, 'BinarySI');
  result.set(signal, { available, capacity, time: parseTime(time) });
}

// Part of: pkg/kubelet/eviction/helpers.go#makeSignalObservations
function observeBytes(
  result: Map<Signal, SignalObservation>,
  signal: Signal,
  { availableBytes, capacityBytes, time }: FsStats,
): boolean {
  if (availableBytes === undefined || capacityBytes === undefined) return false;
  const available = newQuantity(availableBytes, 'BinarySI');
  result.set(signal, { available, capacity: newQuantity(capacityBytes, 'BinarySI'), time: parseTime(time) });
  return true;
}

// Part of: pkg/kubelet/eviction/helpers.go#makeSignalObservations
function observeInodes(
  result: Map<Signal, SignalObservation>,
  signal: Signal,
  { inodesFree, inodes, time }: FsStats,
): void {
  if (inodesFree === undefined || inodes === undefined) return;
  const available = newQuantity(inodesFree, 'DecimalSI');
  result.set(signal, { available, capacity: newQuantity(inodes, 'DecimalSI'), time: parseTime(time) });
}

// Mirrors: pkg/kubelet/eviction/helpers.go#getSysContainer
function getSysContainer(sysContainers: readonly ContainerStats[], name: string): ContainerStats | undefined {
  return sysContainers.find((cont) => cont.name === name);
}

/** Those below which what is left has fallen; with `enforceMinReclaim`, those over which it has not risen by enough. */
// Mirrors: pkg/kubelet/eviction/helpers.go#thresholdsMet
export function thresholdsMet(
  thresholds: readonly Threshold[],
  observations: SignalObservations,
  enforceMinReclaim: boolean,
): Threshold[] {
  return thresholds.filter(({ signal, operator, value, minReclaim }) => {
    const observed = observations.get(signal);
    if (!observed || operator !== 'LessThan') return false;
    let quantity = getThresholdQuantity(value, observed.capacity);
    if (enforceMinReclaim && minReclaim)
      quantity = quantity.add(getThresholdQuantity(minReclaim, observed.capacity));
    return quantity.cmp(observed.available) > 0;
  });
}

/** Those of which something newer is known than before. */
// Mirrors: pkg/kubelet/eviction/helpers.go#thresholdsUpdatedStats
export function thresholdsUpdatedStats(
  thresholds: readonly Threshold[],
  observations: SignalObservations,
  lastObservations: SignalObservations,
): Threshold[] {
  return thresholds.filter(({ signal }) => {
    const observed = observations.get(signal);
    if (!observed) return false;
    const last = lastObservations.get(signal);
    return !last || observed.time === undefined || observed.time > (last.time ?? -Infinity);
  });
}

/** Since when each of them is met without a break. */
// Mirrors: pkg/kubelet/eviction/helpers.go#thresholdsFirstObservedAt
export function thresholdsFirstObservedAt(
  thresholds: readonly Threshold[],
  lastObservedAt: ThresholdsObservedAt,
  now: number,
): ThresholdsObservedAt {
  return new Map(thresholds.map((threshold) => [threshold, lastObservedAt.get(threshold) ?? now]));
}

// Mirrors: pkg/kubelet/eviction/helpers.go#thresholdsMetGracePeriod
export function thresholdsMetGracePeriod(observedAt: ThresholdsObservedAt, now: number): Threshold[] {
  return [...observedAt]
    .filter(([{ gracePeriodMs }, at]) => now - at >= gracePeriodMs)
    .map(([threshold]) => threshold);
}

// Mirrors: pkg/kubelet/eviction/helpers.go#nodeConditions
export function nodeConditions(thresholds: readonly Threshold[]): string[] {
  return [...new Set(thresholds.map(({ signal }) => signalToNodeCondition[signal]))];
}

// Mirrors: pkg/kubelet/eviction/helpers.go#nodeConditionsLastObservedAt
export function nodeConditionsLastObservedAt(
  conditions: readonly string[],
  lastObservedAt: NodeConditionsObservedAt,
  now: number,
): NodeConditionsObservedAt {
  return new Map([...lastObservedAt, ...conditions.map((condition) => [condition, now] as const)]);
}

/** Those that were seen within a period. */
// Mirrors: pkg/kubelet/eviction/helpers.go#nodeConditionsObservedSince
export function nodeConditionsObservedSince(
  observedAt: NodeConditionsObservedAt,
  periodMs: number,
  now: number,
): string[] {
  return [...observedAt].filter(([, at]) => now - at < periodMs).map(([nodeCondition]) => nodeCondition);
}

// Mirrors: pkg/kubelet/eviction/helpers.go#hasNodeCondition
export function hasNodeCondition(inputs: readonly string[], item: string): boolean {
  return inputs.includes(item);
}

// Mirrors: pkg/kubelet/eviction/helpers.go#mergeThresholds
export function mergeThresholds(inputsA: readonly Threshold[], inputsB: readonly Threshold[]): Threshold[] {
  const results = [...inputsA];
  for (const threshold of inputsB) if (!hasThreshold(results, threshold)) results.push(threshold);
  return results;
}

// Mirrors: pkg/kubelet/eviction/helpers.go#hasThreshold
function hasThreshold(inputs: readonly Threshold[], item: Threshold): boolean {
  return inputs.some(
    ({ signal, operator, gracePeriodMs, value }) =>
      gracePeriodMs === item.gracePeriodMs &&
      operator === item.operator &&
      signal === item.signal &&
      compareThresholdValue(value, item.value),
  );
}

// Mirrors: pkg/kubelet/eviction/helpers.go#compareThresholdValue
function compareThresholdValue(a: ThresholdValue, b: ThresholdValue): boolean {
  if (a.quantity && b.quantity) return a.quantity.cmp(b.quantity) === 0;
  return !a.quantity && !b.quantity && a.percentage === b.percentage;
}

// Mirrors: pkg/kubelet/eviction/helpers.go#isHardEvictionThreshold
export function isHardEvictionThreshold(threshold: Threshold): boolean {
  return threshold.gracePeriodMs === 0;
}

/** How pods are ranked when a signal is low. What images are stored on counts only where that is a disk of its own. */
// Mirrors: pkg/kubelet/eviction/helpers.go#buildSignalToRankFunc
export function buildSignalToRankFunc(withImageFs: boolean): Readonly<Record<Signal, RankFunc>> {
  const ofNode: FsStatsType[] = withImageFs
    ? ['logs', 'localVolumeSource']
    : ['root', 'logs', 'localVolumeSource'];
  const ofImages: FsStatsType[] = withImageFs ? ['root'] : ofNode;
  return {
    'memory.available': rankMemoryPressure,
    'allocatableMemory.available': rankMemoryPressure,
    'pid.available': rankPIDPressure,
    'nodefs.available': rankDiskPressureFunc(ofNode, 'ephemeral-storage'),
    'nodefs.inodesFree': rankDiskPressureFunc(ofNode, resourceInodes),
    'imagefs.available': rankDiskPressureFunc(ofImages, 'ephemeral-storage'),
    'imagefs.inodesFree': rankDiskPressureFunc(ofImages, resourceInodes),
  };
}

// Mirrors: pkg/kubelet/eviction/helpers.go#PodIsEvicted
export function podIsEvicted(podStatus: PodStatus): boolean {
  return podStatus.phase === 'Failed' && podStatus.reason === reason;
}

/** What is taken away before a pod is: containers that have ended, then images that nobody uses. */
// Mirrors: pkg/kubelet/eviction/helpers.go#buildSignalToNodeReclaimFuncs
export function buildSignalToNodeReclaimFuncs(
  imageGC: ImageGC,
  containerGC: ContainerGC,
  withImageFs: boolean,
): Readonly<Partial<Record<Signal, readonly NodeReclaimFunc[]>>> {
  const both = [() => containerGC.deleteAllUnusedContainers(), () => imageGC.deleteUnusedImages()];
  const ofNode = withImageFs ? [] : both;
  return {
    'nodefs.available': ofNode,
    'nodefs.inodesFree': ofNode,
    'imagefs.available': both,
    'imagefs.inodesFree': both,
  };
}

/** Why a pod is evicted, in words, and the same for programs. */
// Mirrors: pkg/kubelet/eviction/helpers.go#evictionMessage
export function evictionMessage(
  resourceToReclaim: string,
  pod: Pod,
  stats: StatsFunc,
): { readonly message: string; readonly annotations: Readonly<Record<string, string>> } {
  let message = `The node was low on resource: ${resourceToReclaim}. `;
  const podStats = stats(pod);
  if (!podStats) return { message, annotations: {} };
  const containers: string[] = [];
  const usages: string[] = [];
  for (const containerStats of podStats.containers) {
    for (const { name, resources } of pod.spec.containers) {
      if (name !== containerStats.name) continue;
      const requests = mustParse(resources?.requests?.[resourceToReclaim] ?? '0');
      const usage = usageOf(containerStats, resourceToReclaim);
      if (!usage || usage.cmp(requests) <= 0) continue;
      message += `Container ${name} was using ${usage}, which exceeds its request of ${requests}. `;
      containers.push(name);
      usages.push(String(usage));
    }
  }
  return {
    message,
    annotations: {
      [offendingContainersKey]: containers.join(','),
      [offendingContainersUsageKey]: usages.join(','),
      [starvedResourceKey]: resourceToReclaim,
    },
  };
}

// Part of: pkg/kubelet/eviction/helpers.go#evictionMessage
function usageOf({ rootfs, logs, memory }: ContainerStats, resourceToReclaim: string): Quantity | undefined {
  if (resourceToReclaim === 'memory') {
    const bytes = memory?.workingSetBytes;
    return bytes === undefined ? undefined : newQuantity(bytes, 'BinarySI');
  }
  if (resourceToReclaim !== 'ephemeral-storage') return undefined;
  const [written, logged] = [rootfs?.usedBytes, logs?.usedBytes];
  if (written === undefined || logged === undefined) return undefined;
  return newQuantity(written + logged, 'BinarySI');
}
