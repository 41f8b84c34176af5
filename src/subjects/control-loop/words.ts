import { t } from '../../i18n/t.ts';
import type { Event, EventOf } from '../../runtime/stage/events.ts';
import { keyOf } from '../../recording/act-words.ts';
import { type WorldChange, keyed, mapPaths, mapped } from '../../recording/map-changes.ts';
import { type PathChange, jsonChanges } from '../../recording/object-changes.ts';
import type { ActsOf, EventsOf, SubjectWords } from '../../recording/subjects.ts';
import {
  changedWords,
  countOf,
  countOfKind,
  durationWords,
  lastPart,
  objectWords,
  programWords,
  splitName,
} from '../../recording/words.ts';
import { type PMap, emptyMap, mapChanges } from '../../runtime/sim/pmap.ts';
import type { IndexerState, InformerState, QueueState } from '../../runtime/subjects/control-loop/world.ts';
import { tellCheck, tellExpectations } from './tell-expectations.ts';
import { tellLostEvent, tellRecord } from './tell-events.ts';
import { informerWords, tellFIFO } from './tell-fifo.ts';

const events: EventsOf<'control-loop'> = {
  'reflector.list': {
    fields: ['informer', 'count', 'revision'],
    tell: tellList,
    passes: (event) => ({
      from: t`API server`,
      to: programWords(splitName(event.informer).program),
      how: 'answers',
      says: t`${foundWords(event)} (revision ${event.revision})`,
    }),
    folds: ['informer', 'revision'],
  },
  'reflector.resync': {
    fields: ['informer'],
    tell: (event) =>
      t`the reflector of ${informerWords(event.informer)} resyncs: it hands out every cached object again`,
    folds: ['informer'],
  },
  'reflector.error': {
    fields: ['informer', 'message'],
    tell: (event) =>
      t`the reflector of ${informerWords(event.informer)} fails and will try again: ${event.message}`,
    look: 'error',
  },
  'fifo.add': { fields: ['informer', 'delta', 'key'], tell: tellFIFO, folds: ['key'] },
  'fifo.pop': { fields: ['informer', 'deltas', 'key'], tell: tellFIFO, folds: ['key'] },
  'indexer.write': {
    fields: ['informer', 'verb', 'key', 'revision'],
    tell: tellIndexer,
    folds: ['key', 'revision'],
  },
  'handler.call': { fields: ['informer', 'verb', 'key'], tell: tellHandler, why: whyTold, folds: ['key'] },
  'workqueue.add': { fields: ['queue', 'key', 'merged'], tell: tellQueue, folds: ['key'] },
  'workqueue.addAfter': { fields: ['queue', 'key', 'delayMs', 'failures'], tell: tellQueue, folds: ['key'] },
  'workqueue.get': {
    fields: ['queue', 'key', 'worker'],
    tell: tellQueue,
    look: 'write',
    stop: 'work item',
    folds: ['key'],
  },
  'workqueue.done': { fields: ['queue', 'key', 'again'], tell: tellQueue, stop: 'work item', folds: ['key'] },
  'workqueue.forget': { fields: ['queue', 'key'], tell: tellQueue, folds: ['key'] },
  'expectations.change': { fields: ['controller', 'key', 'why', 'add', 'del'], tell: tellExpectations },
  'expectations.check': { fields: ['controller', 'key', 'satisfied', 'why'], tell: tellCheck },
  'event.record': { fields: ['type', 'reason', 'about', 'message', 'program'], tell: tellRecord },
  'event.retry': { fields: ['reason', 'about', 'attempt', 'error', 'program'], tell: tellLostEvent },
  'event.drop': { fields: ['why', 'reason', 'about', 'message', 'program'], tell: tellLostEvent },
};

const acts: ActsOf<'control-loop'> = {
  scale: {
    fields: { resource: 'text?', namespace: 'text', name: 'text', replicas: 'count' },
    words: (act) =>
      t`scale ${objectWords(act.resource ?? 'replicasets', keyOf(act))} to ${act.replicas} replicas`,
    label: (act) => t`scale ${act.name} → ${act.replicas}`,
    wish: (act) => t`the user wants ${countOf(act.replicas, 'pod')} of ReplicaSet ${keyOf(act)}`,
  },
};

/** What an informer does for its controller. */
const ofInformer = /^(watch|reflector|fifo|indexer|handler)\./;

