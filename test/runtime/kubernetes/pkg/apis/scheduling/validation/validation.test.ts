import { describe, expect, test } from 'vitest';
import type { PriorityClass } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  validatePriorityClass,
  validatePriorityClassUpdate,
} from '../../../../../../../src/runtime/kubernetes/pkg/apis/scheduling/validation/validation.ts';

const tier1 = (more: object = {}, metadata: object = {}): PriorityClass =>
  ({ metadata: { name: 'tier1', ...metadata }, value: 100, ...more }) as PriorityClass;
const messages = (errs: readonly Error[]): string[] => errs.map(({ message }) => message);
const reserved = (why: string): string =>
  `metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: ${why}`;

describe('TestValidatePriorityClass', () => {
  test.each<[string, PriorityClass, string[]]>([
    ['no description', tier1(), []],
    ['with description', tier1({ value: 200, description: 'Used for the highest priority pods.' }), []],
    ['system node critical', tier1({ value: 2_000_001_000 }, { name: 'system-node-critical' }), []],
    ['the highest of a user', tier1({ value: 1_000_000_000 }), []],
    [
      'with namespace',
      tier1({}, { namespace: 'foo' }),
      ['metadata.namespace: Forbidden: not allowed on this type'],
    ],
    [
      'incorrect value of a system class',
      tier1({ value: 0 }, { name: 'system-node-critical' }),
      [reserved('value of system-node-critical PriorityClass must be 2000001000')],
    ],
    [
      'a system class that is the default',
      tier1({ value: 2_000_000_000, globalDefault: true }, { name: 'system-cluster-critical' }),
      [reserved('globalDefault of system-cluster-critical PriorityClass must be false')],
    ],
    [
      'incorrect system class name',
      tier1({ value: 2_000_001_000 }, { name: 'system-something' }),
      [reserved('system-something is not a known system priority class')],
    ],
    [
      'above what users may',
      tier1({ value: 1_000_000_001 }),
      ['value: Forbidden: maximum allowed value of a user defined priority is 1000000000'],
    ],
    [
      'an unknown policy',
      tier1({ preemptionPolicy: 'Sometimes' }),
      ['preemptionPolicy: Unsupported value: "Sometimes": supported values: "PreemptLowerPriority", "Never"'],
    ],
  ])('%s', (_name, pc, expected) => {
    expect(messages(validatePriorityClass(pc))).toEqual(expected);
  });

  test('invalid name', () => {
    const [error] = validatePriorityClass(tier1({}, { name: 'tier&1' }));
    expect(error?.message).toMatch(/^metadata\.name: Invalid value: "tier&1"/);
  });
});

describe('TestValidatePriorityClassUpdate', () => {
  const version = (resourceVersion: string, more: object = {}): object => ({ resourceVersion, ...more });
  const old = tier1({}, version('1'));
  test.each<[string, PriorityClass, RegExp | undefined]>([
    ['no change', tier1({}, version('2')), undefined],
    ['change description', tier1({ description: 'A different description.' }, version('2')), undefined],
    ['change globalDefault', tier1({ globalDefault: true }, version('2')), undefined],
    ['add namespace', tier1({}, version('2', { namespace: 'foo' })), /metadata\.namespace: Invalid value/],
    ['change name', tier1({}, version('2', { name: 'tier2' })), /metadata\.name: Invalid value/],
    [
      'remove value',
      tier1({ value: undefined }, version('2')),
      /^Value: Forbidden: may not be changed in an update\.$/,
    ],
    [
      'change value',
      tier1({ value: 101 }, version('2')),
      /^Value: Forbidden: may not be changed in an update\.$/,
    ],
    [
      'change policy',
      tier1({ preemptionPolicy: 'Never' }, version('2')),
      /^preemptionPolicy: Invalid value: "Never": field is immutable$/,
    ],
  ])('%s', (_name, pc, expected) => {
    const errs = messages(validatePriorityClassUpdate(pc, old));
    if (expected) expect(errs.join('\n')).toMatch(expected);
    else expect(errs).toEqual([]);
  });
});
