import { knownOf } from '../../../../../../accelerator/fast.ts';
import { describe, expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  FilterPlugin,
  ScorePlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import {
  errReasonEnforced,
  errReasonPod,
  newPlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.ts';
import { type Labels, handleOf, newPluginOf, node, pod, scoresOf } from '../handle.ts';
import { nodeInfoOf } from '../volumes.ts';

type Requirement = readonly [key: string, operator: string, ...values: string[]];

const requirements = (list: readonly Requirement[]) =>
  list.map(([key, operator, ...values]) => ({ key, operator, ...(values.length > 0 && { values }) }));
const labelled = (...list: readonly Requirement[]) => ({ matchExpressions: requirements(list) });
const named = (name: string) => ({ matchFields: requirements([['metadata.name', 'In', name]]) });
/** That one of the terms has to match. */
const required = (...nodeSelectorTerms: readonly object[]) => ({
  requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms },
});
const affine = (...terms: readonly object[]) => ({ affinity: { nodeAffinity: required(...terms) } });

const gpu: Requirement = ['GPU', 'Exists'];

describe('TestNodeAffinity', () => {
  const foo = { foo: 'bar' };
  const nvidia = { GPU: 'NVIDIA-GRID-K1' };
  const selector = (nodeSelector: Labels, ...terms: readonly object[]) => ({
    nodeSelector,
    ...(terms.length > 0 && affine(...terms)),
  });
  test.each<[string, object, Labels, boolean]>([
    ['no selector', {}, {}, true],
    ['a selector, and no labels', selector(foo), {}, false],
    ['the same labels', selector(foo), foo, true],
    ['more labels than asked', selector(foo), { ...foo, baz: 'blah' }, true],
    ['fewer labels than asked', selector({ ...foo, baz: 'blah' }), foo, false],
    ['In', affine(labelled(['foo', 'In', 'bar', 'value2'])), foo, true],
    ['In, of other values', affine(labelled(['foo', 'In', 'value1', 'value2'])), foo, false],
    ['Gt', affine(labelled(['kernel-version', 'Gt', '0204'])), { 'kernel-version': '0206' }, true],
    [
      'Gt, of the same',
      affine(labelled(['kernel-version', 'Gt', '0204'])),
      { 'kernel-version': '0204' },
      false,
    ],
    ['Lt', affine(labelled(['kernel-version', 'Lt', '0206'])), { 'kernel-version': '0204' }, true],
    ['NotIn', affine(labelled(['mem-type', 'NotIn', 'DDR', 'DDR2'])), { 'mem-type': 'DDR3' }, true],
    ['Exists', affine(labelled(gpu)), nvidia, true],
    ['DoesNotExist', affine(labelled(['GPU', 'DoesNotExist'])), nvidia, false],
    ['no terms', affine(), foo, false],
    ['a term of nothing', affine(labelled()), foo, false],
    ['no affinity to nodes', { affinity: { nodeAffinity: {} } }, foo, true],
    ['all of a term', affine(labelled(gpu, ['GPU', 'NotIn', 'AMD', 'INTER'])), nvidia, true],
    ['not all of a term', affine(labelled(gpu, ['GPU', 'In', 'AMD', 'INTER'])), nvidia, false],
    [
      'one of several terms',
      affine(labelled(['foo', 'In', 'bar', 'value2']), labelled(['diffkey', 'In', 'wrong'])),
      foo,
      true,
    ],
    ['selector and affinity', selector(foo, labelled(['foo', 'Exists'])), foo, true],
    [
      'affinity, but not the selector',
      selector(foo, labelled(['foo', 'Exists'])),
      { foo: 'barrrrrr' },
      false,
    ],
    [
      'a value that no label can have',
      affine(labelled(['foo', 'NotIn', 'invalid value: ___@#$%^'])),
      foo,
      false,
    ],
    ['the name', affine(named('node')), {}, true],
    ['another name', affine(named('other')), {}, false],
    ['another name, or labels', affine(named('other'), labelled(['foo', 'In', 'bar'])), foo, true],
    [
      'another name, and labels',
      affine({ ...named('other'), ...labelled(['foo', 'In', 'bar']) }),
      foo,
      false,
    ],
    ['the name, and labels', affine({ ...named('node'), ...labelled(['foo', 'In', 'bar']) }), foo, true],
    ['neither name nor labels', affine(named('other'), labelled(['foo', 'In', 'not'])), foo, false],
  ])('%s', (_what, spec, labels, fits) => {
    const plugin = newPluginOf<FilterPlugin>(newPlugin, undefined, handleOf({}));
    const status = plugin.filter(newCycleState(), pod({}, spec), nodeInfoOf(node('node', labels)));
    expect(status?.reasons).toEqual(fits ? undefined : [errReasonPod]);
    expect(status?.code).toBe(fits ? undefined : 'UnschedulableAndUnresolvable');
  });

  test.each<[string, object, string | undefined]>([
    ['node', affine(labelled(['zone', 'In', 'foo'])), undefined],
    ['node', affine(labelled(['zone', 'In', 'bar'])), errReasonPod],
    ['other', affine(labelled(['zone', 'In', 'foo'])), errReasonEnforced],
  ])('a profile that asks for %s, and %j', (name, spec, why) => {
    const plugin = newPluginOf<FilterPlugin>(
      newPlugin,
      { addedAffinity: required(named(name)) },
      handleOf({}),
    );
    const status = plugin.filter(newCycleState(), pod({}, spec), nodeInfoOf(node('node', { zone: 'foo' })));
    expect(status?.reasons).toEqual(why === undefined ? undefined : [why]);
    expect(status?.code).toBe(why === undefined ? undefined : 'UnschedulableAndUnresolvable');
  });
});

describe('TestNodeAffinityPriority', () => {
  const preferred = (...terms: readonly (readonly [number, ...Requirement[]])[]) =>
    terms.map(([weight, ...list]) => ({ weight, preference: labelled(...list) }));
  const preferring = (list: readonly object[]) => ({
    affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: list } },
  });
  const label1 = { foo: 'bar' };
  const label2 = { key: 'value' };
  const label3 = { az: 'az1' };
  const label4 = { abc: 'az11', def: 'az22' };
  const label5 = { foo: 'bar', key: 'value', az: 'az1' };
  const affinity1 = preferred([2, ['foo', 'In', 'bar']]);
  const affinity2 = preferred(
    [2, ['foo', 'In', 'bar']],
    [4, ['key', 'In', 'value']],
    [5, ['foo', 'In', 'bar'], ['key', 'In', 'value'], ['az', 'In', 'az1']],
  );
  test.each<[string, readonly object[], readonly Labels[], readonly object[], number[]]>([
    ['no preference', [], [label1, label2, label3], [], [0, 0, 0]],
    ['a preference that no node has', affinity1, [label4, label2, label3], [], [0, 0, 0]],
    ['one node has it', affinity1, [label1, label2, label3], [], [100, 0, 0]],
    ['each as much as it weighs', affinity2, [label1, label5, label2], [], [18, 100, 36]],
    ['a preference of the profile', [], [label1, label2], preferred([3, ['key', 'In', 'value']]), [0, 100]],
    ['of both', affinity1, [label1, label5, label2], preferred([3, ['az', 'In', 'az1']]), [40, 100, 0]],
  ])('%s', (_what, list, labels, added, expected) => {
    const nodes = labels.map((each, i) => node(`machine-${i}`, each));
    const args =
      added.length > 0 ? { addedAffinity: { preferredDuringSchedulingIgnoredDuringExecution: added } } : {};
    const of = pod({}, list.length > 0 ? preferring(list) : {});
    expect(scoresOf(newPlugin, args, { nodes }, of)).toEqual(expected);
  });

  const onMachine = (of: object, args: object = {}) => {
    const nodes = [node('machine', label1)];
    const plugin = newPluginOf<ScorePlugin>(newPlugin, args, handleOf({ nodes }));
    return { plugin, scored: plugin.score(newCycleState(), pod({}, of), 'machine') };
  };

  test('a preference that cannot be read is an error', () => {
    const wrong = preferring(preferred([2, ['foo', 'Like', 'bar']]));
    const { scored } = onMachine(wrong);
    expect([scored[0], scored[1]?.code]).toEqual([0, 'Error']);
    expect(scored[1]?.message()).toBe('"Like" is not a valid node selector operator');
  });

  test('a node that no node affinity speaks of scores 0', () => {
    for (const spec of [{}, { affinity: {} }, { affinity: { podAffinity: {} } }, preferring([])])
      expect(onMachine(spec).scored).toEqual([0, undefined]);
  });

  test('without preferences, of the pod or of the profile, all nodes score the same', () => {
    const list = preferred([3, ['key', 'In', 'value']]);
    const addedAffinity = { preferredDuringSchedulingIgnoredDuringExecution: list };
    const known = (of: object, args?: object) =>
      knownOf(onMachine(of, args).plugin).scoresAlike?.(newCycleState(), pod({}, of));
    expect(known({})).toBe(true);
    expect(known(affine(labelled(gpu)))).toBe(true);
    expect(known({}, { addedAffinity: required(named('machine')) })).toBe(true);
    expect(known({}, { addedAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } })).toBe(true);
    expect(known(preferring(list))).toBe(false);
    expect(known({}, { addedAffinity })).toBe(false);
  });

  test('a profile whose affinity cannot be read is refused', () => {
    const [, err] = newPlugin({ addedAffinity: required(labelled(['foo', 'Like', 'bar'])) }, handleOf({}));
    expect(err?.message).toContain('"Like" is not a valid node selector operator');
  });
});
