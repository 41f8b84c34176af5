import { describe, expect, test } from 'vitest';
import { newPodInfo } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { pod } from './plugins/handle.ts';

const term = (app: string, namespaces?: readonly string[]) => ({
  topologyKey: `by-${app}`,
  labelSelector: { matchLabels: { app } },
  ...(namespaces && { namespaces }),
});
const wrong = (operator: string) => ({
  topologyKey: 'k',
  labelSelector: { matchExpressions: [{ key: 'a', operator }] },
});
const required = (...terms: readonly object[]) => ({ requiredDuringSchedulingIgnoredDuringExecution: terms });
const preferred = (...terms: readonly object[]) => ({
  preferredDuringSchedulingIgnoredDuringExecution: terms.map((podAffinityTerm, i) => ({
    weight: i + 1,
    podAffinityTerm,
  })),
});
const infoOf = (podAffinity: object | undefined, podAntiAffinity?: object) =>
  newPodInfo(pod({ namespace: 'own' }, { affinity: { podAffinity, podAntiAffinity } }));

describe('the terms of a pod', () => {
  test('are read, of four kinds', () => {
    const info = infoOf(
      { ...required(term('one', ['a', 'b'])), ...preferred(term('two')) },
      { ...required(term('three')), ...preferred(term('four'), term('five')) },
    );
    const told = ({ topologyKey, namespaces, selector }: (typeof info.requiredAffinityTerms)[number]) =>
      `${topologyKey} ${[...namespaces]} ${['one', 'two', 'three', 'four', 'five'].filter((app) => selector.matches({ app }))}`;
    expect(info.requiredAffinityTerms.map(told)).toEqual(['by-one a,b one']);
    expect(info.preferredAffinityTerms.map(told)).toEqual(['by-two own two']);
    expect(info.requiredAntiAffinityTerms.map(told)).toEqual(['by-three own three']);
    expect(info.preferredAntiAffinityTerms.map(told)).toEqual(['by-four own four', 'by-five own five']);
    expect(info.preferredAntiAffinityTerms.map(({ weight }) => weight)).toEqual([1, 2]);
    expect(info.parseError).toBeUndefined();
  });

  test('are none of a pod that asks for no company', () => {
    for (const info of [newPodInfo(pod()), infoOf(undefined), infoOf({}, {})])
      expect([
        info.requiredAffinityTerms,
        info.requiredAntiAffinityTerms,
        info.preferredAffinityTerms,
        info.preferredAntiAffinityTerms,
        info.parseError,
      ]).toEqual([[], [], [], [], undefined]);
  });

  const why = (operator: string) => `"${operator}" is not a valid pod selector operator`;
  test.each<[string, object | undefined, object | undefined, string]>([
    ['required affinity', required(term('a'), wrong('X')), undefined, `requiredAffinityTerms: ${why('X')}`],
    ['required anti-affinity', undefined, required(wrong('X')), `requiredAntiAffinityTerms: ${why('X')}`],
    ['preferred affinity', preferred(wrong('X')), undefined, `preferredAffinityTerms: ${why('X')}`],
    [
      'preferred anti-affinity',
      undefined,
      preferred(term('a'), wrong('X')),
      `preferredAntiAffinityTerms: ${why('X')}`,
    ],
    [
      'two kinds: the last is told, as upstream',
      required(wrong('X')),
      preferred(wrong('Y')),
      `preferredAntiAffinityTerms: ${why('Y')}`,
    ],
    [
      'one kind twice: the first is told',
      required(wrong('X'), wrong('Y')),
      undefined,
      `requiredAffinityTerms: ${why('X')}`,
    ],
  ])('that cannot be read are an error, and none: %s', (_what, affinity, antiAffinity, message) => {
    const info = infoOf(affinity, antiAffinity);
    expect(info.parseError?.message).toBe(message);
    expect(info.parseError?.cause).toBeInstanceOf(Error);
    expect([
      ...info.requiredAffinityTerms,
      ...info.requiredAntiAffinityTerms,
      ...info.preferredAffinityTerms,
      ...info.preferredAntiAffinityTerms,
    ]).toEqual([]);
  });
});

test('a pod is read once', () => {
  const one = pod();
  expect(newPodInfo(one)).toBe(newPodInfo(one));
  expect(newPodInfo(one)).not.toBe(newPodInfo({ ...one }));
});
