import { describe, expect, test } from 'vitest';
import {
  type Indexer,
  indexFuncToKeyFuncAdapter,
  metaNamespaceIndexFunc,
  namespaceIndex,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/index.ts';
import {
  KeyError,
  blockingStore,
  metaNamespaceKeyFunc,
  newIndexer,
  newStore,
  splitMetaNamespaceKey,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/store.ts';
import { makePod, run } from './support.ts';

interface Obj {
  readonly id: string;
  readonly val: string;
}

const obj = (id: string, val: string): Obj => ({ id, val });
const keyFunc = (of: unknown): [string, undefined] => [(of as Obj).id, undefined];
const byVal = { by_val: (of: unknown): [string[], undefined] => [[(of as Obj).val], undefined] };

describe('a store', () => {
  test('adds, updates, deletes, lists and replaces', () => {
    const store = newStore<Obj>(keyFunc);
    store.add(obj('foo', 'bar'));
    expect(store.get(obj('foo', ''))).toEqual([obj('foo', 'bar'), true, undefined]);
    store.update(obj('foo', 'baz'));
    expect(store.getByKey('foo')).toEqual([obj('foo', 'baz'), true, undefined]);
    store.delete(obj('foo', ''));
    expect(store.get(obj('foo', ''))).toEqual([undefined, false, undefined]);
    for (const [id, val] of [
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'e'],
    ] as const)
      store.add(obj(id, val));
    expect(store.list().map(({ val }) => val)).toEqual(['b', 'd', 'e']);
    store.replace([obj('foo', 'foo'), obj('bar', 'bar')], '0');
    expect(store.list().map(({ val }) => val)).toEqual(['foo', 'bar']);
    expect(store.listKeys()).toEqual(['foo', 'bar']);
    expect(store.resync()).toBeUndefined();
  });

  test('refuses what has no key', () => {
    const store = newStore<object>(metaNamespaceKeyFunc);
    const errors = [
      store.add({}),
      store.update({}),
      store.delete({}),
      store.replace([{}], '0'),
      store.get({})[2],
    ];
    for (const err of errors) {
      expect(err).toBeInstanceOf(KeyError);
      expect(err?.message).toBe(
        "couldn't create key for object {}: object has no meta: object does not implement the Object interfaces",
      );
    }
    expect(store.list()).toEqual([]);
  });

  test('is written to by a Reflector through calls that do not park', () => {
    const store = newStore<Obj>(keyFunc);
    const written = blockingStore(store);
    run(written.add(obj('a', '1')));
    run(written.update(obj('a', '2')));
    expect(store.list()).toEqual([obj('a', '2')]);
    run(written.replace([obj('b', '1'), obj('c', '1')], '5'));
    run(written.delete(obj('c', '')));
    expect(run(written.resync())).toBeUndefined();
    expect(store.listKeys()).toEqual(['b']);
  });
});

describe('keys', () => {
  test.each([
    [makePod('a'), 'a'],
    [makePod('a', '1', { namespace: 'ns' }), 'ns/a'],
    ['explicit/key', 'explicit/key'],
  ])('of %o', (of, key) => {
    expect(metaNamespaceKeyFunc(of)).toEqual([key, undefined]);
  });

  test.each([
    ['a', ['', 'a', undefined]],
    ['ns/a', ['ns', 'a', undefined]],
    ['', ['', '', undefined]],
    ['a/b/c', ['', '', new Error('unexpected key format: "a/b/c"')]],
  ])('%j split', (key, expected) => {
    expect(splitMetaNamespaceKey(key)).toEqual(expected);
  });
});

describe('INF-19 an indexer', () => {
  test('finds by indexed value', () => {
    const indexer = newIndexer<Obj>(keyFunc, byVal);
    for (const [id, val] of [
      ['a', 'b'],
      ['c', 'b'],
      ['e', 'f'],
      ['g', 'h'],
    ] as const)
      indexer.add(obj(id, val));
    const ids = (val: string): string[] =>
      (indexer.index('by_val', obj('', val))[0] ?? []).map(({ id }) => id);
    expect([ids('b'), ids('f'), ids('h'), ids('z')]).toEqual([['a', 'c'], ['e'], ['g'], []]);
    expect(Object.keys(indexer.getIndexers())).toEqual(['by_val']);
  });

  test('lists the values of an index', () => {
    const indexer = newIndexer(metaNamespaceKeyFunc, {
      testmodes: (of) => [[(of as ReturnType<typeof makePod>).metadata.labels?.foo ?? ''], undefined],
    });
    for (const [name, foo] of [
      ['one', 'bar'],
      ['two', 'bar'],
      ['tre', 'biz'],
    ] as const) {
      indexer.add(makePod(name, '', { labels: { foo } }));
    }
    expect(indexer.listIndexFuncValues('testmodes').sort()).toEqual(['bar', 'biz']);
  });

  const users = (indexer: Indexer, user: string): (string | undefined)[] =>
    (indexer.byIndex('byUser', user)[0] ?? []).map(({ metadata }) => metadata.name).sort();

  test('an object may have several values, and takes them along', () => {
    const indexer = newIndexer(metaNamespaceKeyFunc, {
      byUser: (of) => [
        ((of as ReturnType<typeof makePod>).metadata.annotations?.users ?? '').split(','),
        undefined,
      ],
    });
    const pod = (name: string, of: string) => makePod(name, '', { annotations: { users: of } });
    indexer.add(pod('one', 'ernie,bert'));
    indexer.add(pod('two', 'bert,oscar'));
    indexer.add(pod('tre', 'ernie,elmo'));
    expect(['ernie', 'bert', 'elmo', 'oscar'].map((user) => users(indexer, user))).toEqual([
      ['one', 'tre'],
      ['one', 'two'],
      ['tre'],
      ['two'],
    ]);
    expect(indexer.indexKeys('byUser', 'ernie')).toEqual([['one', 'tre'], undefined]);
    expect((indexer.index('byUser', pod('', 'ernie,bert'))[0] ?? []).map((of) => of.metadata.name)).toEqual([
      'one',
      'tre',
      'two',
    ]);
    indexer.delete(pod('tre', ''));
    expect(users(indexer, 'ernie')).toEqual(['one']);
    expect(users(indexer, 'elmo')).toEqual([]);
    indexer.update(pod('two', 'oscar'));
    expect(users(indexer, 'bert')).toEqual(['one']);
    indexer.replace([pod('four', 'bert')], '9');
    expect([users(indexer, 'bert'), users(indexer, 'oscar')]).toEqual([['four'], []]);
  });

  test('an unknown index is an error', () => {
    const indexer = newIndexer<Obj>(keyFunc, {});
    const missing = new Error('Index with name by_val does not exist');
    expect(indexer.index('by_val', obj('', ''))).toEqual([undefined, missing]);
    expect(indexer.byIndex('by_val', '')).toEqual([undefined, missing]);
    expect(indexer.indexKeys('by_val', '')).toEqual([undefined, missing]);
    expect(indexer.listIndexFuncValues('by_val')).toEqual([]);
  });

  test('takes more indices while it is empty, of other names', () => {
    const indexer = newIndexer<Obj>(keyFunc, byVal);
    expect(indexer.addIndexers(byVal)?.message).toBe('indexer conflict: by_val');
    expect(indexer.addIndexers({ by_id: (of) => [[(of as Obj).id], undefined] })).toBeUndefined();
    indexer.add(obj('a', 'b'));
    expect(indexer.byIndex('by_id', 'a')).toEqual([[obj('a', 'b')], undefined]);
    expect(indexer.addIndexers({})?.message).toBe('cannot add indexers to running index');
  });

  test('by namespace', () => {
    const indexer = newIndexer(metaNamespaceKeyFunc, { [namespaceIndex]: metaNamespaceIndexFunc });
    indexer.add(makePod('a', '1', { namespace: 'x' }));
    indexer.add(makePod('b'));
    expect(indexer.indexKeys(namespaceIndex, 'x')).toEqual([['x/a'], undefined]);
    expect(indexer.indexKeys(namespaceIndex, '')).toEqual([['b'], undefined]);
    expect(indexer.index(namespaceIndex, 7)[1]?.message).toContain('object has no meta');
  });

  test('an index function that fails on what is stored is a bug', () => {
    const indexer = newIndexer<Obj>(keyFunc, { broken: () => [undefined, new Error('broken')] });
    expect(() => indexer.add(obj('a', 'b'))).toThrow(
      'unable to calculate an index entry for key "a" on index "broken": broken',
    );
  });

  test('an index function may give keys if it gives one', () => {
    const keyOf = (keys: string[]) => indexFuncToKeyFuncAdapter(() => [keys, undefined])({});
    expect(keyOf(['a'])).toEqual(['a', undefined]);
    expect(keyOf(['a', 'b'])[1]?.message).toBe('too many keys: [a b]');
    expect(keyOf([])[1]?.message).toBe('unexpected empty indexKeys');
    const failing = indexFuncToKeyFuncAdapter(() => [undefined, new Error('broken')]);
    expect(failing({})).toEqual([undefined, new Error('broken')]);
  });
});
