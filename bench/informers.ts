/**
 * Informers for 10,000 pods with 50 handlers: the list, then a change of every pod. What it is held against is the least
 * that could be done: the same objects put into a Map, and the same handlers called.
 */
import type { KubeObject } from '../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  ResourceEventHandlerFuncs,
  newQueueFIFO,
} from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import {
  metaNamespaceIndexFunc,
  namespaceIndex,
} from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/index.ts';
import type { QueueKind } from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/queue-kind.ts';
import { newSharedIndexInformer } from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import { newFakeControllerSource } from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.ts';
import { Chan } from '../src/runtime/sim/chan.ts';
import { Sim } from '../src/runtime/sim/sim.ts';
import { perSecond, secondsOf } from './handoffs.ts';

const pods = 10_000;
const handlers = 50;

const kinds: readonly (readonly [string, QueueKind | undefined])[] = [
  ['DeltaFIFO', undefined],
  ['RealFIFO', newQueueFIFO({ InOrderInformers: true })],
  ['RealFIFO, atomic', newQueueFIFO({ InOrderInformers: true, AtomicFIFO: true })],
];

function pod(i: number, change: number): KubeObject {
  const metadata = {
    name: `pod-${i}`,
    namespace: 'default',
    uid: `u${i}`,
    labels: { change: String(change) },
  };
  return { kind: 'Pod', apiVersion: 'v1', metadata };
}

export function measureInformers(): void {
  const told = 2 * pods * handlers;
  const plain = secondsOf(() => {
    const store = new Map<string, KubeObject>();
    let calls = 0;
    const all = Array.from(
      { length: handlers },
      () => (_old: KubeObject | undefined, _obj: KubeObject) => calls++,
    );
    for (let change = 0; change < 2; change++) {
      for (let i = 0; i < pods; i++) {
        const obj = pod(i, change);
        const old = store.get(`pod-${i}`);
        store.set(`pod-${i}`, obj);
        for (const handler of all) handler(old, obj);
      }
    }
    if (calls !== told) throw new Error(`expected ${told} calls, found ${calls}`);
  });
  console.log(`  ${pods.toLocaleString('en')} pods, ${handlers} handlers: the list, then a change of each`);
  for (const [name, queueKind] of kinds) measureOne(name, queueKind, told, plain);
}

function measureOne(name: string, queueKind: QueueKind | undefined, told: number, plain: number): void {
  const before = memory();
  const { seconds, held } = informed(queueKind, told);
  const grown = memory() - before;
  console.log(
    `  ${name.padEnd(16)}  ${perSecond(told / handlers, seconds).padStart(6)} events and` +
      ` ${perSecond(told, seconds).padStart(9)} calls of handlers a second` +
      `  ${(seconds / plain).toFixed(0).padStart(4)} times a Map and plain calls` +
      `  ${grown.toFixed(0).padStart(4)} MB for ${held().toLocaleString('en')} pods in the source and the cache`,
  );
}

function informed(queueKind: QueueKind | undefined, told: number): { seconds: number; held: () => number } {
  const sim = new Sim();
  const source = newFakeControllerSource(sim);
  for (let i = 0; i < pods; i++) source.add(pod(i, 0));
  const informer = newSharedIndexInformer(sim, {
    name: 'bench/pods',
    listerWatcher: source,
    objectType: { apiVersion: 'v1', kind: 'Pod' },
    defaultEventHandlerResyncPeriodMs: 0,
    indexers: { [namespaceIndex]: metaNamespaceIndexFunc },
    ...(queueKind ? { queueKind } : {}),
  });
  let calls = 0;
  const count = (): void => void calls++;
  for (let i = 0; i < handlers; i++)
    informer.addEventHandler(new ResourceEventHandlerFuncs({ addFunc: count, updateFunc: count }));
  const seconds = secondsOf(() => {
    sim.go('informer', informer.run(new Chan<never>('stop')));
    sim.runFor(10);
    for (let i = 0; i < pods; i++) {
      source.modify(pod(i, 1));
      sim.runFor(1);
    }
    sim.runUntil(() => calls >= told);
  });
  // Whoever asks keeps it all alive until then.
  return { seconds, held: () => informer.getStore().list().length };
}

/** MB of the heap in use, after a garbage collection if Node was started so as to allow one. */
function memory(): number {
  for (let i = 0; i < 3; i++) (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}
