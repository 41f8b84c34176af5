import { describe, expect, test } from 'vitest';
import {
  newAlreadyExists,
  newConflict,
  newNotFound,
  newServiceUnavailable,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newForConfig } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { directTransport } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import {
  type GetResult,
  type Interface,
  type LeaderElectionRecord,
  leaderElectionRecordAnnotationKey,
  marshalRecord,
  newLock,
  noRecord,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.ts';
import {
  MultiLock,
  concatRawRecord,
  unknownLeader,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/multilock.ts';
import { background } from '../../../../../../../../../../src/runtime/sim/context.ts';
import type { Blocking } from '../../../../../../../../../../src/runtime/sim/process.ts';
import { run } from '../../cache/support.ts';
import { Electors } from '../electors.ts';

const at = Date.UTC(2021, 0, 16, 12, 0, 3);
const record: LeaderElectionRecord = {
  holderIdentity: 'host_1',
  leaseDurationSeconds: 15,
  acquireTime: at,
  renewTime: at,
  leaderTransitions: 2,
};
const next: LeaderElectionRecord = { ...record, renewTime: at + 2000 };

/** A lock of host_1, the server behind it, and the events that it records. */
function setUp(type: string, withRecorder = true) {
  const electors = new Electors();
  const { sim, server } = electors;
  const client = newForConfig(sim, { transport: directTransport(server), userAgent: 'kcm', qps: -1 });
  const events: string[] = [];
  const eventRecorder = {
    eventf: (object: KubeObject, eventtype: string, reason: string, message: string) =>
      void events.push(`${object.kind} ${object.metadata.name} ${eventtype} ${reason} ${message}`),
  };
  const rlc = { identity: 'host_1', ...(withRecorder ? { eventRecorder } : {}) };
  const [lock] = newLock(type, 'kube-system', 'kcm', client.coreV1(), client.coordinationV1(), rlc);
  const now = <T>(body: Blocking<T>): T => electors.now(body);
  return { electors, server, lock: lock as Interface, events, now };
}

describe.each([
  ['leases', 'Lease'],
  ['configmaps', 'ConfigMap'],
  ['endpoints', 'Endpoints'],
])('LE-03 a lock of type %s', (type, kind) => {
  test('is written after it was made or read, time and again', () => {
    const { lock, now } = setUp(type);
    expect(now(lock.create(background, record))).toBeUndefined();
    for (const each of [next, record, next]) expect(now(lock.update(background, each))).toBeUndefined();
    expect(now(lock.get(background))[0]).toEqual(next);
  });

  test('is not written over what somebody else wrote meanwhile, until it is read again', () => {
    const { electors, lock, now } = setUp(type);
    now(lock.create(background, record));
    electors.put({ holderIdentity: 'host_2' }, type);
    for (let i = 0; i < 2; i++)
      expect(now(lock.update(background, next))?.message).toContain('the object has been modified');
    expect(now(lock.get(background))[0]?.holderIdentity).toBe('host_2');
    expect(now(lock.update(background, next))).toBeUndefined();
  });

  test('that is there cannot be made, and one that is not cannot be read', () => {
    const { electors, lock, now } = setUp(type);
    expect(now(lock.get(background))[2]?.message).toContain('"kcm" not found');
    electors.put({}, type);
    expect(now(lock.create(background, record))?.message).toContain('already exists');
  });

  test('records events on its object once it has seen it', () => {
    const { lock, events, now } = setUp(type);
    lock.recordEvent('became leader');
    expect(events).toEqual([]);
    now(lock.create(background, record));
    lock.recordEvent('became leader');
    expect(events).toEqual([`${kind} kcm Normal LeaderElection host_1 became leader`]);
  });

  test('records none without a recorder', () => {
    const { lock, now } = setUp(type, false);
    now(lock.create(background, record));
    expect(() => lock.recordEvent('became leader')).not.toThrow();
  });
});

describe.each(['configmaps', 'endpoints'])('LE-03 an annotation on %s', (type) => {
  const kind = type === 'endpoints' ? 'Endpoints' : 'ConfigMap';
  const object = (annotations?: Record<string, string>): unknown => ({
    kind,
    apiVersion: 'v1',
    metadata: { name: 'kcm', namespace: 'kube-system', annotations },
  });
  const read = (annotations?: Record<string, string>): GetResult => {
    const { server, lock, now } = setUp(type);
    const asked = { resource: type, namespace: 'kube-system', userAgent: 'test' };
    server.do({ ...asked, verb: 'create', body: object(annotations) });
    return now(lock.get(background));
  };

  test('that is not there means that nobody holds the lock', () => {
    expect(read()).toEqual([noRecord, '', undefined]);
    expect(read({ other: 'x' })).toEqual([noRecord, '', undefined]);
  });

  test('is given as it was written, too', () => {
    const raw = marshalRecord(record);
    expect(read({ [leaderElectionRecordAnnotationKey]: raw })).toEqual([record, raw, undefined]);
  });

  test('that is malformed is an error', () => {
    const [found, raw, err] = read({ [leaderElectionRecordAnnotationKey]: '{' });
    expect([found, raw]).toEqual([undefined, undefined]);
    expect(err).toBeInstanceOf(Error);
  });

  test('leaves others as they are', () => {
    const { server, lock, now } = setUp(type);
    const asked = { resource: type, namespace: 'kube-system', userAgent: 'test' };
    server.do({ ...asked, verb: 'create', body: object({ other: 'x' }) });
    now(lock.get(background));
    now(lock.update(background, record));
    expect(server.do({ ...asked, verb: 'get', name: 'kcm' })[0]?.metadata.annotations).toEqual({
      other: 'x',
      [leaderElectionRecordAnnotationKey]: marshalRecord(record),
    });
  });
});

describe('LE-03 two locks held together', () => {
  const where = { group: '', resource: 'leases' };
  const notFound = newNotFound(where, 'kcm');
  const exists = newAlreadyExists(where, 'kcm');
  const conflict = newConflict(where, 'kcm', new Error('modified'));
  const down = newServiceUnavailable('down');
  const none: GetResult = [undefined, undefined, notFound];
  const held = (holderIdentity: string): GetResult => [
    { ...record, holderIdentity },
    holderIdentity,
    undefined,
  ];

  interface Script {
    readonly get?: GetResult;
    readonly create?: Error;
    readonly update?: Error;
  }

  /** Two locks of host_1 that answer as told, and what they were asked. */
  function pair(primary: Script, secondary: Script = {}) {
    const asked: string[] = [];
    const scripted = (name: string, script: Script): Interface => ({
      *get() {
        asked.push(`get ${name}`);
        return script.get ?? held('host_1');
      },
      *create() {
        asked.push(`create ${name}`);
        return script.create;
      },
      *update() {
        asked.push(`update ${name}`);
        return script.update;
      },
      recordEvent: (s) => void asked.push(`${name}: ${s}`),
      describe: () => `the ${name} lock`,
      identity: () => `host_1`,
    });
    return { lock: new MultiLock(scripted('first', primary), scripted('second', secondary)), asked };
  }

  test.each<[string, Script, Script, GetResult]>([
    ['both name one holder', {}, {}, [held('host_1')[0]!, 'host_1,host_1', undefined]],
    [
      'they name different holders',
      {},
      { get: held('host_2') },
      [
        { ...record, holderIdentity: unknownLeader },
        concatRawRecord(marshalRecord({ ...record, holderIdentity: unknownLeader }), 'host_2'),
        undefined,
      ],
    ],
    ['an old candidate holds the first alone', { get: held('old') }, { get: none }, held('old')],
    [
      'it holds the first itself, and the second is gone',
      {},
      { get: none },
      [undefined, undefined, notFound],
    ],
    [
      'the second cannot be read',
      { get: held('old') },
      { get: [undefined, undefined, down] },
      [undefined, undefined, down],
    ],
    ['the first cannot be read', { get: [undefined, undefined, down] }, {}, [undefined, undefined, down]],
  ])('read when %s', (_, primary, secondary, found) => {
    const { lock } = pair(primary, secondary);
    expect(run(lock.get(background))).toEqual(found);
  });

  test.each<[string, Script, Script, Error | undefined, string[]]>([
    ['neither is there', {}, {}, undefined, ['create first', 'create second']],
    ['the first is there', { create: exists }, {}, undefined, ['create first', 'create second']],
    ['the second is there', {}, { create: exists }, exists, ['create first', 'create second']],
    ['the first cannot be made', { create: down }, {}, down, ['create first']],
  ])('made when %s', (_, primary, secondary, found, calls) => {
    const { lock, asked } = pair(primary, secondary);
    expect(run(lock.create(background, record))).toBe(found);
    expect(asked).toEqual(calls);
  });

  test.each<[string, Script, Script, Error | undefined, string[]]>([
    ['both are there', {}, {}, undefined, ['update first', 'get second', 'update second']],
    [
      'the second is not there',
      {},
      { get: none },
      undefined,
      ['update first', 'get second', 'create second'],
    ],
    [
      'the second cannot be read',
      {},
      { get: [undefined, undefined, down], update: down },
      down,
      ['update first', 'get second', 'update second'],
    ],
    ['the first has changed', { update: conflict }, {}, conflict, ['update first']],
    [
      'the second has changed',
      {},
      { update: conflict },
      conflict,
      ['update first', 'get second', 'update second'],
    ],
  ])('written when %s', (_, primary, secondary, found, calls) => {
    const { lock, asked } = pair(primary, secondary);
    expect(run(lock.update(background, record))).toBe(found);
    expect(asked).toEqual(calls);
  });

  test('are called as the first, and both record events', () => {
    const { lock, asked } = pair({});
    lock.recordEvent('became leader');
    expect([lock.describe(), lock.identity()]).toEqual(['the first lock', 'host_1']);
    expect(asked).toEqual(['first: became leader', 'second: became leader']);
  });
});
