import type { NamespaceCondition } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import type { Namespace } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { ErrGroupDiscoveryFailed } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/discovery/discovery_client.ts';
import {
  NamespaceConditionUpdater,
  updateConditions,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/namespace/deletion/status_condition_utils.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';

const discovery = 'NamespaceDeletionDiscoveryFailure';
const parsing = 'NamespaceDeletionGroupVersionParsingFailure';
const content = 'NamespaceDeletionContentFailure';
const remaining = 'NamespaceContentRemaining';
const finalizers = 'NamespaceFinalizersRemaining';

const told = ({ type, status, reason, message }: NamespaceCondition): string =>
  [type, status, reason, message].filter(Boolean).join(' | ');
const bad = (type: string, more: object = {}): NamespaceCondition => ({ type, status: 'True', ...more });

describe('the conditions of a namespace that ends', () => {
  const ok = [
    `${discovery} | False | ResourcesDiscovered | All resources successfully discovered`,
    `${parsing} | False | ParsedGroupVersions | All legacy kube types successfully parsed`,
    `${content} | False | ContentDeleted | All content successfully deleted, may be waiting on finalization`,
    `${remaining} | False | ContentRemoved | All content successfully removed`,
    `${finalizers} | False | ContentHasNoFinalizers | All content-preserving finalizers finished`,
  ] as const;
  const foo = bad(parsing, { reason: 'foo', message: 'bar' });
  const [okDiscovery, okParsing, ...okRest] = ok;

  test.each<[string, NamespaceCondition[], NamespaceCondition[], string[]]>([
    ['leave unknown ones', [bad('unknown')], [], ['unknown | True', ...ok]],
    ['say that all is well again', [bad(discovery)], [], [...ok]],
    ['keep their order', [bad(parsing), bad(discovery)], [], [okParsing, okDiscovery, ...okRest]],
    [
      'say what failed in place of what they said',
      [{ type: parsing, status: 'False' }, bad(discovery)],
      [foo],
      [`${parsing} | True | foo | bar`, okDiscovery, ...okRest],
    ],
    [
      'take in what failed',
      [bad(discovery)],
      [foo],
      [okDiscovery, `${parsing} | True | foo | bar`, ...okRest],
    ],
  ])('%s', (_name, before, fresh, wanted) => {
    expect(updateConditions(new Sim(), before, fresh)?.map(told)).toEqual(wanted);
  });

  test('that say what they said before are no change, and keep their times', () => {
    const sim = new Sim();
    const conditions = updateConditions(sim, [], []) ?? [];
    expect(updateConditions(sim, conditions, [])).toBeUndefined();
    sim.runFor(60_000);
    const turned = updateConditions(sim, conditions, [foo]) ?? [];
    expect(turned.map(({ lastTransitionTime }) => lastTransitionTime?.slice(14, 16))).toEqual([
      '00',
      '01',
      '00',
      '00',
      '00',
    ]);
  });
});

test.each<[string, object, string]>([
  ['its message', { message: 'other' }, '00'],
  ['its reason', { reason: 'other' }, '00'],
  ['its status', { status: 'False' }, '01'],
])(
  'a condition of which %s is another is written anew, and turns only by its status',
  (_name, other, minute) => {
    const sim = new Sim();
    const failed = bad(parsing, { reason: 'foo', message: 'bar', lastTransitionTime: sim.timestamp() });
    const before = updateConditions(sim, [], [failed]) ?? [];
    expect(updateConditions(sim, before, [failed])).toBeUndefined();
    sim.runFor(60_000);
    const fresh = { ...failed, ...other };
    const after = updateConditions(sim, before, [fresh])?.find(({ type }) => type === parsing);
    expect(after).toEqual({ ...fresh, lastTransitionTime: `2021-01-16T12:${minute}:00Z` });
  },
);

test('what has nothing left is not told of', () => {
  const updater = new NamespaceConditionUpdater(new Sim());
  const gvr = (resource: string) => ({ group: 'apps', version: 'v1', resource });
  updater.processContentTotals({
    gvrToNumRemaining: new Map([
      [gvr('deployments'), 0],
      [gvr('daemonsets'), 1],
    ]),
    finalizersToNumRemaining: new Map([
      ['gone', 0],
      ['kept', 2],
    ]),
  });
  expect(updater.newConditions.map(({ message }) => message)).toEqual([
    'Some resources are remaining: daemonsets.apps has 1 resource instances',
    'Some content in the namespace has finalizers remaining: kept in 2 resource instances',
  ]);
});

describe('what is told of what is left', () => {
  const daemonSets = { group: 'apps.k8s.io', version: 'v1', resource: 'daemonsets' };
  const deployments = { group: 'apps.k8s.io', version: 'v1', resource: 'deployments' };
  const objects = new Map([
    [deployments, 5],
    [daemonSets, 5],
  ]);
  const holding = new Map([
    ['service-catalog', 6],
    ['kubedb', 5],
  ]);
  const objectsTold = `${remaining} | True | SomeResourcesRemain | Some resources are remaining: daemonsets.apps.k8s.io has 5 resource instances, deployments.apps.k8s.io has 5 resource instances`;
  const finalizersTold = `${finalizers} | True | SomeFinalizersRemain | Some content in the namespace has finalizers remaining: kubedb in 5 resource instances, service-catalog in 6 resource instances`;

  test.each([
    ['nothing', new Map(), new Map(), []],
    ['objects', objects, new Map(), [objectsTold]],
    ['finalizers', new Map(), holding, [finalizersTold]],
    ['both', objects, holding, [objectsTold, finalizersTold]],
  ])('%s', (_name, gvrToNumRemaining, finalizersToNumRemaining, wanted) => {
    const updater = new NamespaceConditionUpdater(new Sim());
    updater.processContentTotals({ gvrToNumRemaining, finalizersToNumRemaining });
    expect(updater.newConditions.map(told)).toEqual(wanted);
  });
});

test('what failed is said in the status', () => {
  const updater = new NamespaceConditionUpdater(new Sim());
  updater.processDiscoverResourcesErr(new ErrGroupDiscoveryFailed(new Map([['x/v1', new Error('down')]])));
  updater.processGroupVersionErr(new Error('unexpected GroupVersion string: a/b/c'));
  for (const message of ['b', 'a']) updater.processDeleteContentErr(new Error(message));
  const namespace = {
    kind: 'Namespace',
    apiVersion: 'v1',
    metadata: { name: 'shop' },
  } as unknown as Namespace;
  const conditions = updater.update(namespace)?.status?.conditions?.map(told) ?? [];
  expect(conditions.slice(0, 3)).toEqual([
    `${discovery} | True | DiscoveryFailed | Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: x/v1: down`,
    `${parsing} | True | GroupVersionParsingFailed | unexpected GroupVersion string: a/b/c`,
    `${content} | True | ContentDeletionFailed | Failed to delete all resource types, 2 remaining: a, b`,
  ]);
});
