import type { ContainerStatus, PodSpec } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  generatePodHostNameAndDomain,
  getPhase,
  managedHostsFileContent,
  notRunning,
} from '../../../../../src/runtime/kubernetes/pkg/kubelet/kubelet_pods.ts';

const states: Readonly<Record<string, Partial<ContainerStatus>>> = {
  running: { state: { running: {} } },
  succeeded: { state: { terminated: { exitCode: 0 } } },
  failed: { state: { terminated: { exitCode: -1 } } },
  waiting: { state: { waiting: {} } },
  crashed: { state: { waiting: {} }, lastState: { terminated: { exitCode: 0 } } },
};

/** The statuses of containers `A` and `B` by words. */
const statusesOf = (words: string): ContainerStatus[] =>
  words
    .split(' ')
    .filter(Boolean)
    .map((word, i) => ({ name: 'AB'[i]!, ...states[word] }) as ContainerStatus);

describe('phases', () => {
  const always = ['Running', 'Running', 'Running', 'Running'];
  test.each([
    ['', ['Pending', 'Pending', 'Pending']],
    ['running running', always.slice(1)],
    ['succeeded succeeded', ['Running', 'Succeeded', 'Succeeded']],
    ['failed failed', ['Running', 'Running', 'Failed']],
    ['failed succeeded', ['Running', 'Running', 'Failed']],
    ['running succeeded', always.slice(1)],
    ['running', ['Pending', 'Pending', 'Pending']],
    ['running waiting', ['Pending', 'Pending', 'Pending']],
    ['running crashed', always.slice(1)],
  ])('%j, restarted always, on failure and never', (words, want) => {
    const containers = [{ name: 'A' }, { name: 'B' }];
    const got = ['Always', 'OnFailure', 'Never'].map((restartPolicy) =>
      getPhase({ containers, restartPolicy } as PodSpec, statusesOf(words)),
    );
    expect(got).toEqual(want);
  });
});

test.each([
  ['', true],
  ['succeeded failed', true],
  ['waiting failed', true],
  ['running failed', false],
])('%j does not run: %j', (words, want) => {
  expect(notRunning(statusesOf(words))).toBe(want);
});

const named = (name: string, spec: object = {}): Pod =>
  ({ metadata: { name, namespace: 'ns', uid: 'u' }, spec: { containers: [], ...spec } }) as unknown as Pod;
const dnsConfigurer = { clusterDomain: 'cluster.local' };
const seven = '1234567.'.repeat(7);

test.each([
  ['test.pod.hostname', 'test.pod.hostname'],
  [`${seven}1234567.1234567.`, `${seven}1234567`],
  [`${seven}123456.1234567.`, `${seven}123456`],
  [`${seven}123456-1234567.`, `${seven}123456`],
])('a pod %s has the name %s in itself', (name, hostname) => {
  expect(generatePodHostNameAndDomain({ dnsConfigurer }, named(name))).toEqual([
    { hostname, hostDomain: '' },
    undefined,
  ]);
});

test('a pod of nothing but dots and dashes has no name', () => {
  const name = '-'.repeat(64);
  const [, err] = generatePodHostNameAndDomain({ dnsConfigurer }, named(name));
  expect(err?.message).toBe(`hostname for pod "${name}" was invalid: "${name}"`);
});

test('a pod can say its name and its domain', () => {
  const pod = named('p', { hostname: 'web', subdomain: 'sub' });
  expect(generatePodHostNameAndDomain({ dnsConfigurer }, pod)).toEqual([
    { hostname: 'web', hostDomain: 'sub.ns.svc.cluster.local' },
    undefined,
  ]);
});

const head = `# Kubernetes-managed hosts file.
127.0.0.1\tlocalhost
::1\tlocalhost ip6-localhost ip6-loopback
fe00::0\tip6-localnet
fe00::0\tip6-mcastprefix
fe00::1\tip6-allnodes
fe00::2\tip6-allrouters
`;

test.each([
  [['123.45.67.89'], '', [], '123.45.67.89\tpodFoo\n'],
  [['203.0.113.1'], 'domainFoo', [], '203.0.113.1\tpodFoo.domainFoo\tpodFoo\n'],
  [
    ['203.0.113.1', 'fd00::6'],
    'domainFoo',
    [],
    '203.0.113.1\tpodFoo.domainFoo\tpodFoo\nfd00::6\tpodFoo.domainFoo\tpodFoo\n',
  ],
  [
    ['203.0.113.1'],
    'domainFoo',
    [
      { ip: '123.45.67.89', hostnames: ['foo', 'bar', 'baz'] },
      { ip: '456.78.90.123', hostnames: ['park'] },
    ],
    '203.0.113.1\tpodFoo.domainFoo\tpodFoo\n\n# Entries added by HostAliases.\n123.45.67.89\tfoo\tbar\tbaz\n456.78.90.123\tpark\n',
  ],
])('TestManagedHostsFileContent: %j of the domain %j', (hostIPs, domain, aliases, tail) => {
  expect(managedHostsFileContent(hostIPs, 'podFoo', domain, aliases)).toBe(head + tail);
});
