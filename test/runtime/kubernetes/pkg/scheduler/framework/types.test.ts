import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  Generations,
  NodeInfo,
  type PodInfo,
  type Resource,
  getPodKey,
  newNodeInfo,
} from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { node, pod } from './plugins/handle.ts';

const port = (hostIP: string, hostPort: number) => ({
  hostIP,
  hostPort,
  protocol: 'TCP',
  containerPort: hostPort,
});
const container = (requests: object, ports: readonly object[] = []) => ({
  name: 'c',
  resources: { requests },
  ports,
});
const term = { topologyKey: 'zone', labelSelector: { matchLabels: { app: 'x' } } };
const required = { requiredDuringSchedulingIgnoredDuringExecution: [term] };
const preferred = { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term }] };

const test1 = pod(
  { name: 'test-1' },
  {
    containers: [container({ cpu: '100m', memory: '500' }, [port('127.0.0.1', 80)])],
    overhead: { cpu: '500m' },
  },
);
const test2 = pod(
  { name: 'test-2' },
  {
    containers: [
      container({ cpu: '200m', memory: '1Ki', 'example.com/gpu': '3', 'ephemeral-storage': '7' }, [
        port('127.0.0.1', 8080),
      ]),
    ],
  },
);
const asksNothing = pod({ name: 'asks-nothing' });
const near = pod({ name: 'near' }, { affinity: { podAffinity: required } });
const ratherFar = pod({ name: 'rather-far' }, { affinity: { podAntiAffinity: preferred } });
const far = pod({ name: 'far' }, { affinity: { podAntiAffinity: required } });
const noTerms = pod(
  { name: 'no-terms' },
  { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [] } } },
);
const onNodes = pod({ name: 'on-nodes' }, { affinity: { nodeAffinity: {} } });
const all = [test1, test2, asksNothing, near, ratherFar, far, noTerms, onNodes];

const names = (infos: readonly PodInfo[]) => infos.map(({ pod: { metadata } }) => metadata.name);
const amounts = ({ milliCPU, memory, ephemeralStorage, scalarResources }: Resource) => ({
  milliCPU,
  memory,
  ephemeralStorage,
  // What is counted down to zero stays, as upstream.
  scalars: Object.fromEntries([...scalarResources].filter(([, quantity]) => quantity !== 0)),
});
/** All that a node knows of its pods, whatever the order in which they came. */
const known = (info: NodeInfo) => ({
  pods: names(info.pods).sort(),
  withAffinity: names(info.podsWithAffinity).sort(),
  withRequiredAntiAffinity: names(info.podsWithRequiredAntiAffinity).sort(),
  requested: amounts(info.requested),
  nonZero: amounts(info.nonZeroRequested),
  ports: [80, 8080].map((each) => info.usedPorts.checkConflict('127.0.0.1', 'TCP', each)),
  numPorts: info.usedPorts.length,
});

test('TestNewNodeInfo: the sums over the pods, and which of them ask for company', () => {
  expect(known(newNodeInfo(...all))).toEqual({
    pods: names(newNodeInfo(...all).pods).sort(),
    withAffinity: ['far', 'near', 'no-terms', 'rather-far'],
    withRequiredAntiAffinity: ['far'],
    requested: { milliCPU: 800, memory: 1524, ephemeralStorage: 7, scalars: { 'example.com/gpu': 3 } },
    // Only those with containers that ask for nothing count as some; these have no containers.
    nonZero: { milliCPU: 800, memory: 1524, ephemeralStorage: 0, scalars: {} },
    ports: [true, true],
    numPorts: 2,
  });
});

test('a container that asks for nothing counts for scores', () => {
  const info = newNodeInfo(pod({}, { containers: [container({})] }));
  expect([info.requested, info.nonZeroRequested].map(({ milliCPU, memory }) => [milliCPU, memory])).toEqual([
    [0, 0],
    [100, 200 * 1024 * 1024],
  ]);
});

test('TestNodeInfoClone: a copy does not change with what was copied, nor the other way round', () => {
  const info = newNodeInfo(test1, near);
  info.setNode(node('n', {}, { allocatable: { cpu: '4' } }));
  const before = known(info);
  const clone = info.clone();
  expect([clone.name, clone.node(), clone.generation]).toEqual(['n', info.node(), info.generation]);
  expect(clone.allocatable.milliCPU).toBe(4000);
  expect(known(clone)).toEqual(before);
  clone.addPod(test2);
  clone.addPod(far);
  expect(known(info)).toEqual(before);
  info.removePod(test1);
  info.removePod(near);
  expect(known(clone)).toEqual(known(newNodeInfo(test1, near, test2, far)));
});

describe('TestNodeInfoRemovePod', () => {
  test('property: what is left after some have gone is what the others alone would give', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(all), fc.shuffledSubarray(all), (come, go) => {
        const info = newNodeInfo(...come);
        const gone = go.filter((each) => come.includes(each));
        for (const each of gone) expect(info.removePod(each)).toBeUndefined();
        expect(known(info)).toEqual(known(newNodeInfo(...come.filter((each) => !gone.includes(each)))));
      }),
      { numRuns: 100 },
    );
  });

  test('the last pod takes the place of the one that goes, as upstream', () => {
    const info = newNodeInfo(near, far, ratherFar, noTerms);
    info.removePod(near);
    expect(names(info.pods)).toEqual(['no-terms', 'far', 'rather-far']);
    expect(names(info.podsWithAffinity)).toEqual(['no-terms', 'far', 'rather-far']);
    info.removePod(ratherFar);
    expect(names(info.pods)).toEqual(['no-terms', 'far']);
  });

  test('a pod that is not there cannot go: nothing changes', () => {
    const info = newNodeInfo(test1, far);
    info.setNode(node('n'));
    const [before, generation] = [known(info), info.generation];
    expect(info.removePod(test2)?.message).toBe('no corresponding pod test-2 in pods of node n');
    const nameless = { ...test1, metadata: { ...test1.metadata, uid: '' } };
    expect(info.removePod(nameless)?.message).toBe('Cannot get cache key for pod with empty UID');
    expect([known(info), info.generation]).toEqual([before, generation]);
  });

  test('what goes is reckoned from the pod as it is told, not from the one that came, as upstream', () => {
    const info = newNodeInfo(test2);
    const smaller: Pod = { ...test2, spec: { ...test2.spec, containers: test1.spec.containers } };
    info.removePod(smaller);
    expect(info.requested.milliCPU).toBe(100);
  });
});

test('each change has a generation that no node of its cache had before', () => {
  const generations = new Generations();
  const [info, other] = [new NodeInfo(generations), new NodeInfo(generations)];
  const seen = [info.generation, other.generation];
  const changes: readonly ((of: NodeInfo) => void)[] = [
    (of) => of.setNode(node('n')),
    (of) => of.addPod(near),
    (of) => void of.removePod(near),
    (of) => of.removeNode(),
  ];
  for (const change of changes)
    for (const changed of [info, other]) {
      change(changed);
      seen.push(changed.generation);
    }
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
  const clone = info.clone();
  clone.addPod(near);
  expect(clone.generation).toBeGreaterThan(Math.max(...seen));
});

test('a node that goes leaves its pods', () => {
  const info = newNodeInfo(near);
  info.setNode(node('n'));
  info.removeNode();
  expect([info.name, info.node(), names(info.pods)]).toEqual(['', undefined, ['near']]);
});

test('a pod is told from others by its uid', () => {
  expect(getPodKey(near)).toEqual([near.metadata.uid, undefined]);
});
