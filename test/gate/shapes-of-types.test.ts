import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Recording } from '../../src/recording/recording.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import type { Shapes } from '../../src/gate/shape.ts';
import { admit } from '../../src/gate/admit.ts';
import { shapesOfType } from '../../src/gate/shapes-of-types.ts';
import { fingerprint } from '../../src/recording/fingerprint.ts';
import { filesOf, record } from '../../src/recording/record.ts';
import { root } from '../tidy/files.ts';

const types = join(root, 'test/gate/types.ts');

describe('a type', () => {
  test.each([
    ['Text', ['text']],
    ['Words', [{ values: ['a', 'b'] }]],
    ['Maybe', [{ either: [1, 2] }, 'undefined', 'number']],
    ['YesOrNo', [{ fields: { yes: 1 }, may: {} }, 'boolean']],
    ['Anything', ['data']],
    ['Pair', [{ tuple: [1, 2] }, 'text', 'number']],
    ['Named', [{ map: 3 }, 'text', 'number', { tuple: [1, 2] }]],
    ['Many', [{ set: 1 }, 'text']],
    ['Bytes', [{ numbers: 'Uint8Array' }]],
    ['Labels', [{ record: 1 }, 'text']],
    ['Never', [{ values: [] }]],
    ['Chain', [{ fields: { name: 1 }, may: { next: 2 } }, 'text', { either: [3, 0] }, 'undefined']],
    ['Both', [{ fields: { a: 1, b: 2 }, may: {} }, 'text', 'number']],
    ['Box', [{ fields: { of: 1 }, may: {} }, { fields: { of: 2 }, may: {} }, 'number']],
  ])('%s is read as it is declared', (name, expected) => {
    expect(shapesOfType(types, name)).toEqual(expected);
  });

  test.each([
    ['Call', 'Call.call: expected what a message can hold, found () => void'],
    ['Large', 'Large: expected what a message can hold, found bigint'],
    ['Absent', 'to export a type Absent, found none; write its name as it is there'],
  ])('%s cannot be sent, and the build says so', (name, says) => {
    expect(() => shapesOfType(types, name)).toThrow(says);
  });
});

describe('the types of what workers say', { timeout: 120_000 }, () => {
  let shapes: Shapes;
  beforeAll(() => {
    shapes = shapesOfType(join(root, 'src/components/scope/recorder/messages.ts'), 'RunReply');
  }, 120_000);

  const passed = (recording: Recording, { title, view, offers, plane, ...scenario }: Scenario): Recording => {
    const shows = filesOf({ title, ...scenario });
    const reply = { id: 1, value: { recording, title, shows, view, offers, plane } };
    const { value } = admit(structuredClone(reply), shapes) as typeof reply;
    return value.recording;
  };

  test.each([
    'content/controllers/replicaset/scenario.ts',
    'content/your-own/custom-resource/scenario.ts',
    'content/controller-manager/leader-election/scenario.ts',
    'content/controller-manager/run/scenario.ts',
    'content/machinery/events/scenario.ts',
    'content/scheduler/preemption/scenario.ts',
    'content/scheduler/spreading/scenario.ts',
    'content/scheduler/pod-affinity/scenario.ts',
    'playground/scenarios/scheduler-volumes.ts',
  ])('all runs of %s have their shape, and come through as they were', async (file) => {
    const { scenarios } = (await import(join(root, file))) as { scenarios: readonly Scenario[] };
    for (const scenario of scenarios) {
      const recording = await record(scenario);
      expect(fingerprint(passed(recording, scenario))).toBe(fingerprint(recording));
    }
  });
});
