import { expect, test } from 'vitest';
import { labelSelectorAsSelector } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import {
  getNamespacesFromPodAffinityTerm,
  podMatchesTermsNamespaceAndSelector,
} from '../../../../../../src/runtime/kubernetes/pkg/scheduler/util/topologies.ts';
import { pod } from '../framework/plugins/handle.ts';

test.each<[readonly string[] | undefined, readonly string[]]>([
  [undefined, ['default']],
  [[], ['default']],
  [
    ['kube-public', 'kube-system'],
    ['kube-public', 'kube-system'],
  ],
])(
  'TestGetNamespacesFromPodAffinityTerm: a term of a pod in default that names %j',
  (namespaces, expected) => {
    const term = { topologyKey: 'zone', ...(namespaces && { namespaces: [...namespaces] }) };
    expect([...getNamespacesFromPodAffinityTerm(pod({ namespace: 'default' }), term)]).toEqual(expected);
  },
);

test.each([
  ['namespace_not_in', 'default', 'one', false],
  ['label_not_match', 'kube-public', 'three', false],
  ['normal_case', 'kube-public', 'one', true],
])('TestPodMatchesTermsNamespaceAndSelector: %s', (_what, namespace, service, expected) => {
  const [selector, err] = labelSelectorAsSelector({
    matchExpressions: [{ key: 'service', operator: 'In', values: ['one', 'two'] }],
  });
  if (err) throw err;
  const namespaces = new Set(['kube-public', 'kube-system']);
  const asked = pod({ namespace, labels: { service } });
  expect(podMatchesTermsNamespaceAndSelector(asked, namespaces, selector)).toBe(expected);
});
