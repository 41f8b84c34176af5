import { describe, expect, test } from 'vitest';
import type { PodDisruptionBudget } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { getScaledValueFromIntOrPercent } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/intstr/intstr.ts';
import { coreKinds } from '../../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { podDisruptionBudgets } from '../../../../../../src/runtime/kubernetes/pkg/registry/policy/poddisruptionbudget/strategy.ts';
import { Requests } from '../../../staging/src/k8s.io/apiserver/requests.ts';

const resource = 'poddisruptionbudgets';
const cluster = (): Requests => new Requests({ kinds: [...coreKinds, podDisruptionBudgets] });
const budget = (spec: object, more: object = {}): object => ({ metadata: { name: 'pdb' }, spec, ...more });

describe('a disruption budget', () => {
  test('begins without a status of its own, and its spec counts generations', () => {
    const api = cluster();
    const body = budget({ minAvailable: 1 }, { status: { disruptionsAllowed: 5 } });
    const made = api.do<PodDisruptionBudget>('create', resource, { body });
    expect([made.status?.disruptionsAllowed, made.metadata.generation]).toEqual([0, 1]);
    const changed = { ...made, spec: { minAvailable: 2 }, status: { ...made.status, disruptionsAllowed: 5 } };
    const next = api.do<PodDisruptionBudget>('update', resource, { name: 'pdb', body: changed });
    expect([next.status?.disruptionsAllowed, next.metadata.generation]).toEqual([0, 2]);
    // Of two who write its status, the later does not win by accident.
    expect(api.refusal('update', resource, { name: 'pdb', subresource: 'status', body: changed })).toContain(
      '409 Conflict',
    );
  });

  test.each<[string, object, string]>([
    ['both', { minAvailable: 1, maxUnavailable: 1 }, 'minAvailable and maxUnavailable cannot be both set'],
    ['a negative number', { minAvailable: -1 }, 'spec.minAvailable: Invalid value: -1'],
    ['no share', { maxUnavailable: 'half' }, 'a valid percent string must be a numeric string'],
    ['more than all', { minAvailable: '101%' }, 'must not be greater than 100%'],
  ])('is refused with %s', (_what, spec, message) => {
    expect(cluster().refusal('create', resource, { body: budget(spec) })).toContain(message);
  });
});

describe('TestGetScaledValueFromIntOrPercent', () => {
  test.each<[number | string, number, boolean, number | string]>([
    [123, 0, true, 123],
    ['90%', 100, true, 90],
    ['90%', 95, true, 86],
    ['90%', 95, false, 85],
    ['90', 100, true, 'invalid value for IntOrString: invalid type: string is not a percentage'],
    [
      '%',
      100,
      true,
      'invalid value for IntOrString: invalid value "%": strconv.Atoi: parsing "": invalid syntax',
    ],
  ])('%s of %d', (value, total, roundUp, expected) => {
    const [scaled, err] = getScaledValueFromIntOrPercent(value, total, roundUp);
    expect(err?.message ?? scaled).toBe(expected);
  });
});
