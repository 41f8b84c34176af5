import { expect, test } from 'vitest';
import { fingerprint } from '../../src/recording/fingerprint.ts';
import { recordOn } from '../../src/recording/record.ts';
import { transcript } from '../../src/recording/transcript.ts';
import { pod } from '../../src/runtime/subjects/api/objects.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import { mapEntries } from '../../src/runtime/sim/pmap.ts';
import { plane } from '../runtime/stage/sample-plane.ts';

/** All that a plane can have: replicas, command lines, tables, a path that is served, and everything that can be done to a program. */
const scenario: Scenario = {
  id: 'test/sample-plane',
  title: 'Two counters',
  summary: 'Two programs count pods; one is cut off, the other stands still.',
  seed: 1,
  settings: { replicas: 2, args: { 'pod-counter-0': ['--every=900'] }, idle: ['pod-counter-1'] },
  view: 'stage/programs',
  offers: ['crash', 'start-with', 'partition', 'pause', 'skew-clock', 'terminate', 'request'],
  shows: [],
  endsAtMs: 20_000,
  *story(user) {
    yield* user.sleep(500);
    user.act({ kind: 'start', program: 'pod-counter-1', args: ['--every=1000', '--port=81'] });
    user.act({ kind: 'partition', program: 'pod-counter-0', forMs: 1000 });
    user.act({ kind: 'apply', object: pod('a', {}) });
    yield* user.sleep(800);
    user.act({ kind: 'skew-clock', program: 'pod-counter-1', percent: 200, aheadMs: -1000 });
    user.act({ kind: 'request', program: 'pod-counter-0', path: '/count' });
    yield* user.sleep(700);
    user.act({ kind: 'pause', program: 'pod-counter-1', forMs: 700 });
    user.act({ kind: 'request', program: 'pod-counter-1', path: '/', port: 81 });
    user.act({ kind: 'request', program: 'pod-counter-1', path: '/', port: 80 });
    yield* user.sleep(800);
    user.act({ kind: 'terminate', program: 'pod-counter-0' });
    user.act({ kind: 'crash', program: 'pod-counter-1' });
    yield* user.sleep(100);
    user.act({ kind: 'start', program: 'pod-counter-0', args: ['--every=soon'] });
    yield* user.sleep(100);
  },
};

const play = () => recordOn(plane, scenario);

