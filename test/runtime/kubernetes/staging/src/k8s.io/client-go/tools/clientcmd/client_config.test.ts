import { describe, expect, test } from 'vitest';
import type { Config } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import type { Transport } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import {
  buildConfigFromFlags,
  credentialsKind,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/clientcmd/client_config.ts';
import { Buffer, OS } from '../../../../../../../../../src/runtime/go/os.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';

const server = 'https://anything.com:8080';

/** A kubeconfig file with a context for each way that a file can be right or wrong. */
const kubeconfig = {
  'current-context': 'clean',
  contexts: [
    { name: 'clean', context: { cluster: 'clean', user: 'token' } },
    { name: 'without user', context: { cluster: 'clean' } },
    { name: 'without cluster', context: { user: 'token' } },
    { name: 'nowhere', context: { cluster: 'no such cluster', user: 'token' } },
    { name: 'in the clear', context: { cluster: 'in the clear', user: 'token' } },
    { name: 'by name', context: { cluster: 'clean', user: 'by name' } },
    { name: 'by certificate', context: { cluster: 'named', user: 'by certificate' } },
    { name: 'no server', context: { cluster: 'no server', user: 'token' } },
    { name: 'unreadable', context: { cluster: 'unreadable', user: 'token' } },
  ],
  clusters: [
    { name: 'clean', cluster: { server } },
    { name: 'in the clear', cluster: { server: 'http://anything.com:8080' } },
    {
      name: 'named',
      cluster: { server, 'certificate-authority': '/ca.crt', 'tls-server-name': 'elsewhere.com' },
    },
    { name: 'no server', cluster: { 'certificate-authority': '/ca.crt' } },
    { name: 'unreadable', cluster: { server, 'certificate-authority': '/gone.crt' } },
  ],
  users: [
    { name: 'token', user: { token: 't0k3n' } },
    { name: 'by name', user: { username: 'alice' } },
    { name: 'by certificate', user: { 'client-certificate': '/client.crt', 'client-key': '/client.key' } },
  ],
};

const transport = {} as Transport;

function programWith(
  files: Record<string, string>,
  env: Record<string, string> = {},
): { os: OS; stderr: Buffer } {
  const stderr = new Buffer();
  const dial = (): Transport => transport;
  return { os: new OS(new Sim(), { args: ['kube-scheduler'], files, env, stderr, dial }), stderr };
}

/** What a program with the file, and another current context, is to do. */
function inContext(context: string, master = ''): readonly [Config | undefined, Error | undefined] {
  const text = JSON.stringify({ ...kubeconfig, 'current-context': context });
  const { os } = programWith({ '/kubeconfig': text, '/ca.crt': 'a certificate' });
  return buildConfigFromFlags(os, master, '/kubeconfig');
}

const base = { transport, userAgent: 'kube-scheduler', host: server };
const noConfiguration =
  'no configuration has been provided, try setting KUBERNETES_MASTER environment variable';

describe('buildConfigFromFlags', () => {
  test.each<[string, Config]>([
    ['clean', { ...base, bearerToken: 't0k3n' }],
    ['without user', base],
    ['in the clear', { ...base, host: 'http://anything.com:8080' }],
    ['by name', { ...base, username: 'alice' }],
    [
      'by certificate',
      {
        ...base,
        certFile: '/client.crt',
        keyFile: '/client.key',
        caFile: '/ca.crt',
        serverName: 'elsewhere.com',
      },
    ],
  ])(
    'in the context "%s" of a file takes what belongs to it, and credentials only over TLS',
    (context, config) => {
      expect(inContext(context)).toEqual([config, undefined]);
    },
  );

  test.each([
    ['no such context', `[context was not found for specified context: no such context, ${noConfiguration}]`],
    ['without cluster', noConfiguration],
    ['nowhere', noConfiguration],
    ['no server', 'no server found for cluster "no server"'],
    [
      'unreadable',
      'unable to read certificate-authority /gone.crt for unreadable due to open /gone.crt: no such file or directory',
    ],
  ])('in the context "%s" of a file fails', (context, why) => {
    expect(inContext(context)).toEqual([undefined, new Error(`invalid configuration: ${why}`)]);
  });

  test('an address overrules that of the file, and with it the name that is on its certificate', () => {
    const [config] = inContext('by certificate', 'https://10.0.0.1');
    expect(config).toMatchObject({ host: 'https://10.0.0.1', certFile: '/client.crt', caFile: '/ca.crt' });
    expect(config).not.toHaveProperty('serverName');
  });

  test('an address is enough, with or without a context of that name', () => {
    const { os, stderr } = programWith({ '/kubeconfig': '{}' });
    const config = { ...base, host: 'http://127.0.0.1:8080' };
    expect(buildConfigFromFlags(os, 'http://127.0.0.1:8080', '')).toEqual([config, undefined]);
    expect(buildConfigFromFlags(os, 'http://127.0.0.1:8080', '/kubeconfig')).toEqual([config, undefined]);
    expect(stderr.text).toBe('');
    expect(inContext('no such context', 'http://127.0.0.1:8080')).toEqual([
      undefined,
      new Error('invalid configuration: context was not found for specified context: no such context'),
    ]);
  });

  test('a default cluster without a server is called so', () => {
    const cluster = { 'certificate-authority': '/ca.crt' };
    const text = JSON.stringify({ clusters: [{ name: '', cluster }] });
    const { os } = programWith({ '/kubeconfig': text, '/ca.crt': 'a certificate' });
    const why = 'invalid configuration: default cluster has no server defined';
    expect(buildConfigFromFlags(os, '', '/kubeconfig')).toEqual([undefined, new Error(why)]);
  });

  test('a file that is not there, or is no JSON, is an error that names it', () => {
    const { os } = programWith({ '/torn': '{"contexts": [' });
    expect(buildConfigFromFlags(os, '', '/gone')).toEqual([
      undefined,
      new Error('stat /gone: no such file or directory'),
    ]);
    expect(buildConfigFromFlags(os, '', '/torn')[1]?.message).toMatch(
      /^error loading config file "\/torn": \S/,
    );
  });

  test('without flags a pod uses what it has in the cluster, and says that it does', () => {
    const token = '/var/run/secrets/kubernetes.io/serviceaccount/token';
    const { os, stderr } = programWith(
      { [token]: 't0k3n', '/var/run/secrets/kubernetes.io/serviceaccount/ca.crt': 'a certificate' },
      { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' },
    );
    const [config] = buildConfigFromFlags(os, '', '');
    expect(config).toMatchObject({ host: 'https://10.0.0.1:443', bearerTokenFile: token });
    expect(stderr.text.trim().split('\n')).toEqual([
      expect.stringMatching(
        /^W.*Neither --kubeconfig nor --master was specified\. {2}Using the inClusterConfig\./,
      ),
    ]);
  });

  test('without flags elsewhere it falls back to the default rules, which know nothing', () => {
    const { os, stderr } = programWith({});
    expect(buildConfigFromFlags(os, '', '')).toEqual([
      undefined,
      new Error(`invalid configuration: ${noConfiguration}`),
    ]);
    expect(stderr.text.trim().split('\n').at(-1)).toMatch(
      /^W.*error creating inClusterConfig, falling back to default config: unable to load in-cluster configuration/,
    );
  });
});

test.each<[Partial<Config>, string]>([
  [{}, 'none'],
  [{ username: 'alice' }, 'username and password'],
  [{ username: 'alice', certFile: '/client.crt' }, 'client certificate'],
  [{ certFile: '/client.crt', bearerToken: 't0k3n' }, 'bearer token'],
  [{ bearerToken: 't0k3n', bearerTokenFile: '/token' }, 'service account token from /token'],
])('of %o readers are told "%s", and never the secret', (config, told) => {
  expect(credentialsKind({ ...base, ...config })).toBe(told);
});
