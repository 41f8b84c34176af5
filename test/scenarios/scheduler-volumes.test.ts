import { describe, expect, test } from 'vitest';
import { scenarios } from '../../playground/scenarios/scheduler-volumes.ts';
import type {
  PersistentVolume,
  Pod,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { mapEntries, mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played } from './played.ts';

const [story] = scenarios;
if (!story) throw new Error('there is a story');

describe('a disk for each pod', async () => {
  const played = await Played.of(story);
  const end = played.entries.at(-1)!.world.store.objects;
  const podOf = (name: string): Pod => mapGet(end, `pods/default/${name}`) as Pod;
  /** Who wrote objects with this in their key, and when, in order. */
  const writesTo = (part: RegExp) =>
    played
      .all('store.write')
      .filter(({ event }) => part.test(`${event.resource}/${event.key}`))
      .map(({ at, event: { program, verb } }) => [at, program, verb]);
  const events = (pod: string): string[] =>
    [...mapEntries(end)]
      .filter(([key]) => key.startsWith(`events/default/${pod}.`))
      .map(([, object]) => {
        const event = object as unknown as { reason: string; note?: string; message?: string };
        return `${event.reason}: ${event.note ?? event.message}`;
      });

  test('a pod takes the smaller disk, and waits in PreBind until its claim is bound', () => {
    const controller = 'volume-controller-stand-in';
    expect(writesTo(/(small|on-a-disk)$/)).toEqual([
      [500, 'kubectl', 'create'],
      [508, controller, 'update'],
      [3500, 'kubectl', 'create'],
      // The scheduler writes the claim into the volume, the controller goes on from there.
      [5004, 'kube-scheduler', 'update'],
      [5008, controller, 'update'],
      [5012, controller, 'update'],
      [5016, controller, 'update'],
    ]);
    // It asks once a second whether all is bound.
    expect(writesTo(/pods\/default\/takes-a-disk$/).slice(0, 2)).toEqual([
      [5000, 'kubectl', 'create'],
      [6008, 'kube-scheduler', 'update'],
    ]);
    expect(podOf('takes-a-disk').spec?.nodeName).toBe('node-a');
    expect(events('takes-a-disk')).toEqual([
      'Scheduled: Successfully assigned default/takes-a-disk to node-a',
    ]);
    const large = mapGet(end, 'persistentvolumes/large') as PersistentVolume;
    expect([large.status?.phase, large.spec?.claimRef]).toEqual(['Available', undefined]);
  });

  test('a claim that does not wait for a pod must be bound before any node is looked at', () => {
    const refused = '0/2 nodes are available: 2 pod has unbound immediate PersistentVolumeClaims.';
    const told = events('waits-for-a-disk');
    expect(told.filter((text) => text === `FailedScheduling: ${refused}`)).toHaveLength(2);
    expect(told.at(-1)).toMatch(/^Scheduled: /);
    expect(podOf('waits-for-a-disk').spec?.nodeName).toBeDefined();
  });

  test('a disk is made where its pod goes, and there alone', () => {
    const [made] = [...mapEntries(end)].filter(([, object]) => {
      const { kind, spec } = object as PersistentVolume;
      return kind === 'PersistentVolume' && spec?.claimRef?.name === 'later';
    });
    const { nodeName } = podOf('has-a-disk-made').spec ?? {};
    const { nodeAffinity } = (made?.[1] as PersistentVolume).spec ?? {};
    const [term] = nodeAffinity?.required?.nodeSelectorTerms ?? [];
    expect(term?.matchExpressions).toEqual([
      { key: 'kubernetes.io/hostname', operator: 'In', values: [nodeName] },
    ]);
    const [, claimed] = writesTo(/later$/);
    // The scheduler says for which node, and the pod is bound two seconds after that: a second and a half to make it.
    expect(claimed?.[1]).toBe('kube-scheduler');
    const bound = writesTo(/pods\/default\/has-a-disk-made$/)[1];
    expect(Number(bound?.[0]) - Number(claimed?.[0])).toBe(2004);
  });

  test('a pod whose claim fits no disk is told so, for each node', () => {
    const why = "0/2 nodes are available: 2 node(s) didn't find available persistent volumes to bind.";
    expect(podOf('finds-none').spec?.nodeName).toBeUndefined();
    const [condition] = podOf('finds-none').status?.conditions ?? [];
    expect([condition?.reason, condition?.message]).toEqual(['Unschedulable', why]);
  });

  test('no volume has two claims, and no claim two volumes', () => {
    const claims = [...mapEntries(end)]
      .filter(([key]) => key.startsWith('persistentvolumes/'))
      .flatMap(([, object]) => (object as PersistentVolume).spec?.claimRef?.name ?? []);
    expect(claims.sort()).toEqual(['later', 'on-a-disk', 'soon']);
  });
});
