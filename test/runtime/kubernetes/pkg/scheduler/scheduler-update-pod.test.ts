import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newForConfig } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { APIRequest } from '../../../../../src/runtime/wire.ts';
import type { Transport } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { updatePod } from '../../../../../src/runtime/kubernetes/pkg/scheduler/scheduler.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';

const current = {
  type: 'currentType',
  status: 'currentStatus',
  lastProbeTime: '2020-05-13T00:00:00Z',
  lastTransitionTime: '2020-05-12T00:00:00Z',
  reason: 'currentReason',
  message: 'currentMessage',
};
const added = {
  type: 'newType',
  status: 'newStatus',
  lastProbeTime: '2020-05-13T01:01:01Z',
  reason: 'newReason',
  message: 'newMessage',
};
const now = '2021-01-16T12:00:00Z';

// Upstream's TestUpdatePod. Upstream's patches leave out what is the same in the condition; what comes of them is the same.
describe('what is written of a pod that is not scheduled', () => {
  test.each([
    [
      'a condition when there are none',
      { conditions: [] },
      added,
      '',
      { conditions: [{ ...added, lastTransitionTime: now }] },
    ],
    [
      'a condition beside one of another type',
      { conditions: [{ ...current, type: 'someOtherType' }] },
      added,
      '',
      { conditions: [{ ...added, lastTransitionTime: now }] },
    ],
    [
      'another status of a condition, with the time',
      { conditions: [current] },
      { ...added, type: 'currentType' },
      '',
      { conditions: [{ ...added, type: 'currentType', lastTransitionTime: now }] },
    ],
    [
      'another reason of a condition, whose time remains',
      { conditions: [current] },
      { ...added, type: 'currentType', status: 'currentStatus' },
      '',
      {
        conditions: [
          {
            ...added,
            type: 'currentType',
            status: 'currentStatus',
            lastTransitionTime: current.lastTransitionTime,
          },
        ],
      },
    ],
    [
      'nothing, if the condition is the same and no node is nominated',
      { conditions: [current], nominatedNodeName: 'node1' },
      current,
      '',
      undefined,
    ],
    [
      'the nominated node alone, if that is new',
      { conditions: [current] },
      current,
      'node1',
      { nominatedNodeName: 'node1' },
    ],
    [
      'nothing, if it was nominated to that node before',
      { conditions: [current], nominatedNodeName: 'node1' },
      current,
      'node1',
      undefined,
    ],
  ])('%s', (_what, status, condition, nominatedNode, expected) => {
    const sim = new Sim();
    const asked: APIRequest[] = [];
    const transport: Transport = {
      // oxlint-disable-next-line require-yield
      *do(request) {
        asked.push(request);
        return [{ kind: 'Pod', apiVersion: 'v1', metadata: {} }, undefined];
      },
      *watch() {
        throw new Error('expected no watch');
      },
    };
    const client = newForConfig(sim, { transport, userAgent: 'test', qps: -1 });
    const pod = { metadata: { name: 'foo', namespace: 'default' }, status } as unknown as Pod;
    sim.go('test', updatePod(sim, client, pod, condition, nominatedNode));
    sim.runFor(0);
    expect(asked.map(({ verb, name, subresource, body }) => ({ verb, name, subresource, body }))).toEqual(
      expected ? [{ verb: 'patch', name: 'foo', subresource: 'status', body: { status: expected } }] : [],
    );
  });
});
