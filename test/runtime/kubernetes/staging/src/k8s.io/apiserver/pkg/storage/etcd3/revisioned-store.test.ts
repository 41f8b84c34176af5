import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { everything as everyField } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/fields/selector.ts';
import {
  everything,
  selectorFromSet,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { Interface } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/watch.ts';
import {
  Compacted,
  RevisionedStore,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/storage/etcd3/revisioned-store.ts';
import { Watcher } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/storage/etcd3/watcher.ts';
import { SelectionPredicate } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import { Sim } from '../../../../../../../../../../src/runtime/sim/sim.ts';

const object = (name: string, labels: Record<string, string> = {}): KubeObject => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, labels },
});
const keysOf = (store: RevisionedStore, prefix: string, revision?: number): string[] =>
  store
    .range(prefix, { revision })
    .entries.map(({ key, object: o }) => `${key}@${o.metadata.resourceVersion}`);

describe('the revisioned store', () => {
  test('one counter for all resources, and any revision can be read again', () => {
    const store = new RevisionedStore(new Sim());
    store.put('pods/d/a', object('a'), 'me');
    store.put('nodes/n', object('n'), 'me');
    store.put('pods/d/a', object('a'), 'me');
    store.delete('pods/d/a', 'me');
    store.put('pods/d/b', object('b'), 'me');
    expect([1, 2, 3, 4, 5].map((revision) => keysOf(store, 'pods/', revision))).toEqual([
      ['pods/d/a@1'],
      ['pods/d/a@1'],
      ['pods/d/a@3'],
      [],
      ['pods/d/b@5'],
    ]);
    expect(store.since(2, 'pods').map(({ verb, revision }) => `${verb} ${revision}`)).toEqual([
      'update 3',
      'delete 4',
      'create 5',
    ]);
  });

  test('compaction keeps what can be read at its revision and after', () => {
    const store = new RevisionedStore(new Sim());
    for (const name of ['a', 'b', 'a', 'c']) store.put(`pods/d/${name}`, object(name), 'me');
    store.delete('pods/d/b', 'me');
    store.compact(4);
    expect(keysOf(store, 'pods/', 4)).toEqual(['pods/d/a@3', 'pods/d/b@2', 'pods/d/c@4']);
    expect(keysOf(store, 'pods/')).toEqual(['pods/d/a@3', 'pods/d/c@4']);
    expect(() => store.range('pods/', { revision: 3 })).toThrow(Compacted);
    expect(() => store.since(2, 'pods')).toThrow(Compacted);
    expect(store.since(3, 'pods').map(({ revision }) => revision)).toEqual([4, 5]);
    expect(() => store.compact(6)).toThrow('compact(6): expected a revision up to 5, the last one written');
  });

  test('by age: what was there the last time but one is dropped every five minutes', () => {
    const sim = new Sim();
    const store = new RevisionedStore(sim);
    const compacted: string[] = [];
    for (let minute = 0; minute <= 16; minute += 2) {
      store.put('pods/d/a', object('a'), 'me');
      compacted.push(`${minute} min: ${store.revision} back to ${store.compacted}`);
      sim.runFor(2 * 60_000);
    }
    expect(compacted).toEqual([
      '0 min: 1 back to 0',
      '2 min: 2 back to 0',
      '4 min: 3 back to 0',
      '6 min: 4 back to 0',
      '8 min: 5 back to 0',
      '10 min: 6 back to 3',
      '12 min: 7 back to 3',
      '14 min: 8 back to 3',
      '16 min: 9 back to 5',
    ]);
    expect(sim.nextTimerAt).toBe(undefined);
  });

  test('by number: history stays within twice the bound', () => {
    const store = new RevisionedStore(new Sim(), { keepRevisions: 10 });
    for (let i = 0; i < 1000; i++) store.put('pods/d/a', object('a'), 'me');
    expect(store.revision - store.compacted).toBeLessThanOrEqual(20);
    expect(store.revision - store.compacted).toBeGreaterThanOrEqual(10);
  });

  test('a range goes on from a key, up to a limit', () => {
    const store = new RevisionedStore(new Sim());
    for (const name of ['d/a', 'd/b', 'd/c', 'e/a', 'da/x']) store.put(`pods/${name}`, object(name), 'me');
    const range = store.range('pods/d/', { from: 'pods/d/a\0', limit: 1 });
    expect([range.entries.map(({ key }) => key), range.more, range.count]).toEqual([['pods/d/b'], true, 2]);
  });
});

/** What a client that applies every event of a watch would have: name to resourceVersion. */
function apply(view: Map<string, string>, watch: Interface): void {
  for (;;) {
    const received = watch.resultChan().tryReceive();
    if (!received?.[1]) return;
    const { type, object: o } = received[0];
    const { name = '', resourceVersion = '' } = o.metadata;
    if (type === 'DELETED') expect(view.delete(name)).toBe(true);
    else {
      expect(view.has(name)).toBe(type === 'MODIFIED');
      view.set(name, resourceVersion);
    }
  }
}

const act = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd'),
  verb: fc.constantFrom('put', 'put', 'put', 'delete', 'compact'),
  label: fc.constantFrom('web', 'db'),
});

test('a list at any revision, and every event after it, are the list of the present: with a selector or without', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), fc.nat(40), fc.boolean(), (acts, at, selected) => {
      const sim = new Sim();
      const store = new RevisionedStore(sim);
      const watcher = new Watcher(sim, store, 1000);
      const label = selected ? selectorFromSet({ app: 'web' }) : everything();
      const predicate = new SelectionPredicate(label, everyField(), (o) => [o.metadata.labels, {}]);
      const model = new Map<string, { app: string; version: string }>();
      const wanted = (): [string, string][] =>
        [...model]
          .filter(([, { app }]) => !selected || app === 'web')
          .map(([name, { version }]): [string, string] => [name, version])
          .sort();
      const live: { watch: Interface; view: Map<string, string> }[] = [];
      const follow = (revision: number): void => {
        const matching = revision === 0 ? [] : store.range('pods/', { revision }).entries;
        const view = new Map<string, string>();
        for (const { object: o } of matching) {
          if (predicate.matches(o)) view.set(o.metadata.name ?? '', o.metadata.resourceVersion ?? '');
        }
        const settings = { name: 'w', kind: 'Pod', apiVersion: 'v1' };
        live.push({ view, watch: watcher.watch('pods/', revision, predicate, settings) });
      };
      acts.forEach(({ key, verb, label: app }, i) => {
        if (i === at)
          for (let revision = store.compacted; revision <= store.revision; revision++) follow(revision);
        if (verb === 'put') {
          const stored = store.put(`pods/${key}`, object(key, { app }), 'me');
          model.set(key, { app, version: stored.metadata.resourceVersion ?? '' });
        } else if (verb === 'delete') {
          expect(store.delete(`pods/${key}`, 'me') !== undefined).toBe(model.delete(key));
        } else {
          store.compact(Math.floor((store.compacted + store.revision) / 2));
        }
      });
      for (const { view, watch } of live) {
        apply(view, watch);
        expect([...view].sort()).toEqual(wanted());
      }
    }),
    { numRuns: 300 },
  );
});
