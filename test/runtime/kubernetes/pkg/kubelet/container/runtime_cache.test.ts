import { expect, test } from 'vitest';
import type { Pod } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import { newRuntimeCache } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime_cache.ts';
import type { Result } from '../../../../../../src/runtime/go/result.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { ended } from '../../../../../golden/kubelet/ended.ts';

/** A cache, and a runtime whose answer can be changed. */
function cacheOf() {
  const sim = new Sim();
  const runtime: { answer: Result<Pod[]>; asked: number } = { answer: [[], undefined], asked: 0 };
  const cache = newRuntimeCache(sim, {
    *getPods() {
      runtime.asked++;
      return runtime.answer;
    },
  });
  const ids = (): string[] | undefined => ended(cache.getPods())[0]?.map(({ id }) => id);
  return { sim, runtime, cache, ids };
}

const pods = (...ids: string[]): Result<Pod[]> => [
  ids.map((id) => ({ id, name: '', namespace: '', containers: [], sandboxes: [] })),
  undefined,
];

test('asks again after two seconds', () => {
  const { sim, runtime, ids } = cacheOf();
  runtime.answer = pods('1111', '2222', '3333');
  expect(ids()).toEqual(['1111', '2222', '3333']);
  runtime.answer = pods('1111');
  sim.runFor(2000);
  expect(ids()).toEqual(['1111', '2222', '3333']);
  sim.runFor(1);
  expect(ids()).toEqual(['1111']);
  expect(runtime.asked).toBe(2);
});

test('asks at once if what it has is older than wanted', () => {
  const { sim, runtime, cache, ids } = cacheOf();
  runtime.answer = pods('1111');
  expect(ids()).toEqual(['1111']);
  runtime.answer = pods('1111', '2222', '3333');
  sim.runFor(1000);
  ended(cache.forceUpdateIfOlder(sim.now - 2000));
  expect(ids()).toEqual(['1111']);
  ended(cache.forceUpdateIfOlder(sim.now));
  expect(ids()).toEqual(['1111', '2222', '3333']);
});

test('keeps nothing of an answer that failed', () => {
  const { runtime, cache } = cacheOf();
  runtime.answer = [undefined, new Error('no runtime')];
  expect(ended(cache.getPods())).toEqual([undefined, new Error('no runtime')]);
  expect(ended(cache.forceUpdateIfOlder(0))).toEqual(new Error('no runtime'));
  expect(runtime.asked).toBe(2);
});