test('two replicas of a program of a plane, told to the last word', () => {
  expect(transcript(play()).split('\n')).toEqual([
    '   0 ms  timer                         The API server stores namespace default (revision 1), which kube-apiserver creates',
    '   0 ms  timer                         The API server stores namespace kube-system (revision 2), which kube-apiserver creates',
    '   0 ms  timer                         pod-counter-0 starts with --every=900',
    '   0 ms  pod-counter-0                 pod-counter-0 has read its command line',
    '   0 ms  pod-counter-0/pods/list       pod-counter-0 asks the API server to list pods',
    '   4 ms  pod-counter-0/pods/reflector  The reflector of pod-counter-0 lists 0 pods at revision 2',
    '   4 ms  pod-counter-0/pods/reflector  pod-counter-0 asks the API server to watch pods',
    '   6 ms  pod-counter-0/pods/reflector  pod-counter-0 watches pods from revision 2 on',
    ' 100 ms  pod-counter-0                 pod-counter-0 knows 0 pods',
    ' 100 ms  pod-counter-0                 pod-counter-0 counts 0 pods, for the time number 1',
    ' 500 ms  story                         The user starts pod-counter-1 with --every=1000 --port=81',
    ' 500 ms  story                         pod-counter-1 starts with --every=1000 --port=81',
    ' 500 ms  story                         The user cuts pod-counter-0 off from the API server for 1 s',
    ' 500 ms  story                         The user applies Pod default/a',
    ' 500 ms  story                         The API server stores pod default/a (revision 3), which kubectl creates',
    ' 500 ms  pod-counter-1                 pod-counter-1 has read its command line',
    ' 500 ms  pod-counter-1/pods/list       pod-counter-1 asks the API server to list pods',
    ' 504 ms  pod-counter-1/pods/reflector  The reflector of pod-counter-1 lists 1 pod at revision 3',
    ' 504 ms  pod-counter-1/pods/reflector  The DeltaFIFO of pods in pod-counter-1 notes Replaced for pod default/a',
    ' 504 ms  pod-counter-1/pods/reflector  pod-counter-1 asks the API server to watch pods',
    ' 504 ms  pod-counter-1/pods/informer   The informer of pods in pod-counter-1 takes pod default/a from its DeltaFIFO: Replaced',
    ' 504 ms  pod-counter-1/pods/informer   The cache of pods in pod-counter-1 gains pod default/a (revision 3)',
    ' 506 ms  pod-counter-1/pods/reflector  pod-counter-1 watches pods from revision 3 on',
    ' 600 ms  pod-counter-1                 pod-counter-1 knows 1 pods',
    ' 600 ms  pod-counter-1                 pod-counter-1 counts 1 pods, for the time number 1',
    '1000 ms  pod-counter-0                 pod-counter-0 counts 0 pods, for the time number 2',
    '1300 ms  story                         The user sets the clock of pod-counter-1 1 s back, counting 200 ms in 100',
    '1300 ms  story                         The user gets /count of pod-counter-0',
    '1301 ms  pod-counter-0/http            pod-counter-0 answers GET /count with 200: pods 0 (and 1 more line)',
    '1500 ms  timer                         The watch tells pod-counter-0: pod default/a was added (revision 3)',
    '1500 ms  pod-counter-0/pods/reflector  The DeltaFIFO of pods in pod-counter-0 notes Added for pod default/a',
    '1500 ms  pod-counter-0/pods/informer   The informer of pods in pod-counter-0 takes pod default/a from its DeltaFIFO: Added',
    '1500 ms  pod-counter-0/pods/informer   The cache of pods in pod-counter-0 gains pod default/a (revision 3)',
    '1600 ms  pod-counter-1                 pod-counter-1 counts 1 pods, for the time number 2',
    '1900 ms  pod-counter-0                 pod-counter-0 counts 1 pods, for the time number 3',
    '2000 ms  story                         The user lets pod-counter-1 stand still for 700 ms',
    '2000 ms  story                         pod-counter-1 stands still for 700 ms',
    '2000 ms  story                         The user gets :81/ of pod-counter-1',
    '2000 ms  story                         The user gets :80/ of pod-counter-1, which fails: connection refused: nothing of pod-counter-1:80 listens',
    '2700 ms  timer                         pod-counter-1 goes on',
    '2700 ms  pod-counter-1/http            pod-counter-1 answers GET / with 404: not found',
    '2700 ms  pod-counter-1                 pod-counter-1 counts 1 pods, for the time number 3',
    '2800 ms  pod-counter-0                 pod-counter-0 counts 1 pods, for the time number 4',
    '2800 ms  story                         The user sends SIGTERM to pod-counter-0',
    '2800 ms  story                         The user crashes pod-counter-1',
    '2800 ms  story                         pod-counter-1 crashes: all that it held in memory is gone',
    '2800 ms  story                         The watch of pod-counter-1 on pods ends: its program died',
    '2800 ms  pod-counter-0                 pod-counter-0 exits',
    '2800 ms  pod-counter-0                 The watch of pod-counter-0 on pods ends: its program died',
    '2900 ms  story                         The user starts pod-counter-0 with --every=soon',
    '2900 ms  story                         pod-counter-0 starts with --every=soon',
    '2900 ms  pod-counter-0                 pod-counter-0 prints: pod-counter-0: --every takes a number of ms',
    '2900 ms  pod-counter-0                 pod-counter-0 exits: bad command line',
  ]);
});

test('what they held can be looked at, at every moment and in the end', () => {
  const { entries } = play();
  const tablesAt = (at: number): string[] => {
    const { world } = entries.findLast((entry) => entry.at <= at)!;
    return mapEntries(world.tables).map(([key, { rows }]) => {
      const told = rows.map(({ name, cells }) => `${name}=${cells.at(-1)}`).join(' ');
      return `${key}: ${told}`;
    });
  };
  expect(tablesAt(400)).toEqual([
    'pod-counter-0/counter: pods=0 counts=1',
    'pod-counter-0/options: port=8080 everyMs=900',
  ]);
  expect(tablesAt(2100)).toEqual([
    'pod-counter-0/counter: pods=1 counts=3',
    'pod-counter-0/http: 1=GET /count: 200 2=pods 0 3=counts 2',
    'pod-counter-0/options: port=8080 everyMs=900',
    'pod-counter-1/counter: pods=1 counts=2',
    'pod-counter-1/options: port=81 everyMs=1000',
  ]);
  expect(tablesAt(5000)).toEqual([
    'pod-counter-0/options: port=8080 everyMs=NaN',
    'pod-counter-0/output: 1=pod-counter-0: --every takes a number of ms',
  ]);
});

test('played twice it is the same', () => {
  expect(fingerprint(play())).toBe(fingerprint(play()));
});
