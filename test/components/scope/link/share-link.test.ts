import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { checkEntry, decodeMoment, encodeMoment } from '../../../../src/components/scope/link/share-link.ts';
import type { Act } from '../../../../src/runtime/stage/acts.ts';

const acts: readonly Act[] = [
  { kind: 'scale', namespace: 'default', name: 'web', replicas: 8 },
  { kind: 'scale', resource: 'deployments', namespace: 'default', name: 'web', replicas: 8 },
  { kind: 'delete', resource: 'pods', namespace: 'default', name: 'web-x', gracePeriodSeconds: 0 },
  { kind: 'fail', namespace: 'default', name: 'web-x' },
  {
    kind: 'relabel',
    resource: 'pods',
    namespace: 'default',
    name: 'web-x',
    labels: { app: 'débug', old: null },
  },
  { kind: 'apply', object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'lone' } } },
  { kind: 'cut-watch', program: 'kube-controller-manager', resource: 'pods', forMs: 900 },
  { kind: 'delay-watch', program: 'kube-controller-manager', resource: 'pods', delayMs: 0 },
  { kind: 'lose-event', program: 'kube-controller-manager', resource: 'pods', times: 1 },
  { kind: 'refuse', path: '/apis/apps/v1', forMs: 20_000 },
  { kind: 'conflict', resource: 'replicasets', times: 2 },
  { kind: 'partition', program: 'kube-controller-manager-0', forMs: 20_000 },
  { kind: 'pause', program: 'kube-controller-manager-1', forMs: 16_000 },
  { kind: 'skew-clock', program: 'kube-controller-manager', percent: 95, aheadMs: -2000 },
  { kind: 'crash', program: 'kube-controller-manager' },
  { kind: 'terminate', program: 'kube-controller-manager' },
  { kind: 'send-usr2', program: 'kube-scheduler' },
  { kind: 'start', program: 'kube-controller-manager' },
  { kind: 'start', program: 'kube-controller-manager', args: ['--controllers=*,-gc', ''] },
  {
    kind: 'profile',
    program: 'kube-scheduler',
    profile: 'default-scheduler',
    weights: { ImageLocality: 5 },
    without: ['NodeResourcesFit'],
  },
  { kind: 'request', program: 'kube-controller-manager', path: '/healthz?verbose' },
  { kind: 'request', program: 'kube-controller-manager', path: '/metrics', port: 10_252 },
];

test('a moment with every kind of act survives the way through a link', () => {
  const moment = {
    scenario: 'controllers/replicaset#slow-cache',
    seed: 3,
    entry: 412,
    acts: acts.map((act, step) => ({ step, act })),
  };
  const link = encodeMoment(moment);
  expect(link).toMatch(/^#scope=[A-Za-z0-9_-]+$/);
  expect(decodeMoment(link)).toEqual([moment, undefined]);
});

test('changed numbers survive, with edits and without', () => {
  const moment = {
    scenario: 'controller-manager/leader-election',
    seed: 393,
    entry: 12,
    acts: [],
    changed: { '--leader-elect-lease-duration': 20, 'delay of the watch of pods': 0.5 },
  };
  expect(decodeMoment(encodeMoment(moment))).toEqual([moment, undefined]);
  const edited = { ...moment, packed: 'abc' };
  expect(decodeMoment(encodeMoment(edited))).toEqual([edited, undefined]);
});

test('any seed, step and choice of acts survives', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(...acts)), { maxLength: 20 }),
      (seed, entry, chosen) => {
        const moment = {
          scenario: 'playground/scaling',
          seed,
          entry,
          acts: chosen.map(([step, act]) => ({ step, act })),
        };
        expect(decodeMoment(encodeMoment(moment))[0]).toEqual(moment);
      },
    ),
  );
});

test('a fragment that is not ours is left alone', () => {
  expect(decodeMoment('#what-wakes-it')).toEqual([undefined, undefined]);
  expect(decodeMoment('')).toEqual([undefined, undefined]);
});

