import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newPriority } from '../../../../../../../src/runtime/kubernetes/plugin/pkg/admission/priority/admission.ts';
import { attributesOf, clusterOf } from '../attributes.ts';

interface Class {
  readonly metadata: { readonly name: string };
  readonly value: number;
  readonly globalDefault?: boolean;
  readonly preemptionPolicy?: string;
}

const priorityClass = (name: string, value: number, more: Partial<Class> = {}): Class => ({
  metadata: { name },
  value,
  ...more,
});
const globalDefault = true;
const default1 = priorityClass('default1', 1000, { globalDefault });
const default2 = priorityClass('default2', 2000, { globalDefault });
const nondefault1 = priorityClass('nondefault1', 2000);
const clusterCritical = priorityClass('system-cluster-critical', 2_000_000_000, { globalDefault });
const never = priorityClass('nopreemptionpolicy', 2000, { globalDefault, preemptionPolicy: 'Never' });
const lower = priorityClass('nopreemptionpolicy', 2000, {
  globalDefault,
  preemptionPolicy: 'PreemptLowerPriority',
});

function admitted(classes: readonly Class[], spec: object): { spec: Pod['spec']; error?: string } {
  const pod = { metadata: { name: 'pod', namespace: 'namespace' }, spec: { containers: [], ...spec } };
  const attributes = attributesOf('create', 'pods', pod);
  const plugin = newPriority(clusterOf(classes));
  const error = plugin.admit?.(attributes);
  // Upstream asks twice too: what has been admitted is admitted again, and stays as it is.
  const once = JSON.stringify(attributes.object);
  if (!error) {
    expect(plugin.admit?.(attributes)).toBeUndefined();
    expect(JSON.stringify(attributes.object)).toBe(once);
  }
  return { spec: (attributes.object as unknown as Pod).spec, ...(error ? { error: error.message } : {}) };
}

describe('TestPriorityClassAdmission', () => {
  test.each([
    ['one default class', [], default1, undefined],
    [
      'more than one default classes',
      [default1],
      default2,
      'priorityclasses "default2" is forbidden: PriorityClass default1 is already marked as default. Only one default can exist',
    ],
    [
      'system name and value are allowed by admission controller',
      [],
      priorityClass('system-test', 1_000_000_001),
      undefined,
    ],
  ])('%s', (_name, existing, added, expected) => {
    const attributes = attributesOf('create', 'priorityclasses', added);
    expect(newPriority(clusterOf(existing)).validate?.(attributes)?.message).toBe(expected);
  });

  test('a class that is the default already may be updated; another one may not become it', () => {
    const plugin = newPriority(clusterOf([default1, nondefault1]));
    expect(plugin.validate?.(attributesOf('update', 'priorityclasses', default1))).toBeUndefined();
    const second = { ...nondefault1, globalDefault };
    expect(plugin.validate?.(attributesOf('update', 'priorityclasses', second))?.status.reason).toBe(
      'Forbidden',
    );
  });
});

describe('TestDefaultPriority', () => {
  const decided = (classes: readonly Class[]): unknown => {
    const { spec } = admitted(classes, {});
    return [spec?.priorityClassName ?? '', spec?.priority];
  };
  test.each([
    ['simple resolution with a default class', [default1], ['default1', 1000]],
    ['no default class', [nondefault1], ['', 0]],
    ['add a default class', [nondefault1, default1], ['default1', 1000]],
    [
      'multiple default classes resolves to the minimum value among them',
      [default2, default1],
      ['default1', 1000],
    ],
    ['delete default priority class', [], ['', 0]],
    ['update default class and remove its global default', [{ ...default1, globalDefault: false }], ['', 0]],
  ])('%s', (_name, classes, expected) => {
    expect(decided(classes)).toEqual(expected);
  });
});

