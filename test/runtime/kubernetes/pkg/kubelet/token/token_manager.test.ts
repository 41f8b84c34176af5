import { describe, expect, test } from 'vitest';
import { Manager } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/token/token_manager.ts';
import type { TokenRequestSpec } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/api/authentication/v1/types.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { ended } from '../../../../../golden/kubelet/ended.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A manager, and a server that gives tokens of a lifetime or fails. */
function managerOf(lifetimeMs = hour) {
  const sim = new Sim();
  const server = { asked: 0, fails: false, lifetimeMs };
  const manager = new Manager(sim, function* (_, __, spec) {
    server.asked++;
    if (server.fails) return [undefined, new Error('err')];
    const status = {
      token: `foo-${server.asked}`,
      expirationTimestamp: sim.timestamp(sim.now + server.lifetimeMs),
    };
    const meta = { kind: 'TokenRequest', apiVersion: 'authentication.k8s.io/v1', metadata: {} };
    return [{ ...meta, spec, status }, undefined];
  });
  const get = (more: Partial<TokenRequestSpec> = {}, name = 'a', namespace = 'b') => {
    const boundObjectRef = { kind: 'Pod', name: 'foo-pod', uid: 'foo-uid' };
    const spec = { audiences: ['foo'], expirationSeconds: lifetimeMs / 1000, boundObjectRef, ...more };
    return ended(manager.getServiceAccountToken(namespace, name, spec));
  };
  const token = (...of: Parameters<typeof get>): string | undefined => get(...of)[0]?.status?.token;
  return { sim, server, manager, get, token };
}

describe('TestTokenCachingAndExpiration', () => {
  test('a token serves until a fifth of its time is left', () => {
    const { sim, token } = managerOf();
    expect(token()).toBe('foo-1');
    sim.runFor(37 * minute);
    expect(token()).toBe('foo-1');
    sim.runFor(12 * minute);
    expect(token()).toBe('foo-2');
  });

  test('an old one serves where no new one is to be had, until it has ended', () => {
    const { sim, server, get, token } = managerOf();
    expect(token()).toBe('foo-1');
    sim.runFor(50 * minute);
    server.fails = true;
    expect(token()).toBe('foo-1');
    sim.runFor(11 * minute);
    expect(get()[1]?.message).toMatch(/^token .* expired and refresh failed: err$/);
  });

  test('without any the failure is told', () => {
    const { server, get } = managerOf();
    server.fails = true;
    expect(get()[1]?.message).toBe('failed to fetch token: err');
  });
});

describe('TestRequiresRefresh', () => {
  test.each([
    ['a sixth of an hour in', hour, 10 * minute, false],
    ['five sixths of an hour in', hour, 50 * minute, true],
    ['a day in, whatever is left', 60 * hour, 25 * hour, true],
    ['after the end', hour, 70 * minute, true],
  ])('%s', (_, lifetimeMs, afterMs, want) => {
    const { sim, server, token } = managerOf(lifetimeMs);
    token();
    sim.runFor(afterMs);
    token();
    expect(server.asked).toBe(want ? 2 : 1);
  });

  test('one that was asked for without a lifetime is never old', () => {
    const { sim, server, token } = managerOf();
    token({ expirationSeconds: undefined });
    sim.runFor(70 * minute);
    token({ expirationSeconds: undefined });
    expect(server.asked).toBe(1);
  });
});

test('TestDeleteServiceAccountToken: those of the pod are forgotten', () => {
  const { manager, token } = managerOf();
  const of = (uid: string) => ({ boundObjectRef: { kind: 'Pod', name: 'p', uid } });
  for (const uid of ['fake-uid-1', 'fake-uid-2', 'fake-uid-3']) token(of(uid));
  manager.deleteServiceAccountToken('fake-uid-1');
  expect(manager.cached).toBe(2);
  manager.deleteServiceAccountToken('nobody');
  expect(manager.cached).toBe(2);
});

test('TestCleanup: those that have ended are forgotten', () => {
  const { sim, manager, token } = managerOf();
  token();
  sim.runFor(hour);
  manager.cleanup();
  expect(manager.cached).toBe(1);
  sim.runFor(1);
  manager.cleanup();
  expect(manager.cached).toBe(0);
});

describe('TestKeyFunc: another token is asked for with', () => {
  test.each<[string, Partial<TokenRequestSpec>, string, string]>([
    ['another lifetime', { expirationSeconds: 2001 }, 'a', 'b'],
    ['another pod', { boundObjectRef: { kind: 'Pod', name: 'diff-pod', uid: 'foo-uid' } }, 'a', 'b'],
    ['another audience', { audiences: ['foo', 'bar'] }, 'a', 'b'],
    ['another account', {}, 'c', 'b'],
    ['another namespace', {}, 'a', 'c'],
  ])('%s', (_, more, name, namespace) => {
    const { server, token } = managerOf();
    token();
    token();
    expect(server.asked).toBe(1);
    token(more, name, namespace);
    expect(server.asked).toBe(2);
  });
});
