import { describe, expect, test } from 'vitest';
import type { Request as Authenticator } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/authentication/authenticator/interfaces.ts';
import type {
  Attributes,
  Authorizer,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/authorization/authorizer/interfaces.ts';
import {
  withAuthentication,
  unauthorized,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/endpoints/filters/authentication.ts';
import { withAuthorization } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/endpoints/filters/authorization.ts';
import { withCacheControl } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/endpoints/filters/cachecontrol.ts';
import { withRequestInfo } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/endpoints/filters/requestinfo.ts';
import {
  userFrom,
  withUser,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/endpoints/request/context.ts';
import { requestInfoFrom } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/endpoints/request/requestinfo.ts';
import { authorizeClientBearerToken } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/config.ts';
import { withPanicRecovery } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/filters/wrap.ts';
import { newPathRecorderMux } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.ts';
import { Profiling } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/routes/profiling.ts';
import {
  type Handler,
  handlerFunc,
  plainHandler,
} from '../../../../../../../../../../src/runtime/go/http.ts';
import { Server } from '../../server/program.ts';

const whoami: Handler = plainHandler((w, r) =>
  w.write(
    `${userFrom(r)?.name ?? 'nobody'} ${r.header.has('Authorization') ? 'with' : 'without'} credentials`,
  ),
);
const refused: Handler = plainHandler((w) => w.writeHeader(401));
const tokens: Authenticator = {
  name: 'tokens',
  authenticateRequest: ({ bearerToken }) => {
    if (bearerToken === 'bad') return [{ name: 'half', groups: [] }, new Error('expired')];
    return [bearerToken === undefined ? undefined : { name: bearerToken, groups: [] }, undefined];
  },
};

describe('who sends a request', () => {
  test.each<[header: Record<string, string>, body: string, status: number]>([
    [{ Authorization: 'Bearer jane' }, 'jane without credentials', 200],
    [{ authorization: '  bearer   ' }, '', 401],
    [{ Authorization: 'BEARER jane' }, 'jane without credentials', 200],
    [{ Authorization: 'Bearer jane doe' }, 'jane without credentials', 200],
    [{ Authorization: 'Basic jane' }, '', 401],
    [{ Authorization: 'Bearer' }, '', 401],
    [{}, '', 401],
    [{ Authorization: 'Bearer bad' }, '', 401],
  ])('%j: %s %s', (header, body, statusCode) => {
    const server = new Server();
    expect(server.ask(withAuthentication(server.os, whoami, tokens, refused), '/', header)).toMatchObject({
      body,
      statusCode,
    });
  });

  test('is told to nobody inside, and an error only to the log', () => {
    const server = new Server();
    const handler = withAuthentication(server.os, whoami, tokens, refused);
    server.ask(handler, '/', {});
    expect(server.logged()).toEqual([]);
    server.ask(handler, '/', { Authorization: 'Bearer bad' });
    expect(server.logged()).toEqual(['Unable to authenticate the request due to an error: expired']);
  });

  test('is not asked without an authenticator, as the log tells', () => {
    const server = new Server();
    expect(withAuthentication(server.os, whoami, undefined, refused)).toBe(whoami);
    expect(server.logged()).toEqual(['Authentication is disabled']);
  });

  test('is said to be unknown by a Status, if it is known what is asked', () => {
    const server = new Server();
    const informed = server.ask(withRequestInfo(unauthorized(server.os)), '/a');
    expect([informed.statusCode, informed.header.get('Content-Type'), JSON.parse(informed.body)]).toEqual([
      401,
      'application/json',
      {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'Unauthorized',
        reason: 'Unauthorized',
        code: 401,
      },
    ]);
    const uninformed = server.ask(unauthorized(server.os), '/a?<b>&');
    expect([uninformed.statusCode, uninformed.body, server.logged()]).toEqual([
      500,
      'Internal Server Error: "/a?&lt;b&gt;&amp;": no RequestInfo found in the context\n',
      ['no RequestInfo found in the context'],
    ]);
  });
});

describe('what a request may do', () => {
  const asked: Attributes[] = [];
  const by = (...answer: ReturnType<Authorizer['authorize']>): Authorizer => ({
    name: 'one',
    authorize: (attributes) => (asked.push(attributes), answer),
  });
  const jane = { name: 'j<a>ne', groups: [] };
  const asJane = (handler: Handler): Handler =>
    withRequestInfo(handlerFunc((w, r) => handler.serveHTTP(w, withUser(r, jane))));
  const answerTo = (authorizer: Authorizer, server = new Server(), method = 'GET') =>
    server.ask(asJane(withAuthorization(server.os, whoami, authorizer)), '/a?b', {}, method);

  test('goes on if it is allowed, whatever error there was', () => {
    expect(answerTo(by('allow', '', undefined)).body).toBe('j<a>ne without credentials');
    expect(answerTo(by('allow', '', new Error('late')), undefined, 'POST').statusCode).toBe(200);
    expect(asked.slice(-2)).toEqual([
      { user: jane, isResourceRequest: false, path: '/a', verb: 'get' },
      { user: jane, isResourceRequest: false, path: '/a', verb: 'post' },
    ]);
  });

  test.each(['deny', 'no opinion'] as const)('is forbidden with %s, and the log tells why', (decision) => {
    const server = new Server();
    const answer = answerTo(by(decision, 'not hers', undefined), server);
    expect([
      answer.statusCode,
      answer.header.get('X-Content-Type-Options'),
      JSON.parse(answer.body),
    ]).toMatchObject([
      403,
      'nosniff',
      {
        reason: 'Forbidden',
        message: 'forbidden: User "j&lt;a&gt;ne" cannot get path "/a": not hers',
        code: 403,
      },
    ]);
    expect(server.logged()).toEqual(['Forbidden: "/a?b", Reason: "not hers"']);
    expect(JSON.parse(answerTo(by(decision, '', undefined)).body)).toMatchObject({
      message: 'forbidden: User "j&lt;a&gt;ne" cannot get path "/a"',
    });
  });

  test('is not known after an error', () => {
    const server = new Server();
    const answer = answerTo(by('no opinion', '', new Error('down')), server);
    expect([answer.statusCode, answer.body, server.logged()]).toEqual([
      500,
      'Internal Server Error: "/a?b": down\n',
      ['down'],
    ]);
  });

  test('is not asked without an authorizer, and cannot be without what the request is about', () => {
    const server = new Server();
    expect(withAuthorization(server.os, whoami, undefined)).toBe(whoami);
    expect(server.logged()).toEqual(['Authorization is disabled']);
    const blind = server.ask(withAuthorization(server.os, whoami, by('allow', '', undefined)), '/a');
    expect([blind.statusCode, blind.body]).toEqual([
      500,
      'Internal Server Error: "/a": no RequestInfo found in the context\n',
    ]);
    const nameless = server.ask(
      withRequestInfo(withAuthorization(server.os, whoami, by('deny', '', undefined))),
      '/a',
    );
    expect(JSON.parse(nameless.body)).toMatchObject({ message: 'forbidden: User "" cannot get path "/a"' });
  });
});

describe('handlers around others', () => {
  test('say that nobody on the way may keep the answer, unless the answer says something else', () => {
    const server = new Server();
    const plain = server.ask(withCacheControl(whoami), '/');
    expect(plain.header.get('Cache-Control')).toBe('no-cache, private');
    const own = handlerFunc(function* (w, r) {
      w.header.set('Cache-Control', 'public');
      yield* withCacheControl(whoami).serveHTTP(w, r);
    });
    expect(server.ask(own, '/').header.get('Cache-Control')).toBe('public');
  });

  test('know what a request is about', () => {
    const server = new Server();
    const tells = withRequestInfo(plainHandler((w, r) => w.write(JSON.stringify(requestInfoFrom(r)))));
    expect(JSON.parse(server.ask(tells, '/a/b?c', {}, 'DELETE').body)).toEqual({
      isResourceRequest: false,
      path: '/a/b',
      verb: 'delete',
    });
  });

  test('outlive a panic, which concerns one request alone', () => {
    const server = new Server();
    const thrown = (panic: unknown): Handler =>
      withPanicRecovery(
        server.os,
        plainHandler(() => {
          throw panic;
        }),
      );
    for (const [panic, told] of [
      [new Error('nil pointer'), 'nil pointer'],
      ['a word', 'a word'],
    ] as const) {
      expect(server.ask(thrown(panic), '/a?b')).toMatchObject({
        statusCode: 500,
        body: 'This request caused apiserver to panic. Look in the logs for details.\n',
      });
      expect(server.logged()).toEqual([`Observed a panic: ${told}`, "apiserver panic'd on GET /a?b"]);
    }
    expect(server.ask(withPanicRecovery(server.os, whoami), '/').body).toBe('nobody without credentials');
  });

  test('serve no profiles, and say so', () => {
    const server = new Server();
    const mux = newPathRecorderMux(server.os, 'mux');
    new Profiling().install(mux);
    const at = (path: string) => server.ask(mux, path);
    expect([at('/debug/pprof').statusCode, at('/debug/pprof').header.get('Location')]).toEqual([
      302,
      '/debug/pprof/',
    ]);
    expect(
      ['', 'profile', 'symbol', 'trace', 'heap'].map((name) => at(`/debug/pprof/${name}`).statusCode),
    ).toEqual([501, 501, 501, 501, 501]);
    expect([at('/debug/pprof/').body, mux.listedPaths()]).toEqual([
      'Loopscope runs no Go program: there is nothing to profile\n',
      [],
    ]);
  });
});

describe("a program's own client", () => {
  const jane: Authenticator = {
    name: 'jane',
    authenticateRequest: () => [{ name: 'jane', groups: [] }, undefined],
  };
  const nobody: Authorizer = { name: 'nobody', authorize: () => ['no opinion', '', undefined] };
  const { os } = new Server();
  const client = { host: 'https://x', transport: os.dial('x'), userAgent: 'x' };

  test('is somebody of its own, who may do all', () => {
    const [authn, authz] = [{ authenticator: jane }, { authorizer: nobody }];
    authorizeClientBearerToken(os, { ...client, bearerToken: 'own' }, authn, authz);
    const [own] = authn.authenticator.authenticateRequest({ bearerToken: 'own' });
    expect([own?.name, own?.groups]).toEqual(['system:apiserver', ['system:masters']]);
    expect(own?.uid).toMatch(/^[\da-f-]{36}$/);
    expect(authn.authenticator.authenticateRequest({ bearerToken: 'other' })[0]?.name).toBe('jane');
    const may = (groups: string[]) =>
      authz.authorizer.authorize({
        user: { name: 'x', groups },
        verb: 'get',
        path: '/',
        isResourceRequest: false,
      })[0];
    expect([may(['system:masters']), may(['others'])]).toEqual(['allow', 'no opinion']);
  });

  test.each([
    ['there is no client', undefined, jane, nobody],
    ['it has no token', client, jane, nobody],
    ['nobody is asked who he is', { ...client, bearerToken: 'own' }, undefined, nobody],
    ['nobody is asked what he may do', { ...client, bearerToken: 'own' }, jane, undefined],
  ] as const)('changes nothing where %s', (_what, loopback, authenticator, authorizer) => {
    const [authn, authz] = [{ authenticator }, { authorizer }];
    authorizeClientBearerToken(os, loopback, authn, authz);
    expect([authn, authz]).toEqual([{ authenticator }, { authorizer }]);
  });
});
