import type { Event as KubernetesEvent } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { BroadcasterSteps } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/mux.ts';
import {
  type EventSink,
  type SinkResult,
  maxTriesPerEvent,
} from '../../kubernetes/staging/src/k8s.io/client-go/tools/record/event.ts';
import type { EventCorrelator } from '../../kubernetes/staging/src/k8s.io/client-go/tools/record/events_cache.ts';
import {
  isKeyNotFoundError,
  isRefusal,
} from '../../kubernetes/staging/src/k8s.io/client-go/tools/record/util/util.ts';
import type { Blocking } from '../../sim/process.ts';
import type { EventOf } from '../../stage/events.ts';
import { overriding } from '../../stage/overriding.ts';
import type { Trace } from '../../stage/world.ts';

type Drop = EventOf<'event.drop'>;

const aboutOf = ({ involvedObject: { kind, name } }: KubernetesEvent): string => `${kind}/${name}`;

function drop(program: string, event: KubernetesEvent, why: Drop['why']): Drop {
  const { reason = '', message = '' } = event;
  return { kind: 'event.drop', program, about: aboutOf(event), reason, message, why };
}

/** Records what a program writes to the API server as Kubernetes Events, and what it fails to. */
export function observeEventSink(trace: Trace, program: string, sink: EventSink): EventSink {
  /** How often an event was tried, by its name. */
  const tries = new Map<string, number>();

  function* observed(event: KubernetesEvent, call: Blocking<SinkResult>): Blocking<SinkResult> {
    const { type = '', reason = '', message = '' } = event;
    trace.stage({ kind: 'event.record', program, type, reason, message, about: aboutOf(event) });
    const result = yield* call;
    failed(event, result[1]);
    return result;
  }

  function failed(event: KubernetesEvent, err: Error | undefined): void {
    const name = event.metadata.name ?? '';
    const attempt = (tries.get(name) ?? 0) + 1;
    const refused = isRefusal(err);
    const over = !err || refused || attempt >= maxTriesPerEvent;
    if (over) tries.delete(name);
    else tries.set(name, attempt);
    if (!err) return;
    if (over) trace.stage(drop(program, event, refused ? 'refused' : 'given up'));
    else {
      const { reason = '' } = event;
      const about = aboutOf(event);
      trace.stage({ kind: 'event.retry', program, about, reason, attempt, error: err.message });
    }
  }

  return overriding(sink, {
    create: (event) => observed(event, sink.create(event)),
    update: (event) => observed(event, sink.update(event)),
    *patch(event, data) {
      let missing: SinkResult | undefined;
      const result = yield* observed(
        event,
        patched(sink.patch(event, data), (found) => (missing = found)),
      );
      return missing ?? result;
    },
  });
}

/** An event that is no longer there is no failure: it is created again, in the same try. */
function* patched(call: Blocking<SinkResult>, missing: (result: SinkResult) => void): Blocking<SinkResult> {
  const result = yield* call;
  if (!isKeyNotFoundError(result[1])) return result;
  missing(result);
  return [{} as KubernetesEvent, undefined];
}

/** Records which Kubernetes Events a correlator leaves out. */
export function observeCorrelator(
  trace: Trace,
  program: string,
  correlator: EventCorrelator,
): EventCorrelator {
  /** How many it has let through, by what they are about. */
  const passed = new Map<string, number>();
  return overriding(correlator, {
    eventCorrelate(event) {
      const result = correlator.eventCorrelate(event);
      const about = aboutOf(event);
      const before = passed.get(about) ?? 0;
      if (result.skip) {
        const text = '{0} Events about {1} have gone through, and its limit lets no other through yet';
        trace.because({ text, values: [before, about.replace('/', ' ')] });
        trace.stage(drop(program, event, 'too many'));
      } else passed.set(about, before + 1);
      return result;
    },
  });
}

/** Records which Kubernetes Events find the queue of a watcher full. */
export function observeBroadcaster(trace: Trace, program: string, steps: BroadcasterSteps): BroadcasterSteps {
  return overriding(steps, {
    offer(watcher, event) {
      const taken = steps.offer(watcher, event);
      if (taken) return true;
      trace.because({
        text: 'the queue has room for {0} Events, and all of them wait',
        values: [watcher.result.length],
      });
      trace.stage(drop(program, event.object as KubernetesEvent, 'queue full'));
      return false;
    },
  });
}
