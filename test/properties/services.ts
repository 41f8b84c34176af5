import fc from 'fast-check';
import type { Act } from '../../src/runtime/stage/acts.ts';
import { Stage } from '../../src/runtime/stage/stage.ts';
import { pod } from '../../src/runtime/subjects/api/objects.ts';
import { plane } from '../../src/runtime/subjects/control-loop/planes/controllers.ts';
import type {
  Endpoints,
  Namespace,
  Node,
  Pod,
  Secret,
  ServiceAccount,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Entry, Trace } from '../../src/runtime/stage/world.ts';
import type { StoredObject } from '../../src/runtime/subjects/api/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { type Properties, property } from './property.ts';

const manager = 'kube-controller-manager';
const namespace = 'default';

/** What happens to the pods of a Service, to nodes and to accounts. Numbers are of a few names. */
export type Surge =
  | { readonly kind: 'pod' | 'delete' | 'fail' | 'release' | 'restore' | 'ghost'; readonly pod: number }
  | { readonly kind: 'service' | 'no-service' | 'no-endpoints' | 'no-default' }
  | { readonly kind: 'publish'; readonly notReady: boolean }
  | { readonly kind: 'account' | 'no-account' | 'no-token' | 'namespace'; readonly which: number }
  | { readonly kind: 'no-node'; readonly node: number }
  | {
      readonly kind: 'delay' | 'cut';
      readonly resource: (typeof watched)[number];
      readonly ms: number;
    }
  | { readonly kind: 'conflict'; readonly times: number }
  | { readonly kind: 'restart'; readonly afterMs: number }
  /** The history is gone. */
  | { readonly kind: 'compact' };

/** What is made good after any cut. */
const healed = ['pods', 'services', 'endpoints', 'namespaces', 'nodes'] as const;
/**
 * An account or a Secret that goes while its watch is cut, and of whose deletion nothing is heard after, is passed over for
 * good, here as upstream: their controllers ask for no resync. So only their delay is drawn, and no loss of history.
 */
const watched = [...healed, 'serviceaccounts', 'secrets'] as const;

export interface Flood {
  readonly seed: number;
  readonly surges: readonly { readonly waitMs: number; readonly surge: Surge }[];
}

const few = fc.nat(3);
const surge: fc.Arbitrary<Surge> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pod' as const), pod: few }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('delete', 'fail', 'release', 'restore', 'ghost'),
      pod: few,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('service', 'no-service', 'no-endpoints', 'no-default') }),
  },
  fc.record({ kind: fc.constant('publish' as const), notReady: fc.boolean() }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('account', 'no-account', 'no-token', 'namespace'),
      which: few,
    }),
  },
  fc.record({ kind: fc.constant('no-node' as const), node: fc.nat(2) }),
  {
    weight: 3,
    arbitrary: fc.oneof(
      fc.record({ kind: fc.constant('delay'), resource: fc.constantFrom(...watched), ms: fc.nat(3000) }),
      fc.record({ kind: fc.constant('cut'), resource: fc.constantFrom(...healed), ms: fc.nat(3000) }),
    ),
  },
  fc.record({ kind: fc.constant('conflict' as const), times: fc.nat(4) }),
  fc.record({ kind: fc.constant('restart' as const), afterMs: fc.nat(2000) }),
);

export const floods: fc.Arbitrary<Flood> = fc.record({
  seed: fc.integer(),
  surges: fc.array(fc.record({ waitMs: fc.nat(1500), surge }), { maxLength: 14 }),
});

export interface Ebb {
  readonly entries: readonly Entry[];
  readonly cluster: Stage;
  /** True if the controller-manager was restarted, perhaps between two halves of what it did. */
  readonly restarted: boolean;
}

/**
 * Lets a flood pass over a cluster whose processes run in any order, mends what it broke, and waits for calm. Then `nudge`
 * changes a label of the Service, so that it is synced once more: at v1.20.2 a sync compares with Endpoints from the cache,
 * which may not have what the sync before it wrote, and so may write nothing where there is something to write
 * (kubernetes/kubernetes#125638).
 */
