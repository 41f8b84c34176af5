import { describe, expect, test } from 'vitest';
import type { Node, Pod } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  InsufficientResourceError,
  type PredicateFailureError,
  generalPredicates,
  newPredicateAdmitHandler,
  removeMissingExtendedResources,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/lifecycle/predicate.ts';
import type {
  PodAdmitHandler,
  PodAdmitResult,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/lifecycle/interfaces.ts';
import { newNodeInfo } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';

type Amounts = Readonly<Record<string, string>>;

function podOf(requests: Amounts, more: { limits?: Amounts; ports?: number[]; spec?: object } = {}): Pod {
  const { limits, ports = [], spec } = more;
  const resources = { requests, ...(limits ? { limits } : {}) };
  const container = { name: 'c', resources, ports: ports.map((hostPort) => ({ hostPort })) };
  return { metadata: { name: 'p', uid: 'p' }, spec: { containers: [container], ...spec } } as unknown as Pod;
}

const machine = (allocatable: Amounts, labels = {}): Node =>
  ({ metadata: { name: 'machine1', labels }, status: { allocatable } }) as unknown as Node;

/** The verdict of a handler that waits for nothing. */
function admit(handler: PodAdmitHandler, pod: Pod): PodAdmitResult | undefined {
  const { done, value } = handler.admit({ pod, otherPods: [] }).next();
  return done ? value : undefined;
}

const small = machine({ cpu: '10m', memory: '20', pods: '32' });

describe('TestRemoveMissingExtendedResources', () => {
  test.each<[string, Amounts, Amounts | undefined, Amounts, Amounts]>([
    ['requests in Limits should be ignored', {}, { 'foo.com/bar': '1' }, { 'foo.com/baz': '1' }, {}],
    [
      'requests for resources available in node should not be removed',
      { 'foo.com/bar': '1' },
      undefined,
      { 'foo.com/bar': '1' },
      { 'foo.com/bar': '1' },
    ],
    [
      'requests for resources unavailable in node should be removed',
      { 'foo.com/bar': '1' },
      undefined,
      { 'foo.com/baz': '1' },
      {},
    ],
  ])('%s', (_name, requests, limits, allocatable, expected) => {
    const nodeInfo = newNodeInfo();
    nodeInfo.setNode(machine(allocatable));
    const pod = podOf(requests, limits ? { limits } : {});
    const kept = removeMissingExtendedResources(pod, nodeInfo).spec.containers[0]?.resources;
    expect(kept).toEqual({ requests: expected, ...(limits ? { limits } : {}) });
  });
});

describe('TestGeneralPredicates', () => {
  const told = (r: InsufficientResourceError | PredicateFailureError): string =>
    r instanceof InsufficientResourceError ? r.message : `${r.predicateName}: ${r.getReason()}`;
  test.each<[string, Pod, Pod[], string[]]>([
    ['no resources/port/host requested always fits', podOf({}), [podOf({ cpu: '9m', memory: '19' })], []],
    [
      'not enough cpu and memory resource',
      podOf({ cpu: '8m', memory: '10' }),
      [podOf({ cpu: '5m', memory: '19' })],
      [
        "Node didn't have enough resource: cpu, requested: 8, used: 5, capacity: 10",
        "Node didn't have enough resource: memory, requested: 10, used: 19, capacity: 20",
      ],
    ],
    [
      'host not match',
      podOf({}, { spec: { nodeName: 'machine2' } }),
      [],
      ["NodeName: node(s) didn't match the requested hostname"],
    ],
    [
      'hostport conflict',
      podOf({}, { ports: [123] }),
      [podOf({}, { ports: [123] })],
      ["NodePorts: node(s) didn't have free ports for the requested pod ports"],
    ],
    [
      'labels not match',
      podOf({}, { spec: { nodeSelector: { disk: 'ssd' } } }),
      [],
      ["NodeAffinity: node(s) didn't match Pod's node affinity"],
    ],
  ])('%s', (_name, pod, others, expected) => {
    const nodeInfo = newNodeInfo(...others);
    nodeInfo.setNode(small);
    expect(generalPredicates(pod, small, nodeInfo).map(told)).toEqual(expected);
  });
});

describe('the handler', () => {
  test('tells the first reason only, and that it knows no node', () => {
    const pod = podOf({ cpu: '1', memory: '1Gi' }, { spec: { nodeSelector: { disk: 'ssd' } } });
    expect(
      admit(
        newPredicateAdmitHandler(() => small),
        pod,
      ),
    ).toEqual({
      admit: false,
      reason: 'OutOfcpu',
      message: "Node didn't have enough resource: cpu, requested: 1000, used: 0, capacity: 10",
    });
    expect(
      admit(
        newPredicateAdmitHandler(() => undefined),
        pod,
      ),
    ).toEqual({
      admit: false,
      reason: 'InvalidNodeInfo',
      message: 'Kubelet cannot get node info.',
    });
  });

  test('SCH-39 does not look at taints', () => {
    const tainted = { ...small, spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] } } as Node;
    const handler = newPredicateAdmitHandler(() => tainted);
    expect(admit(handler, podOf({}))?.admit).toBe(true);
  });
});
