import { describe, expect, test } from 'vitest';
import { newConflict } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  defaultBackoff,
  defaultRetry,
  onError,
  retryOnConflict,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/retry/util.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';

const conflict = newConflict({ group: '', resource: 'test' }, 'other', new Error('changed'));

/** What `retryOnConflict` gives when `fn` gives these errors one after the other, the last again and again. */
function retry(
  options: typeof defaultRetry,
  errors: (Error | undefined)[],
): { err: unknown; calls: number; at: number } {
  const sim = new Sim();
  let calls = 0;
  let err: unknown = 'not ended';
  sim.go(
    'test',
    (function* () {
      err = yield* retryOnConflict(sim, options, function* () {
        return errors[Math.min(calls++, errors.length - 1)];
      });
    })(),
  );
  sim.runUntilIdle();
  return { err, calls, at: sim.now };
}

describe('retryOnConflict', () => {
  const options = { durationMs: 10, factor: 1, steps: 3 };
  const other = new Error('some other error');

  test.each([
    ['gives up after its steps', [conflict], { err: conflict, calls: 3, at: 20 }],
    ['ends with the first success', [undefined], { err: undefined, calls: 1, at: 0 }],
    ['does not retry another error', [other], { err: other, calls: 1, at: 0 }],
    ['tries until it succeeds', [conflict, conflict, undefined], { err: undefined, calls: 3, at: 20 }],
  ])('%s', (_name, errors, outcome) => {
    expect(retry(options, errors)).toEqual(outcome);
  });

  test('the defaults: five tries about 10 ms apart, or four that grow by five', () => {
    const quick = retry(defaultRetry, [conflict]);
    expect(quick.calls).toBe(5);
    expect(quick.at).toBeGreaterThanOrEqual(40);
    expect(quick.at).toBeLessThanOrEqual(44);
    const slow = retry(defaultBackoff, [conflict]);
    expect(slow.calls).toBe(4);
    expect(slow.at).toBeGreaterThanOrEqual(10 + 50 + 250);
    expect(slow.at).toBeLessThanOrEqual(341);
  });

  test('onError retries what it is told to', () => {
    const sim = new Sim();
    let calls = 0;
    sim.go(
      'test',
      (function* () {
        const err = yield* onError(
          sim,
          options,
          (e) => e === other,
          function* () {
            calls++;
            return other;
          },
        );
        expect(err).toBe(other);
      })(),
    );
    sim.runUntilIdle();
    expect(calls).toBe(3);
  });
});
