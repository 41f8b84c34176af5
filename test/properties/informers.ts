import fc from 'fast-check';
import type { KubeObject } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newSharedInformerFactory } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import { newForConfig } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import {
  type ResourceEventHandler,
  ResourceEventHandlerFuncs,
  newQueueFIFO,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { DeletedFinalStateUnknown } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import type { QueueKind } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/queue-kind.ts';
import type { Store } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/store.ts';
import { Stage } from '../../src/runtime/stage/stage.ts';
import type { Plane } from '../../src/runtime/stage/program.ts';
import { configOf } from '../../src/runtime/subjects/api/config.ts';
import { Chan } from '../../src/runtime/sim/chan.ts';
import { type Properties, property } from './property.ts';
import { api } from '../../src/runtime/subjects/api/subject.ts';
import { controlLoop } from '../../src/runtime/subjects/control-loop/subject.ts';

/** The queues that an informer can have. */
export const queueKinds = {
  DeltaFIFO: undefined,
  RealFIFO: newQueueFIFO({ InOrderInformers: true }),
  'RealFIFO, atomic': newQueueFIFO({
    InOrderInformers: true,
    AtomicFIFO: true,
    UnlockWhileProcessingFIFO: true,
  }),
} satisfies Record<string, QueueKind | undefined>;
export type QueueName = keyof typeof queueKinds;

/** What happens to some pods and to the one who watches them. `pod` is one of a few names. */
export type Gust =
  | { readonly kind: 'write' | 'delete'; readonly pod: number }
  | { readonly kind: 'delay' | 'cut'; readonly ms: number }
  /** The history up to now is gone: whoever was cut off has to list again. */
  | { readonly kind: 'compact' }
  | { readonly kind: 'restart'; readonly afterMs: number };

export interface Gale {
  readonly seed: number;
  readonly gusts: readonly { readonly waitMs: number; readonly gust: Gust }[];
}

const gust: fc.Arbitrary<Gust> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('write', 'delete'), pod: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('delay', 'cut'), ms: fc.nat(3000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('compact' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), afterMs: fc.nat(500) }) },
);

export const gales: fc.Arbitrary<Gale> = fc.record({
  seed: fc.integer(),
  gusts: fc.array(fc.record({ waitMs: fc.nat(400), gust }), { maxLength: 30 }),
});

const program = 'reader';
const namespace = 'default';
const version = (object: KubeObject): string => object.metadata.resourceVersion ?? '';

/** One who watches pods, with three handlers; what it holds now, and what is wrong with what it was told. */
class Reader {
  store: Store | undefined;
  /** By handler: what it should know from what it was told. */
  known: Map<string, string>[] = [];
  readonly faults: string[] = [];
  readonly plane: Plane;

  constructor(queueKind: QueueKind | undefined) {
    const start = this.#start.bind(this);
    this.plane = {
      subjects: [api, controlLoop],
      kinds: [],
      programsOf: () => [
        {
          name: program,
          *main(host) {
            const client = newForConfig(host.sim, configOf(host, 1000, 1000));
            const factory = newSharedInformerFactory(host.sim, client, {
              program,
              defaultResyncMs: 3000,
              ...(queueKind ? { queueKind } : {}),
            });
            const informer = factory.core().v1().pods().informer();
            const handlers = start(informer.getStore() as unknown as Store);
            informer.addEventHandlerWithResyncPeriod(handlers[0]!, 0);
            informer.addEventHandlerWithResyncPeriod(handlers[1]!, 2000);
            const stop = new Chan<never>('stop');
            factory.start(stop);
            yield* host.sim.sleep(700);
            // One more, when there may be something to catch up with.
            informer.addEventHandler(handlers[2]!);
            yield* stop.receive();
          },
        },
      ],
    };
  }

  #start(store: Store): ResourceEventHandler[] {
    this.store = store;
    this.known = [new Map(), new Map(), new Map()];
    return this.known.map((known, index) => this.#handler(known, `handler ${index}`));
  }

