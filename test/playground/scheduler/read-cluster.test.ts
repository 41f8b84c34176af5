import { describe, expect, test } from 'vitest';
import { mostCharacters, mostNodes } from '../../../playground/scheduler/cluster.ts';
import { readCluster, withChanges } from '../../../playground/scheduler/read-cluster.ts';

const read = (...texts: readonly string[]) =>
  readCluster(texts.map((text, i) => ({ name: `file ${i}`, text })));

/** What was read, in a few words: nodes, pods, problems by source and line, what was left out. */
function told(...texts: readonly string[]) {
  const { cluster, problems, leftOut } = read(...texts);
  return {
    nodes: [...cluster.nodes.keys()],
    pods: [...cluster.pods.keys()],
    problems: problems.map(({ source, line, message }) => `${source}:${line} ${message}`),
    leftOut: leftOut.map(({ what, count, why }) => `${count} ${what}: ${why}`),
  };
}

const node =
  'apiVersion: v1\nkind: Node\nmetadata:\n  name: n1\nstatus:\n  allocatable: { cpu: 4, memory: 8Gi, pods: "110" }\n';
const pod =
  'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n    - name: app\n      image: app:v1\n';

/** As `kubectl get nodes,pods -A -o yaml` writes it, with all that nobody asked for. */
const dump = `apiVersion: v1
items:
- apiVersion: v1
  kind: Node
  metadata:
    annotations:
      node.alpha.kubernetes.io/ttl: "0"
    labels:
      topology.kubernetes.io/zone: z1
    managedFields:
    - apiVersion: v1
      fieldsType: FieldsV1
      fieldsV1:
        f:metadata: {}
      manager: kubelet
    name: n1
  spec:
    taints:
    - effect: NoSchedule
      key: dedicated
  status:
    allocatable:
      cpu: "2"
      memory: 1Gi
      pods: "10"
    conditions:
    - message: ok
      type: Ready
- apiVersion: v1
  kind: Pod
  metadata:
    name: web
    namespace: shop
  spec:
    containers:
    - image: web:v1
      name: web
      env:
      - name: A
        value: b
      resources:
        requests:
          cpu: 500m
    nodeName: n1
  status:
    phase: Running
- apiVersion: v1
  kind: Pod
  metadata:
    name: done
    namespace: shop
  spec:
    containers:
    - image: web:v1
      name: web
  status:
    phase: Succeeded
- apiVersion: v1
  kind: Event
  metadata:
    name: web.1
kind: List
metadata:
  resourceVersion: ""
`;

describe('a cluster is read', () => {
  test('from documents, with what the scheduler reads of them and no more', () => {
    const { cluster, problems } = read(`${node}---\n${pod}---\n# nothing\n`);
    expect(problems).toEqual([]);
    expect(cluster.nodes.get('n1')).toEqual({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n1' },
      status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
    });
    expect(cluster.pods.get('default/a')).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'a', namespace: 'default' },
      spec: { containers: [{ name: 'app', image: 'app:v1' }] },
    });
  });

  test('from a dump of kubectl, and from one that is so long that its noise is not read', () => {
    const expected = {
      nodes: ['n1'],
      pods: ['shop/web'],
      problems: [],
      leftOut: ['1 finished pod: it takes no room any more', '1 Event: the scheduler does not look at it'],
    };
    expect(told(dump)).toEqual(expected);
    const long = dump.replace('fieldsV1:', `fieldsV1:\n        f:x: ${'y'.repeat(120_000)}`);
    expect(told(long)).toEqual(expected);
    expect(read(long).cluster).toEqual(read(dump).cluster);
  });

  test('from JSON: an object, a list, a PodList whose items do not say what they are', () => {
    const json = { metadata: { name: 'j' }, spec: { containers: [{ name: 'app', image: 'a' }] } };
    const list = { kind: 'PodList', apiVersion: 'v1', items: [json] };
    expect(told(JSON.stringify(list)).pods).toEqual(['default/j']);
    expect(told(JSON.stringify({ ...json, kind: 'Pod' })).pods).toEqual(['default/j']);
    expect(
      told(
        `apiVersion: v1\nkind: PodList\nitems:\n- metadata: {name: y}\n  spec: {containers: [{name: a}]}\n`,
      ),
    ).toEqual({
      nodes: [],
      pods: ['default/y'],
      problems: [],
      leftOut: [],
    });
  });

  test('of two objects with one name the later counts', () => {
    const again = node.replace('cpu: 4', 'cpu: 6');
    expect(told(node, again)).toMatchObject({
      nodes: ['n1'],
      leftOut: ['1 Node: another of the same name comes later, and counts'],
    });
    expect(read(node, again).cluster.nodes.get('n1')?.status?.allocatable?.cpu).toBe('6');
  });

  test('fields that v1.20.2 does not know are told', () => {
    const gated = pod.replace('spec:\n', 'spec:\n  schedulingGates: [{ name: wait }]\n');
    expect(told(gated)).toMatchObject({
      pods: ['default/a'],
      leftOut: ['1 schedulingGates: Kubernetes v1.20.2 does not know this field, and decides without it'],
    });
  });
});

