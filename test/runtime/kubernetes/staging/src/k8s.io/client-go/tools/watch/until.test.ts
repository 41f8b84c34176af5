import { describe, expect, test } from 'vitest';
import type { WatchEvent } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/watch.ts';
import { untilWithSync } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/watch/until.ts';
import { background, withTimeout } from '../../../../../../../../../src/runtime/sim/context.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { transcript } from '../../../../../../../sim/transcript.ts';
import { FakeWatch, listOf, listerWatcher } from '../cache/fakes.ts';
import { makePod, podType } from '../cache/support.ts';

/** Waits a second at most on a cluster with a pod at version 10. The log has what the condition saw, and how the waiting ended. */
function wait(
  condition: (event: WatchEvent) => [boolean, Error | undefined],
  feed: (at: (ms: number, act: () => void) => void, watch: FakeWatch) => void = () => undefined,
): { lines: string[]; sim: Sim; watches: FakeWatch[] } {
  const sim = new Sim();
  const { say, lines } = transcript(sim);
  const watches: FakeWatch[] = [];
  const lw = listerWatcher(
    () => listOf('10', makePod('a', '10')),
    ({ resourceVersion }) => {
      say(`watch from ${resourceVersion}`);
      watches.push(watches.length === 0 ? first : new FakeWatch());
      return watches.at(-1) as FakeWatch;
    },
  );
  const first = new FakeWatch();
  sim.go(
    'waiting',
    (function* () {
      const [ctx] = withTimeout(sim, background, 1000);
      const err = yield* untilWithSync(sim, ctx, 'pods', lw, podType, function* ({ type, object }) {
        say(`${type} ${object.metadata.name} ${object.metadata.resourceVersion}`);
        return condition({ type, object });
      });
      say(err?.message ?? 'it holds');
    })(),
  );
  feed((ms, act) => void sim.after(ms, act), first);
  return { lines, sim, watches };
}

describe('untilWithSync', () => {
  test('sees what is there, then each change, until the condition holds', () => {
    const { lines, sim } = wait(
      ({ type }) => [type === 'DELETED', undefined],
      (at, watch) => {
        at(100, () => watch.send('MODIFIED', makePod('a', '11')));
        at(200, () => watch.send('ADDED', makePod('b', '12')));
        at(300, () => watch.send('DELETED', makePod('a', '13')));
      },
    );
    sim.runFor(3000);
    expect(lines).toEqual([
      '    0  watch from 10',
      '    0  ADDED a 10',
      '  100  MODIFIED a 11',
      '  200  ADDED b 12',
      '  300  DELETED a 13',
      '  300  it holds',
    ]);
  });

  test('has an informer of its own while it waits, and none after', () => {
    const { sim, watches } = wait(
      ({ type }) => [type === 'MODIFIED', undefined],
      (at, watch) => at(500, () => watch.send('MODIFIED', makePod('a', '11'))),
    );
    sim.runFor(499);
    const names = () => [...sim.processes.values()].map(({ name }) => name);
    expect(names()).toEqual(expect.arrayContaining(['waiting', 'waiting/informer']));
    expect(watches.map(({ stopped }) => stopped)).toEqual([false]);
    sim.runFor(2000);
    expect(names()).toEqual([]);
    expect(watches.map(({ stopped }) => stopped)).toEqual([true]);
  });

  test('ends with the error of a condition that fails', () => {
    const { lines, sim, watches } = wait(() => [false, new Error('no such thing')]);
    sim.runFor(3000);
    expect(lines).toEqual(['    0  watch from 10', '    0  ADDED a 10', '    0  no such thing']);
    expect(watches.map(({ stopped }) => stopped)).toEqual([true]);
  });

  test('gives up when its context ends', () => {
    const { lines, sim, watches } = wait(() => [false, undefined]);
    sim.runFor(3000);
    expect(lines.at(-1)).toBe(' 1000  timed out waiting for the condition');
    expect(watches.map(({ stopped }) => stopped)).toEqual([true]);
  });

  test('takes a watch up again that broke, where it broke', () => {
    const { lines, sim, watches } = wait(
      ({ object }) => [object.metadata.resourceVersion === '12', undefined],
      (at, watch) => {
        at(100, () => watch.send('MODIFIED', makePod('a', '11')));
        at(200, () => watch.stop());
        at(300, () => watches[1]?.send('MODIFIED', makePod('a', '12')));
      },
    );
    sim.runFor(3000);
    expect(lines).toEqual([
      '    0  watch from 10',
      '    0  ADDED a 10',
      '  100  MODIFIED a 11',
      '  200  watch from 11',
      '  300  MODIFIED a 12',
      '  300  it holds',
    ]);
  });
});
