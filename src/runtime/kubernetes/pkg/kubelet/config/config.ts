import { Chan } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { Mutex } from '../../../../sim/sync.ts';
import { semanticDeepEqual } from '../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import { deepCopy } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import type { EventRecorder } from '../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type { Pod } from '../../api/objects.ts';
import { type Merger, Mux } from '../../util/config/config.ts';
import { getPodFullName } from '../container/runtime.ts';
import { failedValidation } from '../events/event.ts';
import {
  type PodOperation,
  type PodUpdate,
  allSource,
  configFirstSeenAnnotationKey,
  configMirrorAnnotationKey,
  configSourceAnnotationKey,
} from '../types/pod_update.ts';
import { newTimestamp } from '../types/types.ts';
import * as format from '../util/format/pod.ts';

/**
 * How listeners hear of a change: as the whole state, as the whole state where pods came or went and else as what changed, or
 * as what changed alone, which is what a kubelet asks for.
 */
// Mirrors: pkg/kubelet/config/config.go#PodConfigNotificationMode
export type PodConfigNotificationMode = 'Snapshot' | 'SnapshotAndUpdates' | 'Incremental';

/** A pod that this file holds, and changes: what the source sent is left as it is. */
type Held = Omit<Pod, 'metadata' | 'spec' | 'status'> & {
  metadata: Pod['metadata'] & { annotations: Record<string, string> };
  spec: Pod['spec'];
  status: Pod['status'];
};

/** Merges pods from several sources into one, and tells in order what has changed. */
// Mirrors: pkg/kubelet/config/config.go#PodConfig
export class PodConfig {
  readonly #pods: PodStorage;
  readonly #mux: Mux<PodUpdate>;
  readonly #updates: Chan<PodUpdate>;
  readonly #sources = new Set<string>();

  constructor(sim: Sim, mode: PodConfigNotificationMode, recorder: EventRecorder) {
    this.#updates = new Chan<PodUpdate>('updates of pods', 50);
    this.#pods = newPodStorage(sim, this.#updates, mode, recorder);
    this.#mux = new Mux(sim, this.#pods);
  }

  /** Where a source sends what it has. */
  // Mirrors: pkg/kubelet/config/config.go#PodConfig.Channel
  channel(source: string): Chan<PodUpdate> {
    this.#sources.add(source);
    return this.#mux.channel(source);
  }

  /** Whether each source is among those that were seen, and has said once what it has. */
  // Mirrors: pkg/kubelet/config/config.go#PodConfig.SeenAllSources
  seenAllSources(seenSources: ReadonlySet<string>): boolean {
    const sources = [...this.#sources];
    return sources.every((source) => seenSources.has(source)) && this.#pods.seenSources(...sources);
  }

  // Mirrors: pkg/kubelet/config/config.go#PodConfig.Updates
  updates(): Chan<PodUpdate> {
    return this.#updates;
  }

  /** Asks for the whole state. */
  // Mirrors: pkg/kubelet/config/config.go#PodConfig.Sync
  *sync(): Blocking<void> {
    yield* this.#pods.sync();
  }
}

// Mirrors: pkg/kubelet/config/config.go#NewPodConfig
export function newPodConfig(sim: Sim, mode: PodConfigNotificationMode, recorder: EventRecorder): PodConfig {
  return new PodConfig(sim, mode, recorder);
}

/** Pods that changed, by how. */
interface Changes {
  readonly adds: PodUpdate;
  readonly updates: PodUpdate;
  readonly deletes: PodUpdate;
  readonly removes: PodUpdate;
  readonly reconciles: PodUpdate;
}

/** The pods of each source, by uid. Nothing is lost of what a source did not send again, until it says what all of it is. */
// Mirrors: pkg/kubelet/config/config.go#podStorage
export class PodStorage implements Merger<PodUpdate> {
  readonly #sim: Sim;
  readonly #pods = new Map<string, Map<string, Held>>();
  readonly #mode: PodConfigNotificationMode;
  /** Held while updates are sent, so that they come in order. */
  readonly #updateLock = new Mutex('updates of pods');
  readonly #updates: Chan<PodUpdate>;
  readonly #sourcesSeen = new Set<string>();
  readonly #recorder: EventRecorder;

