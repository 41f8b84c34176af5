import { describe, expect, test } from 'vitest';
import type {
  Pod,
  ReplicaSet,
} from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newPath } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import {
  validateAffinity,
  validateNodeTaints,
  validateTolerations,
  validateTopologySpreadConstraints,
} from '../../../../../../../src/runtime/kubernetes/pkg/apis/core/validation/validation.ts';
import {
  Requests,
  container,
  podNamed,
  replicaSetNamed,
} from '../../../../staging/src/k8s.io/apiserver/requests.ts';
import type { Affinity, Taint, Toleration, TopologySpreadConstraint } from 'kubernetes-types/core/v1';

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

const messages = (errs: readonly Error[]): string[] => errs.map(({ message }) => message);

describe('TestValidateTolerations', () => {
  const said = (toleration: Toleration): string[] =>
    messages(validateTolerations([toleration], newPath('spec', 'tolerations')));
  test.each<[string, Toleration]>([
    [
      'populate forgiveness tolerations with exists operator',
      { key: 'foo', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 },
    ],
    [
      'populate forgiveness tolerations with equal operator',
      { key: 'foo', operator: 'Equal', value: 'bar', effect: 'NoExecute', tolerationSeconds: 60 },
    ],
    [
      'populate tolerations equal operator',
      { key: 'foo', operator: 'Equal', value: 'bar', effect: 'NoSchedule' },
    ],
    ['populate tolerations exists operator', { operator: 'Exists' }],
    [
      'empty operator is OK for toleration, defaults to Equal',
      { key: 'foo', value: 'bar', effect: 'NoSchedule' },
    ],
    [
      'empty effect is OK for toleration, empty toleration effect means match all taint effects',
      { key: 'foo', operator: 'Equal', value: 'bar' },
    ],
    [
      'negative tolerationSeconds is OK for toleration',
      { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: -2 },
    ],
  ])('%s', (_name, toleration) => {
    expect(said(toleration)).toEqual([]);
  });

  test.each<[string, Toleration, string]>([
    [
      'invalid toleration key',
      { key: 'nospecialchars^=@', operator: 'Equal', value: 'bar', effect: 'NoSchedule' },
      'spec.tolerations[0].key: Invalid value',
    ],
    [
      'invalid toleration operator',
      { key: 'foo', operator: 'In', value: 'bar', effect: 'NoSchedule' },
      'spec.tolerations[0].operator: Unsupported value: "In": supported values: "Equal", "Exists"',
    ],
    [
      "value must be empty when `operator` is 'Exists'",
      { key: 'foo', operator: 'Exists', value: 'bar' },
      "value must be empty when `operator` is 'Exists'",
    ],
    [
      "operator must be 'Exists' when `key` is empty",
      { operator: 'Equal', value: 'bar' },
      'operator must be Exists when `key` is empty',
    ],
    [
      "effect must be 'NoExecute' when `TolerationSeconds` is set",
      { key: 'foo', operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 20 },
      "effect must be 'NoExecute' when `tolerationSeconds` is set",
    ],
    [
      'an effect that is none',
      { key: 'foo', operator: 'Exists', effect: 'Never' },
      'spec.tolerations[0].effect: Unsupported value: "Never"',
    ],
  ])('%s', (_name, toleration, message) => {
    expect(said(toleration).join('\n')).toContain(message);
  });
});

describe('taints of a node', () => {
  const said = (...taints: Taint[]): string[] =>
    messages(validateNodeTaints(taints, newPath('spec', 'taints')));
  const good: Taint = { key: 'GPU', value: 'true', effect: 'NoSchedule' };

  test('are of a key and an effect, and each pair is there once', () => {
    expect(said(good, { ...good, effect: 'NoExecute' })).toEqual([]);
    expect(said({ ...good, key: 'nospecialchars^=@' })[0]).toContain('spec.taints[0].key: Invalid value');
    expect(said({ ...good, value: 'a b' })[0]).toContain('spec.taints[0].value: Invalid value: "a b"');
    expect(said({ ...good, effect: '' })).toEqual(['spec.taints[0].effect: Required value']);
    expect(said({ ...good, effect: 'NoEntry' })[0]).toContain('Unsupported value: "NoEntry"');
    expect(said(good, { ...good, value: 'no' })[0]).toContain('spec.taints[1]: Duplicate value');
  });
});