describe('what is wrong is told with its line, and the rest is taken', () => {
  test.each([
    [
      pod.replace('name: a\n', 'name: a\n  labels: { tier: 1 }\n'),
      '5',
      'Pod a: metadata.labels.tier: expected a text, found the number 1. Put quotes around it.',
    ],
    [
      pod.replace('      image: app:v1\n', '      resources: { requests: { cpu: lots } }\n'),
      '8',
      'Pod a: spec.containers[0].resources.requests.cpu: expected an amount from 0, such as 250m, 2 or 512Mi, found the text "lots". Write one.',
    ],
    [
      pod.replace('spec:\n', 'spec:\n  tolerations: [{ effect: NoSchedul }]\n'),
      '6',
      'Pod a: spec.tolerations[0].effect: expected one of NoSchedule, PreferNoSchedule, NoExecute, found the text "NoSchedul". Perhaps it should be "NoSchedule".',
    ],
    [
      pod.replace(/containers:[^]*/, 'containers: 5\n'),
      '6',
      'Pod a: spec.containers: expected a list, found the number 5. Begin its items with "- ".',
    ],
    [
      node.replace('metadata:\n  name: n1\n', ''),
      '1',
      'Node: metadata: expected something, found nothing. Add it.',
    ],
    [
      node.replace('status:', 'spec: { taints: { key: a } }\nstatus:'),
      '5',
      'Node n1: spec.taints: expected a list, found a map. Begin its items with "- ".',
    ],
    [
      pod.replace('      image: app:v1\n', '      ports:\n        - null\n'),
      '9',
      'Pod a: spec.containers[0].ports[0]: expected an item, found nothing. Write it, or take it away.',
    ],
    [
      'apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: { name: r }\n' +
        'spec:\n  selector:\n    matchLabels:\n      app: { toString: 1 }\n',
      '7',
      'ReplicaSet r: spec.selector.matchLabels.app: expected a text, found a map. Write one.',
    ],
    [
      node.replace('status:', 'spec: { taints: [null] }\nstatus:'),
      '5',
      'Node n1: spec.taints[0]: expected an item, found nothing. Write it, or take it away.',
    ],
    ...[
      ['null', 'nothing'],
      ['""', 'nothing'],
      ['"1e1000000000"', 'the text "1e1000000000"'],
      ['-1', 'the number -1'],
      ['[1]', 'a list'],
    ].map(([amount, found]): [string, string, string] => [
      pod.replace('      image: app:v1\n', `      resources:\n        limits:\n          cpu: ${amount}\n`),
      '10',
      `Pod a: spec.containers[0].resources.limits.cpu: expected an amount from 0, such as 250m, 2 or 512Mi, found ${found}. Write one.`,
    ]),
    [
      pod.replace('name: a\n', 'name: a\n  labels: &l { app: *l }\n'),
      '5',
      'expected a value that comes to an end, found one that holds itself. Write it out.',
    ],
    [
      pod.replace('      image: app:v1\n', `      args: ${'['.repeat(300)}${']'.repeat(300)}\n`),
      '8',
      'expected at most 200 levels, one inside another, found more. Write it flatter.',
    ],
    [
      `kind: List\nitems:\n${Array.from({ length: 300 }, (_, i) => `${'  '.repeat(i)}  - kind: List\n${'  '.repeat(i)}    items:\n`).join('')}`,
      '201',
      'expected at most 200 levels, one inside another, found more. Write it flatter.',
    ],
  ])('%#', (text, line, message) => {
    const { problems, nodes } = told(`${node.replace('n1', 'other')}---\n${text}`);
    const first = node.split('\n').length - 1;
    expect(problems).toEqual([`0:${Number(line) + first + 1} ${message}`]);
    expect(nodes).toEqual(['other']);
  });

  test('in JSON too', () => {
    const value = {
      kind: 'List',
      items: [
        { kind: 'Node', metadata: { name: 'ok' } },
        { kind: 'Node', metadata: { name: 7 } },
      ],
    };
    expect(told(JSON.stringify(value, undefined, 2)).problems).toEqual([
      '0:13 Node: metadata.name: expected a text, found the number 7. Put quotes around it.',
    ]);
  });

  test('lists in lists without end are told in JSON too, with the line', () => {
    const list = '{ "kind": "List", "items": [\n';
    expect(told(`${list.repeat(5_000)}${']}'.repeat(5_000)}`).problems).toEqual([
      '0:101 expected at most 200 levels, one inside another, found more. Write it flatter.',
    ]);
  });

  test('an item of a list that is no YAML is told, and the others are taken', () => {
    const broken = dump.replace('    - effect: NoSchedule\n', '    - effect: "NoSchedule\n');
    const { pods, problems } = told(broken);
    expect(pods).toEqual(['shop/web']);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^0:\d+ expected YAML, found something else: /);
  });

  test.each([
    [
      'just words',
      '0:1 expected an object with apiVersion, kind and metadata, found the text "just words". Begin with "apiVersion:".',
    ],
    ['{"kind": "Pod",', '0:1 '],
  ])('%j is told', (text, message) => {
    expect(told(text).problems[0]).toContain(message);
  });

  test('more than fifty are counted', () => {
    const { problems, moreProblems } = read(Array.from({ length: 60 }, () => 'kind: Node\n').join('---\n'));
    expect([problems.length, moreProblems]).toEqual([50, 10]);
  });
});

