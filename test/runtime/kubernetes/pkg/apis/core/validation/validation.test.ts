import { describe, expect, test } from 'vitest';
import type {
  Pod,
  ReplicaSet,
} from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  Requests,
  container,
  podNamed,
  replicaSetNamed,
} from '../../../../staging/src/k8s.io/apiserver/requests.ts';

const regexOf = (value: string): string =>
  `Invalid value: "${value}": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' ` +
  "or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

describe('pods', () => {
  const withSpec = (spec: object): object => ({ ...podNamed('x'), spec });
  test.each([
    ['no containers', withSpec({}), 'spec.containers: Required value'],
    [
      'no name',
      podNamed(''),
      'Pod "" is invalid: metadata.name: Required value: name or generateName is required',
    ],
    ['a bad name', podNamed('Web'), `metadata.name: ${regexOf('Web')}`],
    [
      'a container without image',
      withSpec({ containers: [{ name: 'a' }] }),
      'spec.containers[0].image: Required value',
    ],
    [
      'two containers of one name',
      withSpec({ containers: [container, container] }),
      'spec.containers[1].name: Duplicate value: "app"',
    ],
    [
      'an image with a space',
      withSpec({ containers: [{ ...container, image: 'app:1 ' }] }),
      'spec.containers[0].image: Invalid value: "app:1 ": must not have leading or trailing whitespace',
    ],
    [
      'a restart policy that there is not',
      withSpec({ containers: [container], restartPolicy: 'Sometimes' }),
      'spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"',
    ],
    [
      'ports',
      withSpec({ containers: [{ ...container, ports: [{}, { containerPort: 70000, protocol: 'IPX' }] }] }),
      '[spec.containers[0].ports[0].containerPort: Required value, ' +
        'spec.containers[0].ports[1].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive, ' +
        'spec.containers[0].ports[1].protocol: Unsupported value: "IPX": supported values: "SCTP", "TCP", "UDP"]',
    ],
    [
      'labels',
      podNamed('x', { labels: { 'a b': '' } }),
      'metadata.labels: Invalid value: "a b": name part must consist of alphanumeric characters, ' +
        "'-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or " +
        "'123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
    [
      'two controllers',
      podNamed('x', {
        ownerReferences: ['a', 'b'].map((name) => ({
          apiVersion: 'v1',
          kind: 'K',
          name,
          uid: name,
          controller: true,
        })),
      }),
      'Only one reference can have Controller set to true. Found "true" in references for a and b',
    ],
    [
      'finalizers that exclude each other',
      podNamed('x', { finalizers: ['orphan', 'foregroundDeletion'] }),
      'metadata.finalizers: Invalid value: []string{"orphan", "foregroundDeletion"}: finalizer orphan and ' +
        'foregroundDeletion cannot be both set',
    ],
  ])('%s', (_what, body, message) => {
    expect(new Requests().refusal('create', 'pods', { body })).toContain(message);
  });

  test('the Status names every field', () => {
    const [, err] = new Requests().try('create', 'pods', { body: withSpec({}) });
    expect(err?.status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Pod "x" is invalid: spec.containers: Required value',
      reason: 'Invalid',
      details: {
        name: 'x',
        kind: 'Pod',
        causes: [{ reason: 'FieldValueRequired', message: 'Required value', field: 'spec.containers' }],
      },
      code: 422,
    });
  });

  test('of a stored pod only images, the deadline and new tolerations change', () => {
    const api = new Requests();
    api.do('create', 'pods', { body: podNamed('x') });
    const patch = (spec: object): Parameters<typeof api.do>[2] => ({ name: 'x', body: { spec } });
    const changed = api.do<Pod>('patch', 'pods', patch({ containers: [{ name: 'app', image: 'app:2' }] }));
    expect(changed.spec?.containers[0]?.image).toBe('app:2');
    api.do(
      'patch',
      'pods',
      patch({ activeDeadlineSeconds: 60, tolerations: [{ key: 'a', operator: 'Exists' }] }),
    );
    expect(api.refusal('patch', 'pods', patch({ nodeName: 'node-a', hostname: 'h' }))).toBe(
      '422 Invalid: Pod "x" is invalid: spec: Forbidden: pod updates may not change fields other than ' +
        '`spec.containers[*].image`, `spec.initContainers[*].image`, `spec.activeDeadlineSeconds` or ' +
        '`spec.tolerations` (only additions to existing tolerations)\nchanged: spec.nodeName, spec.hostname',
    );
    expect(api.refusal('patch', 'pods', patch({ containers: [{ name: 'b', image: 'b' }] }))).toBe(
      '422 Invalid: Pod "x" is invalid: spec.containers: Forbidden: pod updates may not add or remove containers',
    );
    expect(api.refusal('patch', 'pods', patch({ activeDeadlineSeconds: 90 }))).toBe(
      '422 Invalid: Pod "x" is invalid: spec.activeDeadlineSeconds: Invalid value: 90: must be less than or equal to ' +
        'previous value',
    );
    expect(api.refusal('patch', 'pods', patch({ tolerations: [] }))).toBe(
      '422 Invalid: Pod "x" is invalid: spec.tolerations: Forbidden: existing toleration can not be modified except ' +
        'its tolerationSeconds',
    );
  });

  test('how well they are protected follows from what they ask for', () => {
    const api = new Requests();
    const qos = (name: string, resources: object): string | undefined =>
      api.do<Pod>('create', 'pods', {
        body: { metadata: { name }, spec: { containers: [{ ...container, resources }] } },
      }).status?.qosClass;
    const both = { cpu: '1', memory: '1Gi' };
    expect([qos('a', {}), qos('b', { requests: { cpu: '1' } }), qos('c', { limits: both })]).toEqual([
      'BestEffort',
      'Burstable',
      'Guaranteed',
    ]);
  });
});