export const words: SubjectWords = {
  events,
  acts,
  offers: [{ id: 'scale', title: 'scale a workload', place: 1, usual: true }],
  programs: [{ names: /controller/, place: 1 }],
  kinds: {
    endpoints: ['Endpoints', 'Endpoints'],
    replicasets: 'ReplicaSet',
    replicationcontrollers: 'ReplicationController',
    secrets: 'Secret',
    serviceaccounts: 'ServiceAccount',
    services: 'Service',
  },
  lanes: [
    { id: 'informer', name: 'informers' },
    { id: 'queue', name: 'workqueue' },
    { id: 'controller', name: 'controller' },
  ],
  laneOf: ({ kind }, program) => {
    if (kind.startsWith('workqueue.')) return 'queue';
    if (program.startsWith('kube-controller-manager'))
      return ofInformer.test(kind) ? 'informer' : 'controller';
    return kind === 'line' || kind.startsWith('expectations.') ? 'controller' : undefined;
  },
  changes: {
    informers: (before, after) => mapped('informers', before, after, informerChanges),
    indexers: indexersChanges,
    queues: (before, after) => mapped('queues', before, after, queueChanges),
    expectations: (before, after) => mapped('expectations', before, after),
  },
};

function tellList(event: EventOf<'reflector.list'>): string {
  return t`the reflector of ${programWords(splitName(event.informer).program)} lists ${foundWords(event)} at revision ${event.revision}`;
}

function foundWords({ informer, count }: EventOf<'reflector.list'>): string {
  const { resource } = splitName(informer);
  return countOfKind(count, resource);
}

function tellHandler({ informer, verb, key }: EventOf<'handler.call'>): string {
  const { program, resource } = splitName(informer);
  const what = changedWords(verb, objectWords(resource, key));
  return t`the event handler for ${resource} of ${programWords(program)} hears: ${what}`;
}

/** A handler that joins late is told by who adds it. */
function whyTold(_event: Event, _waited: unknown, { kind }: Event): string | undefined {
  const isAdded = kind === 'startup' || kind === 'program.start';
  return isAdded ? t`it has joined an informer that runs, and hears what the cache holds` : undefined;
}

function tellIndexer(event: EventOf<'indexer.write'>): string {
  const what = objectWords(splitName(event.informer).resource, event.key);
  const whose = informerWords(event.informer);
  if (event.verb === 'delete') return t`the cache of ${whose} drops ${what}`;
  return event.verb === 'add'
    ? t`the cache of ${whose} gains ${what} (revision ${event.revision})`
    : t`the cache of ${whose} replaces ${what} (revision ${event.revision})`;
}

type QueueEvent = Extract<Event, { readonly kind: `workqueue.${string}` }>;

function tellQueue(event: QueueEvent): string {
  const { key } = event;
  switch (event.kind) {
    case 'workqueue.add':
      return event.merged
        ? t`the workqueue ${event.queue} has ${key} already, and keeps it once`
        : t`the workqueue ${event.queue} takes in ${key}`;
    case 'workqueue.addAfter': {
      const { queue, failures } = event;
      const delay = durationWords(event.delayMs);
      return failures === undefined
        ? t`the workqueue ${queue} will take in ${key} in ${delay}`
        : t`the workqueue ${queue} will take in ${key} in ${delay}, after ${countOf(failures, 'failure')}`;
    }
    case 'workqueue.get':
      return t`${lastPart(event.worker)} takes ${key} from the workqueue ${event.queue}`;
    case 'workqueue.done':
      return event.again
        ? t`a worker of ${event.queue} is done with ${key}, and the workqueue takes it in again: it was added meanwhile`
        : t`a worker of ${event.queue} is done with ${key}`;
    case 'workqueue.forget':
      return t`the workqueue ${event.queue} forgets how often ${key} has failed`;
    default:
      return event satisfies never;
  }
}

function indexersChanges(before: PMap<IndexerState>, after: PMap<IndexerState>): WorldChange[] {
  return mapChanges(before, after).flatMap(({ key: name, before: old, after: now }) => {
    const itself: WorldChange[] =
      old && now ? [] : [{ component: 'indexers', name, change: old ? 'removed' : 'added', paths: [] }];
    const inside = keyed(old ?? emptyMap(), now ?? emptyMap(), jsonChanges);
    return [...itself, ...inside.map((one) => ({ component: 'indexers' as const, name, ...one }))];
  });
}

function informerChanges(before: InformerState, after: InformerState): PathChange[] {
  // The names of later places say their keys as well.
  const { deltas: oldDeltas, laterPlaces: _before, ...old } = before;
  const { deltas, laterPlaces: _after, ...now } = after;
  return [...jsonChanges(old, now), ...mapPaths('deltas', oldDeltas, deltas)];
}

function queueChanges(before: QueueState, after: QueueState): PathChange[] {
  const paths = jsonChanges(
    { queue: before.queue, dirty: before.dirty },
    { queue: after.queue, dirty: after.dirty },
  );
  return [
    ...paths,
    ...mapPaths('processing', before.processing, after.processing),
    ...mapPaths('waiting', before.waiting, after.waiting),
    ...mapPaths('failures', before.failures, after.failures),
  ];
}
