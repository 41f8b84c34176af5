import { describe, expect, test } from 'vitest';
import {
  DeprecatedInsecureServingInfo,
  insecureSuperuser,
  serveInsecurely,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.ts';
import { loopbackHostPort } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/config_selfclient.ts';
import { serveSecurely } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/secure_serving.ts';
import { SecureServingInfo } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/config.ts';
import { setupSignalHandler } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/signal.ts';
import { newRequest, plainHandler } from '../../../../../../../../../src/runtime/go/http.ts';
import { listening } from '../../../../../../../../../src/runtime/go/listen.ts';
import { Chan } from '../../../../../../../../../src/runtime/sim/chan.ts';
import { Server } from './program.ts';

const hello = plainHandler((w) => w.write('hello'));

function answerAt(server: Server, port: number): string | undefined {
  let body: string | undefined;
  server.sim.go(
    'client',
    (function* () {
      body = (yield* listening(server.os).answer(port, newRequest('GET', '/')))?.body;
    })(),
  );
  server.sim.runFor(1);
  return body;
}

describe('a server', () => {
  test('answers until it is stopped, and then says so', () => {
    const server = new Server();
    const stop = new Chan<never>('stop');
    const info = new SecureServingInfo(server.os, { address: '0.0.0.0:443' }, 0);
    const stopped = serveSecurely(server.os, info, hello, stop);
    expect([answerAt(server, 443), stopped.closed, server.logged()]).toEqual([
      'hello',
      false,
      ['Serving securely on 0.0.0.0:443'],
    ]);
    stop.close();
    server.sim.runFor(1);
    expect([answerAt(server, 443), stopped.closed, server.logged()]).toEqual([
      undefined,
      true,
      ['Stopped listening on 0.0.0.0:443'],
    ]);
  });

  test('without certificates asks nobody who he is', () => {
    const server = new Server();
    const stop = new Chan<never>('stop');
    const info = new DeprecatedInsecureServingInfo(server.os, { address: '0.0.0.0:80' });
    serveInsecurely(server.os, info, hello, stop);
    expect([answerAt(server, 80), server.logged()]).toEqual(['hello', ['Serving insecurely on 0.0.0.0:80']]);
    stop.close();
    server.sim.runFor(1);
    expect(answerAt(server, 80)).toBeUndefined();
    expect(insecureSuperuser.authenticateRequest({})[0]).toEqual({
      name: 'system:unsecured',
      groups: ['system:masters'],
    });
  });

  test.each([
    ['0.0.0.0:443', '127.0.0.1:443'],
    ['[::]:443', '[::1]:443'],
    ['10.0.0.1:443', '10.0.0.1:443'],
    ['[fe80::1]:443', '[fe80::1]:443'],
  ])('that listens at %s is reached at %s', (address, host) => {
    expect(loopbackHostPort(address)).toBe(host);
  });
});

describe('signals', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'the first %s lets the program end in its own way, a second one ends it',
    (signal) => {
      const server = new Server();
      const stop = setupSignalHandler(server.os) as Chan<never>;
      server.sim.runFor(1);
      expect(stop.closed).toBe(false);
      server.os.kill(signal);
      server.sim.runFor(1);
      expect([stop.closed, server.os.exitCode]).toEqual([true, undefined]);
      server.os.kill(signal);
      server.sim.runFor(1);
      expect(server.os.exitCode).toBe(1);
    },
  );
});
