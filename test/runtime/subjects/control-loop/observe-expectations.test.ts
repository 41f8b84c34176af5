import { expect, test } from 'vitest';
import {
  UIDTrackingControllerExpectations,
  expectationsTimeoutMs,
  newControllerExpectations,
  newUIDTrackingControllerExpectations,
} from '../../../../src/runtime/kubernetes/pkg/controller/controller_utils.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { Trace as SimTrace } from '../../../../src/runtime/sim/trace.ts';
import type { Trace } from '../../../../src/runtime/stage/world.ts';
import { observeExpectations } from '../../../../src/runtime/subjects/control-loop/observe-expectations.ts';
import { emptyWorld } from '../../empty-world.ts';

test('what is noted holds as long as the controller lets it hold', () => {
  const sim = new Sim();
  const trace: Trace = new SimTrace(sim, emptyWorld());
  const expectations = observeExpectations(
    sim,
    trace,
    'replicaset',
    newUIDTrackingControllerExpectations(newControllerExpectations(sim)),
  );
  sim.runFor(1000);
  expectations.setExpectations('default/web', 1, 0);
  const { until = 0 } = mapGet(trace.world.expectations, 'replicaset default/web') ?? {};
  sim.runFor(until - sim.now);
  expect(expectations.satisfiedExpectations('default/web')).toBe(false);
  sim.runFor(1);
  expect(expectations.satisfiedExpectations('default/web')).toBe(true);
});

test('expectations that are too old say since when, and go back to where they were set', () => {
  const sim = new Sim();
  const trace: Trace = new SimTrace(sim, emptyWorld());
  sim.trace = trace as SimTrace;
  const key = 'default/web';
  sim.go(
    'worker',
    (function* () {
      const expectations = observeExpectations(
        sim,
        trace,
        'replicaset',
        new UIDTrackingControllerExpectations(newControllerExpectations(sim)),
      );
      expectations.expectCreations(key, 2);
      trace.stage({ kind: 'program.start', program: 'in time' });
      yield* sim.sleep(expectationsTimeoutMs);
      expectations.satisfiedExpectations(key);
      trace.stage({ kind: 'program.start', program: 'too late' });
      yield* sim.sleep(1);
      expectations.satisfiedExpectations(key);
    })(),
  );
  sim.runUntilIdle();
  const checks = trace.entries.flatMap(({ event, cause, because }) =>
    event.kind === 'expectations.check' ? [[event.why, cause, because]] : [],
  );
  expect(checks).toEqual([
    ['still waiting', 1, { ms: expectationsTimeoutMs, since: 0, on: '', times: 1 }],
    ['expired', 0, { text: 'they were set more than {0} ago', values: [{ ms: 300_000 }] }],
  ]);
});
