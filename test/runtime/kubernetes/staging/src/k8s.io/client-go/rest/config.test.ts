import { expect, test } from 'vitest';
import {
  type Config,
  anonymousClientConfig,
  restClientFor,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import type { Transport } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { newFakeAlwaysRateLimiter } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/throttle.ts';
import { Sim } from '../../../../../../../../src/runtime/sim/sim.ts';

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
