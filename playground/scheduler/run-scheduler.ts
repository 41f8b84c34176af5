import type { Node, Pod } from '../../src/runtime/api/objects.ts';
import type { Draft, KubeObject } from '../../src/runtime/apimachinery/pkg/runtime/object.ts';
import { deepCopy } from '../../src/runtime/apimachinery/pkg/runtime/deep-copy.ts';
import { APIServer } from '../../src/runtime/apiserver/server.ts';
import { newForConfig } from '../../src/runtime/client-go/kubernetes/clientset.ts';
import { directTransport } from '../../src/runtime/client-go/rest/transport.ts';
import { coreKinds } from '../../src/runtime/registry/kinds.ts';
import type { Kind } from '../../src/runtime/registry/kind.ts';
import { schedulerKinds } from '../../src/runtime/registry/scheduler-kinds.ts';
import type { Scheduler } from '../../src/runtime/scheduler/scheduler.ts';
import { newInformerFactory } from '../../src/runtime/scheduler/scheduler_informers.ts';
import { newScheduler } from '../../src/runtime/scheduler/scheduler_new.ts';
import { Chan } from '../../src/runtime/sim/chan.ts';
import { background } from '../../src/runtime/sim/context.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import { type Cluster, defaultScheduler, keyOf } from './cluster.ts';
import { type Profile, changesOf, configOf } from './profile.ts';
import { type OnProgress, type Watched, watching } from './watch-scheduler.ts';

/** What the API server did not take, and why. */
export interface RefusedObject {
  readonly object: string;
  readonly message: string;
}

/** A cluster on a simulator, with all pods but those that wait for a node. */
interface Begun {
  readonly sim: Sim;
  readonly server: APIServer;
  readonly watched: Watched;
  readonly scheduler: Scheduler;
  readonly refused: RefusedObject[];
}

/** A large cluster takes more steps than a story. */
const limits = { steps: 1e9, processes: 1e8, queued: 1e7, virtualMs: 1e9 };

/** How long it takes until a victim is gone, and until nothing more can come of what happened: more than the longest back-off. */
const goneMs = 1_000;
const quietMs = 11_000;

/**
 * Runs the scheduler over a cluster until nothing happens any more. Pods come into its queue one after another, the oldest
 * first, before it takes out any. Nobody starts pods; victims are gone a second after they were deleted. Requests are
 * not limited, and events are not written.
 */
export function runScheduler(
  cluster: Cluster,
  pods: readonly Pod[],
  { profile, seed, onProgress }: { profile: Profile; seed: number; onProgress: OnProgress },
):
  | [{ readonly watched: Watched; readonly refused: readonly RefusedObject[] }, undefined]
  | [undefined, Error] {
  const waiting = inTurn(pods.filter(({ spec }) => !spec.nodeName));
  const running = pods.filter(({ spec }) => spec.nodeName);
  const ours = waiting.filter(({ spec }) => (spec.schedulerName ?? defaultScheduler) === defaultScheduler);
  const [begun, err] = begin(cluster, running, profile, seed);
  if (err) return [undefined, err];
  const { sim, server, watched, scheduler, refused } = begun;
  watched.onAttempt = (tried) => {
    if (tried % 200 === 0) onProgress(Math.min(tried, ours.length), ours.length);
  };
  sim.runFor(1);
  for (const node of cluster.nodes.values()) if (node.status?.images) heartbeat(server, node);
  sim.runFor(1);
  watched.begun = true;
  for (const pod of ours) {
    create(server, 'pods', pod, refused);
    // Pods that come at one moment are taken in any order.
    sim.runFor(1);
  }
  sim.go('kube-scheduler', scheduler.run(background));
  let quietSince = sim.now;
  while (sim.now - quietSince < quietMs) {
    const tried = watched.tried;
    sim.runFor(goneMs);
    const gone = watched.takeVictims();
    for (const { metadata } of gone) {
      const { namespace = '', name } = metadata;
      const body = { apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0, metadata: {} };
      server.do({ verb: 'delete', resource: 'pods', namespace, name, body, userAgent: 'kubelet' });
    }
    if (gone.length > 0 || watched.tried > tried) quietSince = sim.now;
  }
  return [{ watched, refused }, undefined];
}

