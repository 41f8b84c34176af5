import { describe, expect, test } from 'vitest';
import type { Container, Probe } from 'kubernetes-types/core/v1';
import type { HTTPResponse } from '../../../../../../src/runtime/go/http-client.ts';
import { ContainerID } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import {
  buildHeader,
  extractPort,
  formatURL,
  newProber,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/prober/prober.ts';
import { TimeoutError } from '../../../../../../src/runtime/kubernetes/pkg/probe/exec/errors.ts';
import { CodeExitError } from '../../../../../../src/runtime/kubernetes/vendor/k8s.io/utils/exec/exec.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { epoch, gatesWith, livePod, recorderOf, run } from '../../../../../golden/kubelet/runtime-manager.ts';

test.each([
  ['http', 'localhost', 93, '', 'http://localhost:93'],
  ['https', 'localhost', 93, '/path', 'https://localhost:93/path'],
  ['http', 'localhost', 93, '?foo', 'http://localhost:93?foo'],
  ['https', 'localhost', 93, '/path?bar', 'https://localhost:93/path?bar'],
  ['http', 'fd00::1', 93, 'path', 'http://[fd00::1]:93/path'],
  ['http', 'localhost', 93, 'https://elsewhere/path', 'http://localhost:93/path'],
] as const)('%s, %s, %i and %j give %s', (scheme, host, port, path, url) => {
  expect(formatURL(scheme, host, port, path)).toBe(url);
});

test.each([
  [-1, 'invalid port number: -1'],
  ['', 'strconv.Atoi: parsing "": invalid syntax'],
  ['-1', 'invalid port number: -1'],
  ['not-found', 'strconv.Atoi: parsing "not-found": invalid syntax'],
  ['found', 93],
  [76, 76],
  ['118', 118],
  [65536, 'invalid port number: 65536'],
  [65535, 65535],
])('the port %j', (param, expected) => {
  const container: Container = { name: 'c', ports: [{ name: 'found', containerPort: 93 }] };
  const [port, err] = extractPort(param, container);
  expect(err?.message ?? port).toBe(expected);
});

test('headers of one name are kept together', () => {
  const headers = buildHeader([
    { name: 'X-A', value: '1' },
    { name: 'X-B', value: '2' },
    { name: 'X-A', value: '3' },
  ]);
  expect([...headers]).toEqual([
    ['X-A', ['1', '3']],
    ['X-B', ['2']],
  ]);
});

interface World {
  readonly command?: [output: string, err: Error | undefined];
  readonly answer?: [HTTPResponse, undefined] | [undefined, Error];
  readonly dial?: Error;
}

/** What comes of a probe: the result, the error, what was asked for, and what was told. */
function probed(probe: Probe | undefined, { command, answer, dial }: World, ...gates: readonly string[]) {
  const asked: unknown[] = [];
  const events: string[] = [];
  const prober = newProber(
    {
      *runInContainer(_id, cmd, timeoutMs) {
        asked.push(cmd, timeoutMs);
        return command ?? ['', undefined];
      },
    },
    recorderOf((_ref, _type, reason, message) => events.push(`${reason}: ${message}`)),
    {
      *get(url, headers) {
        asked.push(url, Object.fromEntries(headers));
        return answer ?? [undefined, new Error('no answer')];
      },
      *dialTimeout(_network, addr) {
        asked.push(addr);
        return dial;
      },
    },
    gatesWith(...gates),
  );
  const env = [{ name: 'A', value: 'script' }];
  const container: Container = { name: 'web', env, livenessProbe: probe };
  const metadata = { name: 'p', namespace: 'ns', uid: 'u', resourceVersion: '' };
  const pod = livePod({ metadata, spec: { containers: [container] } });
  const id = new ContainerID('test', 'c');
  const [result, err] = run(
    new Sim({ epoch }),
    prober.probe('Liveness', pod, { podIP: '10.0.0.7' }, container, id),
  );
  return { result, err: err?.message, asked, events };
}

const exec: Probe = { exec: { command: ['sh', '-c', '$(A) $(B)'] }, timeoutSeconds: 2 };
const http: Probe = { httpGet: { port: 80, path: '/ok', scheme: 'HTTPS' } };
const userAgent = { 'User-Agent': ['kube-probe/1.20'], Accept: ['*/*'] };

describe('a probe', () => {
  test('of which there is none succeeds', () => {
    expect(probed(undefined, {})).toMatchObject({ result: 'Success', asked: [], events: [] });
  });

  test('without a handler cannot be made', () => {
    const err = 'missing probe handler for p_ns(u):web';
    expect(probed({}, {})).toMatchObject({
      result: 'Failure',
      err,
      events: [`Unhealthy: Liveness probe errored: ${err}`],
    });
  });

  test('by command replaces variables that are written out', () => {
    const { result, asked } = probed(exec, {});
    expect([result, asked]).toEqual(['Success', [['sh', '-c', 'script $(B)'], 2000]]);
  });

  test('by command fails with the command, and says what that wrote', () => {
    expect(probed(exec, { command: ['not well', new CodeExitError('exit 1', 1)] })).toMatchObject({
      result: 'Failure',
      err: undefined,
      events: ['Unhealthy: Liveness probe failed: not well'],
    });
  });

  test('by command that is not done in time', () => {
    const late: World = { command: ['', new TimeoutError(new Error('late'), 2000)] };
    expect(probed(exec, late, 'ExecProbeTimeout')).toMatchObject({ result: 'Failure', err: undefined });
    expect(probed(exec, late)).toMatchObject({ result: 'Failure', err: 'late' });
  });

  test('that cannot be made is tried three times', () => {
    const { err, asked, events } = probed(exec, { command: ['', new Error('no runtime')] });
    expect(err).toBe('no runtime');
    expect(asked.filter(Array.isArray)).toHaveLength(3);
    expect(events).toEqual(['Unhealthy: Liveness probe errored: no runtime']);
  });

  test.each([
    [200, 'Success', []],
    [302, 'Success', ['ProbeWarning: Liveness probe warning: body']],
    [399, 'Success', ['ProbeWarning: Liveness probe warning: body']],
    [400, 'Failure', ['Unhealthy: Liveness probe failed: HTTP probe failed with statuscode: 400']],
    [503, 'Failure', ['Unhealthy: Liveness probe failed: HTTP probe failed with statuscode: 503']],
    [199, 'Failure', ['Unhealthy: Liveness probe failed: HTTP probe failed with statuscode: 199']],
  ])('over HTTP that is answered with %i', (statusCode, result, events) => {
    const found = probed(http, { answer: [{ statusCode, body: 'body' }, undefined] });
    expect(found).toMatchObject({ result, events, asked: ['https://10.0.0.7:80/ok', userAgent] });
  });

  test('over HTTP that is not answered', () => {
    expect(probed(http, {})).toMatchObject({
      result: 'Failure',
      err: undefined,
      events: ['Unhealthy: Liveness probe failed: no answer'],
    });
  });

  test('over HTTP brings its own headers, and an empty one for none', () => {
    const httpHeaders = [
      { name: 'User-Agent', value: 'mine' },
      { name: 'Accept', value: '' },
    ];
    const { asked } = probed({ httpGet: { port: 80, host: 'h', httpHeaders } }, {});
    expect(asked).toEqual(['://h:80', { 'User-Agent': ['mine'] }]);
  });

  test('over TCP asks for a connection', () => {
    const tcp: Probe = { tcpSocket: { port: 80 } };
    expect(probed(tcp, {})).toMatchObject({ result: 'Success', asked: ['10.0.0.7:80'] });
    expect(probed(tcp, { dial: new Error('refused') })).toMatchObject({
      result: 'Failure',
      events: ['Unhealthy: Liveness probe failed: refused'],
    });
  });
});
