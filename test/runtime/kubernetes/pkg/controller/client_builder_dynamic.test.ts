import { describe, expect, test } from 'vitest';
import {
  type StatusError,
  newServiceUnavailable,
} from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { APIRequest } from '../../../../../src/runtime/wire.ts';
import { newForConfig } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { Transport } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { DynamicControllerClientBuilder } from '../../../../../src/runtime/kubernetes/pkg/controller/client_builder_dynamic.ts';
import { minute } from '../../../../../src/runtime/go/duration.ts';
import { Buffer, OS } from '../../../../../src/runtime/go/os.ts';
import { Bed } from './bed.ts';

const namespace = 'kube-system';

/** An API server, what is asked of it and when, and a builder before it. */
function stage(expirationSeconds = 3600) {
  const bed = new Bed();
  const { sim } = bed;
  const stderr = new Buffer();
  const os = new OS(sim, { args: ['kube-controller-manager'], stderr });
  const requests: string[] = [];
  const refused = new Map<string, number>();
  const answer = ({
    verb,
    resource,
    subresource,
    name,
    body,
  }: APIRequest): object | StatusError | undefined => {
    const words = [verb, subresource ? `${resource}/${subresource}` : resource, name]
      .filter(Boolean)
      .join(' ');
    requests.push(`${sim.now} ${words}`);
    const left = refused.get(words) ?? 0;
    refused.set(words, left - 1);
    if (left > 0) return newServiceUnavailable('not now');
    if (subresource !== 'token') return undefined;
    const expirationTimestamp = sim.timestamp(sim.now + expirationSeconds * 1000);
    return { ...(body as object), status: { token: 'a token', expirationTimestamp } };
  };
  const transport: Transport = {
    *do(request) {
      const given = answer(request);
      if (given instanceof Error) return [undefined, given as StatusError];
      return given ? [given as never, undefined] : bed.server.do(request);
    },
    *watch(request) {
      answer(request);
      return bed.server.watch(request);
    },
  };
  const config = { transport, userAgent: 'kube-controller-manager', qps: -1 };
  const builder = new DynamicControllerClientBuilder(
    os,
    config,
    newForConfig(sim, config).coreV1(),
    namespace,
  );
  const asked = (): string[] => requests.splice(0);
  return { bed, sim, builder, asked, refused, stderr };
}

describe('DynamicControllerClientBuilder', () => {
  test('makes the account, and asks as it, under a user agent of its own', () => {
    const { bed, builder, asked } = stage();
    const [config, err] = bed.run(builder.config('ttl-controller'));
    expect(err).toBeUndefined();
    expect([config?.username, config?.userAgent]).toEqual([
      'system:serviceaccount:kube-system:ttl-controller',
      'kube-controller-manager/ttl-controller',
    ]);
    expect(builder.identityOf('ttl-controller')).toEqual({
      user: 'system:serviceaccount:kube-system:ttl-controller',
      by: 'a token that is requested',
    });
    expect(asked()).toEqual([
      '0 get serviceaccounts ttl-controller',
      '0 get namespaces kube-system',
      '0 create serviceaccounts',
    ]);
  });

  test('asks for a token before the first request, and again when a fifth of its life is left', () => {
    const { bed, sim, builder, asked } = stage();
    const client = bed.run(builder.clientOrDie('ttl-controller'));
    asked();
    const get = (): string[] => {
      bed.run(client.coreV1().nodes().get('node-a'));
      return asked();
    };
    const refresh = (at: number): string[] => [
      `${at} get serviceaccounts ttl-controller`,
      `${at} create serviceaccounts/token ttl-controller`,
    ];
    expect(get()).toEqual([...refresh(0), '0 get nodes node-a']);
    expect(get()).toEqual(['0 get nodes node-a']);
    const end = 48 * minute;
    sim.runFor(end - 1);
    expect(get()).toEqual([`${end - 1} get nodes node-a`]);
    sim.runFor(1);
    expect(get()).toEqual([...refresh(end), `${end} get nodes node-a`]);
    sim.runFor(end - 1);
    expect(get()).toEqual([`${2 * end - 1} get nodes node-a`]);
    sim.runFor(1);
    expect(get()).toEqual([...refresh(2 * end), `${2 * end} get nodes node-a`]);
  });

  test('takes a token to live for ten minutes at least: the clocks may differ', () => {
    const { bed, sim, builder, asked } = stage(5);
    const client = bed.run(builder.clientOrDie('ttl-controller'));
    const get = (): number => {
      asked();
      bed.run(client.coreV1().nodes().get('node-a'));
      return asked().length;
    };
    expect(get()).toBe(3);
    sim.runFor(8 * minute - 1);
    expect(get()).toBe(1);
    sim.runFor(1);
    expect(get()).toBe(3);
  });

  test('shares the token among the clients of an account, and not among accounts', () => {
    const { bed, builder, asked } = stage();
    const tokens = (name: string): number => {
      asked();
      bed.run(bed.run(builder.clientOrDie(name)).coreV1().nodes().list());
      return asked().filter((words) => words.includes('token')).length;
    };
    expect([tokens('a'), tokens('a'), tokens('b'), tokens('a')]).toEqual([1, 0, 1, 0]);
  });

  test('sees to a token before it watches, too', () => {
    const { bed, builder, asked } = stage();
    const client = bed.run(builder.clientOrDie('a'));
    asked();
    bed.run(client.coreV1().nodes().watch({ resourceVersion: '0' }));
    expect(asked()).toEqual(['0 get serviceaccounts a', '0 create serviceaccounts/token a', '0 watch nodes']);
  });

  test('tries four times with pauses that double, and says what was in the way', () => {
    const { bed, builder, asked, refused, stderr } = stage();
    const client = bed.run(builder.clientOrDie('a'));
    asked();
    refused.set('get serviceaccounts a', 1);
    refused.set('create serviceaccounts/token a', 1);
    bed.run(client.coreV1().nodes().list());
    expect(asked()).toEqual([
      '0 get serviceaccounts a',
      '500 get serviceaccounts a',
      '500 create serviceaccounts/token a',
      '1500 get serviceaccounts a',
      '1500 create serviceaccounts/token a',
      '1500 list nodes',
    ]);
    expect(stderr.text).toMatch(/get or create service account failed: not now/);
    expect(stderr.text).toMatch(/get token failed: not now/);
  });

  test.each(['do', 'watch'] as const)(
    'fails a request of the kind %s for which there is no token',
    (kind) => {
      const { bed, builder, asked, refused } = stage();
      const client = bed.run(builder.clientOrDie('a'));
      asked();
      refused.set('create serviceaccounts/token a', 4);
      const nodes = client.coreV1().nodes();
      const [, err] = bed.run<readonly [unknown, Error | undefined]>(
        kind === 'do' ? nodes.list() : nodes.watch({ resourceVersion: '0' }),
      );
      expect(err?.message).toBe(
        'Internal error occurred: failed to get token for kube-system/a: timed out waiting for the condition',
      );
      expect(asked().map((words) => words.split(' ')[0])).toEqual(
        [0, 0, 500, 500, 1500, 1500, 3500, 3500].map(String),
      );
    },
  );

  test('gives no client where the account cannot be made', () => {
    const { bed, builder, refused } = stage();
    refused.set('create serviceaccounts', 1);
    expect(bed.run(builder.client('a'))[1]?.message).toBe('not now');
    expect(bed.run(builder.client('a'))[1]).toBeUndefined();
  });
});
