import { describe, expect, test } from 'vitest';
import {
  defaultSelector,
  getPodServices,
  spreadListersOf,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/helper/spread.ts';
import { type World, handleOf, pod, rc, rs, service, ss } from '../handle.ts';

const listersOf = (world: World) => spreadListersOf(handleOf(world).sharedInformerFactory());

// Upstream's TestGetPodServices.
describe('the Services of a pod', () => {
  const services = [0, 1, 2].map((i) => service({ app: `test-${i}` }, 'test'));
  const { services: lister } = listersOf({ services });
  test.each([0, 1, 2, 3, 4])('of pod %i', (i) => {
    const labels = { app: `test-${i}`, label: `label-${i}` };
    expect(getPodServices(lister, pod({ namespace: 'test', labels }))).toEqual(
      services.slice(i, i + 1).slice(0, 1),
    );
  });

  test('are of its namespace', () => {
    expect(getPodServices(lister, pod({ namespace: 'other', labels: { app: 'test-0' } }))).toEqual([]);
  });

  test('are those that have a selector; an empty one selects all', () => {
    const all = service({});
    const none = service(undefined as never);
    const { services: both } = listersOf({ services: [none, all] });
    expect(getPodServices(both, pod({ labels: { app: 'a' } }))).toEqual([all]);
  });
});

describe('what belongs with a pod', () => {
  const labels = { a: '1', b: '2', c: '3', d: '4' };
  test.each<[string, World, string]>([
    ['nothing', {}, ''],
    ['what its Services select', { services: [service({ a: '1' }), service({ b: '2' })] }, 'a=1,b=2'],
    ['what its ReplicationControllers select', { rcs: [rc({ a: '1' }), rc({ b: '2' })] }, 'a=1,b=2'],
    ['what its ReplicaSets select', { rss: [rs({ a: '1' }), rs({ c: '3' })] }, 'a=1,c=3'],
    ['what its StatefulSets select', { sss: [ss({ d: '4' })] }, 'd=4'],
    [
      'what all of them select',
      {
        services: [service({ a: '1' })],
        rcs: [rc({ b: '2' })],
        rss: [rs({ c: '3' })],
        sss: [ss({ d: '4' })],
      },
      'a=1,b=2,c=3,d=4',
    ],
    ['nothing of those that select others', { services: [service({ a: '2' })], rss: [rs({ e: '5' })] }, ''],
  ])('is %s', (_what, world, expected) => {
    expect(String(defaultSelector(pod({ labels }), listersOf(world)))).toBe(expected);
    expect(defaultSelector(pod({ labels }), listersOf(world)).empty()).toBe(expected === '');
  });
});
