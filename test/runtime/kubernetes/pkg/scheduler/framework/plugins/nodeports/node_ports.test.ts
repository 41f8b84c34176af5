import { describe, expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  FilterPlugin,
  Handle,
  PreFilterPlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import {
  errReason,
  fits,
  newPlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/nodeports/node_ports.ts';
import { newNodeInfo } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { newPluginOf, node, pod } from '../handle.ts';

const plugin = newPluginOf<PreFilterPlugin & FilterPlugin>(newPlugin, undefined, {} as Handle);

/** A pod with these ports of its host, each as `protocol/address/port`. */
const asking = (...ports: readonly string[]) => {
  const read = ports.map((port) => {
    const [protocol, hostIP, hostPort] = port.split('/');
    return { protocol, hostIP, hostPort: Number(hostPort) };
  });
  return pod({}, { nodeName: 'm1', containers: [{ name: 'c', ports: read }] });
};

// Upstream's TestNodePorts.
describe('a port of the node that is taken', () => {
  test.each<[string, readonly string[], taken: readonly string[], free: boolean]>([
    ['none is asked for', [], [], true],
    ['another port', ['UDP/127.0.0.1/8080'], ['UDP/127.0.0.1/9090'], true],
    ['the same of UDP', ['UDP/127.0.0.1/8080'], ['UDP/127.0.0.1/8080'], false],
    ['the same of TCP', ['TCP/127.0.0.1/8080'], ['TCP/127.0.0.1/8080'], false],
    ['another address', ['TCP/127.0.0.1/8080'], ['TCP/127.0.0.2/8080'], true],
    ['another protocol', ['UDP/127.0.0.1/8080'], ['TCP/127.0.0.1/8080'], true],
    ['the second of two', ['UDP/127.0.0.1/8000', 'UDP/127.0.0.1/8080'], ['UDP/127.0.0.1/8080'], false],
    [
      'the first of two',
      ['TCP/127.0.0.1/8001', 'UDP/127.0.0.1/8080'],
      ['TCP/127.0.0.1/8001', 'UDP/127.0.0.1/8081'],
      false,
    ],
    ['all addresses are asked for', ['TCP/0.0.0.0/8001'], ['TCP/127.0.0.1/8001'], false],
    [
      'all addresses are asked for, behind one',
      ['TCP/10.0.10.10/8001', 'TCP/0.0.0.0/8001'],
      ['TCP/127.0.0.1/8001'],
      false,
    ],
    ['all addresses are taken', ['TCP/127.0.0.1/8001'], ['TCP/0.0.0.0/8001'], false],
    ['all addresses are taken, of the other protocol', ['UDP/127.0.0.1/8001'], ['TCP/0.0.0.0/8001'], true],
    [
      'all addresses are taken, of both',
      ['UDP/127.0.0.1/8001'],
      ['TCP/0.0.0.0/8001', 'UDP/0.0.0.0/8001'],
      false,
    ],
  ])('%s', (_name, ports, taken, free) => {
    const state = newCycleState();
    const asked = asking(...ports);
    expect(plugin.preFilter(state, asked)).toBeUndefined();
    const status = plugin.filter(state, asked, newNodeInfo(...(taken.length > 0 ? [asking(...taken)] : [])));
    expect(status && [status.code, ...status.reasons]).toEqual(
      free ? undefined : ['Unschedulable', errReason],
    );
    // Others ask in one step.
    const info = newNodeInfo(...(taken.length > 0 ? [asking(...taken)] : []));
    expect(fits(asked, info)).toBe(free);
  });
});

// Upstream's TestPreFilterDisabled.
test('a pod whose ports were not read is an error', () => {
  const info = newNodeInfo();
  info.setNode(node(''));
  const status = plugin.filter(newCycleState(), pod(), info);
  expect([status?.code, status?.message()]).toEqual([
    'Error',
    'reading "PreFilterNodePorts" from cycleState: not found',
  ]);
});

// Upstream's TestGetContainerPorts.
test('the ports of all containers count', () => {
  const containers = [8001, 8003].map((first) => ({
    name: `c${first}`,
    ports: [first, first + 1].map((hostPort) => ({ hostPort, protocol: 'TCP', containerPort: hostPort })),
  }));
  const state = newCycleState();
  const asked = pod({}, { containers });
  plugin.preFilter(state, asked);
  const refused = [8000, 8001, 8002, 8003, 8004, 8005].filter((port) =>
    plugin.filter(state, asked, newNodeInfo(asking(`TCP/0.0.0.0/${port}`))),
  );
  expect(refused).toEqual([8001, 8002, 8003, 8004]);
});

test('a container without ports asks for none', () => {
  expect(fits(pod({}, { containers: [{ name: 'c' }] }), newNodeInfo(asking('TCP/0.0.0.0/80')))).toBe(true);
});
