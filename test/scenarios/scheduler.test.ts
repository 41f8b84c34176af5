import { describe, expect, test } from 'vitest';
import { scenarios } from '../../playground/scenarios/scheduler.ts';
import { record } from '../../src/recording/record.ts';
import type { Entry } from '../../src/runtime/stage/world.ts';

/** Who wrote what about a pod, in the order of the writes. */
function writesOf(entries: readonly Entry[], pod: string): string[] {
  return entries.flatMap(({ event }) =>
    event.kind === 'store.write' && event.object.kind === 'Pod' && event.object.metadata.name === pod
      ? [`${event.program.split('/')[0]} ${event.verb}`]
      : [],
  );
}

describe('the scheduler of the playground', async () => {
  const [scenario] = scenarios;
  if (!scenario) throw new Error('expected a scenario of the scheduler, found none');
  const { entries } = await record(scenario);
  const told = entries.flatMap(({ event }) =>
    event.kind === 'store.write' && event.object.kind === 'Event'
      ? [(event.object as unknown as { message: string }).message]
      : [],
  );

  test('SCH-01 user, scheduler and kubelet know one another only by what they write to the API server', () => {
    const [user, scheduler, kubelet] = writesOf(entries, 'either');
    expect(user).toBe('kubectl create');
    expect(scheduler).toBe('kube-scheduler update');
    expect(kubelet).toBe('kubelet-stand-in update');
    // Each of its ways leads to the API server.
    const asked = new Set(
      entries.flatMap(({ event }) =>
        event.kind === 'api.request' && event.program.startsWith('kube-scheduler') ? [event.verb] : [],
      ),
    );
    expect([...asked].sort()).toEqual(['create', 'get', 'list', 'patch', 'watch']);
  });

  test('shows a tie, a pod that names its node, a selector, and one that waits until there is room', () => {
    const on = (pod: string, ...nodes: readonly string[]): boolean =>
      nodes.some((node) => told.includes(`Successfully assigned default/${pod} to ${node}`));
    expect(on('either', 'node-b', 'node-c')).toBe(true);
    expect(told.filter((message) => message.includes('/named '))).toEqual([]);
    expect(on('on-ssd', 'node-a')).toBe(true);
    expect(on('large', 'node-b', 'node-c')).toBe(true);
    expect(told).toContain('0/3 nodes are available: 3 Insufficient cpu.');
    expect(on('waits', 'node-b', 'node-c')).toBe(true);
  });
});
