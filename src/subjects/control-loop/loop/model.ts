import { t, translated } from '../../../i18n/t.ts';
import type { Frame } from '../../../components/picture/description.ts';
import type { Loop } from '../../../runtime/subjects/control-loop/loop.ts';
import type { DeltaType } from '../../../runtime/subjects/control-loop/events.ts';
import type { World } from '../../../runtime/stage/world.ts';
import type { ExpectationState } from '../../../runtime/subjects/control-loop/world.ts';
import type { StoredObject } from '../../../runtime/subjects/api/world.ts';
import { type PMap, emptyMap, mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import { memoize } from '../../../recording/memoize.ts';
import { awaited, lastPart } from '../../../recording/words.ts';
import type { Recording } from '../../../recording/recording.ts';

/** The loop that is drawn of a run. Throws where its plane names none: nothing of it could be drawn. */
export function loopOf({ scenario, draws: { loop } }: Recording): Loop {
  if (!loop)
    throw new Error(
      `expected the plane of ${scenario} to say in its "draws" which loop is drawn, found none.`,
    );
  return loop;
}

export type Phase = 'pending' | 'running' | 'ready' | 'failed' | 'terminating';

/** A pod as a chip shows it. `node` is blank before it is bound. */
interface PodMark {
  readonly key: string;
  readonly short: string;
  readonly phase: Phase;
  readonly node: string;
  readonly revision: number;
}

/** An object that the loop reconciles. */
interface OwnerMark {
  readonly key: string;
  readonly name: string;
  readonly desired: number;
  /** Pods in the store that it controls, itself or through what it controls, and that are not on their way out. */
  readonly actual: number;
  readonly ready: number;
}

interface Flight {
  readonly key: string;
  readonly short: string;
  readonly type: string;
  readonly revision: number;
}

/** One informer: its watch, its reflector, its DeltaFIFO and its cache. */
export interface LaneModel {
  readonly resource: string;
  readonly watch: 'none' | 'open' | 'cut' | 'closed';
  readonly delayMs: number;
  readonly flights: readonly Flight[];
  readonly reflector: string;
  readonly fifo: readonly {
    readonly key: string;
    readonly short: string;
    readonly deltas: readonly DeltaType[];
  }[];
  readonly cached: readonly (PodMark & { readonly stale: boolean })[];
  /** How many objects the cache lacks, has too many of, or has in an older version than the store. */
  readonly behind: number;
}

interface WorkerModel {
  readonly name: string;
  /** The key that it holds. */
  readonly key?: string;
  readonly running: boolean;
  /** What it waits for, in a word or two. */
  readonly waits: string;
}

/** What a picture of a loop shows at one moment, without a word about where it is drawn. */
export interface LoopModel {
  readonly revision: number;
  /** False while the controller's program is down. */
  readonly up: boolean;
  /** What one of them is called: "ReplicaSet". */
  readonly kind: string;
  readonly owners: readonly OwnerMark[];
  /** The resource of `pods`: what the loop brings to the wanted number. */
  readonly counts: string;
  readonly pods: readonly PodMark[];
  readonly lanes: readonly LaneModel[];
  readonly queue: readonly string[];
  readonly delayed: readonly { readonly key: string; readonly inMs: number; readonly failures: number }[];
  /** Keys that a worker has and that were added again meanwhile. */
  readonly again: readonly string[];
  readonly workers: readonly WorkerModel[];
  readonly expectations: readonly (ExpectationState & { readonly key: string })[];
  readonly faults: readonly string[];
}

/** The last five characters of a generated name, or as much of a short name as fits a chip. */
export function shortName(key: string): string {
  const name = lastPart(key);
  // The letters and digits of which the API server makes names.
  const generated = /-([bcdfghjklmnpqrstvwxz2456789]{5})$/.exec(name)?.[1];
  return generated ?? (name.length > 8 ? `${name.slice(0, 7)}…` : name);
}

interface PodShape {
  readonly spec?: { readonly nodeName?: string; readonly replicas?: number };
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

function phaseOf(object: StoredObject): Phase {
  const { status } = object as PodShape;
  if (object.metadata.deletionTimestamp) return 'terminating';
  if (status?.phase === 'Failed') return 'failed';
  if (status?.phase !== 'Running') return 'pending';
  return status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True')
    ? 'ready'
    : 'running';
}

function podMark(key: string, object: StoredObject): PodMark {
  return {
    key,
    short: shortName(key),
    phase: phaseOf(object),
    node: (object as PodShape).spec?.nodeName ?? '',
    revision: Number(object.metadata.resourceVersion ?? 0),
  };
}

/** Names of the nodes that ever have a kubelet in a run, in order: the same for all its frames. */
export const nodeNames = memoize(({ processes }: Recording): readonly string[] => {
  const found = processes.flatMap(({ group }) => /^kubelet(?:-stand-in)?\/(.+)$/.exec(group)?.[1] ?? []);
  return [...new Set(found)].sort();
});

interface StoreContent {
  readonly byResource: ReadonlyMap<string, readonly (readonly [string, StoredObject])[]>;
  /** The uid of what controls an object, by the uid of that. */
  readonly controllers: ReadonlyMap<string, string>;
}

/** The store's objects by resource, read once a version of the store. */
const contentOf = memoize((objects: PMap<StoredObject>): StoreContent => {
  const byResource = new Map<string, (readonly [string, StoredObject])[]>();
  const controllers = new Map<string, string>();
  for (const entry of mapEntries(objects)) {
    const [key, { metadata }] = entry;
    const resource = key.slice(0, key.indexOf('/'));
    const of = byResource.get(resource);
    if (of) of.push(entry);
    else byResource.set(resource, [entry]);
    const controller = metadata.ownerReferences?.find((owner) => owner.controller)?.uid;
    if (controller && metadata.uid) controllers.set(metadata.uid, controller);
  }
  return { byResource, controllers };
});

function ownerMarks(
  { byResource, controllers }: StoreContent,
  { resource, wants = 'replicas', counts = 'pods' }: Pick<Loop, 'resource' | 'wants' | 'counts'>,
): OwnerMark[] {
  const objects = byResource.get(resource) ?? [];
  const own = new Map(objects.map(([, { metadata }]) => [metadata.uid, { actual: 0, ready: 0 }]));
  for (const [, pod] of byResource.get(counts) ?? []) {
    const phase = phaseOf(pod);
    if (phase === 'terminating' || phase === 'failed') continue;
    let uid = pod.metadata.uid;
    // What owns itself in the end is nobody's.
    for (let up = 0; up < 8 && uid !== undefined && !own.has(uid); up++) uid = controllers.get(uid);
    const count = own.get(uid);
    if (!count) continue;
    count.actual++;
    if (phase === 'ready') count.ready++;
  }
  return objects.map(([key, object]) => {
    const { uid, name = '' } = object.metadata;
    const { actual, ready } = own.get(uid)!;
    const spec: Readonly<Record<string, unknown>> = (object as PodShape).spec ?? {};
    return { key, name, desired: Number(spec[wants] ?? 1), actual, ready };
  });
}

function laneModel(world: World, program: string, resource: string, content: StoreContent): LaneModel {
  const name = `${program}/${resource}`;
  const watch = mapGet(world.watches, name);
  const informer = mapGet(world.informers, name);
  const cache = mapGet(world.indexers, name) ?? emptyMap<StoredObject>();
  const stored = new Map(content.byResource.get(resource));
  // The cache's keys have no resource in front.
  const cached = mapEntries(cache).map(([key, object]) => {
    const full = `${resource}/${key}`;
    const now = stored.get(full);
    stored.delete(full);
    return {
      ...podMark(full, object),
      stale: now?.metadata.resourceVersion !== object.metadata.resourceVersion,
    };
  });
  return {
    resource,
    watch: watch?.state ?? 'none',
    delayMs: watch?.delayMs ?? 0,
    flights: (watch?.inFlight ?? []).map(({ key, type, revision }) => ({
      key,
      type,
      revision,
      short: shortName(key),
    })),
    reflector: informer?.reflector ?? 'idle',
    fifo: (informer?.queue ?? []).map((key) => ({
      key,
      short: shortName(key),
      deltas: (informer && mapGet(informer.deltas, key)) ?? [],
    })),
    cached,
    behind: cached.filter(({ stale }) => stale).length + stored.size,
  };
}

/** Words for what a parked worker waits on, short enough for a label. Its only sleeps are requests on their way. */
function waitsFor(waits: { readonly kind: string; readonly on: string } | undefined): string {
  if (!waits) return '';
  if (waits.kind === 'sleep') return t`waits for the API`;
  if (waits.kind === 'cond') return t`waits for a key`;
  return /rate limiter/.test(waits.on)
    ? t`held by its rate limit`
    : t`waits for ${translated(awaited(waits.on))}`;
}

function workerModels({ world, recording }: Frame, loop: Loop): WorkerModel[] {
  const queue = mapGet(world.queues, loop.queue);
  const held = new Map<string, string>();
  for (const [key, worker] of queue ? mapEntries(queue.processing) : []) held.set(lastPart(worker), key);
  const names = workersOf(recording).filter((name) => name.startsWith(`${loop.queue}/`));
  const live = new Map(mapEntries(world.processes).map(([, process]) => [process.name, process]));
  return names.map((name) => {
    const process = live.get(name);
    const key = held.get(lastPart(name));
    return {
      name: lastPart(name),
      key,
      running: process !== undefined && process.state !== 'crashed',
      waits: waitsFor(process?.waitsFor),
    };
  });
}

/** Names of all workers of a run, the same for all its frames. */
const workersOf = memoize((recording: Recording): readonly string[] => {
  const found = recording.processes.map(({ name }) => name).filter((name) => /\/worker-\d+$/.test(name));
  return [...new Set(found)].sort();
});

/** What is to be seen of a loop in a frame. */
export function loopModel(frame: Frame, loop: Loop = loopOf(frame.recording)): LoopModel {
  const { world, entry } = frame;
  const { program, queue: queueName, kind, informers, counts = 'pods' } = loop;
  const content = contentOf(world.store.objects);
  const queue = mapGet(world.queues, queueName);
  const waiting = queue?.queue ?? [];
  return {
    revision: world.store.revision,
    up: isUp(world.processes, program),
    kind,
    owners: ownerMarks(content, loop),
    counts,
    pods: (content.byResource.get(counts) ?? []).map(([key, object]) => podMark(key, object)),
    lanes: informers.map((one) => laneModel(world, program, one, content)),
    queue: waiting,
    delayed: (queue ? mapEntries(queue.waiting) : [])
      .map(([key, due]) => ({
        key,
        inMs: Math.max(0, due - entry.at),
        failures: (queue && mapGet(queue.failures, key)) ?? 0,
      }))
      .sort((a, b) => a.inMs - b.inMs),
    again: (queue?.dirty ?? []).filter((key) => !waiting.includes(key)),
    workers: workerModels(frame, loop),
    expectations: mapEntries(world.expectations).map(([key, state]) => ({
      ...state,
      key: key.slice(key.indexOf(' ') + 1),
    })),
    faults: mapEntries(world.faults).map(([, words]) => words),
  };
}

function isUp(processes: World['processes'], program: string): boolean {
  return groupsUp(processes).has(program);
}

const groupsUp = memoize(
  (processes: World['processes']): ReadonlySet<string> =>
    new Set(mapEntries(processes).flatMap(([, { group, state }]) => (state === 'crashed' ? [] : group))),
);
