import { describe, expect, test } from 'vitest';
import { parseSelector } from '../../src/recording/selector.ts';
import { select, selectorOf } from '../../src/recording/select.ts';
import { toyRun } from './sample.ts';

const run = toyRun(3);

describe('select', () => {
  test.each([
    ['act', 0],
    ['act scale default/web', 0],
    ['act act.replicas=3', 0],
    ['workqueue.add default/web', 2],
    ['workqueue.add web', 2],
    ['workqueue.*', 2],
    ['last workqueue.*', 7],
    ['workqueue.get worker-1', 3],
    ['workqueue.get worker=*/worker-1', 3],
    ['store.write create pods', 4],
    ['store.write create pods #3', 6],
    ['#2 store.write pods', 5],
    ['last store.write', 6],
    ['store.write default/web-*', 4],
    ['store.write revision=3', 5],
    ['store.write object.kind=Pod object.metadata.name=web-2', 5],
    ['store.write at=5', 4],
    ['store.write process=story', 1],
    ['store.write after workqueue.get', 4],
    ['store.write #2 after workqueue.get after act', 5],
    ['* group=kube-controller-manager', 3],
    ['* "default/web"', 0],
  ])('%s is entry %i', (text, index) => {
    expect(select(run, text)).toEqual([index, undefined]);
  });

  test('every entry is named by its own selector', () => {
    for (const { index } of run.entries)
      expect(select(run, selectorOf(run, index))).toEqual([index, undefined]);
    expect(run.entries.map(({ index }) => selectorOf(run, index))).toEqual([
      'act scale default/web',
      'store.write create replicasets default/web',
      'workqueue.add replicaset default/web',
      'workqueue.get replicaset default/web replicaset/worker-1',
      'store.write create pods default/web-1',
      'store.write create pods default/web-2',
      'store.write create pods default/web-3',
      'workqueue.done replicaset default/web',
    ]);
  });

  test.each([
    [
      '',
      'selector "": expected an event\'s kind, found nothing; write one such as workqueue.add or store.write',
    ],
    [
      'workqueu.add',
      'selector "workqueu.add": expected an event\'s kind, found workqueu.add; did you mean workqueue.add?',
    ],
    [
      'act after',
      'selector "act after": expected an event\'s kind, found nothing; write one such as workqueue.add or store.write',
    ],
    ['act #0', 'selector "act #0": expected # and a number from 1 on, found #0; write #1 for the first one'],
    [
      'act first #2',
      'selector "act first #2": expected one of first, last and #n, found both first and #2; leave one of them out',
    ],
    [
      'act "scale',
      'selector "act "scale": expected a closing ", found the end; close the quotes, or leave them out',
    ],
    [
      'workqueue.add kye=default/web',
      'selector "workqueue.add kye=default/web": expected a field of workqueue.add ' +
        '(queue, key, merged, at, process, group), found kye; did you mean key?',
    ],
    [
      'workqueue.add key=',
      'selector "workqueue.add key=": expected a value after key=, found nothing; write the value there',
    ],
  ])('%j cannot be read, and the message says why', (text, message) => {
    expect(parseSelector(text)[1]?.message).toBe(message);
    expect(select(run, text)[1]?.message).toBe(message);
  });

  test('an unknown kind far from all others is answered with all of them', () => {
    expect(parseSelector('xyz')[1]?.message).toMatch(
      /^selector "xyz": expected an event's kind, found xyz; write one of act, program\.start, .*, line, .*, sched\.postbind$/,
    );
  });

  test.each([
    [
      'workqueue.add default/web #3',
      'no event matches "workqueue.add default/web #3": expected at least 3, found 1; ' +
        'the nearest that happened are below, use one of them or change the scenario:\n' +
        '  workqueue.add replicaset default/web  (0 ms: The workqueue replicaset takes in default/web)',
    ],
    [
      'store.write delete pods web-2',
      'no event matches "store.write delete pods web-2": expected at least 1, found none; ' +
        'the nearest that happened are below, use one of them or change the scenario:\n' +
        '  store.write create pods default/web-2  (5 ms: The API server stores pod default/web-2 (revision 3), which kube-controller-manager creates)\n' +
        '  store.write create pods default/web-1  (5 ms: The API server stores pod default/web-1 (revision 2), which kube-controller-manager creates)\n' +
        '  store.write create pods default/web-3  (5 ms: The API server stores pod default/web-3 (revision 4), which kube-controller-manager creates)',
    ],
    [
      'watch.event',
      'no event matches "watch.event": expected at least 1, found none; ' +
        'nothing of its kind happened in this run; change the selector or the scenario',
    ],
    [
      'act after last store.write',
      'no event matches "act after last store.write": expected at least 1, found none after that; ' +
        'the nearest that happened are below, use one of them or change the scenario:\n' +
        '  act scale default/web  (0 ms: The user scales ReplicaSet default/web to 3 replicas)',
    ],
  ])('%s does not happen, and the message gives the nearest that did', (text, message) => {
    expect(select(run, text)[1]?.message).toBe(message);
  });
});
