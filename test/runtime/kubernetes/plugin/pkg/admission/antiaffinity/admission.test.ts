import { describe, expect, test } from 'vitest';
import { newInterPodAntiAffinity } from '../../../../../../../src/runtime/kubernetes/plugin/pkg/admission/antiaffinity/admission.ts';
import { attributesOf, clusterOf } from '../attributes.ts';

const plugin = newInterPodAntiAffinity(clusterOf([]));
const term = (topologyKey: string): object => ({
  labelSelector: { matchExpressions: [{ key: 'security', operator: 'In', values: ['S2'] }] },
  topologyKey,
});
const preferred = [{ weight: 5, podAffinityTerm: term('az') }];
const hostname = 'kubernetes.io/hostname';

describe('TestInterPodAffinityAdmission', () => {
  const podWith = (required: string[], preferredTerms: object[] = []): object => ({
    metadata: { name: 'p' },
    spec: {
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: required.map(term),
          preferredDuringSchedulingIgnoredDuringExecution: preferredTerms,
        },
      },
    },
  });
  test.each<[name: string, pod: object, refused: boolean]>([
    ['empty affinity', { spec: { affinity: {} } }, false],
    ['any key where it is only preferred', podWith([], preferred), false],
    ['the host where it is required, any key where it is preferred', podWith([hostname], preferred), false],
    ['the host where it is required', podWith([hostname]), false],
    ['another key where it is required', podWith([' zone ']), true],
    ['another key among several', podWith([hostname, ' zone ', hostname]), true],
  ])('%s', (_name, pod, refused) => {
    const error = plugin.validate?.(attributesOf('create', 'pods', pod));
    expect(error?.message).toBe(
      refused
        ? 'pods "p" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey  zone  but only key ' +
            'kubernetes.io/hostname is allowed'
        : undefined,
    );
  });

  test('TestOtherResources: subresources and other kinds are none of its business', () => {
    const pod = podWith(['zone']);
    for (const attributes of [
      attributesOf('create', 'replicasets', pod),
      attributesOf('update', 'pods', pod, { subresource: 'eviction' }),
      attributesOf('delete', 'pods', pod),
    ]) {
      expect(plugin.validate?.(attributes)).toBeUndefined();
    }
  });
});
