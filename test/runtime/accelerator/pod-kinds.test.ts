import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { type PodKind, PodKinds, kindOf } from '../../../src/runtime/accelerator/pod-kinds.ts';
import { newNodeInfo, newPodInfo } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { pod } from '../kubernetes/pkg/scheduler/framework/plugins/handle.ts';

const term = { topologyKey: 'zone', labelSelector: { matchLabels: { app: 'x' } } };
const near = { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };

describe('the kind of a pod', () => {
  const of = (metadata: object, spec: object = {}) => kindOf(newPodInfo(pod(metadata, spec)));
  const base = { namespace: 'a', labels: { app: 'x' } };

  test('is the same for pods of one template', () => {
    expect(of({ ...base, name: 'one' }, { nodeName: 'n' })).toBe(of({ ...base, name: 'two' }));
  });

  test.each([
    ['another namespace', { ...base, namespace: 'b' }, {}],
    ['other labels', { ...base, labels: { app: 'y' } }, {}],
    ['no labels', { namespace: 'a' }, {}],
    ['being deleted', { ...base, deletionTimestamp: '2021-01-16T12:00:00Z' }, {}],
    ['affinity', base, near],
    ['anti-affinity', base, { affinity: { podAntiAffinity: near.affinity.podAffinity } }],
  ])('is another with %s', (_what, metadata, spec) => {
    expect(of(metadata, spec)).not.toBe(of(base));
  });
});

test('property: what is counted step by step is what a count of all pods gives', () => {
  const infos = [newNodeInfo(), newNodeInfo()];
  const templates = [pod({ labels: { app: 'x' } }), pod({ labels: { app: 'y' } }), pod({}, near)];
  const copies: readonly Pod[] = templates.flatMap((of) => [of, { ...of }, { ...of }]);
  const on = fc.uniqueArray(fc.nat(copies.length - 1)).map((list) => list.map((i) => copies[i] as Pod));
  const told = (kinds: Iterable<PodKind>) =>
    [...kinds]
      .map(({ podInfo, nodes }) => `${kindOf(podInfo)} ${infos.map((info) => nodes.get(info) ?? 0)}`)
      .sort();
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1), on)), (turns) => {
      const kinds = new PodKinds();
      const now: (readonly Pod[])[] = [[], []];
      for (const [i, pods] of turns) {
        const [before, after] = [now[i] ?? [], pods].map((list) => list.map(newPodInfo));
        kinds.update(infos[i] as (typeof infos)[number], before ?? [], after ?? []);
        now[i] = pods;
      }
      const count = (kind: string) =>
        now.map((list) => list.filter((each) => kindOf(newPodInfo(each)) === kind).length);
      const there = [...new Set(now.flat().map((each) => kindOf(newPodInfo(each))))];
      expect(told(kinds.list())).toEqual(there.map((kind) => `${kind} ${count(kind)}`).sort());
      const affine = there.filter((kind) => kind.includes('topologyKey'));
      expect(told(kinds.withAffinityList())).toEqual(affine.map((kind) => `${kind} ${count(kind)}`).sort());
    }),
    { numRuns: 300 },
  );
});
