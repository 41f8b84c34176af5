import type { Affinity, Taint, Toleration, TopologySpreadConstraint } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import { newPath } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import {
  validateAffinity,
  validateNodeTaints,
  validateTolerations,
  validateTopologySpreadConstraints,
} from '../../../../../../../src/runtime/kubernetes/pkg/apis/core/validation/validation_scheduling.ts';

const messages = (errs: readonly Error[]): string[] => errs.map(({ message }) => message);

describe('TestValidateTolerations', () => {
  const said = (toleration: Toleration): string[] =>
    messages(validateTolerations([toleration], newPath('spec', 'tolerations')));
  test.each<[string, Toleration]>([
    [
      'populate forgiveness tolerations with exists operator',
      { key: 'foo', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 },
    ],
    [
      'populate forgiveness tolerations with equal operator',
      { key: 'foo', operator: 'Equal', value: 'bar', effect: 'NoExecute', tolerationSeconds: 60 },
    ],
    [
      'populate tolerations equal operator',
      { key: 'foo', operator: 'Equal', value: 'bar', effect: 'NoSchedule' },
    ],
    ['populate tolerations exists operator', { operator: 'Exists' }],
    [
      'empty operator is OK for toleration, defaults to Equal',
      { key: 'foo', value: 'bar', effect: 'NoSchedule' },
    ],
    [
      'empty effect is OK for toleration, empty toleration effect means match all taint effects',
      { key: 'foo', operator: 'Equal', value: 'bar' },
    ],
    [
      'negative tolerationSeconds is OK for toleration',
      { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: -2 },
    ],
  ])('%s', (_name, toleration) => {
    expect(said(toleration)).toEqual([]);
  });

  test.each<[string, Toleration, string]>([
    [
      'invalid toleration key',
      { key: 'nospecialchars^=@', operator: 'Equal', value: 'bar', effect: 'NoSchedule' },
      'spec.tolerations[0].key: Invalid value',
    ],
    [
      'invalid toleration operator',
      { key: 'foo', operator: 'In', value: 'bar', effect: 'NoSchedule' },
      'spec.tolerations[0].operator: Unsupported value: "In": supported values: "Equal", "Exists"',
    ],
    [
      "value must be empty when `operator` is 'Exists'",
      { key: 'foo', operator: 'Exists', value: 'bar' },
      "value must be empty when `operator` is 'Exists'",
    ],
    [
      "operator must be 'Exists' when `key` is empty",
      { operator: 'Equal', value: 'bar' },
      'operator must be Exists when `key` is empty',
    ],
    [
      "effect must be 'NoExecute' when `TolerationSeconds` is set",
      { key: 'foo', operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 20 },
      "effect must be 'NoExecute' when `tolerationSeconds` is set",
    ],
    [
      'an effect that is none',
      { key: 'foo', operator: 'Exists', effect: 'Never' },
      'spec.tolerations[0].effect: Unsupported value: "Never"',
    ],
  ])('%s', (_name, toleration, message) => {
    expect(said(toleration).join('\n')).toContain(message);
  });
});

describe('taints of a node', () => {
  const said = (...taints: Taint[]): string[] =>
    messages(validateNodeTaints(taints, newPath('spec', 'taints')));
  const good: Taint = { key: 'GPU', value: 'true', effect: 'NoSchedule' };

  test('are of a key and an effect, and each pair is there once', () => {
    expect(said(good, { ...good, effect: 'NoExecute' })).toEqual([]);
    expect(said({ ...good, key: 'nospecialchars^=@' })[0]).toContain('spec.taints[0].key: Invalid value');
    expect(said({ ...good, value: 'a b' })[0]).toContain('spec.taints[0].value: Invalid value: "a b"');
    expect(said({ ...good, effect: '' })).toEqual(['spec.taints[0].effect: Required value']);
    expect(said({ ...good, effect: 'NoEntry' })[0]).toContain('Unsupported value: "NoEntry"');
    expect(said(good, { ...good, value: 'no' })[0]).toContain('spec.taints[1]: Duplicate value');
  });
});

