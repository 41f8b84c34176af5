import { replicaSetLoop } from '../../src/runtime/subjects/control-loop/loop.ts';
import type { Act } from '../../src/runtime/stage/acts.ts';
import type { Event } from '../../src/runtime/stage/events.ts';
import type { Trace as WorldTrace, World } from '../../src/runtime/stage/world.ts';
import { emptyWorld } from '../runtime/empty-world.ts';
import type { StoredObject } from '../../src/runtime/subjects/api/world.ts';
import { Chan } from '../../src/runtime/sim/chan.ts';
import { mapGet, mapSet } from '../../src/runtime/sim/pmap.ts';
import { type Blocking, withCause } from '../../src/runtime/sim/process.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import { Trace } from '../../src/runtime/sim/trace.ts';
import type { Recording } from '../../src/recording/recording.ts';

/** A run of a toy controller over the real simulator and trace: enough to have causes, frames and two workers. */
export interface Sample {
  readonly sim: Sim;
  readonly trace: WorldTrace;
  recording(): Recording;
}

export function newSample(seed = 1): Sample {
  const sim = new Sim({ seed });
  const trace = new Trace<Event, World>(sim, emptyWorld());
  sim.trace = trace as unknown as Trace;
  const processes: Recording['processes'][number][] = [];
  const go = sim.go.bind(sim);
  sim.go = (name, body, group) => {
    const process = go(name, body, group);
    processes.push({ id: process.id, name: process.name, group: process.group });
    return process;
  };
  return {
    sim,
    trace,
    recording: () => ({
      scenario: 'test/sample',
      seed,
      subjects: ['api', 'control-loop', 'nodes'],
      draws: { loop: replicaSetLoop },
      standIns: [],
      acts: [],
      entries: trace.entries,
      processes,
      outcome: { ended: 'story' },
    }),
  };
}

/** Stores an object as the API server would, and records the write. */
export function write(sample: Sample, key: string, object: StoredObject, program: string): number {
  const { trace } = sample;
  const { store } = trace.world;
  const revision = store.revision + 1;
  const previous = mapGet(store.objects, key);
  const resource = key.slice(0, key.indexOf('/'));
  const metadata = { ...object.metadata, resourceVersion: String(revision) };
  const stored = { ...object, metadata };
  trace.change('store', { ...store, revision, objects: mapSet(store.objects, key, stored) });
  const verb = previous ? 'update' : 'create';
  const base = { kind: 'store.write', verb, resource, key, revision, program, object: stored } as const;
  return trace.record(previous ? { ...base, previous } : base);
}

export function object(kind: string, name: string, rest: object = {}): StoredObject {
  return { kind, apiVersion: 'v1', metadata: { namespace: 'default', name }, ...rest };
}

/**
 * The story scales default/web, a worker is handed its key, waits 5 ms and creates `replicas` pods.
 * `acts` come at the given virtual times.
 */
export function toyRun(
  replicas = 2,
  acts: readonly { readonly at: number; readonly act: Act }[] = [],
): Recording {
  const sample = newSample();
  const { sim, trace } = sample;
  const queue = new Chan<string>('the queue', 10);
  const key = 'default/web';
  sim.go('replicaset/worker-1', worker(), 'kube-controller-manager');
  sim.go('story', story(), 'story');
  for (const { at, act } of acts) {
    sim.after(at, () => void trace.stage({ kind: 'act', act, by: 'reader' }));
  }
  sim.runFor(20);
  return sample.recording();

  function* story(): Blocking<void> {
    const act = { kind: 'scale', namespace: 'default', name: 'web', replicas } as const;
    trace.stage({ kind: 'act', act, by: 'story' });
    const cause = write(
      sample,
      'replicasets/default/web',
      object('ReplicaSet', 'web', { spec: { replicas } }),
      'kubectl',
    );
    const added = withCause(cause, () =>
      trace.record({ kind: 'workqueue.add', queue: 'replicaset', key, merged: false }),
    );
    withCause(added, () => queue.trySend(key));
    yield* sim.yieldNow();
  }

  function* worker(): Blocking<void> {
    for (;;) {
      const [taken, ok] = yield* queue.receive();
      if (!ok) return;
      trace.stage({ kind: 'workqueue.get', queue: 'replicaset', key: taken, worker: 'replicaset/worker-1' });
      yield* sim.sleep(5);
      for (let i = 1; i <= replicas; i++) {
        write(
          sample,
          `pods/default/web-${i}`,
          object('Pod', `web-${i}`),
          'kube-controller-manager/replicaset-controller',
        );
      }
      trace.record({ kind: 'workqueue.done', queue: 'replicaset', key: taken, again: false });
    }
  }
}