  constructor(sim: Sim, updates: Chan<PodUpdate>, mode: PodConfigNotificationMode, recorder: EventRecorder) {
    this.#sim = sim;
    this.#updates = updates;
    this.#mode = mode;
    this.#recorder = recorder;
  }

  /** Takes in what a source says, and sends as little as tells it. */
  // Mirrors: pkg/kubelet/config/config.go#podStorage.Merge
  *merge(source: string, change: PodUpdate): Blocking<void> {
    yield* this.#updateLock.lock();
    try {
      const seenBefore = this.#sourcesSeen.has(source);
      const changes = this.#mergeChange(source, change);
      const firstSet = !seenBefore && this.#sourcesSeen.has(source);
      if (this.#mode === 'Incremental') yield* this.#sendIncremental(changes, firstSet);
      else yield* this.#sendSnapshot(source, changes, firstSet);
    } finally {
      this.#updateLock.unlock();
    }
  }

  // Part of: pkg/kubelet/config/config.go#podStorage.Merge
  *#sendIncremental(changes: Changes, firstSet: boolean): Blocking<void> {
    const { adds, updates, deletes, removes, reconciles } = changes;
    for (const update of [removes, adds, updates, deletes])
      if (update.pods.length > 0) yield* this.#updates.send(update);
    // An empty one says that the source is there.
    if (firstSet && adds.pods.length === 0 && updates.pods.length === 0 && deletes.pods.length === 0)
      yield* this.#updates.send(adds);
    if (reconciles.pods.length > 0) yield* this.#updates.send(reconciles);
  }

  // Part of: pkg/kubelet/config/config.go#podStorage.Merge
  *#sendSnapshot(source: string, changes: Changes, firstSet: boolean): Blocking<void> {
    const { adds, updates, deletes, removes } = changes;
    const comeOrGone = removes.pods.length > 0 || adds.pods.length > 0 || firstSet;
    const changed = updates.pods.length > 0 || deletes.pods.length > 0;
    const alone = this.#mode === 'SnapshotAndUpdates';
    if (comeOrGone || (changed && !alone))
      yield* this.#updates.send({ pods: this.mergedState(), op: 'SET', source });
    if (!alone) return;
    for (const update of [updates, deletes]) if (update.pods.length > 0) yield* this.#updates.send(update);
  }

