import type {
  Node,
  Pod,
  ReplicaSet,
  ReplicationController,
  Service,
  StatefulSet,
} from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { KubeObject } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { APIServer } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { statefulSetResource } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/apps/v1/statefulset.ts';
import { newSharedInformerFactory } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import { newForConfig } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { directTransport } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { coreKinds } from '../../../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { newCycleState } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  Handle,
  PreScorePlugin,
  ScorePlugin,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import type { PluginFactory } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { newSnapshot } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';

export type Labels = Readonly<Record<string, string>>;

export interface World {
  readonly nodes?: readonly Node[];
  readonly pods?: readonly Pod[];
  readonly services?: readonly Service[];
  readonly rcs?: readonly ReplicationController[];
  readonly rss?: readonly ReplicaSet[];
  readonly sss?: readonly StatefulSet[];
}

/** What a plugin gets of a scheduler whose caches hold the world. No API server is asked. */
export function handleOf(world: World): Handle {
  const sim = new Sim();
  const transport = directTransport(new APIServer(sim, { kinds: coreKinds }));
  const client = newForConfig(sim, { transport, userAgent: 'kube-scheduler', qps: -1 });
  const factory = newSharedInformerFactory(sim, client, { program: 'kube-scheduler' });
  const fill = (indexer: { add(object: never): unknown }, objects: readonly KubeObject[] = []): void => {
    for (const object of objects) indexer.add(object as never);
  };
  fill(factory.core().v1().services().informer().getIndexer(), world.services);
  fill(factory.core().v1().replicationControllers().informer().getIndexer(), world.rcs);
  fill(factory.apps().v1().replicaSets().informer().getIndexer(), world.rss);
  fill(factory.of(statefulSetResource).informer().getIndexer(), world.sss);
  const snapshot = newSnapshot(world.pods ?? [], world.nodes ?? []);
  return {
    snapshotSharedLister: () => snapshot,
    sharedInformerFactory: () => factory,
    clientSet: () => client,
    sim: () => sim,
  } as Partial<Handle> as Handle;
}

let made = 0;

/** An object of any kind; upstream's tests leave out names and namespaces too. */
function object(metadata: object, rest: object): never {
  made++;
  return {
    metadata: { name: `object-${made}`, namespace: '', uid: `uid-${made}`, ...metadata },
    ...rest,
  } as never;
}

export const node = (name: string, labels: Labels = {}, status: object = {}): Node =>
  object({ name, labels }, { status });

export const pod = (
  {
    labels,
    namespace = '',
    ...metadata
  }: { labels?: Labels; namespace?: string; name?: string; deletionTimestamp?: string } = {},
  spec: object = {},
): Pod => object({ ...metadata, namespace, labels }, { spec: { containers: [], ...spec }, status: {} });

export const service = (selector: Labels, namespace = ''): Service =>
  object({ namespace }, { spec: { selector } });

export const rc = (selector: Labels): ReplicationController => object({}, { spec: { selector } });

export const rs = (matchLabels: Labels): ReplicaSet => object({}, { spec: { selector: { matchLabels } } });

export const ss = (matchLabels: Labels): StatefulSet => object({}, { spec: { selector: { matchLabels } } });

/** The plugin; throws what keeps it from being made. */
export function newPluginOf<T>(factory: PluginFactory, args: object | undefined, handle: Handle): T {
  const [plugin, err] = factory(args, handle);
  if (err) throw err;
  return plugin as unknown as T;
}

/** What a plugin gives the nodes of the world in the end, in their order. */
export function scoresOf(factory: PluginFactory, args: object | undefined, world: World, of: Pod): number[] {
  const plugin = newPluginOf<ScorePlugin & Partial<PreScorePlugin>>(factory, args, handleOf(world));
  const nodes = world.nodes ?? [];
  const state = newCycleState();
  const refused = plugin.preScore?.(state, of, nodes);
  if (refused) throw new Error(refused.message());
  const scores = nodes.map(({ metadata: { name } }) => {
    const [score, status] = plugin.score(state, of, name);
    if (status) throw new Error(status.message());
    return { name, score };
  });
  const failed = plugin.scoreExtensions()?.normalizeScore(state, of, scores);
  if (failed) throw new Error(failed.message());
  return scores.map(({ score }) => score);
}
