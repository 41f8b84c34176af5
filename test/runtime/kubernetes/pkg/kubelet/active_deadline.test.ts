import { expect, test } from 'vitest';
import type { Pod } from '../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newActiveDeadlineHandler } from '../../../../../src/runtime/kubernetes/pkg/kubelet/active_deadline.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';
import { recorderOf } from '../../../../golden/kubelet/recorder.ts';

const message = 'Pod was active on the node longer than the specified deadline';

test.each([
  ['one that is past its deadline', 30, true, true],
  ['one at its deadline', 60, true, true],
  ['one that is not there yet', 120, true, false],
  ['one without a deadline', undefined, true, false],
  ['one that has not started', 30, false, false],
])('TestActiveDeadlineHandler: %s', (_, activeDeadlineSeconds, started, want) => {
  const sim = new Sim();
  const startTime = started ? sim.timestamp(sim.now) : undefined;
  const pod = {
    metadata: { name: 'p', namespace: 'ns', uid: 'u' },
    spec: { containers: [], activeDeadlineSeconds },
    status: {},
  } as unknown as Pod;
  const events: string[] = [];
  const handler = newActiveDeadlineHandler(
    sim,
    { getPodStatus: () => ({ startTime }) },
    recorderOf(({ type, reason, message: text }) => events.push(`${type} ${reason} ${text}`)),
  );
  sim.runFor(60_000);
  expect(handler.shouldSync(pod)).toBe(want);
  expect(handler.shouldEvict(pod)).toEqual(
    want ? { evict: true, reason: 'DeadlineExceeded', message } : { evict: false, reason: '', message: '' },
  );
  expect(events).toEqual(want ? [`Normal DeadlineExceeded ${message}`] : []);
});
