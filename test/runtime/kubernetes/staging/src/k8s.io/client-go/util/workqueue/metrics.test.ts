import { beforeEach, describe, expect, test } from 'vitest';
import { DefaultQueueMetrics } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/workqueue/metrics.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { transcript } from '../../../../../../../sim/transcript.ts';

describe('the metrics of a work queue', () => {
  let sim: Sim;
  let lines: string[];
  let metrics: DefaultQueueMetrics<string>;

  beforeEach(() => {
    sim = new Sim();
    const log = transcript(sim);
    lines = log.lines;
    metrics = new DefaultQueueMetrics(sim, (name, value) => log.say(`${name} ${value}`));
  });

  test("follow an item through the queue, with upstream's numbers", () => {
    metrics.add('foo');
    sim.runFor(500);
    metrics.get('foo');
    metrics.add('foo');
    sim.runFor(250);
    metrics.done('foo');
    metrics.get('foo');
    sim.runFor(1000);
    metrics.updateUnfinishedWork();
    metrics.done('foo');
    metrics.updateUnfinishedWork();
    expect(lines).toEqual([
      '    0  adds_total 1',
      '    0  depth 1',
      '  500  depth 0',
      '  500  queue_duration_seconds_count 1',
      '  500  queue_duration_seconds_sum 0.5',
      '  500  adds_total 2',
      '  500  depth 1',
      '  750  work_duration_seconds_count 1',
      '  750  work_duration_seconds_sum 0.25',
      '  750  depth 0',
      '  750  queue_duration_seconds_count 2',
      '  750  queue_duration_seconds_sum 0.75',
      ' 1750  unfinished_work_seconds 1',
      ' 1750  longest_running_processor_seconds 1',
      ' 1750  work_duration_seconds_count 2',
      ' 1750  work_duration_seconds_sum 1.25',
      ' 1750  unfinished_work_seconds 0',
      ' 1750  longest_running_processor_seconds 0',
    ]);
  });

  test('count the time in the queue from the first add, and none for an item that was never added', () => {
    metrics.add('foo');
    sim.runFor(1000);
    metrics.add('foo');
    sim.runFor(1000);
    lines.length = 0;
    metrics.get('foo');
    metrics.get('stranger');
    expect(lines).toEqual([
      ' 2000  depth 1',
      ' 2000  queue_duration_seconds_count 1',
      ' 2000  queue_duration_seconds_sum 2',
      ' 2000  depth 0',
    ]);
  });

  test('count work once: not again when it is done a second time, nor if it was never begun', () => {
    metrics.get('foo');
    sim.runFor(1000);
    metrics.done('foo');
    lines.length = 0;
    metrics.done('foo');
    metrics.done('stranger');
    metrics.updateUnfinishedWork();
    expect(lines).toEqual([' 1000  unfinished_work_seconds 0', ' 1000  longest_running_processor_seconds 0']);
  });

  test('of several items at work tell the sum of their times, and the longest', () => {
    metrics.get('first');
    sim.runFor(3000);
    metrics.get('second');
    sim.runFor(1000);
    metrics.get('third');
    sim.runFor(500);
    lines.length = 0;
    metrics.updateUnfinishedWork();
    metrics.done('first');
    metrics.updateUnfinishedWork();
    expect(lines.filter((line) => !line.includes('work_duration'))).toEqual([
      ' 4500  unfinished_work_seconds 6.5',
      ' 4500  longest_running_processor_seconds 4.5',
      ' 4500  unfinished_work_seconds 2',
      ' 4500  longest_running_processor_seconds 1.5',
    ]);
  });

  test('count retries, and report a value only when it changes', () => {
    metrics.retry();
    metrics.retry();
    metrics.updateUnfinishedWork();
    metrics.updateUnfinishedWork();
    expect(lines).toEqual([
      '    0  retries_total 1',
      '    0  retries_total 2',
      '    0  unfinished_work_seconds 0',
      '    0  longest_running_processor_seconds 0',
    ]);
  });
});