  // Mirrors: pkg/kubelet/config/config.go#podStorage.merge
  #mergeChange(source: string, update: PodUpdate): Changes {
    const changed: Record<PodOperation, Held[]> = {
      SET: [],
      ADD: [],
      UPDATE: [],
      DELETE: [],
      REMOVE: [],
      RECONCILE: [],
    };
    let pods = this.#pods.get(source) ?? new Map<string, Held>();
    if (update.op === 'ADD' || update.op === 'UPDATE' || update.op === 'DELETE') {
      this.#updatePods(source, update.pods, pods, pods, changed);
    } else if (update.op === 'REMOVE') {
      for (const { metadata } of update.pods) {
        const existing = pods.get(metadata.uid);
        if (!existing) continue;
        pods.delete(metadata.uid);
        changed.REMOVE.push(existing);
      }
    } else if (update.op === 'SET') {
      this.#markSourceSet(source);
      const oldPods = pods;
      pods = new Map();
      this.#updatePods(source, update.pods, oldPods, pods, changed);
      for (const [uid, existing] of oldPods) if (!pods.has(uid)) changed.REMOVE.push(existing);
    }
    this.#pods.set(source, pods);
    const told = (op: PodOperation): PodUpdate => ({ op, pods: copyPods(changed[op]), source });
    return {
      adds: told('ADD'),
      updates: told('UPDATE'),
      deletes: told('DELETE'),
      removes: told('REMOVE'),
      reconciles: told('RECONCILE'),
    };
  }

  /** Brings new pods among those that there are, and notes how each of them changed. Both maps may be one. */
  // Part of: pkg/kubelet/config/config.go#podStorage.merge
  #updatePods(
    source: string,
    newPods: readonly Pod[],
    oldPods: ReadonlyMap<string, Held>,
    pods: Map<string, Held>,
    changed: Record<PodOperation, Held[]>,
  ): void {
    for (const sent of filterInvalidPods(newPods, source, this.#recorder)) {
      const ref = heldFrom(sent);
      ref.metadata.annotations[configSourceAnnotationKey] = source;
      const existing = oldPods.get(ref.metadata.uid);
      if (existing) {
        pods.set(ref.metadata.uid, existing);
        const { needUpdate, needReconcile, needGracefulDelete } = checkAndUpdatePod(existing, ref);
        if (needUpdate) changed.UPDATE.push(existing);
        else if (needReconcile) changed.RECONCILE.push(existing);
        else if (needGracefulDelete) changed.DELETE.push(existing);
        continue;
      }
      recordFirstSeenTime(this.#sim, ref);
      pods.set(ref.metadata.uid, ref);
      changed.ADD.push(ref);
    }
  }

  // Mirrors: pkg/kubelet/config/config.go#podStorage.markSourceSet
  #markSourceSet(source: string): void {
    this.#sourcesSeen.add(source);
  }

  // Mirrors: pkg/kubelet/config/config.go#podStorage.seenSources
  seenSources(...sources: readonly string[]): boolean {
    return sources.every((source) => this.#sourcesSeen.has(source));
  }

  /** Sends the whole state. */
  // Mirrors: pkg/kubelet/config/config.go#podStorage.Sync
  *sync(): Blocking<void> {
    yield* this.#updateLock.lock();
    try {
      yield* this.#updates.send({ pods: this.mergedState(), op: 'SET', source: allSource });
    } finally {
      this.#updateLock.unlock();
    }
  }

  // Mirrors: pkg/kubelet/config/config.go#podStorage.MergedState
  mergedState(): Pod[] {
    return copyPods([...this.#pods.values()].flatMap((sourcePods) => [...sourcePods.values()]));
  }
}

// Mirrors: pkg/kubelet/config/config.go#newPodStorage
export function newPodStorage(
  sim: Sim,
  updates: Chan<PodUpdate>,
  mode: PodConfigNotificationMode,
  recorder: EventRecorder,
): PodStorage {
  return new PodStorage(sim, updates, mode, recorder);
}

/** The pod that was sent, with metadata that may be changed. */
export function heldFrom({ metadata, ...pod }: Pod): Held {
  return { ...pod, metadata: { ...metadata, annotations: { ...metadata.annotations } } };
}

/** All but those whose name another pod of the same update has. */
// Mirrors: pkg/kubelet/config/config.go#filterInvalidPods
function filterInvalidPods(pods: readonly Pod[], source: string, recorder: EventRecorder): Pod[] {
  const names = new Set<string>();
  return pods.filter((pod) => {
    const name = getPodFullName(pod);
    if (names.has(name)) {
      const text = 'Error validating pod %s from %s due to duplicate pod name %q, ignoring';
      recorder.eventf(pod, 'Warning', failedValidation, text, format.pod(pod), source, pod.metadata.name);
      return false;
    }
    names.add(name);
    return true;
  });
}

/** Annotations that a kubelet adds. */
// Mirrors: pkg/kubelet/config/config.go#localAnnotations
const localAnnotations = [configSourceAnnotationKey, configMirrorAnnotationKey, configFirstSeenAnnotationKey];

// Mirrors: pkg/kubelet/config/config.go#isLocalAnnotationKey
function isLocalAnnotationKey(key: string): boolean {
  return localAnnotations.includes(key);
}

type Annotations = Readonly<Record<string, string>> | undefined;

/** Equal but for what the kubelet adds. */
// Mirrors: pkg/kubelet/config/config.go#isAnnotationMapEqual
function isAnnotationMapEqual(existingMap: Annotations, candidateMap: Annotations): boolean {
  const [existing, candidate] = [existingMap ?? {}, candidateMap ?? {}];
  for (const [k, v] of Object.entries(candidate)) {
    if (isLocalAnnotationKey(k)) continue;
    if (!Object.hasOwn(existing, k) || existing[k] !== v) return false;
  }
  return Object.keys(existing).every((k) => isLocalAnnotationKey(k) || Object.hasOwn(candidate, k));
}

// Mirrors: pkg/kubelet/config/config.go#recordFirstSeenTime
function recordFirstSeenTime(sim: Sim, pod: Held): void {
  pod.metadata.annotations[configFirstSeenAnnotationKey] = newTimestamp(sim).getString();
}

/** The annotations of the source, and those of the kubelet as they were. */
// Mirrors: pkg/kubelet/config/config.go#updateAnnotations
function updateAnnotations(existing: Held, ref: Held): void {
  const annotations = { ...ref.metadata.annotations };
  for (const k of localAnnotations) {
    const v = existing.metadata.annotations[k];
    if (v !== undefined) annotations[k] = v;
  }
  existing.metadata.annotations = annotations;
}

/** Whether they differ in more than status and what the kubelet adds. */
// Mirrors: pkg/kubelet/config/config.go#podsDifferSemantically
export function podsDifferSemantically(existing: Pod, ref: Pod): boolean {
  const [a, b] = [existing.metadata, ref.metadata];
  return !(
    semanticDeepEqual(existing.spec, ref.spec) &&
    semanticDeepEqual(a.labels, b.labels) &&
    a.deletionTimestamp === b.deletionTimestamp &&
    a.deletionGracePeriodSeconds === b.deletionGracePeriodSeconds &&
    isAnnotationMapEqual(a.annotations, b.annotations)
  );
}

/** At most one of them is true. */
interface Needs {
  readonly needUpdate: boolean;
  readonly needReconcile: boolean;
  readonly needGracefulDelete: boolean;
}

/**
 * Takes what changed over into `existing`. Only one that does not differ otherwise is looked at for its status: whatever its
 * source says of that, the kubelet knows better, and says it again.
 */
// Mirrors: pkg/kubelet/config/config.go#checkAndUpdatePod
export function checkAndUpdatePod(existing: Held, ref: Held): Needs {
  const none = { needUpdate: false, needReconcile: false, needGracefulDelete: false };
  if (!podsDifferSemantically(existing, ref)) {
    if (semanticDeepEqual(existing.status, ref.status)) return none;
    existing.status = ref.status;
    return { ...none, needReconcile: true };
  }
  // When it was first seen stays.
  const seen = existing.metadata.annotations[configFirstSeenAnnotationKey];
  ref.metadata.annotations[configFirstSeenAnnotationKey] = seen ?? '';

  existing.spec = ref.spec;
  const { labels, deletionTimestamp, deletionGracePeriodSeconds } = ref.metadata;
  existing.metadata = { ...existing.metadata, labels, deletionTimestamp, deletionGracePeriodSeconds };
  existing.status = ref.status;
  updateAnnotations(existing, ref);
  if (deletionTimestamp !== undefined) return { ...none, needGracefulDelete: true };
  return { ...none, needUpdate: true };
}

// Mirrors: pkg/kubelet/config/config.go#copyPods
function copyPods(sourcePods: readonly Pod[]): Pod[] {
  return sourcePods.map((source) => deepCopy(source) as Pod);
}