export function after({ seed, surges }: Flood, nudge = true): Ebb {
  const cluster = new Stage(plane, {}, { seed, order: 'seeded' });
  const trace = cluster.record();
  cluster.start();
  cluster.act({ kind: 'apply', object: service(false) });
  for (const { waitMs, surge } of surges) {
    cluster.sim.runFor(waitMs);
    const act = actOf(cluster, surge);
    // An act may come too late, such as on a pod that is gone.
    if (act) cluster.act(act);
    if (surge.kind === 'compact')
      cluster.part('api').server.storage.compact(cluster.part('api').server.storage.revision);
    if (surge.kind !== 'restart') continue;
    cluster.sim.runFor(surge.afterMs);
    cluster.act({ kind: 'start', program: manager });
  }
  for (const resource of watched) {
    cluster.act({ kind: 'delay-watch', program: manager, resource, delayMs: 0 });
  }
  quiet(cluster, trace);
  if (nudge) {
    cluster.act({ kind: 'relabel', resource: 'services', namespace, name: 'web', labels: { look: 'again' } });
    quiet(cluster, trace);
  }
  const restarted = surges.some(({ surge }) => surge.kind === 'restart');
  return { entries: trace.entries, cluster, restarted };
}

function quiet(cluster: Stage, trace: Trace): void {
  for (let before = -1; before !== trace.world.store.revision;) {
    before = trace.world.store.revision;
    cluster.sim.runFor(3 * 60 * 1000);
  }
}

