import { expect, test } from 'vitest';
import type { Pod } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  configMirrorAnnotationKey,
  configSourceAnnotationKey,
  getPodSource,
  getValidatedSources,
  isCriticalPod,
  isMirrorPod,
  isStaticPod,
  preemptable,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/types/pod_update.ts';

const system = 2_000_000_000;

const podOf = (annotations?: object, priority?: number): Pod =>
  ({
    metadata: { name: 'foo', namespace: 'default', uid: 'u', annotations },
    spec: { priority },
  }) as unknown as Pod;
const from = (source: string, priority?: number): Pod =>
  podOf({ [configSourceAnnotationKey]: source }, priority);
const mirror = podOf({ [configMirrorAnnotationKey]: 'true' });

test.each<[string[], string[] | undefined]>([
  [[''], []],
  [
    ['file', 'api'],
    ['file', 'api'],
  ],
  [['*'], ['file', 'http', 'api']],
  [['unknown'], undefined],
  [['file', 'unknown'], undefined],
])('TestGetValidatedSources: %j', (sources, want) => {
  const [validated, err] = getValidatedSources(sources);
  expect(validated).toEqual(want);
  expect(err?.message).toBe(want ? undefined : 'unknown pod source "unknown"');
});

test('TestGetPodSource', () => {
  expect(getPodSource(from('host-ipc-sources'))).toEqual(['host-ipc-sources', undefined]);
  expect(getPodSource(podOf())).toEqual([undefined, new Error('cannot get source of pod "u"')]);
});

test.each([
  ['from a file', from('file'), false, true, true],
  ['from a server of files', from('http'), false, true, true],
  ['from the API server', from('api'), false, false, false],
  ['a mirror', mirror, true, false, true],
  ['of the priority of the system', podOf(undefined, system), false, false, true],
  ['of a greater priority', podOf(undefined, system + 1000), false, false, true],
  ['of the greatest priority that a user can define', podOf(undefined, 1_000_000_000), false, false, false],
  ['of no source', podOf(), false, false, false],
])('a pod %s: mirror, static, critical', (_, pod, isMirror, isStatic, isCritical) => {
  expect([isMirrorPod(pod), isStaticPod(pod), isCriticalPod(pod)]).toEqual([isMirror, isStatic, isCritical]);
});

test.each<[string, Pod, Pod, boolean]>([
  ['a critical pod before another', from('file'), podOf(), true],
  ['the greater priority of two critical ones', from('file', system + 1), from('file', system), true],
  ['a greater priority before a critical pod', from('api', system + 1), from('file', system), true],
  ['not the lesser priority', from('file', system), from('file', system + 1), false],
  ['neither of two critical ones without a priority', from('file'), from('file'), false],
  ['neither of two of the same priority', from('file', system), from('file', system), false],
])('TestPreemptable: %s', (_, preemptor, preemptee, want) => {
  expect(preemptable(preemptor, preemptee)).toBe(want);
});
