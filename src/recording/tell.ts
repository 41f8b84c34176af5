import { t, translated } from '../i18n/t.ts';
import type { Event, EventOf } from '../runtime/stage/events.ts';
import { jsonChanges, tellPath } from './object-changes.ts';
import { type Recording, entryAt } from './recording.ts';
import { tellAct } from './tell-act.ts';
import { tellCheck, tellExpectations } from './tell-expectations.ts';
import { informerWords, tellFIFO } from './tell-fifo.ts';
import { tellLostEvent, tellRecord } from './tell-kubernetes-event.ts';
import type { PlaneEvent } from './tell-planes.ts';
import { tellProgram } from './tell-program.ts';
import {
  capitalised,
  countOf,
  durationWords,
  lastPart,
  listed,
  objectWords,
  programWords,
  singularOf,
  splitName,
  withoutResource,
} from './words.ts';

let ofPlanes: ((event: PlaneEvent) => string) | undefined;

/** Lets `tell` know the events that only some planes have. A page asks for it when a run of such a plane comes. */
export async function tellOfPlanesToo(): Promise<void> {
  ofPlanes = (await import('./tell-planes.ts')).tellOfPlanes;
}

// Who builds pages tells all of them.
if (import.meta.env?.SSR !== false) await tellOfPlanesToo();

/** What happened, as one sentence without its full stop, for readers who are new to all of it. */
export function tell(event: Event): string {
  const said = sentence(event);
  // A key such as that of a namespace reads like a word, and is a name.
  return 'key' in event && said.startsWith(`${event.key} `) ? said : capitalised(said);
}

/** `tell`, and why it happened: "... Why: ...", told from the entry's cause. One line. */
export function because(recording: Recording, index: number): string {
  const entry = entryAt(recording, index);
  return t`${tell(entry.event)}. ${whyOf(recording, index)}`;
}

/** The second half of `because`: "Why: ..." of the entry's cause, or that nothing in the run led to it. */
export function whyOf(recording: Recording, index: number): string {
  const entry = entryAt(recording, index);
  const cause = recording.entries[entry.cause];
  if (cause) return t`Why: ${sentence(cause.event)}.`;
  if (entry.event.kind === 'act') {
    return entry.event.by === 'reader' ? t`Why: you did it.` : t`Why: the story of this scenario says so.`;
  }
  return t`Why: it is part of how the cluster starts, or its time had come; no earlier step led to it.`;
}

function sentence(event: Event): string {
  switch (event.kind) {
    case 'act':
      return tellAct(event);
    case 'program.start':
    case 'program.crash':
    case 'program.pause':
    case 'program.resume':
    case 'program.exit':
    case 'program.output':
    case 'startup':
    case 'http.response':
      return tellProgram(event);
    case 'api.request':
      return tellRequest(event);
    case 'api.error':
      return tellError(event);
    case 'api.throttle':
      return t`${programWords(event.program)} waits ${durationWords(event.waitMs)}: its own rate limit holds the request back`;
    case 'store.write':
      return tellWrite(event);
    case 'store.compact':
      return t`the API server forgets its history up to revision ${event.revision}`;
    case 'watch.open':
      return tellWatch(event);
    case 'watch.close':
      return tellWatchEnd(event);
    case 'watch.event':
      return tellWatchEvent(event);
    case 'watch.lost':
      return tellLostNews(event);
    case 'reflector.list':
      return tellList(event);
    case 'reflector.resync':
      return t`the reflector of ${informerWords(event.informer)} resyncs: every cached object is handed out again`;
    case 'reflector.error':
      return t`the reflector of ${informerWords(event.informer)} fails and will try again: ${event.message}`;
    case 'fifo.add':
    case 'fifo.pop':
      return tellFIFO(event);
    case 'indexer.write':
      return tellIndexer(event);
    case 'handler.call':
      return tellHandler(event);
    case 'workqueue.add':
    case 'workqueue.addAfter':
    case 'workqueue.get':
    case 'workqueue.done':
    case 'workqueue.forget':
      return tellQueue(event);
    case 'expectations.change':
      return tellExpectations(event);
    case 'expectations.check':
      return tellCheck(event);
    case 'event.record':
      return tellRecord(event);
    case 'event.retry':
    case 'event.drop':
      return tellLostEvent(event);
    case 'stand-in':
      return t`${programWords(event.program)} ${translated(event.text)}`;
    case 'line':
      return t`line ${event.line} of ${lastPart(event.file)}, in ${event.function}`;
    default:
      return ofPlanes ? ofPlanes(event) : event.kind;
  }
}

