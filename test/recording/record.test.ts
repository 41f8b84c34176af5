import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/controllers/replicaset/scenario.ts';
import { fingerprint } from '../../src/recording/fingerprint.ts';
import { firstDifference } from '../../src/recording/compare.ts';
import { actBehind } from '../../src/recording/causes.ts';
import { record } from '../../src/recording/record.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';

const life = scenarios.find(({ id }) => id === 'controllers/replicaset') as Scenario;

describe('record', () => {
  test('the same scenario, seed and acts give the same recording', async () => {
    expect(fingerprint(await record(life))).toBe(fingerprint(await record(life)));
    expect(fingerprint(await record(life, { seed: 4 }))).not.toBe(fingerprint(await record(life)));
  });

  test('an act of the reader changes nothing before its step, and is behind what comes of it', async () => {
    const original = await record(life);
    for (const at of [100, 400, 900]) {
      const { step } = original.entries[at]!;
      const acts = [
        { step, act: { kind: 'scale', namespace: 'default', name: 'web', replicas: 6 } },
      ] as const;
      const forked = await record(life, { acts });
      const difference = firstDifference(original, forked);
      const act = forked.entries.findIndex(({ event }) => event.kind === 'act' && event.by === 'reader');
      expect(difference?.index).toBe(act);
      expect(original.entries[act - 1]!.step).toBeLessThanOrEqual(step);
      const created = forked.entries.find(
        ({ event, index }) => index > act && event.kind === 'store.write' && event.resource === 'replicasets',
      )!;
      expect(actBehind(forked, created.index)).toBe(act);
    }
  });

  test('tracing does not change a run: lines or not, the same happens', async () => {
    const told = async (lines: boolean): Promise<string[]> =>
      (await record(life, { lines })).entries
        .filter(({ event }) => event.kind !== 'line')
        .map(({ at, step, event }) => `${at} ${step} ${JSON.stringify(event)}`);
    expect(await told(true)).toEqual(await told(false));
  });

  test('a scenario that never settles ends at its limit, and says what it was doing', async () => {
    const endless: Scenario = {
      ...life,
      endsAtMs: Infinity,
      *story(user) {
        for (let i = 0; ; i++) {
          user.act({
            kind: 'apply',
            object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `n${i}` } },
          });
          yield* user.sleep(1);
        }
      },
    };
    const { outcome, entries } = await record(endless);
    expect(outcome.ended).toBe('limit');
    expect(entries).toHaveLength(60_000);
    const [head, title, ...last] = (outcome.message ?? '').split('\n');
    expect(head).toBe('limit reached: expected at most 60000 (entries), found one more');
    expect(title).toBe('The last events were:');
    expect(last).toHaveLength(10);
    expect(last.at(-1)).toMatch(/^ {2}\d+ ms {2}\S/);
  });

  test('a story that throws ends the run with its reason', async () => {
    const broken: Scenario = {
      ...life,
      *story(user) {
        yield* user.sleep(10);
        throw new Error('no pod to delete');
      },
    };
    expect((await record(broken)).outcome).toEqual({
      ended: 'failed',
      message: 'process story failed at 10 ms: Error: no pod to delete',
    });
  });

  test('survives a structured clone, shared parts and all', async () => {
    const recording = await record(life, { lines: false });
    expect(fingerprint(structuredClone(recording))).toBe(fingerprint(recording));
  });
});