describe('affinity', () => {
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
  const said = (affinity: object): string[] =>
    messages(validateAffinity(affinity as Affinity, newPath('spec', 'affinity')));
  const nodeWith = (...matchExpressions: object[]): object => ({
    nodeAffinity: { [required]: { nodeSelectorTerms: [{ matchExpressions }] } },
  });
  const path = `spec.affinity.nodeAffinity.${required}.nodeSelectorTerms[0].matchExpressions[0]`;

  test.each<[string, object, string]>([
    [
      'In without values',
      { key: 'a', operator: 'In' },
      `${path}.values: Required value: must be specified when`,
    ],
    [
      'Exists with values',
      { key: 'a', operator: 'Exists', values: ['b'] },
      `${path}.values: Forbidden: may not be specified`,
    ],
    [
      'SCH-28 Gt with two values',
      { key: 'a', operator: 'Gt', values: ['1', '2'] },
      `${path}.values: Required value: must be specified single value when \`operator\` is 'Lt' or 'Gt'`,
    ],
    [
      'an operator that is none',
      { key: 'a', operator: 'Has' },
      `${path}.operator: Invalid value: "Has": not a valid selector operator`,
    ],
    ['a key that is none', { key: '', operator: 'Exists' }, `${path}.key: Invalid value: ""`],
  ])('to nodes: %s', (_name, expression, message) => {
    expect(said(nodeWith(expression)).join('\n')).toContain(message);
  });

  test('to nodes: no term at all; a weight out of range; a field that is not the name', () => {
    expect(said({ nodeAffinity: { [required]: { nodeSelectorTerms: [] } } })[0]).toContain(
      'must have at least one node selector term',
    );
    // An empty term is allowed, and matches nothing.
    expect(said({ nodeAffinity: { [required]: { nodeSelectorTerms: [{}] } } })).toEqual([]);
    expect(said({ nodeAffinity: { [preferred]: [{ weight: 199, preference: {} }] } })[0]).toBe(
      `spec.affinity.nodeAffinity.${preferred}[0].weight: Invalid value: 199: must be in the range 1-100`,
    );
    const matchFields = [{ key: 'metadata.namespace', operator: 'In', values: ['a', 'b'] }];
    expect(said({ nodeAffinity: { [required]: { nodeSelectorTerms: [{ matchFields }] } } })).toEqual([
      expect.stringContaining(
        "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
      ),
      expect.stringContaining('"metadata.namespace": not a valid field selector key'),
    ]);
  });

  test('SCH-33 to pods: the topology key may be any label, but not empty', () => {
    const apart = (topologyKey: string): object => ({ podAntiAffinity: { [required]: [{ topologyKey }] } });
    expect(said(apart('example.com/rack'))).toEqual([]);
    expect(said(apart(''))[0]).toBe(
      `spec.affinity.podAntiAffinity.${required}[0].topologyKey: Required value: can not be empty`,
    );
    const weighted = [{ weight: 0, podAffinityTerm: { topologyKey: 'zone', namespaces: ['No'] } }];
    expect(said({ podAffinity: { [preferred]: weighted } })).toEqual([
      expect.stringContaining('[0].weight: Invalid value: 0: must be in the range 1-100'),
      expect.stringContaining('[0].podAffinityTerm.namespace: Invalid value: "No"'),
    ]);
  });
});

describe('TestValidateTopologySpreadConstraints', () => {
  const zone = { maxSkew: 1, topologyKey: 'k8s.io/zone', whenUnsatisfiable: 'DoNotSchedule' };
  const node = { maxSkew: 2, topologyKey: 'k8s.io/node', whenUnsatisfiable: 'ScheduleAnyway' };
  const { maxSkew: _skew, ...noSkew } = zone;
  const { topologyKey: _key, ...noKey } = zone;
  const { whenUnsatisfiable: _action, ...noAction } = zone;
  const { topologyKey: _other, ...noKeyOfNode } = node;
  const supported = 'supported values: "DoNotSchedule", "ScheduleAnyway"';
  test.each<[string, readonly object[], readonly string[]]>([
    ['all required fields ok', [zone], []],
    ['missing MaxSkew', [noSkew], ['field[0].maxSkew: Invalid value: 0: must be greater than zero']],
    [
      'invalid MaxSkew',
      [{ ...zone, maxSkew: -1 }],
      ['field[0].maxSkew: Invalid value: -1: must be greater than zero'],
    ],
    ['missing TopologyKey', [noKey], ['field[0].topologyKey: Required value: can not be empty']],
    [
      'missing scheduling mode',
      [noAction],
      [`field[0].whenUnsatisfiable: Unsupported value: "": ${supported}`],
    ],
    [
      'unsupported scheduling mode',
      [{ ...zone, whenUnsatisfiable: 'N/A' }],
      [`field[0].whenUnsatisfiable: Unsupported value: "N/A": ${supported}`],
    ],
    ['multiple constraints ok with all required fields', [zone, node], []],
    [
      'multiple constraints missing TopologyKey on partial ones',
      [zone, noKeyOfNode],
      ['field[1].topologyKey: Required value: can not be empty'],
    ],
    [
      'duplicate constraints',
      [zone, { ...zone, maxSkew: 2 }],
      ['field[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{k8s.io/zone, DoNotSchedule}"'],
    ],
    ['the same key with both modes', [zone, { ...zone, whenUnsatisfiable: 'ScheduleAnyway' }], []],
  ])('%s', (_name, constraints, expected) => {
    const given = constraints as readonly TopologySpreadConstraint[];
    expect(messages(validateTopologySpreadConstraints(given, newPath('field')))).toEqual(expected);
  });
});
