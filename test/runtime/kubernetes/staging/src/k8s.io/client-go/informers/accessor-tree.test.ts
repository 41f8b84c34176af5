import { expect, test } from 'vitest';
import {
  accessorTree,
  endpointOf,
  listerOf,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/accessor-tree.ts';

test.each([
  ['Pods', '/api/v1/pods', 'PodLister'],
  ['Endpoints', '/api/v1/endpoints', 'EndpointsLister'],
  ['ComponentStatuses', '/api/v1/componentstatuses', 'ComponentStatusLister'],
  ['PodSecurityPolicies', '/apis/policy/v1beta1/podsecuritypolicies', 'PodSecurityPolicyLister'],
  ['StorageClasses', '/apis/storage.k8s.io/v1/storageclasses', 'StorageClassLister'],
  ['Ingresses', '/apis/networking.k8s.io/v1/ingresses', 'IngressLister'],
])('the accessor %s is at %s and has a %s', (accessor, endpoint, lister) => {
  const found = accessorTree.flatMap(({ group, versions }) =>
    Object.entries(versions)
      .filter(([, accessors]) => accessors.split(' ').includes(accessor))
      .map(([version]) => endpointOf(group, version, accessor)),
  );
  expect(found).toContain(endpoint);
  expect(listerOf(accessor)).toBe(lister);
});

test('each group is there once, with accessors in each version', () => {
  const groups = accessorTree.map(({ group }) => group);
  expect(new Set(groups).size).toBe(groups.length);
  expect(groups).toHaveLength(18);
  for (const { versions } of accessorTree)
    for (const accessors of Object.values(versions)) expect(accessors).toMatch(/^[A-Z]\w+( [A-Z]\w+)*$/);
});
