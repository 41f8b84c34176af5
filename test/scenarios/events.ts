import type { ObjectReference } from 'kubernetes-types/core/v1';
import type { Event } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type Clientset,
  newForConfig,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { EventSinkImpl } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.ts';
import {
  type EventBroadcaster,
  type EventRecorder,
  newBroadcaster,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/event.ts';
import { Stage } from '../../src/runtime/stage/stage.ts';
import { configOf } from '../../src/runtime/subjects/api/config.ts';
import type { EventKind, EventOf } from '../../src/runtime/stage/events.ts';
import type { Trace } from '../../src/runtime/stage/world.ts';
import { Chan } from '../../src/runtime/sim/chan.ts';
import type { Blocking } from '../../src/runtime/sim/process.ts';
import type { Sim } from '../../src/runtime/sim/sim.ts';
import { api } from '../../src/runtime/subjects/api/subject.ts';
import { controlLoop } from '../../src/runtime/subjects/control-loop/subject.ts';

/** What a program that records events has at hand. */
export interface Recording {
  readonly sim: Sim;
  readonly broadcaster: EventBroadcaster;
  readonly recorder: EventRecorder;
  readonly client: Clientset;
  /** Lines of its log. */
  readonly log: string[];
}

export interface Recorded {
  readonly cluster: Stage;
  readonly trace: Trace;
  readonly log: readonly string[];
  /** Events as the API server has them. */
  readonly stored: readonly Event[];
  of<K extends EventKind>(kind: K): (EventOf<K> & { readonly at: number })[];
}

export const program = 'demo';

export const podRef = (name = 'web-0'): ObjectReference => ({
  kind: 'Pod',
  apiVersion: 'v1',
  name,
  namespace: 'default',
  uid: `uid-of-${name}`,
});

/** Runs one program beside the API server for `forMs`: it records events as `body` says. */
export function recorded(
  body: (recording: Recording) => Blocking<void>,
  { forMs = 60_000, sink = true, seed = 1 }: { forMs?: number; sink?: boolean; seed?: number } = {},
): Recorded {
  const log: string[] = [];
  const cluster = new Stage(
    {
      subjects: [api, controlLoop],
      kinds: [],
      programsOf: () => [
        {
          name: program,
          *main(host) {
            const { sim } = host;
            const client = newForConfig(sim, configOf(host, 1000, 1000));
            const broadcaster = newBroadcaster(sim);
            broadcaster.startLogging((line) => log.push(line));
            if (sink) broadcaster.startRecordingToSink(new EventSinkImpl(client.coreV1().events('')));
            const recorder = broadcaster.newRecorder({ component: 'pod-controller' });
            yield* sim.sleep(1);
            yield* body({ sim, broadcaster, recorder, client, log });
            // A program ends with its main function.
            yield* new Chan<never>('stop').receive();
          },
        },
      ],
    },
    {},
    { seed },
  );
  const trace = cluster.record();
  cluster.start();
  cluster.sim.runFor(forMs);
  return {
    cluster,
    trace,
    log,
    stored: cluster.part('api').list('events', 'default') as readonly Event[],
    of: <K extends EventKind>(kind: K) =>
      trace.entries.flatMap(({ event, at }) =>
        event.kind === kind ? [{ ...(event as EventOf<K>), at }] : [],
      ),
  };
}
