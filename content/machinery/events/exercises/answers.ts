import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import { lastPart } from '../../../../src/recording/words.ts';
import type { Event } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { World } from '../../../../src/runtime/stage/world.ts';
import { mapEntries, mapGet } from '../../../../src/runtime/sim/pmap.ts';

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
  const says = t`At ${timeOf(deleted)} the reporter has recorded the same thing three times, and the Event in the store counts ${count}. An Event with a count above 1 is there already: patch it.`;
  return { says, entry: deleted.index };
}

function gone(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  if (storedIn(last.world, 'three times').length > 0) return undefined;
  const refused = entriesOf(recording, 'api.error').findLast(
    ({ event }) => event.verb === 'create' && event.key.startsWith('events/default/web-1'),
  );
  const why = refused ? t` The API server refused to create it: ${refused.event.message}.` : '';
  const says = t`A user deleted the Event that is recorded for the fourth time, and in the end it is not there. A patch of an Event that is gone is answered with 404: then create it again.${why}`;
  return { says, entry: refused?.index ?? last.index };
}

function lost(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  if (storedIn(last.world, 'while away').length > 0) return undefined;
  const crash = entriesOf(recording, 'program.crash')[0];
  const says = t`The Event that is recorded while the API server is away never gets into the store, although the API server comes back after twelve seconds. Where no answer came, try again.`;
  return { says, entry: crash?.index ?? last.index };
}

/** A request to which no answer came, and that was made again in the same moment. */
function hurried(recording: Recording): Problem | undefined {
  const tries = entriesOf(recording, 'api.request').filter(({ event }) => event.key.startsWith('events/'));
  const second = tries.find(
    ({ at, event }, i) => tries[i - 1]?.at === at && tries[i - 1]?.event.key === event.key,
  );
  if (!second) return undefined;
  const says = t`At ${timeOf(second)} the sink asks again in the moment in which no answer came. Return \`false\`: the caller waits for up to ten seconds and tries again, twelve times at most.`;
  return { says, entry: second.index };
}

function again(recording: Recording): Problem | undefined {
  const tries = entriesOf(recording, 'api.request').filter(
    ({ event }) => event.verb === 'create' && event.key.startsWith('events/nowhere'),
  );
  const second = tries[1];
  if (!second) return undefined;
  const says = t`At ${timeOf(second)} the sink sends an Event again that the API server has refused. It will be refused each time, and for two minutes all others wait behind it.`;
  return { says, entry: second.index };
}

function late(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  if (storedIn(last.world, 'after all').length > 0) return undefined;
  const says = t`Five seconds after it was recorded, the last Event is not in the store. The sink takes one event at a time, so it is still trying one before that.`;
  return { says, entry: last.index };
}

/** A request to create an Event that is there. */
function madeTwice(recording: Recording): Problem | undefined {
  for (const entry of entriesOf(recording, 'api.request')) {
    const { verb, key } = entry.event;
    if (verb !== 'create' || mapGet(entry.world.store.objects, key) === undefined) continue;
    if (!key.startsWith('events/')) continue;
    const says = t`At ${timeOf(entry)} the sink asks to create the Event \`${lastPart(key)}\`, which is there. With \`updateExistingEvent\` true, patch it first.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

export const exercise: Exercise = {
  id: 'machinery/events/answers',
  kind: 'code',
  title: 'What to make of an answer',
  task:
    'This sink creates every Event that it is given, and tries again whatever happens. Write what it should do with an Event that is there already, with one ' +
    'that has been deleted meanwhile, with one that the API server refuses, and with one to which no answer comes. `true` means: done, or hopeless.',
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
    { name: 'An Event that is recorded again is counted', problem: notCounted },
    { name: 'An Event that is there is not created', problem: madeTwice },
    { name: 'An Event that was deleted is created again', problem: gone },
    { name: 'Where no answer came, the sink tries again', problem: lost },
    { name: 'It leaves the pause to its caller', problem: hurried },
    { name: 'An Event that was refused is not tried again', problem: again },
    { name: 'No Event waits behind one that is hopeless', problem: late },
  ],
  hints: [
    'There are four ways out: the Event is there and is patched; it is created; the API server refuses it; or no answer comes. Which of them give `true`?',
    '`updateExistingEvent` says that the count is above 1. Then there is a `patch`, and `sink.patch(event, patch)` sends it.',
    '`isKeyNotFoundError(err)` is true for 404, the answer to a patch of an Event that is gone. Take the `resourceVersion` out of its metadata before you create it: a new object has none.',
    '`isRefusal(err)` is true if the API server has spoken, and false if it could not be reached.',
  ],
  why:
    'A refusal is an answer: the same request would get it again. Silence is none, so it is worth asking again. An Event is worth neither much ' +
    'memory nor much patience. So all of this happens in one goroutine, one Event after the other, and after twelve tries an Event is dropped.',
  next: 'Give up at once when no answer comes, and see what is missing. Then think of a node whose network comes up a minute after its kubelet.',
};
