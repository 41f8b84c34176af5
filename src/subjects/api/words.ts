import { t, translated } from '../../i18n/t.ts';
import type { ActOf } from '../../runtime/stage/acts.ts';
import type { EventOf } from '../../runtime/stage/events.ts';
import { appliedName, appliedWords, keyOf, labelWords } from '../../recording/act-words.ts';
import { mapped } from '../../recording/map-changes.ts';
import { storeChanges } from './store-changes.ts';
import { changesInWords } from './changes-in-words.ts';
import type { ActsOf, EventsOf, Passing, SubjectWords } from '../../recording/subjects.ts';
import {
  changedWords,
  countOf,
  durationWords,
  objectWords,
  programWords,
  roughWords,
  splitName,
  withoutResource,
} from '../../recording/words.ts';

const events: EventsOf<'api'> = {
  'api.request': {
    fields: ['verb', 'resource', 'key', 'subresource', 'program'],
    tell: tellRequest,
    passes: ({ program, verb, resource, key, subresource }) => ({
      from: programWords(program),
      to: t`API server`,
      how: 'asks',
      says: requested(verb, resource, key, subresource),
    }),
    folds: ['resource', 'key'],
  },
  'api.error': {
    fields: ['verb', 'resource', 'key', 'code', 'reason', 'message', 'program'],
    tell: tellError,
    passes: ({ program, code, reason }) => answered(program, 'refuses', `${code} ${reason}`),
    look: 'error',
    stop: 'API write',
  },
  'api.throttle': {
    fields: ['program', 'waitMs'],
    tell: (event) =>
      t`${programWords(event.program)} waits ${durationWords(event.waitMs)}: its own rate limit holds the request back`,
  },
  'store.write': {
    fields: ['verb', 'resource', 'key', 'revision', 'program', 'object', 'previous'],
    tell: tellWrite,
    passes: ({ program, resource, key, revision, verb }) => {
      const what = objectWords(resource, key);
      const gone = verb === 'delete';
      const says = gone
        ? t`${what} removed (revision ${revision})`
        : t`${what} stored (revision ${revision})`;
      return answered(program, 'answers', says);
    },
    look: 'write',
    lane: 'api',
    public: true,
    stop: 'API write',
    folds: ['key', 'revision', 'object', 'previous'],
  },
  'store.compact': {
    fields: ['revision'],
    tell: (event) => t`the API server forgets its history up to revision ${event.revision}`,
    lane: 'api',
  },
  'watch.open': {
    fields: ['watch', 'revision'],
    tell: tellWatch,
    folds: ['watch', 'revision'],
    passes: ({ watch, revision }) => {
      const { program, resource } = splitName(watch);
      return answered(program, 'answers', t`watch of ${resource} from revision ${revision} on`);
    },
  },
  'watch.close': {
    fields: ['watch', 'reason'],
    tell: tellWatchEnd,
    passes: ({ watch, reason }) => {
      const { program, resource } = splitName(watch);
      return answered(program, 'refuses', t`watch of ${resource} ends: ${translated(reason)}`);
    },
    why: (_event, waited) => waited && t`its time is over: it was to last ${roughWords(waited.ms)}`,
    look: 'error',
  },
  'watch.event': {
    fields: ['watch', 'type', 'key', 'revision'],
    tell: tellWatchEvent,
    folds: ['key', 'revision'],
    passes: (event) => news(event, 'tells'),
  },
  'watch.lost': {
    fields: ['watch', 'type', 'key', 'revision'],
    tell: tellLostNews,
    passes: (event) => news(event, 'is lost'),
    look: 'error',
  },
};

