import type { Taint } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import type { Node } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { updateTaints } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/kubectl/pkg/cmd/taint/taint.ts';
import { parseTaints } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/kubectl/pkg/cmd/taint/utils.ts';

const taint = (key: string, value: string | undefined, effect: string): Taint => ({
  key,
  ...(value ? { value } : {}),
  effect,
});
const nodeWith = (...taints: Taint[]): Node =>
  ({ kind: 'Node', apiVersion: 'v1', metadata: { name: 'node-name' }, spec: { taints } }) as Node;

describe('TestParseTaints', () => {
  test.each<[string, string[], string]>([
    ['nothing', [''], 'invalid taint spec: , name part must be non-empty'],
    ['no effect', ['foo'], 'invalid taint spec: foo'],
    ['a value, but no effect', ['foo=bar'], 'invalid taint spec: foo=bar'],
    ['two colons', ['foo=abc:NoSchedule:x'], 'invalid taint spec: foo=abc:NoSchedule:x'],
    ['two values', ['foo=abc=xyz:NoSchedule'], 'invalid taint spec: foo=abc=xyz:NoSchedule'],
    [
      'an effect that is none, to set',
      ['foo=abc:invalid_effect'],
      'invalid taint effect: invalid_effect, unsupported taint effect',
    ],
    [
      'an effect that is none, to take away',
      ['foo:invalid_effect-'],
      'invalid taint effect: invalid_effect, unsupported taint effect',
    ],
    [
      'the same twice',
      ['foo=bar:NoSchedule', 'foo=barz:NoSchedule'],
      'duplicated taints with the same key and effect: {foo barz NoSchedule <nil>}',
    ],
  ])('invalid spec: %s', (_name, spec, message) => {
    expect(parseTaints(spec)[2]?.message).toContain(message);
  });

  test('add taints and delete taints', () => {
    const add = [
      'foo=abc:NoSchedule',
      'bar=abc:NoSchedule',
      'baz:NoSchedule',
      'qux:NoSchedule',
      'foobar=:NoSchedule',
    ];
    const remove = ['foo:NoSchedule-', 'bar:NoSchedule-', 'qux=:NoSchedule-', 'dedicated-'];
    expect(parseTaints([...add, ...remove])).toEqual([
      [
        taint('foo', 'abc', 'NoSchedule'),
        taint('bar', 'abc', 'NoSchedule'),
        taint('baz', '', 'NoSchedule'),
        taint('qux', '', 'NoSchedule'),
        taint('foobar', '', 'NoSchedule'),
      ],
      [
        { key: 'foo', effect: 'NoSchedule' },
        { key: 'bar', effect: 'NoSchedule' },
        { key: 'qux', effect: 'NoSchedule' },
        { key: 'dedicated' },
      ],
      undefined,
    ]);
  });
});

describe('TestTaint', () => {
  const dedicated = taint('dedicated', 'namespaceA', 'NoSchedule');
  const dedicatedSoft = taint('dedicated', 'namespaceA', 'PreferNoSchedule');
  const foo = taint('foo', 'bar', 'NoSchedule');
  test.each<[string, Taint[], string[], Taint[] | string, boolean?]>([
    ['taints a node with effect NoSchedule', [], ['foo=bar:NoSchedule'], [foo]],
    [
      'taints a node with effect PreferNoSchedule',
      [],
      ['foo=bar:PreferNoSchedule'],
      [taint('foo', 'bar', 'PreferNoSchedule')],
    ],
    [
      'update an existing taint on the node, change the value from bar to barz',
      [foo],
      ['foo=barz:NoSchedule'],
      [taint('foo', 'barz', 'NoSchedule')],
      true,
    ],
    [
      'taints a node with two taints',
      [],
      ['dedicated=namespaceA:NoSchedule', 'foo=bar:PreferNoSchedule'],
      [dedicated, taint('foo', 'bar', 'PreferNoSchedule')],
    ],
    [
      'node has two taints with the same key but different effect, remove one of them by indicating exact key and effect',
      [dedicated, dedicatedSoft],
      ['dedicated:NoSchedule-'],
      [dedicatedSoft],
    ],
    [
      'node has two taints with the same key but different effect, remove all of them with wildcard',
      [dedicated, dedicatedSoft],
      ['dedicated-'],
      [],
    ],
    [
      'node has two taints, update one of them and remove the other',
      [dedicated, foo],
      ['dedicated=namespaceA2:NoSchedule', 'foo:NoSchedule-'],
      [taint('dedicated', 'namespaceA2', 'NoSchedule')],
      true,
    ],
    ['new taints stand before those that stay', [dedicated], ['foo=bar:NoSchedule'], [foo, dedicated]],
    [
      "can't update existing taint on the node, since 'overwrite' flag is not set",
      [foo],
      ['foo=bar:NoSchedule'],
      'node node-name already has foo taint(s) with same effect(s) and --overwrite is false',
    ],
    ['delete non-exist taint', [foo], ['bar-'], 'taint "bar" not found'],
    [
      'delete several of which none is there',
      [],
      ['bar-', 'foo:NoExecute-'],
      '[taint "bar" not found, taint "foo:NoExecute" not found]',
    ],
    [
      'set and take away at once',
      [],
      ['foo=bar:NoSchedule', 'foo-'],
      'can not both modify and remove the following taint(s) in the same command: {"foo":""}',
    ],
  ])('%s', (_name, before, typed, expected, overwrite = false) => {
    const [taints, err] = updateTaints(nodeWith(...before), typed, overwrite);
    expect(err?.message ?? taints).toEqual(expected);
  });
});