describe('ReplicaSets', () => {
  test.each([
    [
      'negative replicas',
      { replicas: -1 },
      'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    ],
    [
      'no selector',
      { selector: null },
      '[spec.selector: Required value, spec.template.metadata.labels: Invalid value: map[string]string{"app":"web"}: ' +
        '`selector` does not match template `labels`]',
    ],
    [
      'an empty selector',
      { selector: {} },
      'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), ' +
        'MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: empty selector is invalid for deployment',
    ],
    [
      'a selector that does not match the template',
      { selector: { matchLabels: { app: 'other' } } },
      'spec.template.metadata.labels: Invalid value: map[string]string{"app":"web"}: `selector` does not match template `labels`',
    ],
    [
      'a template without containers',
      { template: { metadata: { labels: { app: 'web' } }, spec: {} } },
      'spec.template.spec.containers: Required value',
    ],
    [
      'a template whose pods end',
      {
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [container], restartPolicy: 'Never' },
        },
      },
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
    ],
  ])('%s', (_what, spec, message) => {
    const refusal = new Requests().refusal('create', 'replicasets', { body: replicaSetNamed('web', spec) });
    expect(refusal).toBe(`422 Invalid: ReplicaSet.apps "web" is invalid: ${message}`);
  });

  test('the selector stays', () => {
    const api = new Requests();
    const rs = api.do<ReplicaSet>('create', 'replicasets', { body: replicaSetNamed('web') });
    const labels = { app: 'web', tier: 'front' };
    const template = { ...rs.spec?.template, metadata: { labels } };
    const body = { ...rs, spec: { ...rs.spec, selector: { matchLabels: labels }, template } };
    expect(api.refusal('update', 'replicasets', { name: 'web', body })).toBe(
      '422 Invalid: ReplicaSet.apps "web" is invalid: spec.selector: Invalid value: v1.LabelSelector{MatchLabels:' +
        'map[string]string{"app":"web", "tier":"front"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable',
    );
  });

  test('a status that cannot be', () => {
    const api = new Requests();
    api.do('create', 'replicasets', { body: replicaSetNamed('web') });
    const body = { status: { replicas: 1, readyReplicas: 2, availableReplicas: 3 } };
    expect(api.refusal('patch', 'replicasets', { name: 'web', subresource: 'status', body })).toBe(
      '422 Invalid: ReplicaSet.apps "web" is invalid: [status.readyReplicas: Invalid value: 2: cannot be greater than ' +
        'status.replicas, status.availableReplicas: Invalid value: 3: cannot be greater than status.replicas, ' +
        'status.availableReplicas: Invalid value: 3: cannot be greater than readyReplicas]',
    );
  });
});

test.each([
  [
    'namespaces',
    { metadata: { name: 'a.b' } },
    /^422 Invalid: Namespace "a.b" is invalid: metadata.name: Invalid value: "a.b": a lowercase RFC 1123 label/,
  ],
  [
    'nodes',
    { metadata: { name: 'Node' } },
    /^422 Invalid: Node "Node" is invalid: metadata.name: Invalid value/,
  ],
  [
    'configmaps',
    { metadata: { name: 'a' }, data: { 'a b': '' } },
    /data\[a b\]: Invalid value: "a b": a valid config key must consist of/,
  ],
  [
    'events',
    { metadata: { name: 'e' }, involvedObject: { namespace: 'other' } },
    /^422 Invalid: Event "e" is invalid: involvedObject.namespace: Invalid value: "other": does not match event.namespace$/,
  ],
])('%s %j are refused', (resource, body, message) => {
  const namespace = ['namespaces', 'nodes'].includes(resource) ? '' : 'default';
  expect(new Requests().refusal('create', resource, { namespace, body })).toMatch(message);
});

test('an immutable ConfigMap stays as it is', () => {
  const api = new Requests();
  api.do('create', 'configmaps', { body: { metadata: { name: 'a' }, immutable: true, data: { x: '1' } } });
  expect(api.refusal('patch', 'configmaps', { name: 'a', body: { data: { x: '2' } } })).toBe(
    '422 Invalid: ConfigMap "a" is invalid: data: Forbidden: field is immutable when `immutable` is set',
  );
});
