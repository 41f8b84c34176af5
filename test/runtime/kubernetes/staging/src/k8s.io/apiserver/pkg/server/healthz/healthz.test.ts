import { describe, expect, test } from 'vitest';
import {
  installHandler,
  installPathHandler,
  namedCheck,
  pingHealthz,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.ts';
import { newPathRecorderMux } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.ts';
import { Server } from '../program.ts';

const good = namedCheck('good', () => undefined);
const bad = namedCheck('bad', () => new Error('the reason'));
const worse = namedCheck('worse', () => new Error('another'));

function healthOf(
  ...checks: Parameters<typeof installHandler> extends [infer _, infer __, ...infer C] ? C : never
) {
  const server = new Server();
  const mux = newPathRecorderMux(server.os, 'mux');
  installHandler(server.os, mux, ...checks);
  server.logged();
  return { server, mux, ask: (target: string) => server.ask(mux, target) };
}

describe('/healthz', () => {
  test.each([
    ['/healthz', 200, 'ok'],
    ['/healthz?verbose', 200, '[+]ping ok\n[+]good ok\nhealthz check passed\n'],
    ['/healthz?verbose=true', 200, '[+]ping ok\n[+]good ok\nhealthz check passed\n'],
    ['/healthz?exclude=good&verbose', 200, '[+]ping ok\n[+]good excluded: ok\nhealthz check passed\n'],
    [
      '/healthz?exclude=x&exclude=a&verbose',
      200,
      '[+]ping ok\n[+]good ok\nwarn: some health checks cannot be excluded: no matches for "a","x"\nhealthz check passed\n',
    ],
    ['/healthz/good', 200, 'ok'],
    ['/healthz/ping', 200, 'ok'],
    ['/healthz/other', 404, '404 page not found\n'],
  ])('where all is well, %s is %s', (target, status, body) => {
    const { ask } = healthOf(pingHealthz, good);
    expect(ask(target)).toMatchObject({ statusCode: status, body });
  });

  test.each([
    [
      '/healthz',
      500,
      '[+]good ok\n[-]bad failed: reason withheld\n[-]worse failed: reason withheld\nhealthz check failed\n',
    ],
    [
      '/healthz?exclude=bad',
      500,
      '[+]good ok\n[+]bad excluded: ok\n[-]worse failed: reason withheld\nhealthz check failed\n',
    ],
    ['/healthz?exclude=bad&exclude=worse', 200, 'ok'],
    ['/healthz/bad', 500, 'internal server error: the reason\n'],
    ['/healthz/good', 200, 'ok'],
  ])('where two checks fail, %s is %s', (target, status, body) => {
    const { ask } = healthOf(good, bad, worse);
    expect(ask(target)).toMatchObject({ statusCode: status, body });
  });

  test('tells the log alone why a check failed, and which ones cannot be left out', () => {
    const { server, ask } = healthOf(good, bad, worse);
    ask('/healthz?exclude=x');
    expect(server.logged()).toEqual([
      'mux: "/healthz" satisfied by exact match',
      'cannot exclude some health checks, no health checks are installed matching "x"',
      'bad,worse check failed: healthz',
      '[-]bad failed: the reason',
      '[-]worse failed: another',
    ]);
    ask('/healthz?exclude=bad&exclude=worse');
    expect(server.logged()).toEqual(['mux: "/healthz" satisfied by exact match']);
  });

  test('is text that is not to be guessed at', () => {
    const { header } = healthOf(good).ask('/healthz');
    expect(header.entries()).toEqual([
      ['Content-Type', 'text/plain; charset=utf-8'],
      ['X-Content-Type-Options', 'nosniff'],
    ]);
  });

  test('a check sees the request', () => {
    const { ask } = healthOf(
      namedCheck('query', ({ query }) => (query.has('fail') ? new Error('asked to') : undefined)),
    );
    expect([
      ask('/healthz').statusCode,
      ask('/healthz?fail').statusCode,
      ask('/healthz/query?fail').statusCode,
    ]).toEqual([200, 500, 500]);
  });
});

describe('checks are installed', () => {
  test('under any path, of which the first part is their name', () => {
    const server = new Server();
    const mux = newPathRecorderMux(server.os, 'mux');
    installPathHandler(server.os, mux, '/livez/deep', bad);
    expect(server.logged()).toEqual(['Installing health checkers for (/livez/deep): "bad"']);
    expect(mux.listedPaths()).toEqual(['/livez/deep', '/livez/deep/bad']);
    expect(server.ask(mux, '/livez/deep').body).toBe('[-]bad failed: reason withheld\nlivez check failed\n');
  });

  test('and one that always passes stands in for none', () => {
    const server = new Server();
    const mux = newPathRecorderMux(server.os, 'mux');
    installHandler(server.os, mux);
    expect(server.logged()).toEqual([
      'No default health checks specified. Installing the ping handler.',
      'Installing health checkers for (/healthz): "ping"',
    ]);
    expect([mux.listedPaths(), server.ask(mux, '/healthz?verbose').body]).toEqual([
      ['/healthz', '/healthz/ping'],
      '[+]ping ok\nhealthz check passed\n',
    ]);
  });
});
