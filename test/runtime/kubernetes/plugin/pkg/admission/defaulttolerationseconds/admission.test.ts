import type { Toleration } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newDefaultTolerationSeconds } from '../../../../../../../src/runtime/kubernetes/plugin/pkg/admission/defaulttolerationseconds/admission.ts';
import { attributesOf, clusterOf } from '../attributes.ts';

const exists = (key: string, tolerationSeconds: number, effect?: string): Toleration => ({
  key,
  operator: 'Exists',
  ...(effect ? { effect } : {}),
  tolerationSeconds,
});
const notReady = (seconds: number): Toleration =>
  exists('node.kubernetes.io/not-ready', seconds, 'NoExecute');
const unreachable = (seconds: number): Toleration =>
  exists('node.kubernetes.io/unreachable', seconds, 'NoExecute');
const foo: Toleration = { key: 'foo', operator: 'Equal', value: 'bar', effect: 'NoSchedule' };
const anyEffect = exists('node.kubernetes.io/unreachable', 700);
const wildcard: Toleration = { operator: 'Exists', tolerationSeconds: 700 };

const plugin = newDefaultTolerationSeconds(clusterOf([]));

describe('TestForgivenessAdmission', () => {
  test.each<[name: string, asked: Toleration[] | undefined, expected: Toleration[]]>([
    ['pod has no tolerations, expect both', undefined, [notReady(300), unreachable(300)]],
    ['pod has others, expect both behind them', [foo], [foo, notReady(300), unreachable(300)]],
    ['pod tolerates not-ready, expect unreachable', [notReady(700)], [notReady(700), unreachable(300)]],
    ['pod tolerates unreachable, expect not-ready', [unreachable(700)], [unreachable(700), notReady(300)]],
    [
      'pod tolerates both, expect no change',
      [notReady(700), unreachable(700)],
      [notReady(700), unreachable(700)],
    ],
    ['pod tolerates every effect of unreachable', [anyEffect], [anyEffect, notReady(300)]],
    ['pod has wildcard toleration, expect no change', [wildcard], [wildcard]],
  ])('%s', (_name, tolerations, expected) => {
    for (const operation of ['create', 'update'] as const) {
      const attributes = attributesOf(operation, 'pods', { spec: tolerations ? { tolerations } : {} });
      // Asked twice, it adds once.
      for (let i = 0; i < 2; i++) expect(plugin.admit?.(attributes)).toBeUndefined();
      expect((attributes.object as unknown as Pod).spec?.tolerations).toEqual(expected);
    }
  });

  test('deletions, subresources and other kinds stay as they are', () => {
    for (const attributes of [
      attributesOf('delete', 'pods', { spec: {} }),
      attributesOf('update', 'pods', { spec: {} }, { subresource: 'status' }),
      attributesOf('create', 'replicasets', { spec: {} }),
    ]) {
      plugin.admit?.(attributes);
      expect((attributes.object as unknown as Pod).spec).toEqual({});
    }
  });
});
