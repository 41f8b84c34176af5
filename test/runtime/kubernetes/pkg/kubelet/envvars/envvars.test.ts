import type { ServicePort } from 'kubernetes-types/core/v1';
import { expect, test } from 'vitest';
import type { Service } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { fromServices } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/envvars/envvars.ts';

const variables = (name: string, clusterIP: string, ...ports: ServicePort[]): string[] => {
  const service = { metadata: { name }, spec: { clusterIP, ports } } as unknown as Service;
  return fromServices([service]).map((e) => `${e.name}=${e.value}`);
};

test('a service of one port', () => {
  expect(variables('foo-bar', '1.2.3.4', { port: 8080, protocol: 'TCP' })).toEqual([
    'FOO_BAR_SERVICE_HOST=1.2.3.4',
    'FOO_BAR_SERVICE_PORT=8080',
    'FOO_BAR_PORT=tcp://1.2.3.4:8080',
    'FOO_BAR_PORT_8080_TCP=tcp://1.2.3.4:8080',
    'FOO_BAR_PORT_8080_TCP_PROTO=tcp',
    'FOO_BAR_PORT_8080_TCP_PORT=8080',
    'FOO_BAR_PORT_8080_TCP_ADDR=1.2.3.4',
  ]);
});

test('ports of the same number that have names, at an address of IPv6', () => {
  const ports: ServicePort[] = [
    { name: 'u-d-p', port: 8084, protocol: 'UDP' },
    { name: 't-c-p', port: 8084, protocol: 'TCP' },
  ];
  expect(variables('super-ipv6', '2001:DB8::', ...ports)).toEqual([
    'SUPER_IPV6_SERVICE_HOST=2001:DB8::',
    'SUPER_IPV6_SERVICE_PORT=8084',
    'SUPER_IPV6_SERVICE_PORT_U_D_P=8084',
    'SUPER_IPV6_SERVICE_PORT_T_C_P=8084',
    'SUPER_IPV6_PORT=udp://[2001:DB8::]:8084',
    'SUPER_IPV6_PORT_8084_UDP=udp://[2001:DB8::]:8084',
    'SUPER_IPV6_PORT_8084_UDP_PROTO=udp',
    'SUPER_IPV6_PORT_8084_UDP_PORT=8084',
    'SUPER_IPV6_PORT_8084_UDP_ADDR=2001:DB8::',
    'SUPER_IPV6_PORT_8084_TCP=tcp://[2001:DB8::]:8084',
    'SUPER_IPV6_PORT_8084_TCP_PROTO=tcp',
    'SUPER_IPV6_PORT_8084_TCP_PORT=8084',
    'SUPER_IPV6_PORT_8084_TCP_ADDR=2001:DB8::',
  ]);
});

test('a name that is a number, beside a port without one', () => {
  const ports: ServicePort[] = [{ port: 8082 }, { name: '8083', port: 8083, protocol: 'TCP' }];
  const made = variables('q-u-u-x', '9.8.7.6', ...ports);
  expect(made.slice(0, 5)).toEqual([
    'Q_U_U_X_SERVICE_HOST=9.8.7.6',
    'Q_U_U_X_SERVICE_PORT=8082',
    'Q_U_U_X_SERVICE_PORT_8083=8083',
    'Q_U_U_X_PORT=tcp://9.8.7.6:8082',
    'Q_U_U_X_PORT_8082_TCP=tcp://9.8.7.6:8082',
  ]);
  expect(made).toHaveLength(12);
});

test('SCTP', () => {
  expect(variables('sctp-1', '1.2.3.4', { port: 777, protocol: 'SCTP' })).toContain(
    'SCTP_1_PORT_777_SCTP=sctp://1.2.3.4:777',
  );
});

test.each(['None', ''])('a service whose address is %j says nothing', (clusterIP) => {
  expect(variables('svrc', clusterIP, { port: 8082, protocol: 'TCP' })).toEqual([]);
});
