import { expect, test } from 'vitest';
import { stopsOf } from '../../src/recording/granularity.ts';
import type { Recording } from '../../src/recording/recording.ts';
import { isStandIn } from '../../src/recording/stand-ins.ts';
import type { Event } from '../../src/runtime/stage/events.ts';
import { newSample, object, write } from './sample.ts';

const program = 'scheduler-stand-in';
const pods = { key: 'default/web', revision: 1 } as const;

test.each<[string, boolean, Event]>([
  ['what it does', true, { kind: 'stand-in', program, text: 'binds web', key: 'default/web' }],
  ['that it starts', true, { kind: 'program.start', program }],
  ['what it asks for', true, { kind: 'api.request', program, verb: 'list', resource: 'pods', key: 'pods' }],
  [
    'what its watch tells it',
    true,
    { kind: 'watch.event', watch: `${program}/pods`, type: 'ADDED', ...pods },
  ],
  ['what somebody does to it', false, { kind: 'act', by: 'story', act: { kind: 'crash', program } }],
  [
    'what a watch tells others',
    false,
    { kind: 'watch.event', watch: 'kubelet/pods', type: 'ADDED', ...pods },
  ],
  [
    'what others ask for',
    false,
    { kind: 'api.request', program: 'kubectl', verb: 'list', resource: 'pods', key: 'pods' },
  ],
])('%s: %s', (_what, left, event) => {
  const { trace, recording } = newSample();
  trace.record(event);
  const run: Recording = { ...recording(), standIns: [program] };
  expect(isStandIn(run, run.entries[0]!)).toBe(left);
  expect(stopsOf(run, 'event')).toEqual(left ? [] : [0]);
  expect(stopsOf(run, 'every event')).toEqual([0]);
});

test('what its processes do is its own, but for what it writes', () => {
  const sample = newSample();
  sample.sim.go(
    'binder',
    (function* () {
      sample.trace.record({ kind: 'workqueue.add', queue: 'q', key: 'a', merged: false });
      write(sample, 'pods/default/web', object('Pod', 'web'), program);
      yield* sample.sim.yieldNow();
    })(),
    program,
  );
  sample.sim.runFor(1);
  const run: Recording = { ...sample.recording(), standIns: [program] };
  expect(run.entries.map((entry) => isStandIn(run, entry))).toEqual([true, false]);
});