describe('a bad link', () => {
  const link = (value: unknown): string =>
    `#scope=${Buffer.from(JSON.stringify(value)).toString('base64url')}`;
  const withAct = (act: unknown): string => link([1, 'a/b', 1, 0, [act]]);
  const start = 'This link does not lead to a moment: ';
  const end = '; ask for the link again, or start from the beginning.';
  const cases: readonly (readonly [string, string, string])[] = [
    [
      'nothing behind the sign',
      '#scope=',
      'expected a moment behind "#scope=", found nothing; copy the whole link.',
    ],
    [
      'a strange letter',
      '#scope=abc%20d',
      'expected only letters, digits, "-" and "_", found "%"; copy the whole link and nothing else.',
    ],
    [
      'cut off',
      link([1, 'a/b', 1, 0, []]).slice(0, -7),
      'expected a whole link, found one that is cut off or changed; copy the whole link and nothing else.',
    ],
    [
      'far too long',
      `#scope=${'A'.repeat(20_001)}`,
      'expected at most 20000 characters, found 20001; share fewer acts.',
    ],
    [
      'acts nested deeper than a stack',
      `#scope=${Buffer.from(`[1,"a/b",1,0,[${'['.repeat(5000)}${']'.repeat(5000)}]]`).toString('base64url')}`,
      `expected act 1 to be a step and an act, found something nested too deep${end}`,
    ],
    [
      'an object nested deeper than any manifest',
      `#scope=${Buffer.from(`[1,"a/b",1,0,[[1,{"kind":"apply","object":${'{"a":'.repeat(201)}1${'}'.repeat(201)}}]]]`).toString('base64url')}`,
      `expected object of act 1, apply, to be an object of at most 200 levels, found ${'{"a":'.repeat(11)}{"a"…${end}`,
    ],
    [
      'numbers that are a list',
      link([1, 'a/b', 1, 0, [], null, [20]]),
      `expected changed numbers by their names, found [20]${end}`,
    ],
    ['no numbers', link([1, 'a/b', 1, 0, [], null, {}]), `expected one to 20 changed numbers, found 0${end}`],
    [
      'too many numbers',
      link([
        1,
        'a/b',
        1,
        0,
        [],
        null,
        Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`n${i}`, i])),
      ]),
      `expected one to 20 changed numbers, found 21${end}`,
    ],
    [
      'a number that is a text',
      link([1, 'a/b', 1, 0, [], null, { BurstReplicas: '5' }]),
      `expected BurstReplicas to be a number, found "5"${end}`,
    ],
    [
      'not a list',
      link({ a: 1 }),
      `expected a list of five: version, scenario, seed, step, acts, found {"a":1}${end}`,
    ],
    [
      'another version',
      link([2, 'a/b', 1, 0, []]),
      'expected version 1 of the link, found 2; reload the page, which may be older than the link.',
    ],
    [
      'no scenario',
      link([1, '<img src=x>', 1, 0, []]),
      `expected the id of a scenario such as controllers/replicaset, found "<img src=x>"${end}`,
    ],
    [
      'a seed that is none',
      link([1, 'a/b', -1, 0, []]),
      `expected a seed that is a whole number from 0, found -1${end}`,
    ],
    [
      'a step that is none',
      link([1, 'a/b', 1, 1.5, []]),
      `expected a step that is a whole number from 0, found 1.5${end}`,
    ],
    ['acts that are none', link([1, 'a/b', 1, 0, 'x']), `expected a list of acts, found "x"${end}`],
    [
      'too many acts',
      link([1, 'a/b', 1, 0, Array(201).fill(0)]),
      'expected at most 200 acts, found 201; share fewer acts.',
    ],
    [
      'an act without a step',
      withAct({ kind: 'crash' }),
      `expected act 1 to be a step and an act, found {"kind":"crash"}${end}`,
    ],
    [
      'a step of an act that is none',
      withAct(['now', {}]),
      `expected the step of act 1 to be a whole number from 0, found "now"${end}`,
    ],
    [
      'an act that is none',
      withAct([1, null]),
      `expected act 1 to be an object with a kind, found null${end}`,
    ],
    [
      'a kind with a slip',
      withAct([1, { kind: 'scael' }]),
      `expected the kind of act 1 to be one that is known, perhaps "scale", found "scael"${end}`,
    ],
    [
      'a kind from the prototype',
      withAct([1, { kind: 'toString' }]),
      `expected the kind of act 1 to be one of pause, skew-clock, crash, terminate, send-usr2, start, request, delete, relabel, apply, cut-watch, delay-watch, lose-event, refuse, conflict, partition, scale, fail, label-node, taint, cordon, add-node, node-pool, profile, found "toString"${end}`,
    ],
    [
      'a field too many',
      withAct([1, { kind: 'crash', program: 'x', sudo: true }]),
      `expected act 1, crash, to have only program, found "sudo"${end}`,
    ],
    [
      'a field too few',
      withAct([1, { kind: 'crash' }]),
      `expected program of act 1, crash, to be a text, found nothing${end}`,
    ],
    [
      'a field of another type',
      withAct([1, { kind: 'conflict', resource: 'pods', times: '2' }]),
      `expected times of act 1, conflict, to be a whole number from 0, found "2"${end}`,
    ],
    [
      'a command line that is one text',
      withAct([1, { kind: 'start', program: 'x', args: '--help' }]),
      `expected args of act 1, start, to be a list of texts, found "--help"${end}`,
    ],
    [
      'a weight that is none',
      withAct([1, { kind: 'profile', program: 'x', profile: 'y', weights: { A: -1 }, without: [] }]),
      `expected weights of act 1, profile, to be whole numbers from 0 by name, found {"A":-1}${end}`,
    ],
    [
      'a path of nowhere',
      withAct([1, { kind: 'request', program: 'x', path: 'https://example.org/' }]),
      `expected path of act 1, request, to be a path that begins with /, found "https://example.org/"${end}`,
    ],
    [
      'a clock that is off by a part of a ms',
      withAct([1, { kind: 'skew-clock', program: 'x', percent: 100, aheadMs: -0.5 }]),
      `expected aheadMs of act 1, skew-clock, to be a whole number, found -0.5${end}`,
    ],
    [
      'labels that are none',
      withAct([1, { kind: 'relabel', resource: 'pods', namespace: 'a', name: 'b', labels: { a: 1 } }]),
      `expected labels of act 1, relabel, to be labels: texts by name, found {"a":1}${end}`,
    ],
  ];

  test.each(cases)('%s', (_name, fragment, message) => {
    const [moment, problem] = decodeMoment(fragment);
    expect(moment).toBeUndefined();
    expect(problem?.message).toBe(start + message);
  });

  test.each<[string, object, boolean]>([
    ['a label', { kind: 'label-node', node: 'a', labels: { b: null }, overwrite: true }, true],
    ['taints', { kind: 'taint', node: 'a', taints: ['k-'] }, true],
    ['no taints', { kind: 'taint', node: 'a' }, false],
    ['a cordon', { kind: 'cordon', node: 'a', unschedulable: false }, true],
    ['a cordon that is neither', { kind: 'cordon', node: 'a', unschedulable: 'yes' }, false],
    ['a node', { kind: 'add-node', node: 'a', allocatable: { cpu: '4' }, taints: [] }, true],
    ['a pool', { kind: 'node-pool', nodes: 250 }, true],
    ['a pool of less than nothing', { kind: 'node-pool', nodes: -1 }, false],
    ['a node with a number for room', { kind: 'add-node', node: 'a', allocatable: { cpu: 4 } }, false],
  ])('what is done to nodes: %s', (_name, act, good) => {
    const [moment] = decodeMoment(withAct([1, act]));
    expect(moment?.acts).toEqual(good ? [{ step: 1, act }] : undefined);
  });

  test('a step behind the end', () => {
    expect(checkEntry(500, 500)?.message).toBe(
      'This link does not lead to a moment: expected a step before 500, where this run ends, found 500; the run is shown from its start.',
    );
    expect(checkEntry(499, 500)).toBeUndefined();
  });
});