describe('affinity', () => {
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
  const said = (affinity: object): string[] =>
    messages(validateAffinity(affinity as Affinity, newPath('spec', 'affinity')));
  const nodeWith = (...matchExpressions: object[]): object => ({
    nodeAffinity: { [required]: { nodeSelectorTerms: [{ matchExpressions }] } },
  });
  const path = `spec.affinity.nodeAffinity.${required}.nodeSelectorTerms[0].matchExpressions[0]`;

  test.each<[string, object, string]>([
    [
      'In without values',
      { key: 'a', operator: 'In' },
      `${path}.values: Required value: must be specified when`,
    ],
    [
      'Exists with values',
      { key: 'a', operator: 'Exists', values: ['b'] },
      `${path}.values: Forbidden: may not be specified`,
    ],
    [
      'SCH-28 Gt with two values',
      { key: 'a', operator: 'Gt', values: ['1', '2'] },
      `${path}.values: Required value: must be specified single value when \`operator\` is 'Lt' or 'Gt'`,
    ],
    [
      'an operator that is none',
      { key: 'a', operator: 'Has' },
      `${path}.operator: Invalid value: "Has": not a valid selector operator`,
    ],
    ['a key that is none', { key: '', operator: 'Exists' }, `${path}.key: Invalid value: ""`],
  ])('to nodes: %s', (_name, expression, message) => {
    expect(said(nodeWith(expression)).join('\n')).toContain(message);
  });

  test('to nodes: no term at all; a weight out of range; a field that is not the name', () => {
    expect(said({ nodeAffinity: { [required]: { nodeSelectorTerms: [] } } })[0]).toContain(
      'must have at least one node selector term',
    );
    // An empty term is allowed, and matches nothing.
    expect(said({ nodeAffinity: { [required]: { nodeSelectorTerms: [{}] } } })).toEqual([]);
    expect(said({ nodeAffinity: { [preferred]: [{ weight: 199, preference: {} }] } })[0]).toBe(
      `spec.affinity.nodeAffinity.${preferred}[0].weight: Invalid value: 199: must be in the range 1-100`,
    );
    const matchFields = [{ key: 'metadata.namespace', operator: 'In', values: ['a', 'b'] }];
    expect(said({ nodeAffinity: { [required]: { nodeSelectorTerms: [{ matchFields }] } } })).toEqual([
      expect.stringContaining(
        "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
      ),
      expect.stringContaining('"metadata.namespace": not a valid field selector key'),
    ]);
  });

  test('SCH-33 to pods: the topology key may be any label, but not empty', () => {
    const apart = (topologyKey: string): object => ({ podAntiAffinity: { [required]: [{ topologyKey }] } });
    expect(said(apart('example.com/rack'))).toEqual([]);
    expect(said(apart(''))[0]).toBe(
      `spec.affinity.podAntiAffinity.${required}[0].topologyKey: Required value: can not be empty`,
    );
    const weighted = [{ weight: 0, podAffinityTerm: { topologyKey: 'zone', namespaces: ['No'] } }];
    expect(said({ podAffinity: { [preferred]: weighted } })).toEqual([
      expect.stringContaining('[0].weight: Invalid value: 0: must be in the range 1-100'),
      expect.stringContaining('[0].podAffinityTerm.namespace: Invalid value: "No"'),
    ]);
  });
});

describe('TestValidateTopologySpreadConstraints', () => {
  const zone = { maxSkew: 1, topologyKey: 'k8s.io/zone', whenUnsatisfiable: 'DoNotSchedule' };
  const node = { maxSkew: 2, topologyKey: 'k8s.io/node', whenUnsatisfiable: 'ScheduleAnyway' };
  const { maxSkew: _skew, ...noSkew } = zone;
  const { topologyKey: _key, ...noKey } = zone;
  const { whenUnsatisfiable: _action, ...noAction } = zone;
  const { topologyKey: _other, ...noKeyOfNode } = node;
  const supported = 'supported values: "DoNotSchedule", "ScheduleAnyway"';
  test.each<[string, readonly object[], readonly string[]]>([
    ['all required fields ok', [zone], []],
    ['missing MaxSkew', [noSkew], ['field[0].maxSkew: Invalid value: 0: must be greater than zero']],
    [
      'invalid MaxSkew',
      [{ ...zone, maxSkew: -1 }],
      ['field[0].maxSkew: Invalid value: -1: must be greater than zero'],
    ],
    ['missing TopologyKey', [noKey], ['field[0].topologyKey: Required value: can not be empty']],
    [
      'missing scheduling mode',
      [noAction],
      [`field[0].whenUnsatisfiable: Unsupported value: "": ${supported}`],
    ],
    [
      'unsupported scheduling mode',
      [{ ...zone, whenUnsatisfiable: 'N/A' }],
      [`field[0].whenUnsatisfiable: Unsupported value: "N/A": ${supported}`],
    ],
    ['multiple constraints ok with all required fields', [zone, node], []],
    [
      'multiple constraints missing TopologyKey on partial ones',
      [zone, noKeyOfNode],
      ['field[1].topologyKey: Required value: can not be empty'],
    ],
    [
      'duplicate constraints',
      [zone, { ...zone, maxSkew: 2 }],
      ['field[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{k8s.io/zone, DoNotSchedule}"'],
    ],
    ['the same key with both modes', [zone, { ...zone, whenUnsatisfiable: 'ScheduleAnyway' }], []],
  ])('%s', (_name, constraints, expected) => {
    const given = constraints as readonly TopologySpreadConstraint[];
    expect(messages(validateTopologySpreadConstraints(given, newPath('field')))).toEqual(expected);
  });
});
