import { describe, expect, test } from 'vitest';
import type { Endpoints } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newServiceUnavailable } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { Event } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newEndpointController } from '../../../../../../src/runtime/kubernetes/pkg/controller/endpoint/endpoints_controller.ts';
import { Bed } from '../bed.ts';

/** An API server, on which the controller runs once a test starts it. */
class Stage extends Bed {
  go(batchMs = 0, workers = 2): this {
    const v1 = this.informers.core().v1();
    const { sim, client, stop } = this;
    const of = [v1.pods(), v1.services(), v1.endpoints()] as const;
    this.start(newEndpointController(sim, ...of, client, batchMs).run(workers, stop));
    return this.after(100);
  }

  after(ms: number): this {
    this.sim.runFor(ms);
    return this;
  }

  service(name = 'web', app = 'web'): this {
    const spec = { selector: { app }, ports: [{ port: 80, targetPort: 8080, protocol: 'TCP' }] };
    this.create('services', { metadata: { name }, spec });
    return this;
  }

  pod(name: string, podIP: string, app = 'web'): this {
    const spec = { nodeName: 'a', containers: [{ name: 'c', image: 'i' }] };
    this.create('pods', { metadata: { name, labels: { app } }, spec });
    const status = { phase: 'Running', podIP, podIPs: [{ ip: podIP }] };
    this.patch('pods', name, { status }, 'status');
    return this.ready(name, 'True');
  }

  ready(name: string, status: string): this {
    return this.patch('pods', name, { status: { conditions: [{ type: 'Ready', status }] } }, 'status');
  }

  patch(resource: string, name: string, body: object, subresource?: 'status'): this {
    const patchType = 'application/strategic-merge-patch+json';
    this.do('patch', resource, { name, subresource, patchType, body });
    return this;
  }

  remove(resource: string, name: string): this {
    this.do('delete', resource, { name, body: { gracePeriodSeconds: 0 } });
    return this;
  }

  /** The addresses of each Endpoints, those that are not ready with a !. */
  told(): string[] {
    return this.list<Endpoints>('endpoints').map(({ metadata, subsets = [] }) =>
      [
        metadata.name,
        ...subsets.flatMap(({ addresses = [], notReadyAddresses = [] }) => [
          ...addresses.map(({ ip }) => ip),
          ...notReadyAddresses.map(({ ip }) => `!${ip}`),
        ]),
      ].join(' '),
    );
  }

  writes(): string[] {
    return this.requests.splice(0).filter((words) => words.includes('endpoints'));
  }
}

