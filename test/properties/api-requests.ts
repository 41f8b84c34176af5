import fc from 'fast-check';
import type {
  KubeList,
  KubeObject,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Interface as WatchInterface } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/watch.ts';
import type {
  RevisionedStore,
  Write,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/storage/etcd3/revisioned-store.ts';
import { APIServer } from '../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import type { APIRequest } from '../../src/runtime/wire.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import { everything } from '../runtime/kubernetes/staging/src/k8s.io/apiserver/any-server.ts';
import {
  type Whole,
  wholeObjects,
} from '../runtime/kubernetes/staging/src/k8s.io/apiserver/whole-objects.ts';
import { type Ask, asks, requestOf } from './api-asks.ts';
import { pollution } from './hostile.ts';
import { type Properties, property } from './property.ts';

/** How many requests a case has. */
export const requestsOfBatch = 100;

/** Requests to one server, one after another. A smaller case has nothing in the place of some. */
export interface Batch {
  /** The whole objects that they are about: few, so that requests meet. They are there from the start. */
  readonly about: readonly number[];
  readonly asks: readonly (Ask | null)[];
}

export const batches: fc.Arbitrary<Batch> = fc.record({
  about: fc.array(fc.nat(wholeObjects.length - 1), { minLength: 3, maxLength: 3 }),
  asks: fc.array(fc.option(asks, { freq: 1e9 }), {
    minLength: requestsOfBatch,
    maxLength: requestsOfBatch,
  }),
});

/** Brings requests to a server of all kinds, and says what of this did not hold: each is answered with an object or a Status; what comes
 * back is frozen, and what was sent is as it was; the revision grows by one with each write and by nothing else; what watches
 * tell is what lists give, and that is what was written, now and at each revision; no object of the language has changed. */
export function batchWrongs({ about, asks }: Batch, serverOf = newServer): string[] {
  const wholes = about.map((i) => wholeObjects[i] as Whole);
  const session = new Session(serverOf, wholes);
  try {
    for (const ask of asks) {
      if (ask) session.ask(ask);
      if (session.wrongs.length > 0) break;
    }
    session.end();
  } catch (error) {
    session.wrongs.push(`threw ${String((error as Error).stack)}`);
  } finally {
    session.wrongs.push(...pollution().map((what) => `polluted: ${what}`));
  }
  return session.wrongs;
}

const newServer = (sim: Sim): APIServer => new APIServer(sim, everything());

/** A watch with what it has told: the objects that there are, by namespace and name. */
interface Told {
  readonly request: APIRequest;
  readonly watch: WatchInterface;
  readonly objects: Map<string, KubeObject>;
  ended: boolean;
}

const keyOf = ({ metadata }: KubeObject): string => `${metadata.namespace ?? ''}/${metadata.name}`;

/** One run of requests against one server. */
class Session {
  readonly wrongs: string[] = [];
  readonly #sim = new Sim({ seed: 1 });
  readonly #server: APIServer;
  readonly #writes: Write[] = [];
  readonly #watches: Told[] = [];
  readonly #frozen = new WeakSet<object>();

  readonly #wholes: readonly Whole[];

  constructor(serverOf: (sim: Sim) => APIServer, wholes: readonly Whole[]) {
    this.#wholes = wholes;
    this.#sim.observe = (kind, _name, component) => {
      if (kind === 'store') this.#observe(component as unknown as RevisionedStore);
      return component;
    };
    this.#server = serverOf(this.#sim);
    const resources = new Set(wholeObjects.map(({ resource }) => resource));
    for (const resource of resources) this.#watch({ verb: 'list', resource, userAgent: 'watcher' });
    for (const { resource, groupVersion, subresource, object } of wholes) {
      if (subresource) continue;
      const body = structuredClone(object);
      this.#try({ verb: 'create', resource, groupVersion, namespace: 'default', body, userAgent: 'anybody' });
    }
  }

  #observe(storage: RevisionedStore): void {
    const { commit } = storage;
    storage.commit = (write) => {
      this.#writes.push(write);
      commit.call(storage, write);
    };
  }

  ask(ask: Ask): void {
    this.#sim.runFor(ask.waitMs);
    const whole = this.#wholes[ask.on % this.#wholes.length] as Whole;
    const { resource, groupVersion } = whole;
    const named = { resource, groupVersion, namespace: ask.namespace, name: ask.name };
    const stored = this.#server.do({ verb: 'get', ...named, userAgent: 'looker' })[0];
    const request = requestOf(ask, whole, stored);
    if (ask.verb === 'watch') this.#watch({ ...request, verb: 'list' });
    this.#try(request);
    for (const told of this.#watches) this.#drain(told);
  }

  /** What has to hold of all that there is. */
  end(): void {
    this.#sim.runFor(1000);
    for (const told of this.#watches) this.#compare(told);
    this.#writes.forEach(({ revision, object, key }, i) => {
      if (revision !== i + 1) this.wrongs.push(`write ${i} of ${key} has revision ${revision}`);
      this.#mustBeFrozen(`what was stored under ${key}`, object);
    });
  }

  /** One request, and all that has to hold of its answer. */
  #try(request: APIRequest): void {
    const { storage } = this.#server;
    const title = `${request.verb} ${request.resource}/${request.subresource ?? ''} ${request.name ?? ''}`;
    const revision = storage.revision;
    const writes = this.#writes.length;
    const sent = textOf(request.body);
    let answer: readonly [unknown, unknown];
    try {
      answer = request.verb === 'watch' ? this.#server.watch(request) : this.#server.do(request);
    } catch (error) {
      this.wrongs.push(
        `${title}: threw ${String((error as Error).stack)
          .split('\n')
          .slice(0, 4)
          .join(' ')}`,
      );
      return;
    }
    if (textOf(request.body) !== sent) this.wrongs.push(`${title}: changed what was sent`);
    if (isFrozenSomewhere(request.body)) this.wrongs.push(`${title}: kept what was sent`);
    const written = this.#writes.length - writes;
    if (storage.revision !== revision + written)
      this.wrongs.push(
        `${title}: ${written} writes took the revision from ${revision} to ${storage.revision}`,
      );
    const [object, err] = answer;
    const reads = ['get', 'list', 'watch'].includes(request.verb);
    if (written > 0 && (reads || (err && request.verb !== 'deletecollection')))
      this.wrongs.push(`${title}: wrote ${written} times, though it ${err ? 'was refused' : 'reads'}`);
    this.#mustBeAnAnswer(title, object, err);
    if (request.verb === 'watch' && object) (object as WatchInterface).stop();
    if (request.verb === 'list' && object) this.#mustBeWhatWasWritten(title, request, object as KubeList);
  }

  #mustBeAnAnswer(title: string, object: unknown, err: unknown): void {
    if ((object === undefined) === (err === undefined)) this.wrongs.push(`${title}: not one of two answers`);
    if (!err) return this.#mustBeFrozen(title, 'kind' in (object as object) ? object : undefined);
    const { status } = err as { status: { kind: string; code: number } };
    if (status.kind !== 'Status' || status.code < 400 || status.code > 599)
      this.wrongs.push(`${title}: refused with ${JSON.stringify(status)}`);
    this.#mustBeFrozen(title, status);
  }

  /** A list is what was written up to its revision, as far as it selects nothing and ends nowhere. */
  #mustBeWhatWasWritten(title: string, request: APIRequest, list: KubeList): void {
    const { labelSelector, fieldSelector, limit, continue: from } = request.options ?? {};
    if (labelSelector || fieldSelector || limit || from) return;
    const there = new Map<string, KubeObject>();
    const namespaced = this.#writes.some(
      ({ resource, object }) => resource === request.resource && object.metadata.namespace,
    );
    for (const { resource, object, verb, revision, key } of this.#writes) {
      if (revision > Number(list.metadata.resourceVersion) || resource !== request.resource) continue;
      if (namespaced && request.namespace && !key.startsWith(`${resource}/${request.namespace}/`)) continue;
      if (verb === 'delete') there.delete(key);
      else there.set(key, object);
    }
    const expected = [...there].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => textOfKept(object));
    const found = list.items.map(textOfKept);
    if (found.join() !== expected.join())
      this.wrongs.push(`${title}: gives ${found.join()}, while ${expected.join()} was written`);
  }

  #watch(request: APIRequest): void {
    const { labelSelector, fieldSelector } = request.options ?? {};
    const options = { labelSelector, fieldSelector };
    const [list, err] = this.#server.do({ ...request, options });
    if (err) return;
    const { items, metadata } = list as KubeObject & KubeList;
    const [watch, watchErr] = this.#server.watch({
      ...request,
      verb: 'watch',
      options: { ...options, resourceVersion: metadata.resourceVersion },
    });
    if (watchErr) {
      this.wrongs.push(`watch ${request.resource}: refused (${watchErr.message}) where a list was not`);
      return;
    }
    const objects = new Map(items.map((object) => [keyOf(object), object]));
    this.#watches.push({ request: { ...request, options }, watch, objects, ended: false });
  }

  #drain(told: Told): void {
    for (;;) {
      const received = told.watch.resultChan().tryReceive();
      if (!received) return;
      const [event, open] = received;
      if (!open) {
        told.ended = true;
        return;
      }
      this.#mustBeFrozen(`event of a watch of ${told.request.resource}`, event);
      if (event.type === 'DELETED') told.objects.delete(keyOf(event.object));
      else told.objects.set(keyOf(event.object), event.object);
    }
  }

  #compare(told: Told): void {
    this.#drain(told);
    if (told.ended) return;
    const [list, err] = this.#server.do(told.request);
    if (err) {
      this.wrongs.push(`list ${told.request.resource}: refused (${err.message}) where it was not before`);
      return;
    }
    const listed = (list as KubeObject & KubeList).items.map(textOfKept).sort().join();
    const watched = [...told.objects.values()].map(textOfKept).sort().join();
    if (listed !== watched)
      this.wrongs.push(`a watch of ${told.request.resource} told ${watched}, while a list gives ${listed}`);
  }

  #mustBeFrozen(title: string, value: unknown): void {
    if (typeof value !== 'object' || value === null || this.#frozen.has(value)) return;
    if (!Object.isFrozen(value)) this.wrongs.push(`${title}: ${Object.keys(value).join()} are not frozen`);
    this.#frozen.add(value);
    for (const inner of Object.values(value)) this.#mustBeFrozen(title, inner);
  }
}

/** Which version of which object, in few letters. */
const textOfKept = (object: KubeObject): string => `${keyOf(object)}@${object.metadata.resourceVersion}`;

/** JSON; nothing of what goes too deep for it. */
function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function isFrozenSomewhere(value: unknown, levels = 20): boolean {
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  return Object.isFrozen(value) || Object.values(value).some((inner) => isFrozenSomewhere(inner, levels - 1));
}

export const properties: Properties = { 'API requests': property(batches, (batch) => batchWrongs(batch)) };
