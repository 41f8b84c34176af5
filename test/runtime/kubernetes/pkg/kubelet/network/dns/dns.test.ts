import type { PodDNSConfig } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newConfigurer } from '../../../../../../../src/runtime/kubernetes/pkg/kubelet/network/dns/dns.ts';
import { recorderOf } from '../../../../../../golden/kubelet/recorder.ts';

const file = '/etc/resolv.conf';

/** A node with such a file, and with name servers for pods. */
function nodeWith(
  text: string,
  more: { clusterDNS?: string[]; clusterDomain?: string; nodeIPs?: string[] } = {},
) {
  const events: string[] = [];
  const configurer = newConfigurer({
    os: { files: new Map([[file, text]]) },
    recorder: recorderOf(({ reason, message }) => events.push(`${reason}: ${message}`)),
    nodeRef: { kind: 'Node', name: 'testNode' },
    nodeIPs: ['192.168.1.1'],
    clusterDNS: [],
    clusterDomain: '',
    resolverConfig: file,
    ...more,
  });
  return { configurer, events };
}

const podOf = (dnsPolicy: string, more: { hostNetwork?: boolean; dnsConfig?: PodDNSConfig } = {}): Pod =>
  ({
    metadata: { name: 'test_pod', namespace: 'testNS', uid: 'u' },
    spec: { containers: [], dnsPolicy, ...more },
  }) as unknown as Pod;

describe('TestParseResolvConf', () => {
  test.each<[string, string[], string[], string[]]>([
    ['', [], [], []],
    ['\t\n\t', [], [], []],
    [' #comment\n#comment', [], [], []],
    ['#comment\nnameserver 1.2.3.4\nsearch', ['1.2.3.4'], [], []],
    ['\tnameserver \t 1.2.3.4', ['1.2.3.4'], [], []],
    ['nameserver 1.2.3.4\nnameserver 5.6.7.8', ['1.2.3.4', '5.6.7.8'], [], []],
    ['nameserver 1.2.3.4 #comment', ['1.2.3.4'], [], []],
    ['search foo. bar', [], ['foo', 'bar'], []],
    ['search foo\nsearch bar', [], ['bar'], []],
    ['options ', [], [], []],
    ['options ndots:1\noptions ndots:5 attempts:3', [], [], ['ndots:5', 'attempts:3']],
    ['nameserver 1.2.3.4\nsearch foo\ncomment', ['1.2.3.4'], ['foo'], []],
  ])('%j', (text, servers, searches, options) => {
    const [config] = nodeWith(text).configurer.getPodDNS(podOf('Default'));
    expect(config).toEqual({ servers, searches, options });
  });

  test.each(['#comment\nnameserver', 'nameserver 1.2.3.4\nnameserver\nsearch'])(
    '%j names no server',
    (text) => {
      const [config, err] = nodeWith(text).configurer.getPodDNS(podOf('Default'));
      expect([config, err?.message]).toEqual([undefined, 'nameserver list is empty ']);
    },
  );
});

describe('TestFormDNSSearchFitsLimits', () => {
  const line = 'testNS.svc.TEST svc.TEST TEST';
  const omitted = 'DNSConfigForming: Search Line limits were exceeded, some search paths have been omitted';

  test.each([
    ['', line, undefined],
    ['AAA BBB', `${line} AAA BBB`, undefined],
    [`AAA ${'B'.repeat(256)} BBB`, `${line} AAA`, `${omitted}, the applied search line is: ${line} AAA`],
    ['AAA BBB CCC DDD', `${line} AAA BBB CCC`, `${omitted}, the applied search line is: ${line} AAA BBB CCC`],
  ])('of the node: %j', (search, want, event) => {
    const { configurer, events } = nodeWith(`search ${search}`, {
      clusterDNS: ['10.0.0.10'],
      clusterDomain: 'TEST',
    });
    const [config] = configurer.getPodDNS(podOf('ClusterFirst'));
    expect(config?.searches.join(' ')).toBe(want);
    expect(events).toEqual(event === undefined ? [] : [event]);
  });
});

test('TestFormDNSNameserversFitsLimits: three servers at most', () => {
  const { configurer, events } = nodeWith(
    ['1', '2', '3', '4'].map((n) => `nameserver 10.0.0.${n}`).join('\n'),
  );
  const [config] = configurer.getPodDNS(podOf('Default'));
  const applied = ['10.0.0.1', '10.0.0.2', '10.0.0.3'];
  expect(config?.servers).toEqual(applied);
  expect(events).toHaveLength(1);
  expect(events[0]).toContain(`the applied nameserver line is: ${applied.join(' ')}`);
});

describe('TestMergeDNSOptions', () => {
  test.each<[string, PodDNSConfig['options'], string[]]>([
    ['none', undefined, ['debug', 'ndots:5']],
    [
      'others',
      [{ name: 'single-request' }, { name: 'attempts', value: '3' }],
      ['attempts:3', 'debug', 'ndots:5', 'single-request'],
    ],
    ['the same', [{ name: 'ndots', value: '3' }, { name: 'debug' }], ['debug', 'ndots:3']],
  ])('%s', (_, options, want) => {
    const { configurer } = nodeWith('options ndots:5 debug');
    const [config] = configurer.getPodDNS(podOf('Default', { dnsConfig: { options } }));
    expect(config?.options.toSorted()).toEqual(want);
  });
});

describe('TestGetPodDNS', () => {
  const text = 'nameserver 127.0.0.1\nsearch home';
  const cluster = { clusterDNS: ['10.0.0.10'], clusterDomain: 'cluster.local' };
  const searches = ['testNS.svc.cluster.local', 'svc.cluster.local', 'cluster.local', 'home'];
  const ofNode = { servers: ['127.0.0.1'], searches: ['home'], options: [] };
  const ofCluster = { servers: ['10.0.0.10'], searches, options: ['ndots:5'] };

  test.each<[string, Pod, object]>([
    ['Default', podOf('Default'), ofNode],
    ['ClusterFirst', podOf('ClusterFirst'), ofCluster],
    ['ClusterFirst in the network of the node', podOf('ClusterFirst', { hostNetwork: true }), ofNode],
    ['ClusterFirstWithHostNet', podOf('ClusterFirstWithHostNet', { hostNetwork: true }), ofCluster],
    ['a policy that there is not', podOf('invalid'), ofCluster],
    ['None', podOf('None'), { servers: [], searches: [], options: [] }],
    [
      'None with a configuration of its own',
      podOf('None', { dnsConfig: { nameservers: ['1.1.1.1', '1.1.1.1'], searches: ['a', 'a'] } }),
      { servers: ['1.1.1.1'], searches: ['a'], options: [] },
    ],
    [
      'ClusterFirst with more',
      podOf('ClusterFirst', {
        dnsConfig: { nameservers: ['1.1.1.1', '10.0.0.10'], searches: ['home', 'a'] },
      }),
      { servers: ['10.0.0.10', '1.1.1.1'], searches: [...searches, 'a'], options: ['ndots:5'] },
    ],
  ])('%s', (_, pod, want) => {
    expect(nodeWith(text, cluster).configurer.getPodDNS(pod)).toEqual([want, undefined]);
  });

  test('without servers for pods those of the node serve, and the pod is told', () => {
    const { configurer, events } = nodeWith(text);
    expect(configurer.getPodDNS(podOf('ClusterFirst'))).toEqual([ofNode, undefined]);
    expect(events.map((event) => event.split(':')[0])).toContain('MissingClusterDNS');
  });
});
