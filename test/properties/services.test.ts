import fc from 'fast-check';
import { expect, test } from 'vitest';
import { floodWrongs, floods } from './services.ts';

test('property: Endpoints, accounts and tokens are right once quiet, whatever failed', () => {
  fc.assert(
    fc.property(floods, (flood) => {
      expect(floodWrongs(flood)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test('a Secret whose deletion the watch missed for good leaves its account without a token, so the property can fail', () => {
  const deleted = [
    { waitMs: 2000, surge: { kind: 'cut', resource: 'secrets', ms: 3000 } },
    { waitMs: 100, surge: { kind: 'no-token', which: 0 } },
  ] as const;
  expect(floodWrongs({ seed: 1, surges: deleted })).toEqual([]);
  const forgotten = { waitMs: 100, surge: { kind: 'compact' } } as const;
  expect(floodWrongs({ seed: 1, surges: [...deleted, forgotten] })).toEqual([
    'every account names one token of its own: default names 0 of its 0 tokens',
  ]);
  // A restart mends it: then every account is looked at.
  const restart = { waitMs: 5000, surge: { kind: 'restart', afterMs: 500 } } as const;
  expect(floodWrongs({ seed: 1, surges: [...deleted, forgotten, restart] })).toEqual([]);
});

test('two changes of a pod, the second before the cache has the Endpoints of the first, leave it in them until the next sync', () => {
  const flood = {
    seed: 0,
    surges: [
      { waitMs: 0, surge: { kind: 'pod', pod: 1 } },
      { waitMs: 414, surge: { kind: 'release', pod: 1 } },
    ],
  } as const;
  expect(floodWrongs(flood, false)[0]).toContain('the Endpoints are the pods that the Service selects');
  expect(floodWrongs(flood)).toEqual([]);
});
