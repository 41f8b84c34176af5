import type { PodSpec, PodStatus } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { ResponseWriter, newRequest } from '../../../../../../../src/runtime/go/http.ts';
import { handler } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/metrics/resources/resources.ts';
import { podOf } from '../../internal/queue/pods.ts';

type Amounts = Readonly<Record<string, string>>;

const foo = (spec: Partial<PodSpec>, status: PodStatus = {}, name = 'foo'): Pod =>
  podOf(`test/${name}`, spec, status);
const container = (requests: Amounts = {}, limits: Amounts = {}) => ({
  name: '',
  resources: { requests, limits },
});

function told(...pods: readonly Pod[]): ResponseWriter {
  const w = new ResponseWriter();
  const served = handler({ list: () => [[...pods], undefined] }).serveHTTP(
    w,
    newRequest('GET', '/metrics/resources'),
  );
  expect(served.next().done).toBe(true);
  return w;
}

/** Its numbers, without what every one of upstream's tables has: `request pod resource unit amount`, and labels if wanted. */
function numbers(...pods: readonly Pod[]): string[] {
  const lines = told(...pods)
    .body.split('\n')
    .filter((line) => line.startsWith('kube_'));
  return lines.map((line) => {
    const [, kind, labels = '', amount] = /^kube_pod_resource_(\w+){(.*)} (.*)$/.exec(line) ?? [];
    const said = Object.fromEntries(
      [...labels.matchAll(/(\w+)="(.*?)"/g)].map(([, key, value]) => [key, value]),
    );
    const { node, pod, priority, resource, scheduler, unit } = said;
    return [kind, pod, node, scheduler, priority, resource, unit, amount].filter(Boolean).join(' ');
  });
}

const one = { containers: [container({ cpu: '1' })] };
const two = {
  initContainers: [container({ cpu: '2', custom: '3' }, { memory: '1G', custom: '5' })],
  containers: [container({ cpu: '1', custom: '0' }, { memory: '2G', custom: '6' })],
};
const zeroes = { cpu: '0', custom: '0', 'test.com/custom-metric': '0' };

// Upstream's Test_podResourceCollector_CollectWithStability.
describe('what pods ask for and may have', () => {
  test.each<[string, readonly Pod[], readonly string[]]>([
    ['no pods', [], []],
    ['no containers', [foo({})], []],
    ['no resources', [foo({ initContainers: [], containers: [{ name: '' }] })], []],
    ['request only', [foo(one)], ['request foo cpu cores 1']],
    ['limits only', [foo({ containers: [container({}, { cpu: '1' })] })], ['limit foo cpu cores 1']],
    [
      'terminal pods are excluded',
      [
        // Until it is on a node, its phase does not matter.
        foo(one, { phase: 'Succeeded' }, 'unscheduled-succeeded'),
        ...['Succeeded', 'Failed', 'Unknown'].map((phase) =>
          foo({ ...one, nodeName: 'node-one' }, { phase }, phase.toLowerCase()),
        ),
        foo(
          { ...one, initContainers: one.containers, nodeName: 'node-one' },
          { phase: 'Pending', conditions: [{ type: 'ArbitraryCondition', status: 'True' }] },
          'pending',
        ),
      ],
      [
        'request unscheduled-succeeded cpu cores 1',
        'request pending node-one cpu cores 1',
        'request unknown node-one cpu cores 1',
      ],
    ],
    [
      'zero resource should be excluded',
      [foo({ initContainers: [container(zeroes, zeroes)], containers: [container(zeroes, zeroes)] })],
      [],
    ],
    [
      'optional field labels',
      [foo({ ...one, schedulerName: 'default-scheduler', priority: 0, nodeName: 'node-one' })],
      ['request foo node-one default-scheduler 0 cpu cores 1'],
    ],
    ...(['True', 'False'] as const).map((status): [string, readonly Pod[], readonly string[]] => [
      `init containers and regular containers, where Initialized is ${status}`,
      [foo({ ...two, nodeName: 'node-one' }, { conditions: [{ type: 'Initialized', status }] })],
      [
        'limit foo node-one custom 6',
        'limit foo node-one memory bytes 2e+09',
        'request foo node-one cpu cores 2',
        'request foo node-one custom 3',
      ],
    ]),
    [
      'aggregate container requests and limits',
      [
        foo({
          containers: [
            container({ cpu: '1' }, { cpu: '2' }),
            container({ memory: '1G' }, { memory: '2G' }),
            container({ cpu: '0.5' }, { cpu: '1.25' }),
            container({}, { memory: '2G' }),
          ],
        }),
      ],
      [
        'limit foo cpu cores 3.25',
        'limit foo memory bytes 4e+09',
        'request foo cpu cores 1.5',
        'request foo memory bytes 1e+09',
      ],
    ],
    [
      'overhead added to requests and limits',
      [foo({ ...two, overhead: { cpu: '0.25', memory: '0.75G', custom: '0.5' } })],
      [
        'limit foo custom 6.5',
        'limit foo memory bytes 2.75e+09',
        'request foo cpu cores 2.25',
        'request foo custom 3.5',
        'request foo memory bytes 7.5e+08',
      ],
    ],
    [
      'units for standard resources',
      [
        foo({
          containers: [
            container(
              { storage: '5', 'ephemeral-storage': '6' },
              {
                'hugepages-x': '1',
                'hugepages-': '2',
                'attachable-volumes-aws': '3',
                'attachable-volumes-': '4',
              },
            ),
          ],
        }),
      ],
      [
        'limit foo attachable-volumes- integer 4',
        'limit foo attachable-volumes-aws integer 3',
        'limit foo hugepages- bytes 2',
        'limit foo hugepages-x bytes 1',
        'request foo ephemeral-storage bytes 6',
        'request foo storage bytes 5',
      ],
    ],
  ])('%s', (_name, pods, expected) => {
    expect(numbers(...pods)).toEqual(expected);
  });
});

// Upstream's Test_podResourceCollector_Handler.
test('they are told in the text format of Prometheus', () => {
  const w = told(foo({ ...two, nodeName: 'node-one' }));
  expect(w.header.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(w.body)
    .toBe(`# HELP kube_pod_resource_limit [ALPHA] Resources limit for workloads on the cluster, broken down by pod. This shows the resource usage the scheduler and kubelet expect per pod for resources along with the unit for the resource if any.
# TYPE kube_pod_resource_limit gauge
kube_pod_resource_limit{namespace="test",node="node-one",pod="foo",priority="",resource="custom",scheduler="",unit=""} 6
kube_pod_resource_limit{namespace="test",node="node-one",pod="foo",priority="",resource="memory",scheduler="",unit="bytes"} 2e+09
# HELP kube_pod_resource_request [ALPHA] Resources requested by workloads on the cluster, broken down by pod. This shows the resource usage the scheduler and kubelet expect per pod for resources along with the unit for the resource if any.
# TYPE kube_pod_resource_request gauge
kube_pod_resource_request{namespace="test",node="node-one",pod="foo",priority="",resource="cpu",scheduler="",unit="cores"} 2
kube_pod_resource_request{namespace="test",node="node-one",pod="foo",priority="",resource="custom",scheduler="",unit=""} 3
`);
});
