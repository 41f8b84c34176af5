import type { Event, EventOf } from '../runtime/observe/events.ts';
import { jsonChanges, tellPath } from './object-changes.ts';
import { type Recording, entryAt } from './recording.ts';
import { tellAct } from './tell-act.ts';
import {
  capitalised,
  countOf,
  durationWords,
  fileName,
  lastPart,
  objectWords,
  oneOf,
  programWords,
  splitName,
  withoutResource,
} from './words.ts';

/** What happened, as one English sentence without its full stop, for readers who are new to all of it. */
export function tell(event: Event): string {
  return capitalised(sentence(event));
}

/** `tell`, and why it happened: "... Why: ...", told from the entry's cause. One line. */
export function because(recording: Recording, index: number): string {
  const entry = entryAt(recording, index);
  return `${tell(entry.event)}. ${whyOf(recording, index)}`;
}

/** The second half of `because`: "Why: ..." of the entry's cause, or that nothing in the run led to it. */
export function whyOf(recording: Recording, index: number): string {
  const entry = entryAt(recording, index);
  const cause = recording.entries[entry.cause];
  if (cause) return `Why: ${sentence(cause.event)}.`;
  if (entry.event.kind === 'act') {
    return entry.event.by === 'reader' ? 'Why: you did it.' : 'Why: the story of this scenario says so.';
  }
  return 'Why: it is part of how the cluster starts, or its time had come; no earlier step led to it.';
}

function sentence(event: Event): string {
  switch (event.kind) {
    case 'act':
      return tellAct(event);
    case 'program.start':
      return `${programWords(event.program)} starts`;
    case 'program.crash':
      return `${programWords(event.program)} crashes: all that it held in memory is gone`;
    case 'api.request':
      return tellRequest(event);
    case 'api.error':
      return tellError(event);
    case 'api.throttle':
      return `${programWords(event.program)} waits ${durationWords(event.waitMs)}: its own rate limit holds the request back`;
    case 'store.write':
      return tellWrite(event);
    case 'store.compact':
      return `the API server forgets its history up to revision ${event.revision}`;
    case 'watch.open':
      return tellWatch(event.watch, `from revision ${event.revision} on`);
    case 'watch.close':
      return `the watch of ${programWords(splitName(event.watch).program)} on ${splitName(event.watch).resource} ends: ${event.reason}`;
    case 'watch.event':
      return tellWatchEvent(event);
    case 'reflector.list':
      return `the reflector of ${informerWords(event.informer)} lists: ${countOf(event.count, oneOf(splitName(event.informer).resource))} at revision ${event.revision}`;
    case 'reflector.resync':
      return `the reflector of ${informerWords(event.informer)} resyncs: every cached object is handed out again`;
    case 'reflector.error':
      return `the reflector of ${informerWords(event.informer)} fails and will try again: ${event.message}`;
    case 'fifo.add':
    case 'fifo.pop':
      return tellFIFO(event);
    case 'indexer.write':
      return tellIndexer(event);
    case 'handler.call':
      return `the event handler for ${splitName(event.informer).resource} of ${programWords(splitName(event.informer).program)} is told: ${informed(event)}`;
    case 'workqueue.add':
    case 'workqueue.addAfter':
    case 'workqueue.get':
    case 'workqueue.done':
    case 'workqueue.forget':
      return tellQueue(event);
    case 'expectations.change':
      return tellExpectations(event);
    case 'expectations.check':
      return `the controller checks its expectations of ${event.key}: ${checked[event.why]}`;
    case 'event.record':
      return `${programWords(event.program)} records an Event about ${event.about.replace('/', ' ')}: ${event.reason}, "${event.message}"`;
    case 'stand-in':
      return `${programWords(event.program)} ${event.text}`;
    case 'line':
      return `line ${event.line} of ${fileName(event.file)}, in ${event.function}`;
    default:
      return event satisfies never;
  }
}

function tellRequest(event: EventOf<'api.request'>): string {
  const what = requested(event.verb, event.resource, event.key, event.subresource);
  return `${programWords(event.program)} asks the API server to ${what}`;
}

function tellError(event: EventOf<'api.error'>): string {
  const what = requested(event.verb, event.resource, event.key);
  const who = programWords(event.program);
  return `the API server refuses to let ${who} ${what}: ${event.code} ${event.reason}, "${event.message}"`;
}

/** "create pod default/web-1", "list pods in default". */
function requested(verb: string, resource: string, key: string, subresource?: string): string {
  const many = verb === 'list' || verb === 'watch' || verb === 'deletecollection';
  const part = subresource ? `the ${subresource} of ` : '';
  if (!many) return `${verb} ${part}${objectWords(resource, key)}`;
  const doing = verb === 'deletecollection' ? 'delete all' : verb;
  const where = withoutResource(resource, key);
  return where === '' || where === resource ? `${doing} ${resource}` : `${doing} ${resource} in ${where}`;
}

const written = { create: 'created', update: 'updated', delete: 'deleted' } as const;

function tellWrite(event: EventOf<'store.write'>): string {
  const what = objectWords(event.resource, event.key);
  const by = `${written[event.verb]} by ${programWords(event.program)}`;
  if (event.verb === 'delete') return `the API server removes ${what} (revision ${event.revision}): ${by}`;
  const changes = event.verb === 'update' ? changesInWords(event.previous, event.object) : '';
  return `the API server stores ${what} (revision ${event.revision}): ${by}${changes && `, ${changes}`}`;
}

