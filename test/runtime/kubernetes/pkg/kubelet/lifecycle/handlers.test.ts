import { expect, test } from 'vitest';
import type { LifecycleHandler } from 'kubernetes-types/core/v1';
import type { HTTPResponse } from '../../../../../../src/runtime/go/http-client.ts';
import { ContainerID } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import { newHandlerRunner } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/lifecycle/handlers.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { epoch, livePod, run } from '../../../../../golden/kubelet/runtime-manager.ts';

interface World {
  readonly output?: string;
  readonly commandErr?: Error;
  readonly response?: HTTPResponse;
  readonly httpErr?: Error;
  readonly ips?: readonly string[];
}

/** What comes of a hook, and what was asked of whom. */
function hook(
  handler: LifecycleHandler,
  { output = '', commandErr, response, httpErr, ips = [] }: World = {},
) {
  const asked: unknown[] = [];
  const runner = newHandlerRunner(
    {
      *get(url) {
        asked.push(url);
        return (
          httpErr ? [response, httpErr] : [response ?? { statusCode: 200, body: '' }, undefined]
        ) as never;
      },
    },
    {
      *runInContainer(id, cmd) {
        asked.push([id.id, ...cmd]);
        return [output, commandErr];
      },
    },
    {
      *getPodStatus(id, name, namespace) {
        return [{ id, name, namespace, ips, containerStatuses: [], sandboxStatuses: [] }, undefined];
      },
    },
  );
  const container = { name: 'containerFoo', ports: [{ name: 'web', containerPort: 8088 }] };
  const pod = livePod({
    metadata: { name: 'podFoo', namespace: 'nsFoo', uid: '', resourceVersion: '' },
    spec: { containers: [container] },
  });
  const [msg, err] = run(
    new Sim({ epoch }),
    runner.run(new ContainerID('test', 'abc1234'), pod, container, handler),
  );
  return { asked, msg, err: err?.message };
}

const where = 'for Container "containerFoo" in Pod "podFoo_nsFoo()" failed';

test('a command runs in the container', () => {
  expect(hook({ exec: { command: ['ls', '-a'] } })).toEqual({
    asked: [['abc1234', 'ls', '-a']],
    msg: '',
    err: undefined,
  });
});

test('a command that fails is told with what it said', () => {
  const commandErr = new Error('invalid command');
  expect(hook({ exec: { command: ['ls', '--a'] } }, { commandErr, output: 'invalid command' })).toMatchObject(
    {
      msg: `Exec lifecycle hook ([ls --a]) ${where} - error: invalid command, message: "invalid command"`,
      err: 'invalid command',
    },
  );
});

test.each([
  ['where it says', { host: 'foo', port: 8080, path: 'bar' }, 'http://foo:8080/bar'],
  ['at a port by its name', { host: 'foo', port: 'web', path: 'bar' }, 'http://foo:8088/bar'],
  ['at a port in words', { host: 'foo', port: '81' }, 'http://foo:81/'],
  ['at 80 if no port is said', { host: 'foo', port: '' }, 'http://foo:80/'],
  ['at the first address of the pod', { port: 8080, path: '/bar' }, 'http://[fd00::1]:8080//bar'],
])('a request goes %s', (_title, httpGet, url) => {
  expect(hook({ httpGet }, { ips: ['fd00::1', '10.0.0.1'] })).toMatchObject({ asked: [url], err: undefined });
});

test('a request that fails is told with what was answered', () => {
  const httpErr = new Error('fake http error');
  const response = { statusCode: 500, body: 'fake http error' };
  expect(hook({ httpGet: { host: 'foo', port: 8080, path: 'bar' } }, { httpErr, response })).toMatchObject({
    asked: ['http://foo:8080/bar'],
    msg: `Http lifecycle hook (bar) ${where} - error: fake http error, message: "fake http error"`,
    err: 'fake http error',
  });
});

test('a port that the container does not have, and a pod without an address, are told', () => {
  expect(hook({ httpGet: { host: 'foo', port: 'other' } }).err).toMatch(/^couldn't find port: .* in /);
  expect(hook({ httpGet: { port: 80 } }).err).toMatch(/^failed to find networking container: /);
});

test('a hook of neither kind is none', () => {
  const { msg, err } = hook({});
  expect(err).toMatch(/^invalid handler: /);
  expect(msg).toBe(`Cannot run handler: ${err}`);
});