describe('TestPodAdmission', () => {
  const refusal = (text: string): string => `pods "pod" is forbidden: ${text}`;
  const integer = (given: number, computed: number): string =>
    refusal(
      `the integer value of priority (${given}) must not be provided in pod spec; priority admission controller ` +
        `computed ${computed} from the given PriorityClass name`,
    );
  test.each<[name: string, classes: Class[], spec: object, expected: number | string, policy?: string]>([
    ['Pod with priority class', [default1, nondefault1], { priorityClassName: 'default1' }, 1000],
    ['Pod without priority class', [default1], {}, 1000],
    ['pod without priority class and no existing priority class', [], {}, 0, 'PreemptLowerPriority'],
    ['pod without priority class and no default class', [nondefault1], {}, 0, 'PreemptLowerPriority'],
    [
      'pod with a system priority class, in any namespace',
      [clusterCritical],
      { priorityClassName: 'system-cluster-critical' },
      2_000_000_000,
    ],
    [
      'Pod with non-existing priority class',
      [default1, nondefault1],
      { priorityClassName: 'non-existing' },
      refusal('no PriorityClass with name non-existing was found'),
    ],
    [
      'pod with integer priority',
      [],
      { priorityClassName: 'default1', priority: 1000 },
      refusal('no PriorityClass with name default1 was found'),
    ],
    ['pod with another integer than its class', [default1], { priority: 7 }, integer(7, 1000)],
    [
      'pod with priority that matches computed priority',
      [nondefault1],
      { priority: 0 },
      0,
      'PreemptLowerPriority',
    ],
    ['pod with priority that matches default priority', [default2], { priority: 2000 }, 2000],
    [
      'pod with priority that matches resolved priority',
      [clusterCritical],
      { priorityClassName: 'system-cluster-critical', priority: 2_000_000_000 },
      2_000_000_000,
    ],
    [
      'pod with nil preemtpion policy',
      [never],
      { priorityClassName: 'nopreemptionpolicy', priority: 2000 },
      2000,
      'Never',
    ],
    [
      'pod with preemtpion policy that matches resolved preemtpion policy',
      [lower],
      { priorityClassName: 'nopreemptionpolicy', preemptionPolicy: 'PreemptLowerPriority' },
      2000,
      'PreemptLowerPriority',
    ],
    [
      "pod with preemtpion policy that does't matches resolved preemtpion policy",
      [lower],
      { priorityClassName: 'nopreemptionpolicy', preemptionPolicy: 'Never' },
      refusal(
        'the string value of PreemptionPolicy (Never) must not be provided in pod spec; priority admission controller ' +
          'computed PreemptLowerPriority from the given PriorityClass name',
      ),
    ],
  ])('%s', (_name, classes, spec, expected, policy) => {
    const { spec: made, error } = admitted(classes, spec);
    expect(error ?? made?.priority).toBe(expected);
    if (!error) expect(made?.preemptionPolicy).toBe(policy);
  });

  test('an update that says nothing of the priority keeps it', () => {
    const plugin = newPriority(clusterOf([]));
    const old = { metadata: { name: 'pod' }, spec: { priority: 5, preemptionPolicy: 'Never' } };
    const attributes = attributesOf(
      'update',
      'pods',
      { metadata: {}, spec: {} },
      { oldObject: old as never },
    );
    expect(plugin.admit?.(attributes)).toBeUndefined();
    expect((attributes.object as unknown as Pod).spec).toEqual({ priority: 5, preemptionPolicy: 'Never' });
  });

  test('subresources and other kinds are none of its business', () => {
    const plugin = newPriority(clusterOf([]));
    const status = attributesOf('update', 'pods', { spec: {} }, { subresource: 'status' });
    const other = attributesOf('create', 'configmaps', {});
    for (const attributes of [status, other]) {
      expect(plugin.admit?.(attributes)).toBeUndefined();
      expect((attributes.object as unknown as Pod).spec?.priority).toBeUndefined();
    }
  });
});
