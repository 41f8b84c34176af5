import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APIServer } from '../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import type { Sim } from '../../src/runtime/sim/sim.ts';
import { everything } from '../runtime/kubernetes/staging/src/k8s.io/apiserver/any-server.ts';
import { wholeObjects } from '../runtime/kubernetes/staging/src/k8s.io/apiserver/whole-objects.ts';
import type { Ask } from './api-asks.ts';
import { type Batch, batchWrongs, properties, requestsOfBatch } from './api-requests.ts';

test(`property: whatever is asked in ${requestsOfBatch} requests, the answers and what is kept are sound`, () => {
  fc.assert(properties['API requests']!, { numRuns: 20 });
});

const pods = wholeObjects.findIndex(({ resource }) => resource === 'pods');
const ask: Ask = {
  waitMs: 0,
  verb: 'create',
  on: 0,
  name: 'two',
  namespace: 'default',
  subresource: undefined,
  partial: false,
  patchType: undefined,
  changes: [],
  options: {},
};
const batch = (...asks: Partial<Ask>[]): Batch => ({
  about: [pods, pods, pods],
  asks: asks.map((one) => ({ ...ask, ...one })),
});

/** A server with something wrong about it. */
const broken =
  (change: (server: APIServer) => void) =>
  (sim: Sim): APIServer => {
    const server = new APIServer(sim, everything());
    change(server);
    return server;
  };

describe('a server that is not sound is told of, so the property can fail', () => {
  const list = { verb: 'list' } as const;

  test.each<[what: string, change: (server: APIServer) => void, requests: Batch, wrong: string]>([
    ['nothing is wrong', () => {}, batch({}, list), ''],
    [
      'it throws',
      (server) => {
        const { do: answer } = server;
        server.do = (request) => {
          if (request.verb === 'create' && request.userAgent === 'anybody') throw new Error('on purpose');
          return answer.call(server, request);
        };
      },
      batch({}),
      'create pods/ : threw Error: on purpose',
    ],
    [
      'what it gives is not frozen',
      (server) => {
        const { do: answer } = server;
        server.do = (request) => {
          const [object, err] = answer.call(server, request);
          return err ? [undefined, err] : [{ ...object }, undefined];
        };
      },
      batch({ verb: 'get', name: 'one' }),
      'create pods/ : kind,apiVersion,metadata,spec,status are not frozen',
    ],
    [
      'it keeps what was sent',
      (server) => {
        const { do: answer } = server;
        server.do = (request) => {
          Object.freeze((request.body as { metadata?: object } | undefined)?.metadata);
          return answer.call(server, request);
        };
      },
      batch({}),
      'create pods/ : kept what was sent',
    ],
    [
      'it changes what was sent',
      (server) => {
        const { do: answer } = server;
        server.do = (request) => {
          const result = answer.call(server, request);
          if (request.body) Object.assign(request.body, { spec: {} });
          return result;
        };
      },
      batch({}),
      'create pods/ : changed what was sent',
    ],
    [
      'a watch is not told',
      ({ storage }) => {
        const { notify } = storage;
        storage.notify = (write) => {
          if (!write.key.endsWith('two')) notify.call(storage, write);
        };
      },
      batch({}),
      'a watch of pods told default/one@5, while a list gives default/one@5,default/two@6',
    ],
    [
      'a write is not kept',
      ({ storage }) => {
        const { range } = storage;
        storage.range = (prefix, options) => {
          const found = range.call(storage, prefix, options);
          return { ...found, entries: found.entries.filter(({ key }) => !key.endsWith('two')) };
        };
      },
      batch({}, list),
      'list pods/ two: gives default/one@5, while default/one@5,default/two@6 was written',
    ],
    [
      'a read writes',
      (server) => {
        const { do: answer } = server;
        server.do = (request) => {
          if (request.verb === 'list' && request.userAgent === 'anybody')
            server.storage.put(
              'pods/default/x',
              { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'x' } },
              'x',
            );
          return answer.call(server, request);
        };
      },
      batch(list),
      'list pods/ two: wrote 1 times, though it reads',
    ],
    [
      'an object of the language gets a member',
      (server) => {
        const { do: answer } = server;
        server.do = (request) => {
          if (request.verb === 'list') Object.assign(Object.prototype, { polluted: 1 });
          return answer.call(server, request);
        };
      },
      batch(),
      'polluted: Object.polluted is number',
    ],
  ])('%s', (_what, change, requests, wrong) => {
    expect(batchWrongs(requests, broken(change))[0] ?? '').toContain(wrong);
  });
});