function tellRequest(event: EventOf<'api.request'>): string {
  const what = requested(event.verb, event.resource, event.key, event.subresource);
  return t`${programWords(event.program)} asks the API server to ${what}`;
}

function tellError(event: EventOf<'api.error'>): string {
  const what = requested(event.verb, event.resource, event.key);
  const who = programWords(event.program);
  if (event.message.endsWith('connection refused'))
    return t`nobody answers ${who}, which wants to ${what}: ${event.message}`;
  return t`the API server refuses to let ${who} ${what}: ${event.code} ${event.reason}, "${event.message}"`;
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
  if (verb === 'create') return t`the API server stores ${what} (revision ${revision}): created by ${who}`;
  if (verb === 'delete') return t`the API server removes ${what} (revision ${revision}): deleted by ${who}`;
  const changes = changesInWords(event.previous, event.object);
  return changes === ''
    ? t`the API server stores ${what} (revision ${revision}): updated by ${who}`
    : t`the API server stores ${what} (revision ${revision}): updated by ${who}, ${changes}`;
}

/** What readers look for comes first; what every write changes is left out. */
function changesInWords(before: unknown, after: unknown): string {
  if (before === undefined) return '';
  const all = jsonChanges(before, after);
  const changes = all.filter(({ path }) => !bookkeeping.test(path));
  const answered = all.find(({ path }) => path === 'status.observedGeneration');
  if (changes.length === 0) return answered ? tellPath(answered) : t`nothing in it changed`;
  const sorted = changes.toSorted((a, b) => weightOf(a.path) - weightOf(b.path));
  const told = listed(sorted.slice(0, 3).map(tellPath));
  return changes.length > 3 ? t`${told} and ${changes.length - 3} more` : told;
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
  const what = changed(event.type, objectWords(resource, event.key));
  return t`the watch tells ${who}: ${what} (revision ${event.revision})`;
}

function tellLostNews({ watch, type, key, revision }: EventOf<'watch.lost'>): string {
  const { program, resource } = splitName(watch);
  const what = changed(type as 'ADDED', objectWords(resource, key));
  return t`what ${programWords(program)} will not hear: ${what} (revision ${revision})`;
}

/** "pod default/web-1 was added", as a watch and a handler say it. */
function changed(how: 'ADDED' | 'MODIFIED' | 'DELETED' | 'add' | 'update' | 'delete', what: string): string {
  if (how === 'ADDED' || how === 'add') return t`${what} was added`;
  return how === 'DELETED' || how === 'delete' ? t`${what} was deleted` : t`${what} was changed`;
}

function tellList({ informer, count, revision }: EventOf<'reflector.list'>): string {
  const { resource } = splitName(informer);
  const one = singularOf(resource);
  const found = one === resource ? `${count} ${resource}` : countOf(count, one);
  return t`the reflector of ${informerWords(informer)} lists: ${found} at revision ${revision}`;
}

function tellHandler({ informer, verb, key }: EventOf<'handler.call'>): string {
  const { program, resource } = splitName(informer);
  const what = changed(verb, objectWords(resource, key));
  return t`the event handler for ${resource} of ${programWords(program)} is told: ${what}`;
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
        ? t`${key} is in the workqueue ${event.queue} already: it is kept once`
        : t`${key} goes into the workqueue ${event.queue}`;
    case 'workqueue.addAfter': {
      const { queue, failures } = event;
      const delay = durationWords(event.delayMs);
      return failures === undefined
        ? t`${key} will go into the workqueue ${queue} in ${delay}`
        : t`${key} will go into the workqueue ${queue} in ${delay} after ${countOf(failures, 'failure')}`;
    }
    case 'workqueue.get':
      return t`${lastPart(event.worker)} takes ${key} from the workqueue ${event.queue}`;
    case 'workqueue.done':
      return event.again
        ? t`${key} is done with, and goes into the workqueue ${event.queue} again: it was added meanwhile`
        : t`${key} is done with`;
    case 'workqueue.forget':
      return t`the workqueue ${event.queue} forgets how often ${key} has failed`;
    default:
      return event satisfies never;
  }
}
