import { expect, test } from 'vitest';
import type { Pod, Service } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { DeletedFinalStateUnknown } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import type { ServiceLister } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/core/v1/service.ts';
import {
  determineNeededServiceUpdates,
  getPodFromDeleteAction,
  getServicesToUpdateOnPodChange,
  newServiceSelectorCache,
  podEndpointsChanged,
  shouldSetHostname,
} from '../../../../../../../src/runtime/kubernetes/pkg/controller/util/endpoint/controller_utils.ts';

test.each([
  ['abc', 'abc', ''],
  ['abc', 'def', 'abcdef'],
  ['abc', '', 'abc'],
  ['', 'abc', 'abc'],
  ['abc', 'bcd', 'ad'],
  ['', '', ''],
])(
  'of Services %j before and %j now, %j have to be synced if only labels changed',
  (before, now, changed) => {
    const needed = (podChanged: boolean): string =>
      [...determineNeededServiceUpdates(new Set(before), new Set(now), podChanged)].sort().join('');
    expect(needed(false)).toBe(changed);
    expect(needed(true)).toBe([...new Set(before + now)].sort().join(''));
  },
);

const base = {
  metadata: { name: 'p', namespace: 'ns', labels: { app: 'web' } },
  spec: {},
  status: { podIPs: [{ ip: '1.2.3.1' }], conditions: [{ type: 'Ready', status: 'True' }] },
} as unknown as Pod;
const pod = (metadata: object, spec: object = {}, status: object = {}): Pod => ({
  ...base,
  metadata: { ...base.metadata, ...metadata },
  spec: { ...base.spec, ...spec },
  status: { ...base.status, ...status },
});

test.each<readonly [string, Pod, boolean, boolean]>([
  ['nothing', pod({}), false, false],
  ['an annotation', pod({ annotations: { a: 'b' } }), false, false],
  ['its readiness', pod({}, {}, { conditions: [] }), true, false],
  ['its deletion', pod({ deletionTimestamp: '2021-01-16T12:00:00Z' }), true, false],
  ['an address', pod({}, {}, { podIPs: [{ ip: '1.2.3.2' }] }), true, false],
  ['the number of its addresses', pod({}, {}, { podIPs: [] }), true, false],
  ['its labels', pod({ labels: { app: 'other' } }), false, true],
  ['its host name', pod({}, { hostname: 'h' }), false, true],
  ['its subdomain', pod({}, { subdomain: 'd' }), false, true],
])('a pod of which %s changed', (_name, changed, podChanged, labelsChanged) => {
  expect(podEndpointsChanged(base, changed)).toEqual([podChanged, labelsChanged]);
});

const service = (name: string, selector?: Record<string, string>): Service =>
  ({ metadata: { name, namespace: 'ns' }, spec: { selector } }) as Service;

test.each([
  ['h', 'svc', 'ns', true],
  ['', 'svc', 'ns', false],
  ['h', 'other', 'ns', false],
  ['h', 'svc', 'elsewhere', false],
])('host name %j and subdomain %j, in %s: %s', (hostname, subdomain, namespace, expected) => {
  expect(shouldSetHostname(pod({ namespace }, { hostname, subdomain }), service('svc'))).toBe(expected);
});

test('a pod belongs to the Services whose selectors match it; no selector matches nothing, an empty one all', () => {
  const services = [
    service('web', { app: 'web' }),
    service('other', { app: 'other' }),
    service('all', {}),
    service('none'),
  ];
  const lister = { services: () => ({ list: () => [services, undefined] }) } as unknown as ServiceLister;
  const cache = newServiceSelectorCache();
  const members = (): string[] => [...(cache.getPodServiceMemberships(lister, base)[0] ?? [])];
  expect(members()).toEqual(['ns/web', 'ns/all']);
  // The cache believes what it was told last.
  cache.update('ns/web', { app: 'changed' });
  expect(members()).toEqual(['ns/all']);
  cache.delete('ns/web');
  expect(members()).toEqual(['ns/web', 'ns/all']);
});

test.each<readonly [string, Pod, Pod, string[]]>([
  [
    'nothing, as at a resync',
    pod({ resourceVersion: '1' }),
    pod({ resourceVersion: '1' }, {}, { conditions: [] }),
    [],
  ],
  ['nothing that endpoints tell of', pod({ resourceVersion: '1' }), pod({ resourceVersion: '2' }), []],
  [
    'its readiness',
    pod({ resourceVersion: '1' }),
    pod({ resourceVersion: '2' }, {}, { conditions: [] }),
    ['ns/web'],
  ],
  [
    'its labels',
    pod({ resourceVersion: '1' }),
    pod({ resourceVersion: '2', labels: { app: 'db' } }),
    ['ns/db', 'ns/web'],
  ],
  [
    'a label for which nobody asks',
    pod({ resourceVersion: '1' }),
    pod({ resourceVersion: '2', labels: { app: 'web', more: 'x' } }),
    [],
  ],
  [
    'its deletion, and before',
    pod({ resourceVersion: '1', deletionTimestamp: '2021-01-16T12:00:00Z' }),
    pod({ resourceVersion: '2' }),
    ['ns/web'],
  ],
])('of a pod %s changed: the Services that it may concern', (_name, before, after, keys) => {
  const services = [service('web', { app: 'web' }), service('db', { app: 'db' }), service('none')];
  const lister = { services: () => ({ list: () => [services, undefined] }) } as unknown as ServiceLister;
  const needed = getServicesToUpdateOnPodChange(lister, newServiceSelectorCache(), before, after);
  expect([...needed].sort()).toEqual(keys);
});

test('of a deletion that the watch missed the last state counts, if there is one', () => {
  expect(getPodFromDeleteAction(base)).toBe(base);
  expect(getPodFromDeleteAction(new DeletedFinalStateUnknown('ns/p', base))).toBe(base);
  expect(getPodFromDeleteAction(new DeletedFinalStateUnknown<never>('ns/p', undefined))).toBeUndefined();
  const twice = new DeletedFinalStateUnknown('ns/p', new DeletedFinalStateUnknown('ns/p', base));
  expect(getPodFromDeleteAction(twice)).toBeUndefined();
});
