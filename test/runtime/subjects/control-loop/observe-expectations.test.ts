import { expect, test } from 'vitest';
import {
  newControllerExpectations,
  newUIDTrackingControllerExpectations,
} from '../../../../src/runtime/kubernetes/pkg/controller/controller_utils.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { observeExpectations } from '../../../../src/runtime/subjects/control-loop/observe-expectations.ts';
import { Trace as SimTrace } from '../../../../src/runtime/sim/trace.ts';
import type { Trace } from '../../../../src/runtime/stage/world.ts';
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
