import type { ContainerStatus, PodCondition, PodSpec } from 'kubernetes-types/core/v1';
import { expect, test } from 'vitest';
import {
  generateContainersReadyCondition,
  generatePodInitializedCondition,
  generatePodReadyCondition,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/status/generate.ts';

const named = (names: string): { name: string }[] =>
  names
    .split(' ')
    .filter(Boolean)
    .map((name) => ({ name }));

/** The names of containers, and of the conditions that gate the pod. */
const spec = (names: string, gates = ''): PodSpec => ({
  containers: named(names),
  readinessGates: named(gates).map(({ name }) => ({ conditionType: name })),
});

/** Names of containers that are ready, and with a `!` of those that are not. */
const statuses = (names: string): ContainerStatus[] =>
  named(names).map(({ name }) => ({
    name: name.replace('!', ''),
    ready: !name.startsWith('!'),
    image: '',
    imageID: '',
    restartCount: 0,
  }));

/** In words: the status, and where there are any, the reason and the message. */
const told = ({ status, reason, message }: PodCondition): string =>
  [status, reason, message].filter(Boolean).join(' ');

test.each([
  ['', '', 'Running', 'True'],
  ['1', '', 'Running', 'False ContainersNotReady containers with unknown status: [1]'],
  ['1 2', '1 2', 'Running', 'True'],
  ['1 2', '1', 'Running', 'False ContainersNotReady containers with unknown status: [2]'],
  ['1 2', '1 !2', 'Running', 'False ContainersNotReady containers with unready status: [2]'],
  [
    '1 2 3',
    '!1 !2',
    'Running',
    'False ContainersNotReady containers with unknown status: [3], containers with unready status: [1 2]',
  ],
  ['1', '!1', 'Succeeded', 'False PodCompleted'],
])('of containers %j, of which the statuses are %j, in the phase %s', (names, found, phase, want) => {
  const conditions = [
    generateContainersReadyCondition(spec(names), statuses(found), phase),
    generatePodReadyCondition(spec(names), undefined, statuses(found), phase),
  ];
  expect(conditions.map(told)).toEqual([want, want]);
});

test('without statuses nothing is known', () => {
  expect(told(generateContainersReadyCondition(spec('1'), undefined, 'Running'))).toBe(
    'False UnknownContainerStatuses',
  );
  expect(told(generatePodReadyCondition(spec('1'), undefined, undefined, 'Running'))).toBe(
    'False UnknownContainerStatuses',
  );
  expect(
    told(
      generatePodInitializedCondition({ containers: [], initContainers: named('1') }, undefined, 'Running'),
    ),
  ).toBe('False UnknownContainerStatuses');
});

const missing = (gate: string): string =>
  `False ReadinessGatesNotReady corresponding condition of pod readiness gate "${gate}" does not exist.`;
const isFalse = (gate: string): string =>
  `False ReadinessGatesNotReady the status of pod readiness gate "${gate}" is not "True", but False`;

test.each<[string, string, string]>([
  ['a', '', missing('a')],
  ['a', 'a=False', isFalse('a')],
  ['a', 'a=True', 'True'],
  ['a b', 'a=True', missing('b')],
  ['a b', 'a=True b=False', isFalse('b')],
  ['a b', 'a=True b=True', 'True'],
])('gates %j with the conditions %j', (gates, conditions, want) => {
  const given = named(conditions).map(({ name }) => {
    const [type = '', status = ''] = name.split('=');
    return { type, status } as PodCondition;
  });
  expect(told(generatePodReadyCondition(spec('', gates), given, [], 'Running'))).toBe(want);
});

test('a container that is not ready goes before gates', () => {
  const given = [{ type: 'a', status: 'True' }] as PodCondition[];
  expect(told(generatePodReadyCondition(spec('1', 'a'), given, statuses('!1'), 'Running'))).toBe(
    'False ContainersNotReady containers with unready status: [1]',
  );
});

test.each([
  ['', '', 'Running', 'True', undefined],
  ['1', '', 'Running', 'False', 'ContainersNotInitialized'],
  ['1 2', '1 2', 'Running', 'True', undefined],
  ['1 2', '1', 'Running', 'False', 'ContainersNotInitialized'],
  ['1 2', '1 !2', 'Running', 'False', 'ContainersNotInitialized'],
  ['1', '1', 'Succeeded', 'True', 'PodCompleted'],
])(
  'of init containers %j, of which the statuses are %j, in the phase %s',
  (names, found, phase, status, why) => {
    const of = { containers: [], initContainers: named(names) };
    const condition = generatePodInitializedCondition(of, statuses(found), phase);
    expect([condition.status, condition.reason]).toEqual([status, why]);
  },
);