describe('an endpoint controller that runs', () => {
  test('follows pods as they come, become ready, change and go', () => {
    const stage = new Stage().go().service().after(100);
    expect(stage.told()).toEqual(['web']);
    stage.pod('a', '10.0.0.1').pod('b', '10.0.0.2').pod('other', '10.0.0.3', 'db').after(100);
    expect(stage.told()).toEqual(['web 10.0.0.1 10.0.0.2']);
    expect(stage.ready('a', 'False').after(100).told()).toEqual(['web 10.0.0.2 !10.0.0.1']);
    stage.patch('pods', 'a', { metadata: { labels: { app: 'db' } } }).after(100);
    expect(stage.told()).toEqual(['web 10.0.0.2']);
    expect(stage.remove('pods', 'b').after(100).told()).toEqual(['web']);
  });

  test('follows Services as they come, change and go', () => {
    const stage = new Stage().go().pod('a', '10.0.0.1').pod('b', '10.0.0.2', 'db').after(100);
    expect(stage.told()).toEqual([]);
    expect(stage.service().after(100).told()).toEqual(['web 10.0.0.1']);
    stage.patch('services', 'web', { spec: { selector: { app: 'db' } } }).after(100);
    expect(stage.told()).toEqual(['web 10.0.0.2']);
    // What is remembered of its selector is the new one: the old pods concern it no more.
    stage.writes();
    stage.ready('a', 'False').after(100);
    expect(stage.writes()).toEqual([]);
    stage.ready('b', 'False').after(100);
    expect(stage.writes()).toEqual(['update endpoints web']);
    expect(stage.remove('services', 'web').after(100).told()).toEqual([]);
    expect(stage.writes()).toContain('delete endpoints web');
    // Nor is its selector remembered.
    stage.ready('b', 'True').after(100);
    expect(stage.writes()).toEqual([]);
  });

  test('makes Endpoints again that somebody deletes, unless their Service has gone', () => {
    const stage = new Stage().go().service().pod('a', '10.0.0.1').after(100);
    stage.remove('endpoints', 'web').after(100);
    expect(stage.told()).toEqual(['web 10.0.0.1']);
    stage.create('endpoints', { metadata: { name: 'own' } });
    stage.remove('endpoints', 'own').after(100);
    expect(stage.told()).toEqual(['web 10.0.0.1']);
  });

  test('deletes at its start the Endpoints of Services that are gone, and no lock of an election', () => {
    const stage = new Stage().service();
    const lock = { 'control-plane.alpha.kubernetes.io/leader': '{}' };
    stage.create('endpoints', { metadata: { name: 'gone' } });
    stage.create('endpoints', { metadata: { name: 'lock', annotations: lock } });
    stage.create('endpoints', { metadata: { name: 'web' } });
    expect(stage.go().told()).toEqual(['lock', 'web']);
  });

  test('collects changes of pods for its batch period, and syncs Services at once', () => {
    const stage = new Stage().go(1000).service().after(1);
    expect(stage.told()).toEqual(['web']);
    stage.writes();
    stage.pod('a', '10.0.0.1').pod('b', '10.0.0.2').after(998);
    expect(stage.writes()).toEqual([]);
    expect(stage.after(2).told()).toEqual(['web 10.0.0.1 10.0.0.2']);
    expect(stage.writes()).toEqual(['update endpoints web']);
    stage.remove('pods', 'a').after(999);
    expect(stage.told()).toEqual(['web 10.0.0.1 10.0.0.2']);
    expect(stage.after(1).told()).toEqual(['web 10.0.0.2']);
  });

  test('tries fifteen times more, with pauses that double, and records each failure', () => {
    const stage = new Stage();
    const at: number[] = [];
    stage.refuse = ({ verb, resource }) => {
      if (verb !== 'create' || resource !== 'endpoints') return undefined;
      at.push(stage.sim.now);
      return newServiceUnavailable('no');
    };
    stage.go().service().after(10_000_000);
    const pauses = at.slice(1).map((ms, i) => ms - at[i]!);
    expect(pauses).toEqual(Array.from({ length: 15 }, (_, i) => 5 * 2 ** i));
    const [event] = stage.list<Event>('events');
    expect(`${event?.type} ${event?.reason} ${event?.message}`).toBe(
      'Warning FailedToCreateEndpoint Failed to create endpoint for service default/web: no',
    );
    // The next change begins with the shortest pause.
    at.length = 0;
    stage.patch('services', 'web', { metadata: { labels: { a: 'b' } } }).after(12);
    expect(at.map((ms) => ms - at[0]!)).toEqual([0, 5]);
  });

  test('forgets its failures when it succeeds', () => {
    const stage = new Stage().go();
    let failures = 3;
    const at: number[] = [];
    stage.refuse = ({ verb, resource }) => {
      if (resource !== 'endpoints' || (verb !== 'create' && verb !== 'update')) return undefined;
      at.push(stage.sim.now);
      return failures-- > 0 ? newServiceUnavailable('no') : undefined;
    };
    stage.pod('a', '10.0.0.1').service().after(1000);
    expect([at.length, stage.told()]).toEqual([4, ['web 10.0.0.1']]);
    at.length = 0;
    failures = 1;
    stage.ready('a', 'False').after(1000);
    expect(stage.told()).toEqual(['web !10.0.0.1']);
    expect(at[1]! - at[0]!).toBe(5);
    const reasons = stage.list<Event>('events').map(({ reason }) => reason);
    expect(reasons).toContain('FailedToUpdateEndpoint');
  });

  test('a deletion that fails is tried again', () => {
    const stage = new Stage().go().service().after(100);
    let failures = 2;
    stage.refuse = ({ verb, resource }) =>
      verb === 'delete' && resource === 'endpoints' && failures-- > 0
        ? newServiceUnavailable('no')
        : undefined;
    expect(stage.remove('services', 'web').after(1000).told()).toEqual([]);
  });

  test('leaves the Endpoints of a Service without a selector alone', () => {
    const stage = new Stage().go();
    stage.create('services', { metadata: { name: 'own' }, spec: { ports: [{ port: 80 }] } });
    stage.create('endpoints', { metadata: { name: 'own' }, subsets: [{ addresses: [{ ip: '1.2.3.4' }] }] });
    expect(stage.after(1000).told()).toEqual(['own 1.2.3.4']);
    expect(stage.writes()).toEqual([]);
  });

  test('has as many workers as it is told, and ends with them', () => {
    const stage = new Stage().go(0, 3);
    const workers = (): string[] =>
      [...stage.sim.processes.values()]
        .map(({ name }) => name)
        .filter((name) => /^(endpoint\/worker|controller)/.test(name));
    expect(workers()).toEqual(['controller', 'endpoint/worker-1', 'endpoint/worker-2', 'endpoint/worker-3']);
    stage.stop.close();
    expect(stage.after(2000) && workers()).toEqual([]);
    expect(stage.service().after(1000).told()).toEqual([]);
  });
});
