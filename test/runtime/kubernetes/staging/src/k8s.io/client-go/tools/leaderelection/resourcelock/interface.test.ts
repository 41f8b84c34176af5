import { describe, expect, test } from 'vitest';
import { parseTime } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/time.ts';
import type { Lease } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newForConfig } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { directTransport } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import {
  marshalRecord,
  newFromKubeconfig,
  newLock,
  unmarshalRecord,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.ts';
import {
  leaderElectionRecordToLeaseSpec,
  leaseSpecToLeaderElectionRecord,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/leaselock.ts';
import { background } from '../../../../../../../../../../src/runtime/sim/context.ts';
import { Electors } from '../electors.ts';

const at = Date.UTC(2021, 0, 16, 12, 0, 3) + 456.789;
const record = {
  holderIdentity: 'host_1',
  leaseDurationSeconds: 15,
  acquireTime: at - 60_000,
  renewTime: at,
  leaderTransitions: 2,
};

describe('LE-03 the record', () => {
  test('in a Lease has times to the microsecond, and comes back as it was', () => {
    const spec = leaderElectionRecordToLeaseSpec(record);
    expect(spec).toEqual({
      holderIdentity: 'host_1',
      leaseDurationSeconds: 15,
      acquireTime: '2021-01-16T11:59:03.456789Z',
      renewTime: '2021-01-16T12:00:03.456789Z',
      leaseTransitions: 2,
    });
    expect(leaderElectionRecordToLeaseSpec(leaseSpecToLeaderElectionRecord(spec))).toEqual(spec);
  });

  test('in an annotation has times in whole seconds, as recorded from a real control plane', () => {
    const text =
      '{"holderIdentity":"host_1","leaseDurationSeconds":15,"acquireTime":"2021-01-16T11:59:03Z",' +
      '"renewTime":"2021-01-16T12:00:03Z","leaderTransitions":2}';
    expect(marshalRecord(record)).toBe(text);
    const [read] = unmarshalRecord(text);
    expect(marshalRecord(read ?? record)).toBe(text);
  });

  test('of nobody has no times', () => {
    const text =
      '{"holderIdentity":"","leaseDurationSeconds":0,"acquireTime":null,"renewTime":null,"leaderTransitions":0}';
    expect(marshalRecord(unmarshalRecord('{}')[0] ?? record)).toBe(text);
    expect(leaseSpecToLeaderElectionRecord({})).toEqual(unmarshalRecord(text)[0]);
  });

  test('that is no JSON is an error, not a free lock', () => {
    expect(unmarshalRecord('host_1')[1]).toBeInstanceOf(Error);
  });

  test('a time with fewer digits is read as well', () => {
    expect(parseTime('2021-01-16T12:00:03.5Z')).toBe(Date.UTC(2021, 0, 16, 12, 0, 3, 500));
    expect(parseTime(null)).toBeUndefined();
  });
});

describe('LE-03 a lock', () => {
  test.each(['endpoints', 'configmaps', 'leases', 'endpointsleases', 'configmapsleases'])(
    'of type %s is called by namespace and name',
    (type) => {
      const lock = new Electors().lock('host_1', type);
      expect([lock.describe(), lock.identity()]).toEqual(['kube-system/kcm', 'host_1']);
    },
  );

  test('of another type there is not', () => {
    const { sim, server } = new Electors();
    const client = newForConfig(sim, { transport: directTransport(server), userAgent: 'kcm' });
    const rlc = { identity: 'host_1' };
    const [, err] = newLock('etcd', 'kube-system', 'kcm', client.coreV1(), client.coordinationV1(), rlc);
    expect(err?.message).toBe('Invalid lock-type etcd');
  });

  test('that was never read cannot be written', () => {
    const electors = new Electors();
    const messages = ['leases', 'configmaps', 'endpoints'].map(
      (type) => electors.now(electors.lock('host_1', type).update(background, record))?.message,
    );
    expect(messages).toEqual([
      'lease not initialized, call get or create first',
      'configmap not initialized, call get or create first',
      'endpoint not initialized, call get or create first',
    ]);
  });

  test('records events on its object', () => {
    const electors = new Electors();
    const { sim, server } = electors;
    const client = newForConfig(sim, { transport: directTransport(server), userAgent: 'kcm' });
    const recorded: unknown[] = [];
    const eventRecorder = { eventf: (...event: readonly unknown[]) => void recorded.push(event.slice(1)) };
    const rlc = { identity: 'host_1', eventRecorder };
    const [lock] = newLock(
      'configmapsleases',
      'kube-system',
      'kcm',
      client.coreV1(),
      client.coordinationV1(),
      rlc,
    );
    electors.now(lock!.create(background, record));
    lock!.recordEvent('became leader');
    const event = ['Normal', 'LeaderElection', 'host_1 became leader'];
    expect(recorded).toEqual([event, event]);
  });

  test('with a client of its own waits at most half the renew deadline for an answer', () => {
    const { sim } = new Electors();
    const silent = {
      *do() {
        yield* sim.sleep(60_000);
        throw new Error('nobody should wait for this');
      },
      *watch() {
        throw new Error('locks are not watched');
      },
    };
    const config = { transport: silent as never, userAgent: 'kcm' };
    const rlc = { identity: 'host_1' };
    const [lock] = newFromKubeconfig(sim, 'leases', 'kube-system', 'kcm', rlc, config, 10_000);
    let answer: readonly unknown[] = [];
    sim.go(
      'kcm',
      (function* () {
        answer = [sim.now, ...(yield* lock!.get(background)), sim.now];
      })(),
    );
    sim.runFor(6000);
    expect(answer[0]).toBe(0);
    expect(answer.at(-1)).toBe(5000);
    expect((answer[3] as Error).message).toContain('context deadline exceeded');
  });
});

describe('LE-03 the API server keeps leases', () => {
  const lease = (spec: Lease['spec']): Lease => ({
    kind: 'Lease',
    apiVersion: 'coordination.k8s.io/v1',
    metadata: { name: 'kcm', namespace: 'kube-system' },
    spec,
  });
  const target = { resource: 'leases', namespace: 'kube-system', name: 'kcm', userAgent: 'test' };

  test('and refuses one that lasts no time, or changed hands less than never', () => {
    const { server } = new Electors();
    const refusal = (spec: Lease['spec']): string | undefined =>
      server.do({ ...target, verb: 'create', body: lease(spec) })[1]?.message;
    expect(refusal({ leaseDurationSeconds: 0 })).toContain(
      'spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0',
    );
    expect(refusal({ leaseTransitions: -1 })).toContain(
      'spec.leaseTransitions: Invalid value: -1: must to greater or equal than 0',
    );
    expect(refusal({ leaseDurationSeconds: 1, leaseTransitions: 0 })).toBeUndefined();
  });

  test('and refuses an update that does not say which version it changes, or names an old one', () => {
    const { server } = new Electors();
    const [first] = server.do({ ...target, verb: 'create', body: lease({ holderIdentity: 'a' }) });
    const update = (body: unknown): string | undefined =>
      server.do({ ...target, verb: 'update', body })[1]?.message;
    expect(update(lease({ holderIdentity: 'b' }))).toContain('metadata.resourceVersion: Invalid value');
    expect(update({ ...first, spec: { holderIdentity: 'b' } })).toBeUndefined();
    expect(update({ ...first, spec: { holderIdentity: 'c' } })).toContain('the object has been modified');
  });
});