/** What readers look for comes first; what every write changes is left out. */
function changesInWords(before: unknown, after: unknown): string {
  if (before === undefined) return '';
  const all = jsonChanges(before, after);
  const changes = all.filter(({ path }) => !bookkeeping.test(path));
  const answered = all.find(({ path }) => path === 'status.observedGeneration');
  if (changes.length === 0) return answered ? tellPath(answered) : 'nothing in it changed';
  const more = changes.length > 3 ? ` and ${changes.length - 3} more` : '';
  const sorted = changes.toSorted((a, b) => weightOf(a.path) - weightOf(b.path));
  return sorted.slice(0, 3).map(tellPath).join(', ') + more;
}

const bookkeeping = new RegExp(
  '^metadata\\.(resourceVersion|managedFields|generation)|\\.observedGeneration$|' +
    '\\.last(Transition|Probe|Heartbeat|Update)Time$',
);

const weights = [
  /^metadata\.deletionTimestamp$/,
  /^spec\./,
  /^status\.phase$/,
  /^status\.\w*[rR]eplicas$/,
  /\[Ready\]/,
];

function weightOf(path: string): number {
  const weight = weights.findIndex((pattern) => pattern.test(path));
  return weight < 0 ? weights.length : weight;
}

function tellWatch(watch: string, from: string): string {
  const { program, resource } = splitName(watch);
  return `${programWords(program)} watches ${resource} ${from}`;
}

const seen = { ADDED: 'was added', MODIFIED: 'was changed', DELETED: 'was deleted' } as const;

function tellWatchEvent(event: EventOf<'watch.event'>): string {
  const { program, resource } = splitName(event.watch);
  const who = programWords(program);
  if (event.type === 'ERROR') return `the watch of ${who} on ${resource} brings an error`;
  if (event.type === 'BOOKMARK') {
    return `the watch of ${who} on ${resource} brings a bookmark: nothing new up to revision ${event.revision}`;
  }
  const what = `${objectWords(resource, event.key)} ${seen[event.type]}`;
  return `the watch tells ${who}: ${what} (revision ${event.revision})`;
}

/** "pods in kube-controller-manager". */
function informerWords(informer: string): string {
  const { program, resource } = splitName(informer);
  return `${resource} in ${programWords(program)}`;
}

function tellFIFO(event: EventOf<'fifo.add' | 'fifo.pop'>): string {
  const { resource } = splitName(event.informer);
  const what = objectWords(resource, event.key);
  if (event.kind === 'fifo.add')
    return `the DeltaFIFO of ${informerWords(event.informer)} notes ${event.delta} for ${what}`;
  return `the informer of ${informerWords(event.informer)} takes ${what} from its DeltaFIFO: ${event.deltas.join(', ')}`;
}

function tellIndexer(event: EventOf<'indexer.write'>): string {
  const what = objectWords(splitName(event.informer).resource, event.key);
  const cache = `the cache of ${informerWords(event.informer)}`;
  if (event.verb === 'delete') return `${cache} drops ${what}`;
  return `${cache} ${event.verb === 'add' ? 'gains' : 'replaces'} ${what} (revision ${event.revision})`;
}

const handled = { add: 'was added', update: 'was changed', delete: 'was deleted' } as const;

function informed(event: EventOf<'handler.call'>): string {
  return `${objectWords(splitName(event.informer).resource, event.key)} ${handled[event.verb]}`;
}

type QueueEvent = Extract<Event, { readonly kind: `workqueue.${string}` }>;

function tellQueue(event: QueueEvent): string {
  const { key } = event;
  switch (event.kind) {
    case 'workqueue.add':
      return event.merged
        ? `${key} is in the workqueue ${event.queue} already: it is kept once`
        : `${key} goes into the workqueue ${event.queue}`;
    case 'workqueue.addAfter': {
      const failed = event.failures === undefined ? '' : ` after ${countOf(event.failures, 'failure')}`;
      return `${key} will go into the workqueue ${event.queue} in ${durationWords(event.delayMs)}${failed}`;
    }
    case 'workqueue.get':
      return `${lastPart(event.worker)} takes ${key} from the workqueue ${event.queue}`;
    case 'workqueue.done':
      return event.again
        ? `${key} is done with, and goes into the workqueue ${event.queue} again: it was added meanwhile`
        : `${key} is done with`;
    case 'workqueue.forget':
      return `the workqueue ${event.queue} forgets how often ${key} has failed`;
    default:
      return event satisfies never;
  }
}

function tellExpectations(event: EventOf<'expectations.change'>): string {
  const waits = [
    ...(event.add > 0 ? [countOf(event.add, 'creation')] : []),
    ...(event.del > 0 ? [countOf(event.del, 'deletion')] : []),
  ];
  const left = waits.length > 0 ? `waits to see ${waits.join(' and ')}` : 'waits for nothing more';
  return event.why === 'deleted'
    ? `the controller forgets what it expected of ${event.key}`
    : `${expected[event.why]}: the controller of ${event.key} ${left}`;
}

const expected = {
  set: 'expectations are set',
  'creation observed': 'a creation is seen',
  'deletion observed': 'a deletion is seen',
  raised: 'expectations are raised',
  lowered: 'expectations are lowered',
} as const;

const checked = {
  'none recorded': 'there are none, so it may create or delete',
  fulfilled: 'it has seen all that it did, so it may create or delete again',
  expired: 'they are too old to wait for, so it may create or delete again',
  'still waiting': 'its cache does not show yet what it did, so it must not create or delete',
  ignored: 'its cache does not show yet what it did, but here it pays no heed and goes on',
} as const;
