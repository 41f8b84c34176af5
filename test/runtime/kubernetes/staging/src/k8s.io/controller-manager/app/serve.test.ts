import { describe, expect, test } from 'vitest';
import { userFrom } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/endpoints/request/context.ts';
import type { Request as Authenticator } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/authentication/authenticator/interfaces.ts';
import type { Authorizer } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/authorization/authorizer/interfaces.ts';
import { insecureSuperuser } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.ts';
import { namedCheck } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.ts';
import { newPathRecorderMux } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.ts';
import { runServer } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/secure_serving.ts';
import { newConfig } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/component-base/configz/configz.ts';
import {
  buildHandlerChain,
  newBaseHandler,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/controller-manager/app/serve.ts';
import {
  type Handler,
  newRequest,
  plainHandler,
  ResponseWriter,
} from '../../../../../../../../src/runtime/go/http.ts';
import { listening } from '../../../../../../../../src/runtime/go/listen.ts';
import { Buffer, OS } from '../../../../../../../../src/runtime/go/os.ts';
import { Chan } from '../../../../../../../../src/runtime/sim/chan.ts';
import { Sim } from '../../../../../../../../src/runtime/sim/sim.ts';

const stderr = new Buffer();
const os = new OS(new Sim(), { args: ['server'], stderr });
const debugging = { enableProfiling: true, enableContentionProfiling: false };

function ask(handler: Handler, path: string, header: Record<string, string> = {}): ResponseWriter {
  const w = new ResponseWriter();
  os.sim.go('request', handler.serveHTTP(w, newRequest('GET', path, header)));
  os.sim.runFor(10);
  return w;
}

const nobody: Authenticator = {
  name: 'nobody',
  authenticateRequest: ({ bearerToken }) =>
    bearerToken === 'secret' ? [{ name: 'jane', groups: [] }, undefined] : [undefined, undefined],
};
const janeOnly: Authorizer = {
  name: 'jane',
  authorize: ({ user, path }) => [
    user?.name === 'jane' && path === '/me' ? 'allow' : 'no opinion',
    'not hers',
    undefined,
  ],
};
const whoami: Handler = plainHandler((w, r) => w.write(userFrom(r)?.name ?? 'nobody'));
const chain = buildHandlerChain(os, whoami, { authorizer: janeOnly }, { authenticator: nobody });
const bearer = { Authorization: 'Bearer secret' };

describe('the handler chain', () => {
  test('KCM-06: answers 401 to whom nobody knows, and 403 to whom it is not allowed', () => {
    const unknown = ask(chain, '/me');
    expect(unknown.statusCode).toBe(401);
    expect(JSON.parse(unknown.body)).toMatchObject({ kind: 'Status', reason: 'Unauthorized' });
    const refused = ask(chain, '/others', bearer);
    expect(refused.statusCode).toBe(403);
    expect(refused.body).toContain('User \\"jane\\" cannot get path \\"/others\\": not hers');
    expect(ask(chain, '/me', bearer)).toMatchObject({ statusCode: 200, body: 'jane' });
  });

  test('KCM-06: keeps answers from being kept, and outlives a panic', () => {
    expect(ask(chain, '/me', bearer).header.get('cache-control')).toBe('no-cache, private');
    const panics = buildHandlerChain(
      os,
      plainHandler(() => {
        throw new Error('a nil pointer');
      }),
      undefined,
      undefined,
    );
    expect(ask(panics, '/me')).toMatchObject({ statusCode: 500 });
    expect(stderr.text).toContain("apiserver panic'd on GET /me");
  });

  test('KCM-09: who comes by the insecure port is a member of system:masters', () => {
    const groups = plainHandler((w, r) => w.write(JSON.stringify(userFrom(r))));
    const insecure = buildHandlerChain(os, groups, undefined, { authenticator: insecureSuperuser });
    const { name, groups: of } = JSON.parse(ask(insecure, '/').body) as { name: string; groups: string[] };
    expect(name).toBe('system:unsecured');
    expect(of).toContain('system:masters');
  });
});

describe('the base handler', () => {
  test('KCM-03: /healthz fails if one check does, tells why to the log alone, and may leave it out', () => {
    const good = namedCheck('good', () => undefined);
    const bad = namedCheck('bad', () => new Error('the reason'));
    const mux = newBaseHandler(os, 'mux', debugging, good, bad);
    expect(ask(mux, '/healthz')).toMatchObject({
      statusCode: 500,
      body: '[+]good ok\n[-]bad failed: reason withheld\nhealthz check failed\n',
    });
    expect(ask(mux, '/healthz/bad').body).toBe('internal server error: the reason\n');
    expect(ask(mux, '/healthz?exclude=bad').body).toBe('ok');
    expect(ask(mux, '/healthz?exclude=bad&exclude=ugly&verbose').body).toContain(
      'warn: some health checks cannot be excluded: no matches for "ugly"',
    );
  });

  test('KCM-02: a name can be registered once', () => {
    const [config] = newConfig(os, 'demo');
    config?.set({ port: 1 });
    expect(newConfig(os, 'demo')[1]?.message).toBe('register config "demo" twice');
    expect(ask(newBaseHandler(os, 'mux', debugging), '/configz').body).toBe('{"demo":{"port":1}}');
  });

  test('KCM-05: of prefixes the one with the most parts serves, after an exact path', () => {
    const mux = newPathRecorderMux(os, 'mux');
    const says = (text: string): Handler => plainHandler((w) => w.write(text));
    mux.handlePrefix('/a/', says('a'));
    mux.handlePrefix('/a/b/', says('b'));
    mux.handle('/a/b/c', says('c'));
    expect(['/a/x', '/a/b/x', '/a/b/c', '/x'].map((path) => ask(mux, path).body)).toEqual([
      'a',
      'b',
      'c',
      '404 page not found\n',
    ]);
    expect(mux.listedPaths()).toEqual(['/a/', '/a/b/', '/a/b/c']);
    expect(ask(newBaseHandler(os, 'mux', debugging), '/debug/pprof').header.get('Location')).toBe(
      '/debug/pprof/',
    );
  });

  test('KCM-07: serves until its channel closes, and then closes the one that it gave', () => {
    const stop = new Chan<never>('stop');
    const listener = { address: '0.0.0.0:1' };
    const stopped = runServer(os, listener, whoami, stop);
    os.sim.runFor(10);
    expect(listening(os).listeners()).toEqual([listener]);
    stop.close();
    os.sim.runFor(10);
    expect([stopped.closed, listening(os).listeners()]).toEqual([true, []]);
  });
});
