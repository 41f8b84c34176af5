import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deltaFIFO } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/queue-kind.ts';
import { overriding } from '../../src/runtime/stage/overriding.ts';
import { type Gale, type QueueName, galeWrongs, gales, queueKinds } from './informers.ts';

describe.each(Object.keys(queueKinds) as QueueName[])('informers in a gale, with a %s', (queue) => {
  test('property: once quiet the cache is as the store, and so is what each handler was told', () => {
    fc.assert(
      fc.property(gales, (gale) => {
        expect(galeWrongs(gale, queueKinds[queue])).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

test('a watch that was cut, with its history gone, is caught up with by a list', () => {
  const gale: Gale = {
    seed: 1,
    gusts: [
      { waitMs: 300, gust: { kind: 'write', pod: 1 } },
      { waitMs: 300, gust: { kind: 'cut', ms: 2000 } },
      { waitMs: 100, gust: { kind: 'delete', pod: 1 } },
      { waitMs: 100, gust: { kind: 'write', pod: 2 } },
      { waitMs: 100, gust: { kind: 'compact' } },
    ],
  };
  for (const queue of Object.keys(queueKinds) as QueueName[])
    expect(galeWrongs(gale, queueKinds[queue])).toEqual([]);
});

test('a queue that loses a deletion is found out, so the property can fail', () => {
  const forgetful = {
    newQueue: (...of: Parameters<typeof deltaFIFO.newQueue>) =>
      overriding(deltaFIFO.newQueue(...of), {
        *delete() {
          return undefined;
        },
      }),
  };
  const gale: Gale = {
    seed: 1,
    gusts: [
      { waitMs: 300, gust: { kind: 'write', pod: 1 } },
      { waitMs: 300, gust: { kind: 'delete', pod: 1 } },
    ],
  };
  expect(galeWrongs(gale, undefined)).toEqual([]);
  expect(galeWrongs(gale, forgetful)[0]).toBe('the cache has pod-1@4, and the store ');
});
