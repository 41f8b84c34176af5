import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type { Event } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { World } from '../../../../src/runtime/stage/world.ts';
import { mapEntries } from '../../../../src/runtime/sim/pmap.ts';

/** The events that the API server has, of those with this message. */
function storedIn(world: World, message: string): Event[] {
  return mapEntries(world.store.objects).flatMap(([key, object]) =>
    key.startsWith('events/') && (object as Event).message === message ? [object as Event] : [],
  );
}

function notCounted(recording: Recording): Problem | undefined {
  const deleted = entriesOf(recording, 'act').find(
    ({ event }) => event.act.kind === 'delete' && event.act.resource === 'events',
  );
  if (!deleted) return undefined;
  // The entry before: what the act deletes was there.
  const { world } = recording.entries[deleted.index - 1] ?? deleted;
  const [event] = storedIn(world, 'three times');
  const count = event?.count ?? 0;
  if (count === 3) return undefined;
  const says = t`At ${timeOf(deleted)} the reporter has told three times of the same, and the Event in the store counts ${count}. What has a count above 1 is there already: it is to be patched, not made again.`;
  return { says, entry: deleted.index };
}

function gone(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  if (storedIn(last.world, 'three times').length > 0) return undefined;
  const says = t`Somebody deleted the Event that is told for the fourth time, and in the end there is none. A patch of what is not there is answered with 404; then it has to be made anew.`;
  return { says, entry: last.index };
}

function lost(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  if (storedIn(last.world, 'while away').length > 0) return undefined;
  const crash = entriesOf(recording, 'program.crash')[0];
  const says = t`The Event of when nobody answered never gets into the store, although the API server comes back after twelve seconds. What got no answer has to be tried again.`;
  return { says, entry: crash?.index ?? last.index };
}

function again(recording: Recording): Problem | undefined {
  const tries = entriesOf(recording, 'api.request').filter(
    ({ event }) => event.verb === 'create' && event.key.startsWith('events/nowhere'),
  );
  const second = tries[1];
  if (!second) return undefined;
  const says = t`At ${timeOf(second)} an Event is sent again that the API server has refused. It will be refused each time, and for two minutes all others wait behind it.`;
  return { says, entry: second.index };
}

function late(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  if (storedIn(last.world, 'after all').length > 0) return undefined;
  const says = t`Five seconds after it was told, the last Event is not in the store. The sink takes one event at a time, so something before it is still being tried.`;
  return { says, entry: last.index };
}

export const exercise: Exercise = {
  id: 'machinery/events/answers',
  kind: 'code',
  title: 'What to make of an answer',
  task:
    'This sink creates whatever it is given, and tries again whatever happens. Write what it should do with an event that is there already, with one ' +
    'that has been deleted meanwhile, with one that the API server refuses, and with one that nobody answers. True means: done, or hopeless.',
  file: 'kubernetes/staging/src/k8s.io/client-go/tools/record/event.ts',
  symbol: 'recordEvent',
  start: `function* recordEvent(
  sink: EventSink,
  event: Event,
  patch: EventPatch | undefined,
  updateExistingEvent: boolean,
  eventCorrelator: EventCorrelator,
): Blocking<boolean> {
  const [newEvent, err] = yield* sink.create(event);
  if (newEvent) {
    eventCorrelator.updateState(newEvent);
    return true;
  }
  return false;
}`,
  solution: `function* recordEvent(
  sink: EventSink,
  event: Event,
  patch: EventPatch | undefined,
  updateExistingEvent: boolean,
  eventCorrelator: EventCorrelator,
): Blocking<boolean> {
  let result: SinkResult | undefined;
  if (updateExistingEvent && patch) result = yield* sink.patch(event, patch);
  if (result === undefined || isKeyNotFoundError(result[1])) {
    const { resourceVersion: _, ...metadata } = event.metadata;
    result = yield* sink.create({ ...event, metadata });
  }
  const [newEvent, err] = result;
  if (newEvent) {
    eventCorrelator.updateState(newEvent);
    return true;
  }
  return isRefusal(err);
}`,
  scenario: 'machinery/events#answers',
  seeds: [1, 2, 3, 5, 8, 13],
  checks: [
    { name: 'An Event that is told again is counted', problem: notCounted },
    { name: 'An Event that was deleted is made anew', problem: gone },
    { name: 'What got no answer is tried again', problem: lost },
    { name: 'What was refused is not tried again', problem: again },
    { name: 'No event waits behind one that is hopeless', problem: late },
  ],
  hints: [
    'There are four ways out: the event is there and is patched; it is made; the API server says no; nobody says anything. Which of them give true?',
    '`updateExistingEvent` says that the count is above 1. Then there is a `patch`, and `sink.patch(event, patch)` sends it.',
    '`isKeyNotFoundError(err)` is true for 404, the answer to a patch of an Event that is gone. Take the `resourceVersion` out of its metadata before you create it: what is new has none.',
    '`isRefusal(err)` is true if the API server has spoken, and false if it could not be reached.',
  ],
  why:
    'A refusal is an answer: the same request would get it again. Silence is none, so it is worth asking again. An Event is worth neither much ' +
    'memory nor much patience, so all of this happens in one goroutine, one event after the other, and after twelve tries it is let go.',
  next: 'Give up at once when nobody answers, and see what is missing. Then think of a node whose network comes up a minute after its kubelet.',
};
