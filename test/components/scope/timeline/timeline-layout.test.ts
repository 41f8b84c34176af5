import { describe, expect, test } from 'vitest';
import {
  indexAt,
  laneOf,
  roughPath,
  tickPath,
  timelineLayout,
  timelineWidth,
} from '../../../../src/components/scope/timeline/timeline-layout.ts';
import { timeText } from '../../../../src/components/base/time-text.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import { indexOf, runOf } from '../sample-recording.ts';

const recording = runOf('controllers/replicaset');
const layout = timelineLayout(recording);

describe('the timeline', () => {
  test('runs from edge to edge and never back', () => {
    const { xs } = layout;
    expect([xs[0], xs.at(-1)]).toEqual([0, timelineWidth]);
    for (let i = 1; i < xs.length; i++) expect(xs[i]).toBeGreaterThanOrEqual(xs[i - 1] as number);
  });

  test('the place of an entry leads back to it', () => {
    for (let i = 0; i < layout.xs.length; i += 13)
      expect(layout.xs[indexAt(layout.xs, layout.xs[i] as number)]).toBe(layout.xs[i]);
    expect([indexAt(layout.xs, -50), indexAt(layout.xs, 5000)]).toEqual([0, recording.entries.length - 1]);
  });

  test('has a lane a part of the cluster, without empty ones', () => {
    expect(layout.lanes.map(({ name }) => name)).toEqual([
      'API server',
      'informers',
      'workqueue',
      'controller',
      'scheduler',
      'kubelets',
      'others',
    ]);
    for (const { ticks } of layout.lanes) for (const alike of ticks) expect(tickPath(alike)).toMatch(/^M/);
  });

  test('shows every act where it was done', () => {
    expect(layout.acts.map(({ text }) => text)).toEqual([
      'apply default/web',
      'scale web → 8',
      'scale web → 4',
      expect.stringMatching(/^relabel web-/),
      expect.stringMatching(/^relabel web-/),
      'delete web',
    ]);
  });

  test('its times are round, in order and apart', () => {
    layout.times.forEach(({ x }, i) =>
      expect(x - (layout.times[i - 1]?.x ?? -70)).toBeGreaterThanOrEqual(70),
    );
    expect(layout.times[0]?.text).toBe('0 ms');
    expect([0, 250, 1000, 1234].map(timeText)).toEqual(['0 ms', '250 ms', '1 s', '1.23 s']);
  });

  test('puts events into the lane of their part', () => {
    const lane = (selector: string): string => {
      const entry = recording.entries[indexOf(recording, selector)];
      return entry ? laneOf(recording, entry) : '';
    };
    expect(lane('store.write')).toBe('api');
    expect(lane('watch.event watch=kube-controller-manager/pods')).toBe('informer');
    expect(lane('watch.event watch=kubelet-stand-in/node-a/pods')).toBe('kubelet');
    expect(lane('workqueue.add')).toBe('queue');
    expect(lane('expectations.check')).toBe('controller');
    expect(lane('api.request program=scheduler*')).toBe('scheduler');
  });

  test('ten thousand entries are drawn with no more marks than there is room for', () => {
    const [entry] = recording.entries;
    const long = {
      ...recording,
      entries: Array.from({ length: 10_000 }, (_, index) => ({ ...entry, index, at: index })),
    } as Recording;
    const marks = timelineLayout(long).lanes.flatMap(({ ticks }) => ticks.map(({ xs }) => xs.length));
    expect(Math.max(...marks)).toBeLessThanOrEqual(2 * timelineWidth + 1);
  });

  test('is drawn roughly in a page as it was built: neighbours are one stroke, and none is lost', () => {
    const rough = (xs: readonly number[]): string => roughPath({ look: 'plain', xs }, 100);
    expect(rough([0, 1, 9, 10, 30, 995, 1000])).toBe('M0 6h2m1 0h1m95 0h1');
    expect(rough([500])).toBe('M0 6m50 0h1');
  });

  test('one entry alone does not divide by nothing', () => {
    const alone = timelineLayout({ ...recording, entries: recording.entries.slice(0, 1) });
    expect([...alone.xs]).toEqual([0]);
  });
});
