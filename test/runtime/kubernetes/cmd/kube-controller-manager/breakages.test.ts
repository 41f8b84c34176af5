import { describe, expect, test } from 'vitest';
import { filesOnDisk, runtimeText } from '../../../../../src/instrument/runtime-graph.ts';
import { recordEdited } from '../../../../../src/recording/record-edited.ts';
import { record } from '../../../../../src/recording/record.ts';
import type { Recording } from '../../../../../src/recording/recording.ts';
import { replicaSet } from '../../../../../src/runtime/subjects/api/objects.ts';
import { defaultArgs } from '../../../../../src/runtime/subjects/command-line/planes/controller-manager.ts';
import type { Scenario } from '../../../../../src/runtime/stage/scenario.ts';
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

describe('what breaks a start, in edited code', () => {
  const file = 'kubernetes/cmd/kube-controller-manager/app/controllermanager.ts';
  const scenario: Scenario = {
    id: 'start/edited',
    title: 'An edited start',
    summary: 'An edited start',
    seed: 1,
    plane: 'command-line/controller-manager',
    settings: { nodes: ['node-a'], args: { [manager]: [...defaultArgs, '--controllers=replicaset'] } },
    shows: [],
    endsAtMs: 20_000,
    *story({ act, sleep }) {
      yield* sleep(5000);
      act({ kind: 'apply', object: replicaSet('web', 2) });
    },
  };
  const start = `  controllerContext.informerFactory.start(controllerContext.stop);\n`;

  test('start the factory before anybody asks for an informer: none runs, and controllers wait for ever', async () => {
    const text = runtimeText(file);
    const early = `  const saTokenControllerInitFunc = `;
    expect(text).toContain(start);
    expect(text).toContain(early);
    const both = /  controllerContext\.objectOrMetadataInformerFactory\.start\(controllerContext\.stop\);\n/;
    const edited = text.replace(start, '').replace(both, '').replace(early, `${start}${early}`);
    const podsOf = ({ entries }: Recording): number =>
      entries.filter(({ event }) => event.kind === 'store.write' && event.key.startsWith('pods/default/web-'))
        .length;
    const edits = { [file]: edited };
    const recording = await recordEdited(scenario, edits, filesOnDisk([file]), { lines: false });
    expect(recording.outcome.ended).not.toBe('failed');
    expect(podsOf(recording)).toBe(0);
    expect(recording.entries.map(({ event }) => event.kind)).not.toContain('reflector.list');
    expect(podsOf(await record(scenario, { lines: false }))).toBeGreaterThan(0);
  });
});
