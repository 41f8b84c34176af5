/** Small worlds and entries for the tests of panes, acts and code. */
import { replicaSetLoop } from '../../../../src/runtime/subjects/control-loop/loop.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type { Event } from '../../../../src/runtime/stage/events.ts';
import type { Entry, World } from '../../../../src/runtime/stage/world.ts';
import { emptyWorld } from '../../../runtime/empty-world.ts';
import type { StoredObject } from '../../../../src/runtime/subjects/api/world.ts';
import { mapFrom } from '../../../../src/runtime/sim/pmap.ts';
import type { Anchor, ProcessView } from '../../../../src/runtime/sim/trace.ts';

interface PodOptions {
  readonly node?: string;
  readonly phase?: string;
  readonly ready?: boolean;
  readonly deleted?: boolean;
}

export function pod(
  name: string,
  revision: number,
  { node, phase = 'Pending', ready = false, deleted = false }: PodOptions = {},
): StoredObject {
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name,
      namespace: 'default',
      resourceVersion: String(revision),
      labels: { app: 'web' },
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u1', controller: true },
      ],
      ...(deleted && { deletionTimestamp: '2021-01-16T12:00:01Z' }),
    },
    spec: { ...(node && { nodeName: node }), containers: [{ name: 'app', image: 'app:v1' }] },
    status: { phase, conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
  } as StoredObject;
}

export function replicaSet(name: string, revision: number, wanted: number, counted = 0): StoredObject {
  return {
    kind: 'ReplicaSet',
    apiVersion: 'apps/v1',
    metadata: { name, namespace: 'default', resourceVersion: String(revision) },
    spec: { replicas: wanted, selector: { matchLabels: { app: name } } },
    status: { replicas: counted, readyReplicas: 0 },
  } as StoredObject;
}

export function node(name: string, revision: number): StoredObject {
  return {
    kind: 'Node',
    apiVersion: 'v1',
    metadata: { name, resourceVersion: String(revision) },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  } as StoredObject;
}

/** A world with these objects stored, by their keys in the store, and `more` of the rest. */
export function worldWith(objects: Readonly<Record<string, StoredObject>>, more: Partial<World> = {}): World {
  const revision = Math.max(
    0,
    ...Object.values(objects).map((object) => Number(object.metadata.resourceVersion)),
  );
  return {
    ...emptyWorld(),
    store: { revision, compacted: 0, objects: mapFrom(Object.entries(objects)) },
    ...more,
  };
}

export function processes(...views: readonly ProcessView[]): World['processes'] {
  return mapFrom(views.map((view) => [String(view.id), view]));
}

interface Told {
  readonly event: Event;
  readonly world?: World;
  readonly at?: number;
  readonly process?: number;
  readonly anchor?: Anchor;
}

/** Entries in order; each keeps the world of the one before unless it brings its own. */
export function entriesOf(told: readonly Told[]): Entry[] {
  let world = emptyWorld();
  return told.map((one, index) => {
    world = one.world ?? world;
    const { event, at = index * 10, process = -1, anchor } = one;
    return { index, at, step: index, process, cause: index - 1, event, world, ...(anchor && { anchor }) };
  });
}

export function recordingOf(entries: readonly Entry[], more: Partial<Recording> = {}): Recording {
  return {
    scenario: 'test',
    seed: 1,
    subjects: ['api', 'control-loop', 'scheduler', 'nodes'],
    draws: { loop: replicaSetLoop },
    standIns: [],
    acts: [],
    entries,
    processes: [],
    outcome: { ended: 'story' },
    ...more,
  };
}
