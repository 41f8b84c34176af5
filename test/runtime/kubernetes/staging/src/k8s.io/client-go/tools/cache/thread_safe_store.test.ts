import { describe, expect, test } from 'vitest';
import { newThreadSafeStore } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/thread_safe_store.ts';

describe('a ThreadSafeStore', () => {
  test('forgets an indexed value with the last object that had it', () => {
    const store = newThreadSafeStore<string>({ itself: (of) => [[of as string], undefined] });
    store.add('testKey', 'testKey');
    expect(store.listIndexFuncValues('itself')).toEqual(['testKey']);
    store.delete('testKey');
    expect(store.listIndexFuncValues('itself')).toEqual([]);
  });

  test('keeps an indexed value while an object has it', () => {
    const store = newThreadSafeStore<string>({ same: () => [['all'], undefined] });
    store.add('retain', 'retain');
    store.add('delete', 'delete');
    expect(store.indexKeys('same', 'all')).toEqual([['delete', 'retain'], undefined]);
    store.delete('delete');
    expect(store.indexKeys('same', 'all')).toEqual([['retain'], undefined]);
  });

  test('deleting what is not there changes nothing', () => {
    const store = newThreadSafeStore<string>({});
    store.add('a', '1');
    store.delete('b');
    expect(store.list()).toEqual(['1']);
    expect(store.get('b')).toEqual([undefined, false]);
  });
});
