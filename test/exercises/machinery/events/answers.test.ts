import { exercise } from '../../../../content/machinery/events/exercises/answers.ts';
import { refuses, swap } from '../../tried.ts';

const refusal = 'return isRefusal(err);';

refuses(
  exercise,
  [
    {
      name: 'a sink that creates whatever it is given',
      write: ({ start }) => start,
      says: /has recorded the same thing three times, and the Event in the store counts 1\. An Event with a count above 1 is there already: patch it/,
    },
    {
      name: 'a sink that creates first, and patches what is there',
      write: ({ solution }) =>
        swap(
          solution,
          /  let result[^]*?\n  }\n/,
          `  const { resourceVersion: _, ...metadata } = event.metadata;
  let result = yield* sink.create({ ...event, metadata });
  if (result[1] && updateExistingEvent && patch) result = yield* sink.patch(event, patch);
`,
        ),
      says: /asks to create the Event `web-1\.\w+`, which is there\. With `updateExistingEvent` true, patch it first/,
    },
    {
      name: 'a sink that gives up when no answer comes',
      write: ({ solution }) => swap(solution, refusal, 'return true;'),
      says: /recorded while the API server is away never gets into the store.* Where no answer came, try again/,
    },
    {
      name: 'a sink that takes a refusal for silence',
      write: ({ solution }) => swap(solution, refusal, 'return false;'),
      says: /the sink sends an Event again that the API server has refused/,
    },
    {
      name: 'a sink that takes true for an error',
      write: ({ solution }) => swap(solution, refusal, 'return !isRefusal(err);'),
      says: /Where no answer came, try again[^]*sends an Event again that the API server has refused/,
    },
    {
      name: 'a sink that patches only',
      write: ({ solution }) => swap(solution, ' || isKeyNotFoundError(result[1])', ''),
      says: /A patch of an Event that is gone is answered with 404: then create it again/,
    },
    {
      name: 'a new Event with an old version',
      write: ({ solution }) => swap(solution, 'sink.create({ ...event, metadata })', 'sink.create(event)'),
      says: /The API server refused to create it: .*resourceVersion/,
    },
    {
      name: 'a sink that does not say that it is done',
      write: ({ solution }) =>
        swap(solution, 'updateState(newEvent);\n    return true;', 'updateState(newEvent);'),
      says: /is still trying one before that/,
    },
    {
      name: 'a sink that says nothing of a failure',
      write: ({ solution }) => swap(solution, refusal, 'if (isRefusal(err)) return true;'),
      says: /The function ends without a `return`\. It has to return `true` or `false`/,
    },
    {
      name: 'a patch that is not sent',
      write: ({ solution }) => swap(solution, 'yield* sink.patch', 'sink.patch'),
      says: /`result` holds a call that has not run/,
    },
    {
      name: 'a sink that tries again by itself, without a pause',
      write: ({ solution }) =>
        swap(
          solution,
          refusal,
          'for (;;) if (isRefusal(err) || (yield* sink.create(event))[0]) return true;',
        ),
      says: /At 9,000 ms the sink asks again in the moment in which no answer came\. Return `false`/,
    },
    {
      name: 'the name that Go has for it',
      write: ({ solution }) => swap(solution, 'updateState', 'UpdateState'),
      says: /`UpdateState` is not a method of `eventCorrelator`\. Did you mean `updateState`\?/,
    },
  ],
  [
    {
      name: 'the version taken out of the Event itself, which nothing else holds',
      write: ({ solution }) =>
        swap(
          swap(solution, /const \{ resourceVersion: _.*/, 'delete event.metadata.resourceVersion;'),
          '{ ...event, metadata }',
          'event',
        ),
    },
  ],
);
