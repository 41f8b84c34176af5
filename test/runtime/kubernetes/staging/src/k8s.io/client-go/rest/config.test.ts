import { describe, expect, test } from 'vitest';
import {
  type Config,
  anonymousClientConfig,
  errNotInCluster,
  inClusterConfig,
  restClientFor,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import type { Transport } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { newFakeAlwaysRateLimiter } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/throttle.ts';
import { Sim } from '../../../../../../../../src/runtime/sim/sim.ts';
import { Buffer, OS, type OSSettings } from '../../../../../../../../src/runtime/go/os.ts';

const base: Config = { transport: {} as Transport, userAgent: 'test' };

test('an anonymous configuration has all but what proves who asks', () => {
  const known = {
    ...base,
    host: 'https://anything.com',
    qps: 20,
    caFile: '/ca.crt',
    serverName: 'elsewhere.com',
  };
  const secrets = {
    bearerToken: 't0k3n',
    bearerTokenFile: '/token',
    username: 'alice',
    certFile: '/client.crt',
    keyFile: '/client.key',
  };
  expect(anonymousClientConfig({ ...known, ...secrets })).toEqual(known);
});

/** How many requests of a client pass at once, up to 50. */
function passing(config: Partial<Config>): number {
  const { rateLimiter } = restClientFor(new Sim(), { ...base, ...config });
  let passed = 0;
  while (passed < 50 && (rateLimiter?.tryAccept() ?? true)) passed++;
  return passed;
}

test.each<[string, Partial<Config>, number | undefined, number]>([
  ['by default', {}, 5, 10],
  ['with zeros', { qps: 0, burst: 0 }, 5, 10],
  ['with a burst only', { burst: 3 }, 5, 3],
  ['with a rate only', { qps: 20 }, 20, 10],
  ['below zero', { qps: -1 }, undefined, 50],
  ['with a limiter of its own', { rateLimiter: newFakeAlwaysRateLimiter(), qps: 20, burst: 3 }, 1, 50],
])('%s a client has the rate that its configuration says', (_, config, qps, burst) => {
  const client = restClientFor(new Sim(), { ...base, ...config });
  expect(client.rateLimiter?.qps()).toBe(qps);
  expect(passing(config)).toBe(burst);
});

test('a client has the name, the time and the way of its configuration', () => {
  const client = restClientFor(new Sim(), { ...base, timeoutMs: 500 });
  expect([client.userAgent, client.timeoutMs, client.transport]).toEqual(['test', 500, base.transport]);
  expect(restClientFor(new Sim(), base).timeoutMs).toBe(0);
});

const folder = '/var/run/secrets/kubernetes.io/serviceaccount';
const mounted = { [`${folder}/token`]: 't0k3n', [`${folder}/ca.crt`]: 'a certificate' };
const address = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };

/** The process of a pod, and the servers that it was led to. */
function podWith(settings: Partial<OSSettings>): { os: OS; stderr: Buffer; dialled: Map<string, Transport> } {
  const stderr = new Buffer();
  const dialled = new Map<string, Transport>();
  const dial = (host: string): Transport => {
    const transport = { do: () => undefined, watch: () => undefined } as unknown as Transport;
    dialled.set(host, transport);
    return transport;
  };
  return { os: new OS(new Sim(), { args: ['client'], stderr, dial, ...settings }), stderr, dialled };
}

describe('inClusterConfig', () => {
  test('has the address from the environment, and the token and the root certificate of the service account', () => {
    const { os, stderr, dialled } = podWith({ env: address, files: mounted });
    expect(inClusterConfig(os)).toEqual([
      {
        transport: dialled.get('https://10.0.0.1:443'),
        userAgent: 'client',
        host: 'https://10.0.0.1:443',
        bearerToken: 't0k3n',
        bearerTokenFile: `${folder}/token`,
        caFile: `${folder}/ca.crt`,
      },
      undefined,
    ]);
    expect(stderr.text).toBe('');
  });

  test('puts an address of IPv6 into brackets', () => {
    const { os } = podWith({ env: { ...address, KUBERNETES_SERVICE_HOST: 'fd00::1' }, files: mounted });
    expect(inClusterConfig(os)[0]?.host).toBe('https://[fd00::1]:443');
  });

  test.each([[{}], [{ KUBERNETES_SERVICE_HOST: '10.0.0.1' }], [{ KUBERNETES_SERVICE_PORT: '443' }]])(
    'with an environment of %o is not in a cluster',
    (env) => {
      const { os, dialled } = podWith({ env, files: mounted });
      expect(inClusterConfig(os)).toEqual([undefined, errNotInCluster]);
      expect(dialled.size).toBe(0);
    },
  );

  test('fails without a token', () => {
    const { os } = podWith({ env: address, files: { [`${folder}/ca.crt`]: 'a certificate' } });
    expect(inClusterConfig(os)).toEqual([
      undefined,
      new Error(`open ${folder}/token: no such file or directory`),
    ]);
  });

  test('makes do without a root certificate, and says so', () => {
    const { os, stderr } = podWith({ env: address, files: { [`${folder}/token`]: 't0k3n' } });
    const [config] = inClusterConfig(os);
    expect(config?.bearerToken).toBe('t0k3n');
    expect(config).not.toHaveProperty('caFile');
    expect(stderr.text).toMatch(/^E.*Expected to load root CA config from .*\/ca\.crt, but got err: open /);
  });
});