function service(publishNotReadyAddresses: boolean): Readonly<Record<string, unknown>> {
  const spec = { selector: { app: 'web' }, ports: [{ port: 80 }], publishNotReadyAddresses };
  return { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web', namespace }, spec };
}

function actOf(cluster: Stage, surge: Surge): Act | undefined {
  const gone = (resource: string, name: string): Act => ({ kind: 'delete', resource, namespace, name });
  switch (surge.kind) {
    case 'pod':
      return { kind: 'apply', object: pod(`pod-${surge.pod}`, { app: 'web' }) };
    case 'ghost': {
      const made = pod(`ghost-${surge.pod}`, { app: 'web' });
      return {
        kind: 'apply',
        object: { ...made, spec: { ...(made['spec'] as object), nodeName: 'nowhere' } },
      };
    }
    case 'delete':
      return gone('pods', `pod-${surge.pod}`);
    case 'fail':
      return { kind: 'fail', namespace, name: `pod-${surge.pod}` };
    case 'release':
    case 'restore': {
      const labels = { app: surge.kind === 'release' ? 'other' : 'web' };
      return { kind: 'relabel', resource: 'pods', namespace, name: `pod-${surge.pod}`, labels };
    }
    case 'service':
      return { kind: 'apply', object: service(false) };
    case 'publish':
      return { kind: 'apply', object: service(surge.notReady) };
    case 'no-service':
      return gone('services', 'web');
    case 'no-endpoints':
      return gone('endpoints', 'web');
    case 'no-default':
      return gone('serviceaccounts', 'default');
    case 'account': {
      const metadata = { name: `robot-${surge.which}`, namespace };
      return { kind: 'apply', object: { apiVersion: 'v1', kind: 'ServiceAccount', metadata } };
    }
    case 'no-account':
      return gone('serviceaccounts', `robot-${surge.which}`);
    case 'no-token': {
      const secrets = cluster.part('api').list('secrets', namespace);
      const secret = secrets[surge.which % Math.max(1, secrets.length)];
      return secret && gone('secrets', secret.metadata.name ?? '');
    }
    case 'namespace': {
      const metadata = { name: `team-${surge.which}` };
      return { kind: 'apply', object: { apiVersion: 'v1', kind: 'Namespace', metadata } };
    }
    case 'no-node':
      return { kind: 'delete', resource: 'nodes', namespace: '', name: `node-${'abc'.charAt(surge.node)}` };
    case 'delay':
      return { kind: 'delay-watch', program: manager, resource: surge.resource, delayMs: surge.ms };
    case 'cut':
      return { kind: 'cut-watch', program: manager, resource: surge.resource, forMs: surge.ms };
    case 'conflict':
      return { kind: 'conflict', resource: 'endpoints', times: surge.times };
    case 'restart':
      return { kind: 'crash', program: manager };
    case 'compact':
      return undefined;
  }
}

const isReady = ({ status }: Pod): boolean =>
  status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false;

/** What has to hold after any flood. Each gives what is wrong, or nothing. */
const invariants: Readonly<Record<string, (ebb: Ebb) => string | undefined>> = {
  'the Endpoints are the pods that the Service selects, ready ones apart'({ cluster }) {
    const [svc] = cluster.part('api').list('services', namespace) as readonly StoredObject[];
    const [endpoints] = cluster.part('api').list('endpoints', namespace) as readonly Endpoints[];
    if (!svc) return endpoints && 'there are Endpoints without a Service';
    if (!endpoints) return 'the Service has no Endpoints';
    const all =
      (svc as { spec?: { publishNotReadyAddresses?: boolean } }).spec?.publishNotReadyAddresses ?? false;
    const pods = (cluster.part('api').list('pods', namespace) as readonly Pod[]).filter(
      ({ metadata, status }) =>
        metadata.labels?.['app'] === 'web' && status?.podIP && (all || !metadata.deletionTimestamp),
    );
    const expected = pods.map((each) => `${each.metadata.uid} ${all || isReady(each)}`).sort();
    const found = (endpoints.subsets ?? [])
      .flatMap(({ addresses = [], notReadyAddresses = [] }) => [
        ...addresses.map(({ targetRef }) => `${targetRef?.uid} true`),
        ...notReadyAddresses.map(({ targetRef }) => `${targetRef?.uid} false`),
      ])
      .sort();
    return found.join() === expected.join()
      ? undefined
      : `expected ${expected.join()}, found ${found.join()}`;
  },
  'no pod is on a node that is gone'({ cluster }) {
    const nodes = new Set(
      (cluster.part('api').list('nodes', '') as readonly Node[]).map(({ metadata }) => metadata.name),
    );
    const lost = (cluster.part('api').list('pods', '') as readonly Pod[]).find(
      ({ spec }) => spec?.nodeName && !nodes.has(spec.nodeName),
    );
    return lost && `pod ${lost.metadata.name} is on ${lost.spec?.nodeName}`;
  },
  'the pod garbage collector takes no pod from a node that is there'({ entries }) {
    for (const { event, world } of entries) {
      if (event.kind !== 'store.write' || event.resource !== 'pods') continue;
      // No other controller of this plane deletes pods that nobody owns.
      if (event.program !== manager) continue;
      const { spec, metadata } = event.object as Pod;
      const there = mapGet(world.store.objects, `nodes/${spec?.nodeName}`) !== undefined;
      if (there) return `pod ${metadata.name} was on ${spec?.nodeName}`;
    }
    return undefined;
  },
  'every active namespace has its default account'({ cluster }) {
    const accounts = cluster.part('api').list('serviceaccounts', '') as readonly ServiceAccount[];
    const lacks = (cluster.part('api').list('namespaces', '') as readonly Namespace[]).find(
      ({ metadata, status }) =>
        status?.phase === 'Active' &&
        !accounts.some(({ metadata: own }) => own.name === 'default' && own.namespace === metadata.name),
    );
    return lacks && `namespace ${lacks.metadata.name} has none`;
  },
  'every account names one token of its own'({ cluster, restarted }) {
    const secrets = cluster.part('api').list('secrets', '') as readonly Secret[];
    for (const { metadata, secrets: named = [] } of cluster
      .part('api')
      .list('serviceaccounts', '') as readonly ServiceAccount[]) {
      const own = secrets.filter(
        ({ metadata: { annotations = {} } }) =>
          annotations['kubernetes.io/service-account.uid'] === metadata.uid,
      );
      const referenced = own.filter((secret) => named.some(({ name }) => name === secret.metadata.name));
      if (referenced.length !== 1)
        return `${metadata.name} names ${referenced.length} of its ${own.length} tokens`;
      // One that was made just before a crash is never named, and stays.
      if (own.length !== 1 && !restarted) return `${metadata.name} has ${own.length} tokens`;
    }
    return undefined;
  },
  'every token has an account'({ cluster }) {
    const uids = new Set(
      cluster
        .part('api')
        .list('serviceaccounts', '')
        .map(({ metadata }) => metadata.uid),
    );
    const lone = cluster
      .part('api')
      .list('secrets', '')
      .find(({ metadata }) => !uids.has(metadata.annotations?.['kubernetes.io/service-account.uid'] ?? ''));
    return lone && `Secret ${lone.metadata.name} has none`;
  },
};

/** All that is wrong, in words; empty if all is well. */
export function floodWrongs(flood: Flood, nudge = true): string[] {
  const ebb = after(flood, nudge);
  return Object.entries(invariants).flatMap(([name, check]) => {
    const wrong = check(ebb);
    return wrong === undefined ? [] : [`${name}: ${wrong}`];
  });
}

export const properties: Properties = { services: property(floods, (flood) => floodWrongs(flood)) };