  /** An object is added, then changed any number of times, never backwards, then deleted. */
  #handler(known: Map<string, string>, who: string): ResourceEventHandler {
    const fault = (what: string): void => void this.faults.push(`${who}: ${what}`);
    return new ResourceEventHandlerFuncs({
      addFunc: (obj) => {
        const key = obj.metadata.name ?? '';
        if (known.has(key)) fault(`${key} was added twice`);
        known.set(key, version(obj));
      },
      updateFunc: (old, obj) => {
        const key = obj.metadata.name ?? '';
        const before = known.get(key);
        if (before === undefined) fault(`${key} changed before it was added`);
        else if (before !== version(old)) fault(`${key} changed from ${version(old)}, and was at ${before}`);
        if (Number(version(obj)) < Number(before))
          fault(`${key} went back from ${before} to ${version(obj)}`);
        known.set(key, version(obj));
      },
      deleteFunc: (obj) => {
        const key =
          obj instanceof DeletedFinalStateUnknown ? (obj.key.split('/')[1] ?? '') : obj.metadata.name;
        if (!known.delete(key ?? '')) fault(`${key} was deleted and was not there`);
      },
    });
  }
}

/** Lets a gale pass, mends what it broke, waits for calm, and says what is wrong then. */
export function galeWrongs({ seed, gusts }: Gale, queueKind: QueueKind | undefined): string[] {
  const reader = new Reader(queueKind);
  const cluster = new Stage(reader.plane, {}, { seed, order: 'seeded' });
  cluster.start();
  for (const { waitMs, gust } of gusts) {
    cluster.sim.runFor(waitMs);
    blow(cluster, gust);
  }
  cluster.act({ kind: 'delay-watch', program, resource: 'pods', delayMs: 0 });
  cluster.sim.runFor(5 * 60 * 1000);

  const told = (pairs: Iterable<readonly [string, string]>): string =>
    [...pairs]
      .map(([name, at]) => `${name}@${at}`)
      .sort()
      .join(' ');
  const pairs = (objects: readonly KubeObject[]): string =>
    told(objects.map((object) => [object.metadata.name ?? '', version(object)] as const));
  const stored = pairs(cluster.part('api').list('pods', namespace) as readonly KubeObject[]);
  const cached = pairs(reader.store?.list() ?? []);
  return [
    ...reader.faults,
    ...(stored === cached ? [] : [`the cache has ${cached}, and the store ${stored}`]),
    ...reader.known.flatMap((known, index) =>
      told(known) === stored ? [] : [`handler ${index} knows ${told(known)}, and the store has ${stored}`],
    ),
  ];
}

function blow(cluster: Stage, gust: Gust): void {
  switch (gust.kind) {
    case 'write': {
      const metadata = { name: `pod-${gust.pod}`, namespace, labels: { at: String(cluster.sim.now) } };
      const spec = { containers: [{ name: 'c', image: 'c' }] };
      cluster.act({ kind: 'apply', object: { kind: 'Pod', apiVersion: 'v1', metadata, spec } });
      break;
    }
    case 'delete':
      cluster.act({ kind: 'delete', resource: 'pods', namespace, name: `pod-${gust.pod}` });
      break;
    case 'delay':
      cluster.act({ kind: 'delay-watch', program, resource: 'pods', delayMs: gust.ms });
      break;
    case 'cut':
      cluster.act({ kind: 'cut-watch', program, resource: 'pods', forMs: gust.ms });
      break;
    case 'compact':
      cluster.part('api').server.storage.compact(cluster.part('api').server.storage.revision);
      break;
    case 'restart':
      cluster.act({ kind: 'crash', program });
      cluster.sim.runFor(gust.afterMs);
      cluster.act({ kind: 'start', program });
      break;
  }
}

export const properties: Properties = Object.fromEntries(
  (Object.keys(queueKinds) as QueueName[]).map((name) => [
    `informers with a ${name}`,
    property(gales, (gale) => galeWrongs(gale, queueKinds[name])),
  ]),
);
