import { expect, test } from 'vitest';
import type { Event } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { APIServer } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { newForConfig } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { EventSinkImpl } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.ts';
import { directTransport } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { newBroadcaster } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/event.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { coreKinds } from '../../../../../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';

test('RS-10: recorded events reach the API server, counted and combined', () => {
  const sim = new Sim();
  const transport = directTransport(new APIServer(sim, { kinds: coreKinds }));
  const core = newForConfig(sim, { transport, userAgent: 'kube-controller-manager', qps: -1 }).coreV1();
  let events: readonly Event[] = [];
  sim.go(
    'test',
    (function* () {
      const namespace = { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'default' } } as const;
      const [, refused] = yield* core.namespaces().create(namespace);
      if (refused && refused.status.reason !== 'AlreadyExists') throw refused;
      const broadcaster = newBroadcaster(sim);
      broadcaster.startRecordingToSink(new EventSinkImpl(core.events('')));
      const recorder = broadcaster.newRecorder({ component: 'replicaset-controller' });
      const web = { kind: 'ReplicaSet', apiVersion: 'apps/v1', name: 'web', namespace: 'default', uid: 'u' };
      for (let i = 1; i <= 12; i++) {
        recorder.eventf(web, 'Normal', 'SuccessfulCreate', 'Created pod: web-%v', i);
        yield* sim.sleep(1000);
      }
      for (let i = 0; i < 3; i++) {
        recorder.event(web, 'Warning', 'FailedCreate', 'no');
        yield* sim.sleep(1000);
      }
      const [list, err] = yield* core.events('default').list();
      if (err) throw err;
      events = list.items;
    })(),
  );
  sim.runFor(60_000);
  expect(
    events.map(({ message, count, lastTimestamp }) => [message, count, lastTimestamp?.slice(17)]),
  ).toEqual([
    ...Array.from({ length: 9 }, (_, i) => [`Created pod: web-${i + 1}`, 1, `0${i}Z`]),
    ['(combined from similar events): Created pod: web-12', 3, '11Z'],
    ['no', 3, '14Z'],
  ]);
});