const acts: ActsOf<'api'> = {
  delete: {
    fields: { resource: 'text', namespace: 'text', name: 'text', gracePeriodSeconds: 'count?' },
    words: (act) => t`delete ${objectWords(act.resource, keyOf(act))}`,
    label: (act) => t`${translated('delete')} ${act.name}`,
    wish: (act) => t`the user no longer wants ${objectWords(act.resource, keyOf(act))}`,
  },
  relabel: {
    fields: { resource: 'text', namespace: 'text', name: 'text', labels: 'labels' },
    words: (act) => t`label ${objectWords(act.resource, keyOf(act))}: ${labelWords(act.labels)}`,
    label: (act) => t`${translated('relabel')} ${act.name}`,
    wish: (act) =>
      t`the user wants other labels on ${objectWords(act.resource, keyOf(act))}, by which selectors find it`,
  },
  apply: {
    fields: { object: 'object' },
    words: (act) => t`apply ${appliedWords(act.object)}`,
    label: (act) => t`apply ${appliedName(act.object)}`,
    wish: appliedFor,
    about: ({ object }) => ({ ...object, ...(object.metadata as object | undefined) }),
  },
  'cut-watch': {
    fields: { program: 'text', resource: 'text', forMs: 'count' },
    words: (act) =>
      t`cut the watch of ${programWords(act.program)} on ${act.resource} for ${durationWords(act.forMs)}`,
    label: (act) => t`${translated('cut watch')} ${act.resource}`,
    wish: () => t`the user tries what happens if a connection breaks`,
  },
  'delay-watch': {
    fields: { program: 'text', resource: 'text', delayMs: 'count' },
    words: (act) =>
      act.delayMs === 0
        ? t`mend the watch of ${programWords(act.program)} on ${act.resource}: events arrive without delay again`
        : t`delay the watch of ${programWords(act.program)} on ${act.resource} by ${durationWords(act.delayMs)}`,
    label: (act) => t`${translated('delay watch')} ${act.resource}`,
    wish: (act) =>
      act.delayMs === 0
        ? t`the user wants the watch to be as quick as before`
        : t`the user tries what happens while a cache lags behind the store`,
  },
  'lose-event': {
    fields: { program: 'text', resource: 'text', times: 'count' },
    words: (act) =>
      act.times === 1
        ? t`lose the next event of the watch of ${programWords(act.program)} on ${act.resource}`
        : t`lose the next ${act.times} events of the watch of ${programWords(act.program)} on ${act.resource}`,
    label: (act) => t`${translated('lose event')} ${act.resource}`,
    wish: () => t`the user tries what happens if an event is lost`,
  },
  refuse: {
    fields: { path: 'path', forMs: 'count' },
    words: (act) => t`make the API server answer 503 to ${act.path} for ${durationWords(act.forMs)}`,
    label: (act) => t`refuse ${act.path}`,
    wish: () => t`the user tries what happens while the API server is not able to answer`,
  },
  conflict: {
    fields: { resource: 'text', times: 'count' },
    words: (act) =>
      act.times === 1
        ? t`make the next update of ${act.resource} conflict`
        : t`make the next ${act.times} updates of ${act.resource} conflict`,
    label: (act) => t`conflict ${act.resource}`,
    wish: () => t`the user tries what happens if another program has written first`,
  },
  partition: {
    fields: { program: 'text', forMs: 'count' },
    words: (act) =>
      t`cut ${programWords(act.program)} off from the API server for ${durationWords(act.forMs)}`,
    label: (act) => t`${translated('partition')} ${act.program}`,
    wish: (act) => t`the user tries what happens while ${programWords(act.program)} reaches no API server`,
  },
};

export const words: SubjectWords = {
  events,
  acts,
  offers: [
    { id: 'delete', title: 'delete a pod', place: 2, usual: true },
    { id: 'relabel', title: 'relabel a pod', place: 4, usual: true },
    { id: 'cut-watch', title: 'cut a watch', place: 5, usual: true },
    { id: 'delay-watch', title: 'delay a watch', place: 6, usual: true },
    { id: 'conflict', title: 'make writes conflict', place: 7, usual: true },
    { id: 'lose-event', title: 'lose an event', place: 10 },
    { id: 'partition', title: 'cut a program off', place: 14 },
    { id: 'refuse', title: 'let a path be refused', place: 17 },
  ],
  kinds: {
    configmaps: 'ConfigMap',
    events: 'Event',
    namespaces: 'namespace',
    nodes: 'node',
    pods: 'pod',
  },
  lanes: [{ id: 'api', name: 'API server' }],
  applies: (object) => ({ kind: 'apply', object }),
  laneOf: ({ kind }) => (kind === 'api.error' ? 'api' : undefined),
  changes: {
    store: storeChanges,
    watches: (before, after) => mapped('watches', before, after),
  },
};