/**
 * A kubelet says that its node is well. Only when it hears of a node does the cache count on how many others its images
 * are; it hears of each often, and so the first would not be the last word.
 */
function heartbeat(server: APIServer, node: Node): void {
  const { name } = node.metadata;
  const conditions = [{ type: 'Ready', status: 'True' }];
  const body = deepCopy({ ...node, status: { ...node.status, conditions } }) as KubeObject;
  server.do({ verb: 'update', resource: 'nodes', subresource: 'status', name, body, userAgent: 'kubelet' });
}

/** By age, then as they were written. */
function inTurn(pods: readonly Pod[]): Pod[] {
  const born = (pod: Pod): number => Date.parse(pod.metadata.creationTimestamp ?? '') || 0;
  return [...pods].sort((a, b) => born(a) - born(b));
}

function begin(
  cluster: Cluster,
  running: readonly Pod[],
  profile: Profile,
  seed: number,
): [Begun, undefined] | [undefined, Error] {
  const sim = new Sim({ seed, limits });
  const watched = watching(sim);
  const server = new APIServer(sim, { kinds: [...coreKinds, ...schedulerKinds.map(asTheyCome)] });
  const refused: RefusedObject[] = [];
  const namespaces = new Set([...cluster.pods.values()].map(({ metadata }) => metadata.namespace));
  for (const name of namespaces)
    create(server, 'namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  for (const [resource, objects] of bystanders(cluster))
    for (const object of objects.values()) create(server, resource, object, refused);
  for (const node of cluster.nodes.values()) create(server, 'nodes', node, refused);
  for (const pod of running) create(server, 'pods', pod, refused);

  const transport = directTransport(server);
  const client = newForConfig(sim, { transport, userAgent: 'kube-scheduler', qps: -1 });
  const stop = new Chan<never>('stop');
  const informers = newInformerFactory(sim, client, 'kube-scheduler', 0);
  const recorderFactory = () => ({ eventf: () => {} });
  const [scheduler, err] = newScheduler(sim, client, informers, recorderFactory, stop, {
    profiles: [{ schedulerName: defaultScheduler, plugins: changesOf(configOf(profile)) }],
    percentageOfNodesToScore: profile.percentageOfNodesToScore,
  });
  if (err) return [undefined, err];
  informers.start(stop);
  return [{ sim, server, watched, scheduler, refused }, undefined];
}

function bystanders(cluster: Cluster): [string, ReadonlyMap<string, KubeObject>][] {
  return [
    ['services', cluster.services],
    ['replicationcontrollers', cluster.replicationControllers],
    ['replicasets', cluster.replicaSets],
    ['statefulsets', cluster.statefulSets],
    ['poddisruptionbudgets', cluster.budgets],
  ];
}

/** Of what stands round the pods only selectors are kept, which no API server would take for the whole. */
function asTheyCome(kind: Kind): Kind {
  const { resource } = kind.resource;
  if (!['services', 'replicationcontrollers', 'replicasets'].includes(resource)) return kind;
  const strategy = { ...kind.strategy, setDefaults() {}, prepareForCreate() {}, validate: () => [] };
  return { ...kind, strategy };
}

/** Of kinds that have another version in later releases, the one that v1.20.2 has. */
const versions: Readonly<Record<string, string>> = { poddisruptionbudgets: 'policy/v1beta1' };

function create(server: APIServer, resource: string, object: KubeObject, refused?: RefusedObject[]): void {
  const {
    uid: _uid,
    resourceVersion: _version,
    ...metadata
  } = deepCopy(object.metadata) as Draft<KubeObject['metadata']>;
  const body = { ...deepCopy(object), apiVersion: versions[resource] ?? object.apiVersion, metadata };
  const { namespace } = object.metadata;
  const [, err] = server.do({
    verb: 'create',
    resource,
    namespace,
    body: body as KubeObject,
    userAgent: 'kubectl',
  });
  if (err) refused?.push({ object: `${object.kind} ${keyOf(object)}`, message: err.message });
}
