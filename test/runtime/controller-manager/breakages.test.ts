import { describe, expect, test } from 'vitest';
import { eventsOf, fates, manager, output, running, steps } from './running.ts';

describe('what breaks a start', () => {
  test('a renew deadline over the lease: no process ever leads, each panics as it makes its elector', () => {
    const run = running({ more: ['--leader-elect-renew-deadline=20s'] });
    expect(output(run).at(-1)).toBe('panic: leaseDuration must be greater than renewDeadline');
    expect(eventsOf(run, 'program.exit')).toMatchObject([{ program: manager, code: 2 }]);
    // It served until then.
    expect(steps(run)).toContain('serve 0.0.0.0:10252');
  });

  test('a retry period that the deadline has no room for: the same', () => {
    const run = running({ more: ['--leader-elect-retry-period=9s'] });
    expect(output(run).at(-1)).toBe('panic: renewDeadline must be greater than retryPeriod*JitterFactor');
  });

  test('a resync period of 0: nothing is ever told again', () => {
    const resyncs = (period: string): number =>
      eventsOf(
        running({ more: [`--min-resync-period=${period}`, '--controllers=replicaset'], forMs: 60_000 }),
        'reflector.resync',
      ).length;
    expect(resyncs('0s')).toBe(0);
    expect(resyncs('10s')).toBeGreaterThan(0);
  });

  test('no controller at all: it leads, and does nothing', () => {
    const run = running({ more: ['--controllers=-ttl'] });
    expect(new Set(Object.values(fates(run)))).toEqual(new Set(['disabled', 'skipped']));
    expect(eventsOf(run, 'leader.renewed').length).toBeGreaterThan(0);
  });
});