/** What somebody applies an object for. */
function appliedFor({ object }: ActOf<'apply'>): string {
  const what = appliedWords(object);
  const { replicas } = (object.spec ?? {}) as { readonly replicas?: unknown };
  if (typeof replicas === 'number') return t`the user wants ${countOf(replicas, 'pod')} of ${what}`;
  return object.kind === 'Pod' ? t`the user wants ${what} to run` : t`the user wants ${what} to be there`;
}

function tellRequest(event: EventOf<'api.request'>): string {
  const what = requested(event.verb, event.resource, event.key, event.subresource);
  return t`${programWords(event.program)} asks the API server to ${what}`;
}

function tellError(event: EventOf<'api.error'>): string {
  const what = requested(event.verb, event.resource, event.key);
  const who = programWords(event.program);
  if (event.message.endsWith('connection refused'))
    return t`${who} wants to ${what}, and gets no answer: ${event.message}`;
  return t`the API server refuses to let ${who} ${what}: ${event.code} ${event.reason}, "${event.message}"`;
}

/** What the API server gives a program. */
const answered = (program: string, how: Passing['how'], says: string): Passing => ({
  from: t`API server`,
  to: programWords(program),
  how,
  says,
});

function news(event: EventOf<'watch.event' | 'watch.lost'>, how: Passing['how']): Passing {
  const { program, resource } = splitName(event.watch);
  const { type, key, revision } = event;
  return answered(
    program,
    how,
    `${type} ${key === '' ? resource : objectWords(resource, key)} (${revision})`,
  );
}

/** "create pod default/web-1", "list pods in default". */
function requested(verb: string, resource: string, key: string, subresource?: string): string {
  const many = verb === 'list' || verb === 'watch' || verb === 'deletecollection';
  const doing = verb === 'deletecollection' ? t`delete all` : translated(verb);
  if (!many) {
    const what = objectWords(resource, key);
    return subresource ? t`${doing} the ${subresource} of ${what}` : t`${doing} ${what}`;
  }
  const where = withoutResource(resource, key);
  return where === '' || where === resource ? t`${doing} ${resource}` : t`${doing} ${resource} in ${where}`;
}

function tellWrite(event: EventOf<'store.write'>): string {
  const what = objectWords(event.resource, event.key);
  const who = programWords(event.program);
  const { revision, verb } = event;
  if (verb === 'create') return t`the API server stores ${what} (revision ${revision}), which ${who} creates`;
  if (verb === 'delete')
    return t`the API server removes ${what} (revision ${revision}), which ${who} deletes`;
  const changes = changesInWords(event.previous, event.object);
  return changes === ''
    ? t`the API server stores ${what} (revision ${revision}), which ${who} updates`
    : t`the API server stores ${what} (revision ${revision}), which ${who} updates: ${changes}`;
}

function tellWatch({ watch, revision }: EventOf<'watch.open'>): string {
  const { program, resource } = splitName(watch);
  return t`${programWords(program)} watches ${resource} from revision ${revision} on`;
}

function tellWatchEnd({ watch, reason }: EventOf<'watch.close'>): string {
  const { program, resource } = splitName(watch);
  return t`the watch of ${programWords(program)} on ${resource} ends: ${translated(reason)}`;
}

function tellWatchEvent(event: EventOf<'watch.event'>): string {
  const { program, resource } = splitName(event.watch);
  const who = programWords(program);
  if (event.type === 'ERROR') return t`the watch of ${who} on ${resource} brings an error`;
  if (event.type === 'BOOKMARK') {
    return t`the watch of ${who} on ${resource} brings a bookmark: nothing new up to revision ${event.revision}`;
  }
  const what = changedWords(event.type, objectWords(resource, event.key));
  return t`the watch tells ${who}: ${what} (revision ${event.revision})`;
}

function tellLostNews({ watch, type, key, revision }: EventOf<'watch.lost'>): string {
  const { program, resource } = splitName(watch);
  const what = changedWords(type as 'ADDED', objectWords(resource, key));
  return t`an event is lost on its way to ${programWords(program)}: ${what} (revision ${revision})`;
}