describe('what is too large is refused whole', () => {
  test('by its characters', () => {
    const { refused, problems } = read('x'.repeat(mostCharacters + 1));
    expect(refused).toBe(true);
    expect(problems[0]?.message).toBe(
      'expected at most 20 million characters, found 20.0 million. Bring only nodes and pods, or the pods of some namespaces.',
    );
  });

  test('by its nodes', () => {
    const nodes = Array.from({ length: mostNodes + 1 }, (_, i) => ({
      kind: 'Node',
      metadata: { name: `n${i}` },
    }));
    const { refused, problems, cluster } = read(JSON.stringify(nodes));
    expect(refused).toBe(true);
    expect(problems[0]?.message).toBe('expected at most 5000 nodes, found 5001. Bring fewer of them.');
    expect(cluster.nodes.size).toBe(0);
  });
});

describe('changes', () => {
  test('take the place of what was read, also under another name, or take it away', () => {
    const reading = read(`${node}---\n${pod}`);
    const changed = withChanges(reading, [
      { kind: 'Node', key: 'n1', text: node.replace('name: n1', 'name: n2') },
      { kind: 'Pod', key: 'default/a', text: null },
    ]);
    expect([[...changed.cluster.nodes.keys()], [...changed.cluster.pods.keys()]]).toEqual([['n2'], []]);
    expect([...reading.cluster.nodes.keys()]).toEqual(['n1']);
  });

  test('that are wrong leave what was read', () => {
    const changed = withChanges(read(pod), [
      { kind: 'Pod', key: 'default/a', text: pod.replace('spec:', 'spec: 1\nx:') },
    ]);
    expect(changed.problems).toEqual([
      {
        change: 'Pod default/a',
        line: 5,
        message: 'Pod a: spec: expected a map, found the number 1. Write "name: value" below it.',
      },
    ]);
    expect(changed.cluster.pods.size).toBe(1);
  });
});
